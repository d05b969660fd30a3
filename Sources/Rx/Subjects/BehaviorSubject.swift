/// Has a value: tells it to each new observer, and the later ones as they come. Who subscribes after the end gets only the
/// stop event.
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
    // Sendable: everything is in `memory`.
    public typealias SubjectObserverType = BehaviorSubject<Element>

    @usableFromInline let memory: CurrentValue<Element>

    /// - Parameter core: how it serialises; the scope's or the default one.
    public init(value: Element, core: Core) {
        let memory = CurrentValue(value, core)
        self.memory = memory
        super.init({ memory.attach($0, $1) }, where: nil, isTrampolined: false)
        memory.state.remember(self)
    }

    public convenience init(value: Element) { self.init(value: value, core: .current) }

    deinit { memory.hub.abandon() }

    public var hasObservers: Bool { memory.hub.hasObservers }
    public var isDisposed: Bool { memory.state.isDisposed }

    /// The current value. Throws the error that ended the subject, or `RxError.disposed`.
    @inlinable
    public func value() throws -> Element {
        guard let value = memory.value else { throw memory.whyNoValue }
        return value
    }

    @inlinable @inline(__always)
    public func on(_ event: Event<Element>) {
        if case .next(let element) = event { memory.send(element) } else { stop(event) }
    }

    @usableFromInline
    func stop(_ event: Event<Element>) { memory.stop(SubjectState.Ending(event)) }

    public func asObserver() -> BehaviorSubject<Element> { self }

    /// Forgets its observers, its value and its stop event; who subscribes from now on gets `RxError.disposed`.
    public func dispose() { memory.dispose() }
}

/// The value and the observers, changed as one.
@usableFromInline
final class CurrentValue<Element>: @unchecked Sendable {  // Sendable: `latest` is guarded by the hub's lock.
    @usableFromInline let hub: Hub<Element>
    @usableFromInline let state = SubjectState()
    /// `nil` once nobody can ask for it any more: after an error, and when the subject has been disposed of.
    @exclusivity(unchecked) @usableFromInline var latest: Element?  // Unchecked: guarded by the lock.

    init(_ value: Element, _ core: Core) {
        hub = Hub(core: core)
        latest = value
    }

    @inlinable var value: Element? { hub.lock.with(hub) { latest } }
    @usableFromInline var whyNoValue: any Error { hub.stopError(state) ?? RxError.unknown }

    @inlinable @inline(__always)
    func send(_ element: Element) {
        var other: Element? = element
        hub.send(element, changing: {
            if state.isStopped { return false }
            swap(&latest, &other)  // The old value is released outside the lock.
            return true
        })
    }

    func stop(_ ending: SubjectState.Ending) {
        var dropped: Element?  // Released outside the lock.
        hub.stop(ending.error) {
            guard state.stop(ending) else { return false }
            if case .error = ending { swap(&latest, &dropped) }
            return true
        }
        _ = dropped
    }

    func dispose() {
        var dropped: Element?, ending: SubjectState.Ending?  // Released outside the lock.
        hub.drop {
            ending = state.dispose()
            swap(&latest, &dropped)
        }
        _ = (dropped, ending)
    }

    func attach(_ observer: __owned Observer<Element>, _ segment: Segment) {
        let listener = Listener(hub, observer, segment, replays: true)
        segment.own(listener)
        var value: Element?
        let added = hub.add(listener) {
            guard !state.isStopped, listener.enterForReplay() else { return false }
            value = latest
            return true
        }
        if added {
            listener.replay(CollectionOfOne(value!))
            listener.leave()
        } else {
            segment.deliver { observer.stop(hub.stopError(state)) }
        }
    }
}
