/// Keeps what it is told, and tells it to each new observer first, after the end as well.
///
///     subject           1--2--3-----|          bufferSize: 1
///     subscribed here          ^
///     result                   3----|
///
/// Any thread may send, several at once and from inside a delivery: each observer sees one event after the other (G1).
/// What comes during a replay follows it, for that observer; nobody else waits.
///
/// Cost: an event is a short critical section and a walk over the observers; no allocation once the buffer is full, an
/// amortised one when it has no bound. A replay walks a snapshot; the first event after that may copy the buffer.
public class ReplaySubject<Element>: Observable<Element>, SubjectType, ObserverType, Disposable, @unchecked Sendable {
    // Sendable: everything is in `memory`.
    public typealias SubjectObserverType = ReplaySubject<Element>

    @usableFromInline let memory: Memory<Element>

    private init(keeping limit: Int, core: Core) {
        let memory = Memory<Element>(keeping: limit, core)
        self.memory = memory
        super.init({ memory.attach($0, $1) }, where: nil, isTrampolined: false)
        memory.state.remember(self)
    }

    /// A subject that keeps the last elements.
    ///
    /// - Parameters:
    ///   - bufferSize: how many; not negative.
    ///   - core: how it serialises; the scope's or the default one.
    public static func create(bufferSize: Int, core: Core) -> ReplaySubject<Element> {
        require(bufferSize >= 0, "ReplaySubject.create(bufferSize:): a size of \(bufferSize) is not allowed, as it is negative")
        return ReplaySubject(keeping: bufferSize, core: core)
    }

    /// A subject that keeps the last `bufferSize` elements.
    public static func create(bufferSize: Int) -> ReplaySubject<Element> {
        create(bufferSize: bufferSize, core: .current)
    }

    /// A subject that keeps all elements.
    public static func createUnbounded(core: Core) -> ReplaySubject<Element> {
        ReplaySubject(keeping: .max, core: core)
    }

    /// A subject that keeps all elements.
    public static func createUnbounded() -> ReplaySubject<Element> { createUnbounded(core: .current) }

    deinit { memory.hub.abandon() }

    public var hasObservers: Bool { memory.hub.hasObservers }

    @inlinable @inline(__always)
    public final func on(_ event: Event<Element>) {
        if case .next(let element) = event { memory.send(element) } else { stop(event) }
    }

    @usableFromInline
    final func stop(_ event: Event<Element>) { memory.stop(SubjectState.Ending(event)) }

    public func asObserver() -> ReplaySubject<Element> { self }

    /// Forgets its observers, its elements and its stop event; who subscribes from now on gets `RxError.disposed`.
    public func dispose() { memory.dispose() }
}

/// The elements that are kept and the observers, changed as one.
@usableFromInline
final class Memory<Element>: @unchecked Sendable {  // Sendable: `buffer` is guarded by the hub's lock.
    @usableFromInline let hub: Hub<Element>
    @usableFromInline let state = SubjectState()
    // Unchecked: guarded by the lock.
    @exclusivity(unchecked) @usableFromInline var buffer: ReplayBuffer<Element>

    init(keeping limit: Int, _ core: Core) {
        hub = Hub(core: core)
        buffer = ReplayBuffer(limit: limit)
    }

    @inlinable @inline(__always)
    func send(_ element: Element) {
        var dropped: Element?  // Released outside the lock.
        hub.send(element, changing: {
            if state.isStopped { return false }
            dropped = buffer.append(element)
            return true
        })
        _ = dropped
    }

    func stop(_ ending: SubjectState.Ending) { hub.stop(ending.error) { state.stop(ending) } }

    func dispose() {
        var dropped = ReplayBuffer<Element>(limit: 0), ending: SubjectState.Ending?  // Released outside the lock.
        hub.drop {
            ending = state.dispose()
            swap(&buffer, &dropped)
        }
        _ = ending
    }

    func attach(_ observer: __owned Observer<Element>, _ segment: Segment) {
        let listener = Listener(hub, observer, segment, replays: true)
        segment.own(listener)
        var kept = ReplayBuffer<Element>(limit: 0), hasEnded = false
        let added = hub.add(listener) {
            guard listener.enterForReplay() else { return false }
            kept = buffer
            hasEnded = state.isStopped
            return !hasEnded
        }
        guard added || hasEnded else { return }
        listener.replay(kept)
        if hasEnded { listener.replayStop(hub.stopError(state)) }
        listener.leave()
    }
}

/// The last elements, at most `limit`, oldest first. A value: a snapshot is a retain, and the next append pays for it.
@frozen
@usableFromInline
struct ReplayBuffer<Element>: Sequence {
    @usableFromInline var elements: [Element] = []
    /// Where the oldest one is, once the buffer is full.
    @usableFromInline var head = 0
    @usableFromInline let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Returns the element that had to make room, so that it is released outside the lock.
    @inlinable @inline(__always)
    mutating func append(_ element: Element) -> Element? {
        if elements.count < limit {
            elements.append(element)
            return nil
        }
        if limit == 0 { return nil }
        var oldest = element
        swap(&elements[head], &oldest)
        head += 1
        if head == limit { head = 0 }
        return oldest
    }

    @usableFromInline
    struct Iterator: IteratorProtocol {
        fileprivate let elements: [Element]
        fileprivate let head: Int
        fileprivate var offset = 0

        @usableFromInline
        mutating func next() -> Element? {
            guard offset < elements.count else { return nil }
            var index = head + offset
            if index >= elements.count { index -= elements.count }
            offset += 1
            return elements[index]
        }
    }

    @usableFromInline
    func makeIterator() -> Iterator { Iterator(elements: elements, head: head) }
}
