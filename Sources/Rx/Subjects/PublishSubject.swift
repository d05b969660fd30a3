import RxPlatform

/// Tells its observers what comes after they subscribed. An observer that subscribes after the end gets the stop event.
///
/// Any thread may send, several at once and from inside a delivery: each observer sees one event after the other (G1).
///
/// Cost: an event is a gate and a walk over the observers; no allocation.
public final class PublishSubject<Element>: Observable<Element>, SubjectType, Cancelable, ObserverType, @unchecked Sendable {
    // Sendable: everything is in `hub`.
    public typealias SubjectObserverType = PublishSubject<Element>

    @usableFromInline let hub: Hub<Element>

    /// - Parameter core: how it serialises; the scope's or the default one.
    @inlinable
    public init(core: Core) {
        let hub = Hub<Element>(core: core)
        self.hub = hub
        super.init({ hub.attach($0, $1) }, isTrampolined: false)
    }

    @inlinable
    public convenience init() { self.init(core: .current) }

    deinit { hub.abandon() }

    public var hasObservers: Bool { hub.hasObservers }
    public var isDisposed: Bool { hub.isDisposed }

    @inlinable @inline(__always)
    public func on(_ event: Event<Element>) {
        if case .next(let element) = event { hub.send(element) } else { hub.stop(event) }
    }

    public func asObserver() -> PublishSubject<Element> { self }

    /// Forgets its observers and its stop event; an observer that subscribes from now on gets `RxError.disposed`.
    public func dispose() { hub.dispose(of: self) }
}
