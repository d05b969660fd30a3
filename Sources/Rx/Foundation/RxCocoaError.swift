/// What goes wrong between Rx and the system's frameworks.
public enum RxCocoaError: Error, @unchecked Sendable {
    // Sendable: the objects are only there to be named.
    case unknown
    case invalidOperation(object: Any)
    case itemsNotYetBound(object: Any)
    case invalidPropertyName(object: Any, propertyName: String)
    case invalidObjectOnKeyPath(object: Any, sourceObject: AnyObject, propertyName: String)
    case errorDuringSwizzling
    case castingError(object: Any, targetType: Any.Type)
}

extension RxCocoaError: CustomDebugStringConvertible {
    public var debugDescription: String {
        switch self {
        case .unknown: "Unknown error occurred."
        case .invalidOperation(let object): "Invalid operation was attempted on `\(object)`."
        case .itemsNotYetBound(let object): "Data source is set, but items are not yet bound to `\(object)`."
        case .invalidPropertyName(let object, let name): "Object `\(object)` doesn't have a property named `\(name)`."
        case .invalidObjectOnKeyPath(let object, let source, let name):
            "Unobservable object `\(object)` was observed as `\(name)` of `\(source)`."
        case .errorDuringSwizzling: "Error during swizzling."
        case .castingError(let object, let type): "Error casting `\(object)` to `\(type)`."
        }
    }
}
