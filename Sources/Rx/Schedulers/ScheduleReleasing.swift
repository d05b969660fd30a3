import RxPlatform

/// Schedulers that let go of work that is ended before it has started: this library's, whose work is a `WorkItem` or a `Hop`. One of a
/// program's own may keep it until its time.
protocol ReleasesEndedWork {}

extension SerialScheduler: ReleasesEndedWork {}
extension SerialDispatchQueueScheduler: ReleasesEndedWork {}
extension ConcurrentDispatchQueueScheduler: ReleasesEndedWork {}
extension ConcurrentMainScheduler: ReleasesEndedWork {}
extension OperationQueueScheduler: ReleasesEndedWork {}
extension CurrentThreadScheduler: ReleasesEndedWork {}
extension VirtualTimeScheduler: ReleasesEndedWork {}

extension ImmediateSchedulerType {
    /// Schedules `action`. To end the result lets go of what that captured, whatever scheduler this is.
    @usableFromInline
    func scheduleReleasing(_ action: @escaping () -> Void) -> any Disposable {
        guard self is any ReleasesEndedWork else { return ReleasingWork(action) { schedule($0, action: $1) } }
        return schedule(()) { _ in
            action()
            return Disposables.create()
        }
    }
}

extension SchedulerType {
    /// As `scheduleReleasing`, `dueTime` from now.
    @usableFromInline
    func scheduleReleasing(after dueTime: RxTimeInterval, _ action: @escaping () -> Void) -> any Disposable {
        guard self is any ReleasesEndedWork else { return ReleasingWork(action) { scheduleRelative($0, dueTime: dueTime, action: $1) } }
        return scheduleRelative((), dueTime: dueTime) { _ in
            action()
            return Disposables.create()
        }
    }
}

extension SchedulerType {
    /// As `scheduleReleasing`, again and again.
    @usableFromInline
    func scheduleReleasing<State>(
        _ state: State, startAfter: RxTimeInterval, period: RxTimeInterval, _ action: @escaping (State) -> State
    ) -> any Disposable {
        guard self is any ReleasesEndedWork else {
            return ReleasingTicks(action) { schedulePeriodic(state, startAfter: startAfter, period: period, action: $0) }
        }
        return schedulePeriodic(state, startAfter: startAfter, period: period, action: action)
    }
}

/// Work on a scheduler of a program's own: the scheduler has the item, and this what ends both. It doesn't hold the item, which may
/// capture the subscription that owns this; where the scheduler lets go of it, it is gone.
final class ReleasingWork: DisposableContainer, @unchecked Sendable {  // Sendable: constant, but for the weak reference, which is atomic.
    private weak var item: ScheduledItem?
    private let scheduled: any Disposable

    init(_ action: @escaping () -> Void, _ schedule: (ScheduledItem, @escaping (ScheduledItem) -> any Disposable) -> any Disposable) {
        let item = ScheduledItem(()) { _ in
            action()
            return Disposables.create()
        }
        scheduled = schedule(item) { item in
            item.run()
            return Disposables.create()
        }
        self.item = item
    }

    func end(_ each: (any Disposable) -> Void) {
        if let item { each(item) }
        each(scheduled)
    }
}

/// As `ReleasingWork`, for work that comes again and again.
private final class ReleasingTicks<State>: DisposableContainer, @unchecked Sendable {
    // Sendable: constant, but for the weak reference, which is atomic.
    /// What the scheduler has.
    private final class Ticks: @unchecked Sendable {  // Sendable: `action` is guarded by `lock`.
        private let lock = Lock()
        private var action: ((State) -> State)?

        init(_ action: @escaping (State) -> State) { self.action = action }

        func run(_ state: State) -> State { lock.with(self) { action }?(state) ?? state }

        /// Lets go of the action outside the lock; if it is running, that does.
        func end() { _ = lock.with(self) { action.take() } }
    }

    private weak var ticks: Ticks?
    private let scheduled: any Disposable

    init(_ action: @escaping (State) -> State, _ schedule: (@escaping (State) -> State) -> any Disposable) {
        let ticks = Ticks(action)
        scheduled = schedule(ticks.run)
        self.ticks = ticks
    }

    func end(_ each: (any Disposable) -> Void) {
        ticks?.end()
        each(scheduled)
    }
}
