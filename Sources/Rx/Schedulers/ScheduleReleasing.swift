import RxPlatform

/// Schedulers that let go of work that is ended before it has started: this library's, whose work is a `WorkItem` or a `Hop`. A scheduler of a
/// program's own may keep such work until its time.
@usableFromInline
protocol ReleasesEndedWork {}

extension OperationQueueScheduler: ReleasesEndedWork {}
extension VirtualTimeScheduler: ReleasesEndedWork {}

extension ImmediateSchedulerType {
    /// Schedules `action`. Ending the result lets go of what `action` captured, whatever scheduler this is.
    @usableFromInline
    func scheduleReleasing(_ action: @escaping () -> Void) -> any Disposable {
        guard self is any ReleasesEndedWork else { return ReleasingWork(action) { held in schedule(()) { _ in held.run() } } }
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
        guard self is any ReleasesEndedWork else {
            return ReleasingWork(action) { held in scheduleRelative((), dueTime: dueTime) { _ in held.run() } }
        }
        return scheduleRelative((), dueTime: dueTime) { _ in
            action()
            return Disposables.create()
        }
    }

    /// As `scheduleReleasing`, again and again.
    @usableFromInline
    func scheduleReleasing<State>(
        _ state: State, startAfter: RxTimeInterval, period: RxTimeInterval, _ action: @escaping (State) -> State
    ) -> any Disposable {
        guard self is any ReleasesEndedWork else {
            return ReleasingWork(action) { held in
                schedulePeriodic(state, startAfter: startAfter, period: period) { held.action?($0) ?? $0 }
            }
        }
        return schedulePeriodic(state, startAfter: startAfter, period: period, action: action)
    }
}

/// Work on a scheduler of a program's own: the scheduler holds a `HeldAction`, and this object ends both. It doesn't hold the action, which may
/// capture the subscription that owns this object; where the scheduler lets go of the action, it is gone.
private final class ReleasingWork<Action>: DisposableContainer, @unchecked Sendable {
    // Sendable: constant, but for the weak reference and `ended`, which are atomic.
    private weak var held: HeldAction<Action>?
    /// 1: what the scheduler returned has been ended. It needn't know that itself.
    private let ended = Word(0)
    private let scheduled: any Disposable

    init(_ action: Action, _ schedule: (HeldAction<Action>) -> any Disposable) {
        let held = HeldAction(action)
        scheduled = schedule(held)
        self.held = held
    }

    func end(_ each: (any Disposable) -> Void) {
        guard ended.exchange(1) == 0 else { return }
        _ = held?.take()
        each(scheduled)
    }
}

/// What such a scheduler holds.
private final class HeldAction<Action>: @unchecked Sendable {  // Sendable: `current` is guarded by `lock`.
    private let lock = Lock()
    private var current: Action?

    init(_ action: Action) { current = action }

    /// `nil` once it has been taken. If it is running then, the run lets go of it.
    var action: Action? { lock.with(self) { current } }

    func take() -> Action? { lock.with(self) { current.take() } }
}

extension HeldAction<() -> Void> {
    fileprivate func run() -> any Disposable {
        take()?()
        return Disposables.create()
    }
}
