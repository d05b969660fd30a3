import RxPlatform

extension SchedulerType {
    /// Schedules `action` again and again by means of `scheduleRelative`. The next time is asked for before the action
    /// runs, so that ticks keep their distance; a tick that comes while the action runs waits for it.
    public func schedulePeriodic<StateType>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping (StateType) -> StateType
    ) -> any Disposable {
        let ticks = Ticks(self, state, period, action)
        ticks.start(after: startAfter)
        return ticks
    }
}

/// The ticks, and their disposable.
private final class Ticks<State>: DisposableContainer, @unchecked Sendable {
    // Sendable: what changes is guarded by `lock`, but for `state` and `action`: those are the run's, or the end's where none is running.
    private let timer = SerialDisposable()
    private let work = SerialDisposable()
    private let scheduler: any SchedulerType
    private let clock: (any VirtualClock)?
    private let period: RxTimeInterval
    private var state: State?
    private var action: ((State) -> State)?
    private let lock = Lock()
    /// Ticks that have come and whose action has not returned.
    private var pending = 0
    private var isRunning = false
    private var hasEnded = false

    init(_ scheduler: any SchedulerType, _ state: State, _ period: RxTimeInterval, _ action: @escaping (State) -> State) {
        self.scheduler = scheduler
        clock = scheduler as? any VirtualClock
        self.state = state
        self.period = period
        self.action = action
    }

    func start(after delay: RxTimeInterval) { keep(in: timer) { schedule(after: delay) } }

    /// Its place first: its turn may come on another thread before it is there, and the next one has its place then.
    private func keep(in last: SerialDisposable, _ schedule: () -> any Disposable) {
        let place = SingleAssignmentDisposable()
        last.disposable = place
        place.setDisposable(schedule())
    }

    private func schedule(after delay: RxTimeInterval) -> any Disposable {
        scheduler.scheduleReleasing(after: delay) { self.tick() }
    }

    private func tick() {
        // In virtual time a period that is shorter than its unit would be none: time would never pass.
        keep(in: timer) { clock?.scheduleTick(after: period, tick) ?? schedule(after: period) }
        let isFirst = lock.with(self) {
            pending += 1
            return pending == 1
        }
        if isFirst { run() }
    }

    private func run() {
        let begins = lock.with(self) {
            isRunning = !hasEnded
            return isRunning
        }
        guard begins, let action, let last = state else { return }
        state = action(last)
        let (goesOn, isLast) = lock.with(self) {
            isRunning = false
            pending -= 1
            return (pending > 0, hasEnded)
        }
        if isLast { return letGo() }
        // As work of its own: others get a turn.
        if goesOn { keep(in: work) { scheduler.scheduleReleasing { self.run() } } }
    }

    private func letGo() {
        state = nil
        action = nil
    }

    func end(_ each: (any Disposable) -> Void) {
        each(timer)
        each(work)
        let isMine = lock.with(self) {
            defer { hasEnded = true }
            return !hasEnded && !isRunning
        }
        if isMine { letGo() }
    }
}
