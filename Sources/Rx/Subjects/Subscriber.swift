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
        isOfCheckedList = list.gate.isGuarded
    }

    /// Nobody will tell it anything, and perhaps nobody will close it, while its observer may hold it, and the program may hold it for
    /// long. If somebody closes it just now, that thread sees to it.
    final func forgetObserver() {
        deliver {
            list.take()?.release()
            freeObserver()
        }
    }

    /// For one thread: the one inside the gate, or the last that was.
    @usableFromInline
    func freeObserver() { preconditionFailure("ListedSegment.freeObserver: abstract") }

    override final func endContents() {
        if let list = list.take() {
            list._withUnsafeGuaranteedRef { $0.remove(ListEntry(Unmanaged.passUnretained(self))) }
            list.release()
        }
        super.endContents()
    }

    override final func didEmpty() {
        super.didEmpty()
        freeObserver()
    }

    @usableFromInline @inline(never)
    final func enterSlowly(_ me: UInt) -> Bool { isOfCheckedList ? enterSerially(me) : enterUnbiased(me) }

    @usableFromInline @inline(never)
    final func leaveSlowly(_ me: UInt) -> Bool { isOfCheckedList ? leaveSerially(me) : leaveUnbiased(me) }
}

/// The only kind of listed segment that is made.
@usableFromInline
final class Subscriber<Element>: ListedSegment, @unchecked Sendable {
    /// Touched by the subscriber's thread, before it is on the list, then by the thread inside the gate or, once that has been closed and left,
    /// by the last that was inside.
    @exclusivity(unchecked) @usableFromInline var observer: HeldObserver<Element>?
    /// One word more than it needs. Of 160 bytes jemalloc makes slabs that it merges and gives back to the system when many subscriptions end
    /// together: a million that come after that take 120 to 125 ns each instead of 74 to 75, for 32 bytes less.
    private let spare: UInt = 0

    @usableFromInline
    override init(core: Core) {
        observer = nil
        super.init(core: core)
    }

    @usableFromInline
    override func freeObserver() { observer = nil }

    /// For a subscription on the current core. An unchecked gate doesn't know when it has been left: then a usual segment.
    @inlinable @inline(__always)
    static func make() -> Segment {
        let core = Core.current
        return core.isGuarded && Speed.listsSegments ? Subscriber(core: core) : Segment(core: core)
    }

    /// `segment`, if it is one that is on no list yet.
    @inlinable @inline(__always)
    static func unlisted(_ segment: Segment) -> Subscriber? {
        guard type(of: segment) == Subscriber.self else { return nil }
        let subscriber = unsafeDowncast(segment, to: Subscriber.self)
        return subscriber.list == nil ? subscriber : nil
    }

    @inlinable @inline(__always)
    func receive(_ element: Element) {
        if _fastPath(enter(otherwise: { enterSlowly($0) })) {
            send(element)
            if _slowPath(!leave(otherwise: { leaveSlowly($0) })) { leaveWithoutMail() }
        }
    }

    /// For the thread inside.
    @inlinable @inline(__always)
    func send(_ element: Element) {
        switch observer {
        case .some(let observer): observer.value.send(element)
        case nil: break
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
        switch observer {
        case .some(let observer): observer.value.stop(error)
        case nil: break
        }
    }
}
