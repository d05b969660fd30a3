import RxPlatform

/// A subscription to a timer with nothing in between: its disposable, and what waits on the timer heap, as one object of 64 bytes. While it
/// waits nobody delivers anything, so it needs no gate. When its time comes it has a segment, which delivers, and for which whoever
/// disposes of it waits.
///
///     word = 0: it waits, maybe for ever | `ended` before its time | the address of its segment, retained, for good
///
/// Who takes it from 0 has what it holds: takes it off the timers that it is on, and lets go of the closures.
///
/// Of integers of type `Int` only: what ends a subscription isn't compiled into its caller, and in a generic class it would look up
/// metadata (`timer/live/in-one-expression`: 4,600 instructions instead of 3,200).
@usableFromInline
final class TimerSubscription: DisposableContainer, @unchecked Sendable {  // Sendable: see the fields.
    /// In a generic struct a closure is kept as generic code calls it, so that one of `Int` is kept as any other.
    @usableFromInline @_eagerMove
    struct Told<Element> {
        @usableFromInline let next: (Element) -> Void

        @inlinable @inline(__always)
        init(_ next: consuming @escaping (Element) -> Void) { self.next = next }
    }

    /// In an object of its own: few want to know.
    private final class Completion {
        let run: () -> Void

        init(_ run: @escaping () -> Void) { self.run = run }
    }

    private let word = Word(0)
    private static var ended: UInt { 1 }
    /// The queue that it waits in for its time, retained. Live timers keep their queue alive, not the other way round. Set by who
    /// subscribes, before it is on the heap. By hand: of two references that are freed with an object, Swift retains the object meanwhile.
    @exclusivity(unchecked) private var timers: Unmanaged<TimerQueue>?
    @exclusivity(unchecked) var mark = TimerHeap.Mark()  // Guarded by the timer heap.
    private let core: Core
    /// Set by who subscribes, before it is on the heap.
    @exclusivity(unchecked) @usableFromInline var told: Told<Int>?
    @exclusivity(unchecked) private var completion: Completion?

    private init(core: Core) {
        self.core = core
        Resources.add(.subscriptions, 1)
    }

    deinit {
        let last = word.loadAcquiring()
        if last == 0 { Resources.add(.subscriptions, -1) }  // Its time doesn't come, and nobody has ended it.
        TimerSubscription.segment(last)?.release()
    }

    // MARK: Subscribing

    /// For a subscription on the current core, in the guise of a segment (`inGuise`). A real one where that is needed from the beginning: for
    /// who records call stacks or looks on, and in the unchecked core, whose gates don't know when they have been left.
    @usableFromInline @inline(never)
    static func make() -> Segment {
        let core = Core.current
        if core == .unchecked || Hooks.recordCallStackOnError { return Segment(core: core) }
        #if DEBUG
        if Inspection.isOn { return Segment(core: core) }
        #endif
        return unsafeBitCast(TimerSubscription(core: core), to: Segment.self)
    }

    /// A source's `run` gets the segment that it is to run in. From `subscribe` to the timer, with nothing in between (`Origin.timer`), this
    /// object goes in a segment's place. It isn't one: on that way nothing is done with it but to capture it, which is the same for objects of
    /// all classes, and to ask this; by addresses, as the optimiser takes a cast between classes that aren't related to fail. A slot of the
    /// thread to hand it over, or a second call of `run`, cost `timer/live/in-one-expression` a malloc and `flatMap/just/once` four times
    /// its instructions; to be a segment, 64 bytes.
    @inlinable @inline(__always)
    static func inGuise(of segment: Segment) -> TimerSubscription? {
        guard ObjectIdentifier(type(of: segment)) == ObjectIdentifier(TimerSubscription.self) else { return nil }
        return unsafeBitCast(segment, to: TimerSubscription.self)
    }

    /// Before it is started. What is told of the end through the source's observer is forgotten: that would end a segment.
    @usableFromInline @inline(never)
    static func setCompletion(of segment: Segment, _ run: @escaping () -> Void) {
        if let timer = inGuise(of: segment) { timer.completion = Completion(run) }
    }

    /// What `segment`, or what is in its guise, is to the program. Consumes it, so that a chain that is seen as a whole counts no reference
    /// for this.
    @usableFromInline @inline(never)
    static func disposable(_ segment: consuming Segment) -> any Disposable {
        if let timer = inGuise(of: segment) { return timer }
        return segment
    }

    /// For who starts it, before that.
    @inlinable @inline(__always)
    func tell<Element>(_ next: consuming @escaping (Element) -> Void) {
        told = unsafeBitCast(Told(next), to: Told<Int>.self)  // The same type.
    }

    /// Nobody starts it.
    @usableFromInline
    func forgetObserver() {
        told = nil
        completion = nil
    }

    /// Before it is on the heap.
    func join(_ timers: TimerQueue) { self.timers = .passRetained(timers) }

    // MARK: Its time, and its end

    /// Whether its time has come or it has ended.
    var isOver: Bool { word.loadAcquiring() != 0 }

    /// The one that `word` is the address of.
    private static func segment(_ word: UInt) -> Unmanaged<Segment>? {
        word == ended ? nil : UnsafeRawPointer(bitPattern: word).map(Unmanaged.fromOpaque)
    }

    /// Its time has come.
    func fire() {
        if isOver { return }
        let segment = Segment(core: core), retained = Unmanaged.passRetained(segment)
        guard word.compareExchange(0, UInt(bitPattern: retained.toOpaque())).exchanged else { return retained.release() }
        Resources.add(.subscriptions, -1)  // The segment is counted.
        leaveTimers()?.release()
        segment.deliver {
            guard let told = told.take() else { return }
            told.next(0)
            let completion = completion.take()
            segment.end { completion?.run() }  // Unless its observer has disposed of it.
        }
        forgetObserver()  // If it has been disposed of just now.
    }

    /// No longer a live timer. The reference is the caller's.
    private func leaveTimers() -> Unmanaged<TimerQueue>? {
        guard let timers = timers.take() else { return nil }
        Resources.add(.timers, -1)
        return timers
    }

    // As in the extensions of these protocols, whose methods can't be seen where this class can.
    @usableFromInline func dispose() { end { $0.dispose() } }
    @usableFromInline func disposeWithoutWaiting() { end(tellingOf: { _ in }) }
    @usableFromInline func _end(_ ended: (AnyObject) -> Void) { end(tellingOf: ended) }

    /// One look at the word: between two, its time may come.
    @usableFromInline var _hasEnded: Bool {
        let now = word.loadAcquiring()
        if now == 0 { return false }
        return TimerSubscription.segment(now)?._withUnsafeGuaranteedRef { $0._hasEnded } ?? true
    }

    /// Each time, if it has a segment: everybody who disposes of it waits.
    func end(_ each: (any Disposable) -> Void) {
        if word.compareExchange(0, TimerSubscription.ended).exchanged {
            Resources.add(.subscriptions, -1)
            // Held until the heap knows: it relies on that.
            if let timers = leaveTimers() {
                timers._withUnsafeGuaranteedRef { $0.heap.cancelled(TimerEntry(self)) }
                timers.release()
            }
            forgetObserver()
        } else if let segment = TimerSubscription.segment(word.loadAcquiring()) {
            segment._withUnsafeGuaranteedRef { each($0) }
        }
    }
}
