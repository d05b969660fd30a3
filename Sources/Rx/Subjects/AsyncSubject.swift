/// Tells only its last element, and that only when it completes; an error comes alone.
///
///     subject  1--2--3--|
///     result   ---------3|
///
/// Who subscribes after the end gets the same. Any thread may send, several at once and from inside a delivery (G1).
///
/// Cost: an element is a short critical section; no allocation.
public final class AsyncSubject<Element>: Observable<Element>, SubjectType, ObserverType, @unchecked Sendable {
    // Sendable: everything is in `memory`.
    public typealias SubjectObserverType = AsyncSubject<Element>

    private let memory: LastElement<Element>

    /// - Parameter core: how it serialises; the scope's or the default one.
    public init(core: Core) {
        let memory = LastElement<Element>(core)
        self.memory = memory
        super.init({ memory.attach($0, $1) }, where: nil, isTrampolined: false)
    }

    public convenience init() { self.init(core: .current) }

    deinit { memory.hub.abandon() }

    public var hasObservers: Bool { memory.hub.hasObservers }

    public func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): memory.keep(element)
        case .error(let error): memory.fail(error)
        case .completed: memory.complete()
        }
    }

    public func asObserver() -> AsyncSubject<Element> { self }
}

private final class LastElement<Element>: @unchecked Sendable {  // Sendable: `last` is guarded by the hub's lock.
    let hub: Hub<Element>
    private let state = SubjectState()
    /// Constant once the subject has ended.
    private var last: Element?

    init(_ core: Core) { hub = Hub(core: core) }

    func keep(_ element: Element) {
        var other: Element? = element
        hub.lock.with(hub) {
            if !state.isStopped { swap(&last, &other) }  // The old one is released outside the lock.
        }
    }

    func fail(_ error: any Error) {
        var dropped: Element?  // Nobody gets it any more. Released outside the lock.
        hub.stop(error) {
            guard state.stop(.error(error)) else { return false }
            swap(&last, &dropped)
            return true
        }
        _ = dropped
    }

    func complete() {
        // From here on nobody is added: both events reach the same observers.
        guard hub.lock.with(hub, { state.stop(.completed) }) else { return }
        if let last { hub.send(last, updating: { true }) }
        hub.stop(nil) { true }
    }

    func attach(_ observer: __owned Observer<Element>, _ segment: Segment) {
        let listener = Listener(hub, observer, segment, replays: false)
        segment.own(listener)
        if hub.add(listener, if: { !state.isStopped }) { return }
        segment.deliver {
            let error = hub.stopError(state)
            if error == nil, let last { observer.send(last) }
            if !segment.isClosed { observer.stop(error) }
        }
    }
}
