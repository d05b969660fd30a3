import RxPlatform

/// A subscription to a subject with nothing in between: its segment is on the subject's list of observers itself, one object where a
/// segment and a registration are two that hold each other. All about it that doesn't depend on the element.
///
/// It gets its observer before it is on the list. The program may hold the subscription for long after its end, so the observer is freed
/// once the gate has been closed and left: nobody calls it after that. A subject that is dropped sees to it, too.
@usableFromInline
class ListedSegment: Segment, @unchecked Sendable {  // Sendable: see the fields.
    @usableFromInline @exclusivity(unchecked) final var number: UInt = 0  // Constant once it is on the list.
    /// Retained; set before it is on the list, then taken by who is inside the gate or, when a tear-down is deferred, after it has been
    /// closed and left.
    @usableFromInline @exclusivity(unchecked) private(set) final var list: Unmanaged<ObserverList>?
    @exclusivity(unchecked) final var index: Int32 = -1  // Guarded by the list's lock.
    /// Whether those who walk the list do so one after the other; see `Registration`.
    @exclusivity(unchecked) private final var isOfCheckedList = false
    /// Whether a stop event only ends it: then its observer doesn't know of any. Set before it is on the list.
    @usableFromInline @exclusivity(unchecked) final var endsUnhandled = false

    deinit { list?.release() }

    final func setList(_ list: ObserverList) {
        self.list = .passRetained(list)
        isOfCheckedList = list.gate.core != .unchecked
    }

    /// Nobody will tell it anything, and perhaps nobody will close it, while its observer may hold it, and the program may hold it for
    /// long. If somebody closes it just now, that thread sees to it.
    final func forgetObserver() {
        deliver {
            list.take()?.release()
            memory._withUnsafeGuaranteedRef { $0.freeObserver() }
        }
    }

    @usableFromInline
    final var memory: Unmanaged<SubscriberMemory> { .fromOpaque(Unmanaged.passUnretained(self).toOpaque()) }

    override final func endContents() {
        if let list = list.take() {
            list._withUnsafeGuaranteedRef { $0.remove(ListEntry(Unmanaged.passUnretained(self))) }
            list.release()
        }
        super.endContents()
    }

    override final func didEmpty() {
        super.didEmpty()
        memory._withUnsafeGuaranteedRef { $0.freeObserver() }
    }

    @usableFromInline @inline(never)
    final func enterSlowly(_ me: UInt) -> Bool { isOfCheckedList ? enterSerially(me) : enterUnbiased(me) }

    @usableFromInline @inline(never)
    final func leaveSlowly(_ me: UInt) -> Bool { isOfCheckedList ? leaveSerially(me) : leaveUnbiased(me) }
}

/// The only kind of listed segment that is made.
@usableFromInline
final class Subscriber<Element>: ListedSegment, @unchecked Sendable {
    /// Constant while the gate is open or somebody is inside, and nobody reads it at other times: `SubscriberMemory` changes it before and
    /// after. Of a constant of a class Swift knows that it stays while it is called; as a variable, or behind a pointer, it would be
    /// retained and released for each event (`publish/1-observer`: 177 instructions instead of 93). `nil` before and after: then there is
    /// nothing to free.
    @usableFromInline let observer: Observer<Element>?
    /// One word more than it needs. Of 160 bytes jemalloc makes slabs that it merges and gives back to the system when many subscriptions end
    /// together: a million that come after that take 120 to 125 ns each instead of 74 to 75, for 32 bytes less.
    private let spare: UInt = 0

    /// Never inlined: who saw both this and an event would know that there is no observer.
    @usableFromInline @inline(never)
    override init(core: Core) {
        observer = nil
        super.init(core: core)
        // For who frees it.
        assert(MemoryLayout<Observer<Element>?>.size == MemoryLayout<SubscriberMemory.Words>.size)
        assert(memory._withUnsafeGuaranteedRef { ($0.words.1, $0.words.3, $0.words.6) == (0, 0, 0) }, "an observer that isn't there has contexts")
    }

    /// For a subscription on the current core. An unchecked gate doesn't know when it has been left: then a usual segment.
    @inlinable @inline(__always)
    static func make() -> Segment {
        let core = Core.current
        return core == .unchecked ? Segment(core: core) : Subscriber(core: core)
    }

    /// Whether `segment` is one that is on no list yet.
    @inlinable @inline(__always)
    static func isUnlisted(_ segment: Segment) -> Bool {
        type(of: segment) == Subscriber.self && unsafeDowncast(segment, to: Subscriber.self).list == nil
    }

    @inlinable @inline(__always)
    func receive(_ element: Element) {
        if _fastPath(enter(otherwise: { enterSlowly($0) })) {
            observer.unsafelyUnwrapped.send(element)
            if _slowPath(!leave(otherwise: { leaveSlowly($0) })) { leaveWithoutMail() }
        }
    }

    @inlinable
    func receiveStop(_ error: (any Error)?) {
        if enter(otherwise: { enterSlowly($0) }) {
            stop(error)
            if !leave(otherwise: { leaveSlowly($0) }) { leaveWithoutMail() }
        }
    }

    /// For the thread inside.
    @inlinable
    func stop(_ error: (any Error)?) {
        #if !DEBUG
        if endsUnhandled { return endUnhandled(error) }
        #endif
        observer.unsafelyUnwrapped.stop(error)
    }
}

/// A `Subscriber`, for who may change its observer; none is made as such. Where a subscriber has its observer this has as many words,
/// whatever the element: what an observer holds are closures, and they are freed in the same way.
@usableFromInline
final class SubscriberMemory: ListedSegment, @unchecked Sendable {
    @usableFromInline typealias Words = (UInt, UInt, UInt, UInt, UInt, UInt, UInt)

    /// Touched by who subscribes, before it is on the list, then by who is inside the gate, the last time, or has left it closed.
    @exclusivity(unchecked) @usableFromInline var words: Words

    private init() { fatalError("SubscriberMemory: made as such") }

    /// Once, where there is none.
    @inlinable @inline(__always)
    func setObserver<Element>(_ observer: __owned Observer<Element>) {
        withUnsafeMutableBytes(of: &words) {
            $0.baseAddress.unsafelyUnwrapped.bindMemory(to: Observer<Element>?.self, capacity: 1).initialize(to: observer)
        }
    }

    /// For one thread: who is inside the gate, or was the last.
    func freeObserver() {
        let contexts = (words.1, words.3, words.6)
        words = (0, 0, 0, 0, 0, 0, 0)  // No observer. First: what is freed may be foreign.
        release(contexts.0)
        release(contexts.1)
        release(contexts.2)
    }

    /// - Parameter context: of a closure: the address of a native object, or 0. Freeing nothing would be a call, too.
    private func release(_ context: UInt) {
        if let context = UnsafeRawPointer(bitPattern: context) { Unmanaged<Segment>.fromOpaque(context).releaseContext() }
    }
}
