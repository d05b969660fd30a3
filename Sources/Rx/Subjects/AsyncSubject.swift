/// Tells only its last element, and that only when it completes; an error comes alone.
///
///     subject  1--2--3--|
///     result   ---------3|
///
/// An observer that subscribes after the end gets the same. Any thread may send, several at once and from inside a delivery (G1).
///
/// Cost: an element is a short critical section; no allocation.
public final class AsyncSubject<Element>: Observable<Element>, SubjectType, ObserverType, @unchecked Sendable {
    // Sendable: everything is in `hub`.
    public typealias SubjectObserverType = AsyncSubject<Element>

    @usableFromInline let hub: ReplayHub<Element>

    /// - Parameter core: how it serialises; the scope's or the default one.
    @inlinable
    public init(core: Core) {
        let hub = ReplayHub<Element>(core: core, keeping: 1, .atCompletion)
        self.hub = hub
        super.init({ hub.attachWithReplay($0, $1) }, isTrampolined: false)
    }

    @inlinable
    public convenience init() { self.init(core: .current) }

    deinit { hub.abandon() }

    public var hasObservers: Bool { hub.hasObservers }

    @inlinable
    public func on(_ event: Event<Element>) {
        if case .next(let element) = event { hub.keep(element) } else { hub.stop(event) }
    }

    public func asObserver() -> AsyncSubject<Element> { self }
}
