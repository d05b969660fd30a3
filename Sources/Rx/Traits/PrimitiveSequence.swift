/// A sequence with a promise about its events, which `Trait` names: see `Single`, `Maybe` and `Completable`.
public struct PrimitiveSequence<Trait, Element>: Sendable {
    @usableFromInline let source: Observable<Element>

    /// The caller vouches for the trait's promise.
    @inlinable @inline(__always)
    init(raw: Observable<Element>) { source = raw }
}

/// What the traits have in common; the bound of their extensions.
///
/// It refines `ObservableConvertibleType`, so that the compiler sees one type of elements: of two, it calls a `String`
/// `PrimitiveSequence<SingleTrait, String>.Element` in its errors.
public protocol PrimitiveSequenceType: ObservableConvertibleType {
    associatedtype Trait
    var primitiveSequence: PrimitiveSequence<Trait, Element> { get }
}

extension PrimitiveSequenceType {
    /// The same sequence without the promise.
    public func asObservable() -> Observable<Element> { primitiveSequence.source }
}

extension PrimitiveSequence: PrimitiveSequenceType {
    /// Itself.
    public var primitiveSequence: PrimitiveSequence<Trait, Element> { self }

    /// The same sequence without the promise.
    @inlinable @inline(__always)
    public func asObservable() -> Observable<Element> { source }
}

extension PrimitiveSequence {
    /// The sequence that `observableFactory` makes, once for each subscription.
    public static func deferred(
        _ observableFactory: @escaping () throws -> PrimitiveSequence<Trait, Element>
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: .deferred { try observableFactory().source })
    }

    /// As `deferred`, with a resource that lives as long as the subscription.
    public static func using<Resource: Disposable>(
        _ resourceFactory: @escaping () throws -> Resource,
        primitiveSequenceFactory: @escaping (Resource) throws -> PrimitiveSequence<Trait, Element>
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(
            raw: .using(resourceFactory, observableFactory: { try primitiveSequenceFactory($0).source }))
    }
}

extension PrimitiveSequenceType where Element: FixedWidthInteger {
    /// 0 after `dueTime`.
    public static func timer(
        _ dueTime: RxTimeInterval, scheduler: any SchedulerType
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: Observable<Element>.timer(dueTime, scheduler: scheduler))
    }
}

/// What a subscription to a trait shares among its closures: the first event that ends it wins.
final class FirstEvent: @unchecked Sendable {  // Sendable: used inside the gate of the subscription only.
    private var hasCome = false

    /// `true` the first time.
    func claim() -> Bool {
        if hasCome { return false }
        hasCome = true
        return true
    }
}

extension Hooks {
    /// What handles an error that the subscriber, who stands there, may have no closure for.
    static func errorHandler(
        _ onError: ((any Error) -> Void)?, _ file: StaticString, _ line: UInt
    ) -> (any Error) -> Void {
        if let onError { return onError }
        let callStack = recordCallStackOnError ? customCaptureSubscriptionCallstack() : []
        return { handle($0, callStack, file, line) }
    }
}
