/// A subscription to a timer with nothing in between: its segment waits on the timer heap itself, one object where a segment and a work
/// item are two that hold each other.
///
/// What a work item decides by its word is decided by the gate: who is inside it when it fires, or when it ends, takes it off the timers
/// that it is on, and who closes it before its time keeps it from firing.
///
/// Of integers of type `Int` only: what ends a subscription isn't compiled into its caller, and in a generic class it would look up
/// metadata (W14b: 4,600 instructions instead of 3,200).
@usableFromInline
final class TimerSubscription: Segment, @unchecked Sendable {  // Sendable: see the fields.
    /// What it tells. In a generic struct closures are kept as generic code calls them, so that an `Observer` of `Int` has the same ones.
    @usableFromInline @_eagerMove
    struct Told<Element> {
        @usableFromInline let next: (Element) -> Void
        @usableFromInline let stop: ((any Error)?) -> Void

        @inlinable @inline(__always)
        init(next: consuming @escaping (Element) -> Void, stop: consuming @escaping ((any Error)?) -> Void) {
            self.next = next
            self.stop = stop
        }
    }

    /// The queue that it waits in for its time, retained. Live timers keep their queue alive, not the other way round. Set by who
    /// subscribes, before it is on the heap, then changed by who is inside the gate or, when a tear-down is deferred, after it has been
    /// closed and left. By hand: of two references that are freed with an object, Swift retains the object meanwhile.
    @exclusivity(unchecked) private var timers: Unmanaged<TimerQueue>?
    @exclusivity(unchecked) var mark = TimerHeap.Mark()  // Guarded by the timer heap; once it says cancelled, nobody changes it.
    /// Set by who subscribes, before it is on the heap; taken by who is inside the gate, or has left it closed.
    @exclusivity(unchecked) @usableFromInline var told: Told<Int>?

    @usableFromInline
    override init(core: Core) { super.init(core: core) }

    /// For a subscription on the current core. An unchecked gate doesn't know when it has been left: then a usual segment.
    @inlinable @inline(__always)
    static func make() -> Segment {
        let core = Core.current
        return core == .unchecked ? Segment(core: core) : TimerSubscription(core: core)
    }

    /// `segment`, if it is one that does nothing yet.
    @inlinable @inline(__always)
    static func unused(_ segment: Segment) -> TimerSubscription? {
        guard type(of: segment) == TimerSubscription.self else { return nil }
        let timer = unsafeDowncast(segment, to: TimerSubscription.self)
        return timer.isUsed ? nil : timer
    }

    @usableFromInline
    var isUsed: Bool { told != nil }

    /// For who starts it, before that.
    @inlinable @inline(__always)
    func tell<Element>(_ observer: __owned Observer<Element>) {
        told = unsafeBitCast(Told(next: observer.next, stop: observer.stop), to: Told<Int>.self)  // The same type.
    }

    /// Nobody starts it.
    @usableFromInline
    func forgetObserver() { told = nil }

    /// Before it is on the heap.
    func join(_ timers: TimerQueue) { self.timers = .passRetained(timers) }

    /// Its time has come.
    func fire() {
        deliver {
            leaveTimers()?.release()  // Now: at the end it would mean a look at the heap.
            guard let told = told.take() else { return }
            told.next(0)
            if !isClosed { told.stop(nil) }
        }
    }

    /// No longer a live timer. The reference is the caller's.
    private func leaveTimers() -> Unmanaged<TimerQueue>? {
        guard let timers = timers.take() else { return nil }
        Resources.add(.timers, -1)
        return timers
    }

    override func endContents() {
        // Held until the heap knows: it relies on that.
        if let timers = leaveTimers() {
            timers._withUnsafeGuaranteedRef { $0.heap.cancelled(TimerEntry(self)) }
            timers.release()
            // The heap may keep it for long: it stands for no subscription there.
            if mark.place == .cancelled { Resources.add(.subscriptions, -1) }
        }
        super.endContents()
    }

    override func didEmpty() {
        super.didEmpty()
        forgetParent()
        told = nil
    }

    deinit {
        if mark.place == .cancelled { Resources.add(.subscriptions, 1) }  // It has been counted out before.
    }
}
