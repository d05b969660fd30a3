/// Runs work on the calling thread, after the work that is running there has returned.
public class CurrentThreadScheduler: ImmediateSchedulerType, @unchecked Sendable {  // Sendable: it has no state.
    public static let instance = CurrentThreadScheduler()

    /// Whether the calling thread has no trampoline running, so that `schedule` would run its action at once.
    public static var isScheduleRequired: Bool { !Trampoline.isRunning }

    public func schedule<StateType>(
        _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        if !Trampoline.isRunning {
            let trampoline = Trampoline.begin()
            defer { trampoline?.end() }
            return action(state)
        }
        let cancel = SingleAssignmentDisposable()
        Trampoline.schedule {
            if !cancel.isDisposed { cancel.setDisposable(action(state)) }
        }
        return cancel
    }
}
