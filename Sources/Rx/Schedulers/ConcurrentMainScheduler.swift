import Foundation

/// Runs its work on the main queue: during `schedule` if that is called there, even while other work waits. Meant for
/// `subscribe(on:)`.
public final class ConcurrentMainScheduler: ConcurrentDispatchQueueScheduler, @unchecked Sendable {  // Sendable: it adds no state.
    public static let instance = ConcurrentMainScheduler()

    private init() { super.init(timers: NestingWork(sharing: MainQueue.timers), isCounted: false) }
}

/// Work that runs during the call that brings it wherever the main queue is the current one.
private final class NestingWork: MainQueue.Work, @unchecked Sendable {  // Sendable: it adds no state.
    override func runsAtOnce() -> Bool { MainQueue.isCurrent }
}
