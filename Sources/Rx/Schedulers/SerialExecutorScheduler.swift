/// A scheduler that runs one item at a time, first in first out, and can be handed work without making a disposable for
/// it: what `observe(on:)` and recursive scheduling use.
@usableFromInline
protocol SerialExecutorScheduler: ImmediateSchedulerType {
    /// Runs `work` after everything that was scheduled before. It may run during the call where `schedule` would run its
    /// action during the call: on the main scheduler and on the current thread.
    func execute(_ work: @escaping () -> Void)
}

extension CurrentThreadScheduler: SerialExecutorScheduler {
    @usableFromInline
    func execute(_ work: @escaping () -> Void) { Trampoline.schedule(work) }
}
