import RxPlatform

/// Disposes what it holds on a scheduler.
///
/// Cost: one object, and one piece of work for disposing.
public final class ScheduledDisposable: Cancelable, @unchecked Sendable {
    // Sendable: `disposable` is read and cleared only by whoever turns `disposed` from 0 to 1.
    public let scheduler: any ImmediateSchedulerType
    @exclusivity(unchecked) private var disposable: (any Disposable)?
    private let disposed = Word(0)

    public init(scheduler: any ImmediateSchedulerType, disposable: any Disposable) {
        self.scheduler = scheduler
        self.disposable = disposable
    }

    /// Whether the scheduler has got round to it.
    public var isDisposed: Bool { disposed.loadAcquiring() == 1 }

    /// Schedules the disposing; returns before it happens, unless the scheduler runs its work at once.
    public func dispose() {
        if isDisposed { return }
        _ = scheduler.schedule(self) { scheduled in
            scheduled.disposeNow()
            return Disposables.create()
        }
    }

    private func disposeNow() {
        guard disposed.exchange(1) == 0 else { return }
        let disposable = self.disposable
        self.disposable = nil
        disposable?.dispose()
    }
}
