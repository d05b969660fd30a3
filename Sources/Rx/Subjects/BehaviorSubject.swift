/// Has a value: tells it to each new observer, and the later ones as they come. An observer that subscribes after
/// the end gets only the stop event.
///
///     subject           1--2--3--|
///     subscribed here       ^
///     result                2-3--|
///
/// Any thread may send, several at once and from inside a delivery: each observer sees one event after the other (G1). The
/// value is current at once, though its delivery may have to wait; a new observer gets it during `subscribe`, then every
/// later one, once and in order.
///
/// Cost: an event is a short critical section and a walk over the observers; no allocation, and no atomic operation while one thread alone
/// sends and subscribes.
public final class BehaviorSubject<Element>: Observable<Element>, SubjectType, ObserverType, Cancelable, @unchecked Sendable {
    // Sendable: everything is in `hub`.
    public typealias SubjectObserverType = BehaviorSubject<Element>

    @usableFromInline let hub: ReplayHub<Element>

    /// - Parameter core: how it serialises; the scope's or the default one.
    @inlinable
    public init(value: Element, core: Core) {
        let hub = ReplayHub<Element>(core: core, keeping: 1, .beforeTheEnd)
        hub.keep(value)
        self.hub = hub
        super.init({ hub.attachWithReplay($0, $1) }, isTrampolined: false)
    }

    @inlinable
    public convenience init(value: Element) { self.init(value: value, core: .current) }

    deinit { hub.abandon() }

    public var hasObservers: Bool { hub.hasObservers }
    public var isDisposed: Bool { hub.isDisposed }

    /// The current value. Throws the error that ended the subject, or `RxError.disposed`.
    @inlinable
    public func value() throws -> Element {
        guard let value = hub.newest else { throw hub.stopError ?? RxError.unknown }
        return value
    }

    @inlinable @inline(__always)
    public func on(_ event: Event<Element>) {
        if case .next(let element) = event { hub.keepAndSend(element) } else { hub.stop(event) }
    }

    public func asObserver() -> BehaviorSubject<Element> { self }

    /// Forgets its observers, its value and its stop event; an observer that subscribes from now on gets `RxError.disposed`.
    public func dispose() { hub.dispose(of: self) }
}
