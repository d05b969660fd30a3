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
        // Not the ticks themselves, so that state and action are freed as soon as nothing is scheduled and nothing runs.
        return Disposables.create(ticks.timer, ticks.work)
    }
}

private final class Ticks<State>: @unchecked Sendable {  // Sendable: constant, but for `state`, which has one run at a time: see `pending`.
    let timer = SerialDisposable()
    let work = SerialDisposable()
    private let scheduler: any SchedulerType
    private let clock: (any VirtualClock)?
    private let period: RxTimeInterval
    private let action: (State) -> State
    private var state: State
    /// Ticks that have come and whose action has not returned.
    private let pending = Word(0)

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
        if pending.add(1) == 1 { run() }
    }

    private func run() {
        if timer.isDisposed { return }
        state = action(state)
        // As work of its own: others get a turn.
        if pending.subtract(1) > 0 { keep(in: work) { scheduler.scheduleReleasing { self.run() } } }
    }
}
