import RxPlatform

/// The one timer of an operator, which ends with the operator's segment. It holds neither the segment, which owns it, nor what the timer
/// does: an observer is freed with its source and the timer, though its subscription is kept. May be set on any thread.
@usableFromInline
final class TimerSlot: SegmentItem, @unchecked Sendable {  // Sendable: what changes is guarded by `lock`.
    private unowned let segment: Segment  // Who sets the timer holds it.
    private let scheduler: any SchedulerType
    private let lock = Lock()
    @exclusivity(unchecked) private var current: (any Disposable)?
    /// Of `current`; `max` once the segment has ended.
    @exclusivity(unchecked) private var number: UInt = 0
    @exclusivity(unchecked) private var lastNumber: UInt = 0

    @usableFromInline
    init(_ segment: Segment, _ scheduler: any SchedulerType) {
        self.segment = segment
        self.scheduler = scheduler
        super.init()
        segment.own(self)
    }

    /// Runs `action` on the scheduler after `dueTime`, unless the segment has ended. Cancels the timer before.
    @usableFromInline
    func set(_ dueTime: RxTimeInterval, _ action: @escaping () -> Void) {
        if segment.isClosed { return }
        let number = nextNumber()
        let timer = scheduler.scheduleReleasing(after: dueTime, action)
        keep(timer, number)?.disposeWithoutWaiting()
    }

    /// As the other one, on a scheduler whose clock that is; `nil`: never.
    func set(at time: VirtualPoint?, on clock: any VirtualClock, _ action: @escaping () -> Void) {
        if segment.isClosed { return }
        let number = nextNumber()
        keep(time.map { clock.schedule(at: $0, action) }, number)?.disposeWithoutWaiting()
    }

    private func nextNumber() -> UInt {
        lock.with(self) {
            lastNumber += 1
            return lastNumber
        }
    }

    /// Returns what is to be disposed of: the timer before, or this one, if the segment has ended meanwhile, or it has fired already and set
    /// the next one.
    private func keep(_ timer: (any Disposable)?, _ number: UInt) -> (any Disposable)? {
        lock.with(self) {
            if number < self.number { return timer }
            self.number = number
            defer { current = timer }
            return current
        }
    }

    @usableFromInline
    override func segmentEnded() { keep(nil, .max)?.disposeWithoutWaiting() }
}
