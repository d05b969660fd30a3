import RxPlatform

extension SchedulerType {
    /// Schedules `action` again and again by means of `scheduleRelative`. The next time is asked for before the action
    /// runs, so that ticks keep their distance; a tick that comes while the action runs waits for it.
    public func schedulePeriodic<StateType>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping (StateType) -> StateType
    ) -> any Disposable {
        let ticks = Ticks(self, state, period, action)
        ticks.schedule(after: startAfter)
        return Disposables.create(ticks.timer, ticks.work)
    }
}

private final class Ticks<State>: @unchecked Sendable {
    // Sendable: `state` belongs to whoever works off the ticks, and `pending` sees to it that this is one.
    let timer = SerialDisposable()
    let work = SerialDisposable()
    private let scheduler: any SchedulerType
    private let period: RxTimeInterval
    private let action: (State) -> State
    private var state: State
    /// Ticks that have come and whose action has not returned.
    private let pending = Word(0)

    init(_ scheduler: any SchedulerType, _ state: State, _ period: RxTimeInterval, _ action: @escaping (State) -> State) {
        self.scheduler = scheduler
        self.state = state
        self.period = period
        self.action = action
    }

    func schedule(after delay: RxTimeInterval) {
        timer.disposable = scheduler.scheduleRelative((), dueTime: delay) { _ in
            self.tick()
            return Disposables.create()
        }
    }

    private func tick() {
        schedule(after: period)
        if pending.add(1) == 1 { run() }
    }

    private func run() {
        if work.isDisposed { return }
        state = action(state)
        guard pending.subtract(1) > 0 else { return }
        // As work of its own: others get a turn.
        work.disposable = scheduler.schedule(()) { _ in
            self.run()
            return Disposables.create()
        }
    }
}
