/// Keeps what it is told, and tells it to each new observer first, after the end as well.
///
///     subject           1--2--3-----|          bufferSize: 1
///     subscribed here          ^
///     result                   3----|
///
/// Any thread may send, several at once and from inside a delivery: each observer sees one event after the other (G1).
/// What comes during a replay follows it, for that observer; no other one waits.
///
/// Cost: an event is a short critical section and a walk over the observers; no allocation once the buffer is full, an
/// amortised one when it has no bound. A replay walks a snapshot; the first event after that may copy the buffer.
public class ReplaySubject<Element>: Observable<Element>, SubjectType, ObserverType, Disposable, @unchecked Sendable {
    // Sendable: everything is in `hub`.
    public typealias SubjectObserverType = ReplaySubject<Element>

    @usableFromInline let hub: ReplayHub<Element>

    @inlinable
    init(keeping limit: Int, core: Core) {
        let hub = ReplayHub<Element>(core: core, keeping: limit, .always)
        self.hub = hub
        super.init({ hub.attachWithReplay($0, $1) }, isTrampolined: false)
    }

    /// A subject that keeps the last elements.
    ///
    /// - Parameters:
    ///   - bufferSize: how many; not negative.
    ///   - core: how it serialises; the scope's or the default one.
    @inlinable
    public static func create(bufferSize: Int, core: Core) -> ReplaySubject<Element> {
        require(bufferSize >= 0, "ReplaySubject.create(bufferSize:): a size of \(bufferSize) is not allowed, as it is negative")
        return ReplaySubject(keeping: bufferSize, core: core)
    }

    /// A subject that keeps the last `bufferSize` elements.
    @inlinable
    public static func create(bufferSize: Int) -> ReplaySubject<Element> {
        create(bufferSize: bufferSize, core: .current)
    }

    /// A subject that keeps all elements.
    @inlinable
    public static func createUnbounded(core: Core) -> ReplaySubject<Element> {
        ReplaySubject(keeping: .max, core: core)
    }

    /// A subject that keeps all elements.
    @inlinable
    public static func createUnbounded() -> ReplaySubject<Element> { createUnbounded(core: .current) }

    deinit { hub.abandon() }

    public var hasObservers: Bool { hub.hasObservers }

    @inlinable @inline(__always)
    public final func on(_ event: Event<Element>) {
        if case .next(let element) = event { hub.keepAndSend(element) } else { hub.stop(event) }
    }

    public func asObserver() -> ReplaySubject<Element> { self }

    /// Forgets its observers, its elements and its stop event; an observer that subscribes from now on gets `RxError.disposed`.
    public func dispose() { hub.dispose(of: self) }
}
