/// Errors of this library's own.
public enum RxError: Error, @unchecked Sendable {
    // Sendable: the object is only there to be named.
    case unknown
    /// The subject that was used has been disposed.
    case disposed(object: AnyObject)
    /// A count went past its type's range.
    case overflow
    case argumentOutOfRange
    /// The sequence had no element where one was needed.
    case noElements
    /// The sequence had more than the one element that was allowed.
    case moreThanOneElement
    case timeout
}

extension RxError: CustomDebugStringConvertible {
    public var debugDescription: String {
        switch self {
        case .unknown: "Unknown error occurred."
        case .disposed(let object): "Object `\(object)` was already disposed."
        case .overflow: "Arithmetic overflow occurred."
        case .argumentOutOfRange: "Argument out of range."
        case .noElements: "Sequence doesn't contain any elements."
        case .moreThanOneElement: "Sequence contains more than one element."
        case .timeout: "Sequence timeout."
        }
    }
}
