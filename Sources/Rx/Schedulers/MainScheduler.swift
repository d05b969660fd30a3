import Dispatch
import Foundation
import RxPlatform

/// Runs its work on the main queue: during `schedule` if that is called there and nothing else of it waits, else later.
/// For work that must see the user interface at once; `asyncInstance` is for work that must not nest.
public final class MainScheduler: SerialDispatchQueueScheduler, @unchecked Sendable {
    // Sendable: it adds no state.
    public static let instance = MainScheduler()

    /// Runs its work on the main queue, always after `schedule` has returned.
    public static let asyncInstance: SerialDispatchQueueScheduler = SerialDispatchQueueScheduler(timers: MainQueue.timers, isCounted: false)

    public init() { super.init(timers: InlineWork(sharing: MainQueue.timers), isCounted: false) }

    /// Traps when it isn't called on the main queue.
    public static func ensureExecutingOnScheduler(errorMessage: String? = nil) {
        if !MainQueue.isCurrent {
            fatalError(errorMessage ?? "Executing on a background thread; use MainScheduler.instance.schedule for this work")
        }
    }

    /// Traps when it isn't called on the main thread. Does nothing on Linux.
    public static func ensureRunningOnMainThread(errorMessage: String? = nil) {
        #if !os(Linux)
        guard Thread.isMainThread else {
            fatalError(errorMessage ?? "Running on a background thread")
        }
        #endif
    }
}

/// Work that may run during the call that brings it. Timers don't: they are the main queue's.
private final class InlineWork: MainQueue.Work, @unchecked Sendable {  // Sendable: what it adds is atomic.
    /// Items that run or wait.
    private let enqueued = Word(0)

    /// Counts an item in.
    override func runsAtOnce() -> Bool { enqueued.add(1) == 1 && MainQueue.isCurrent }
    override func hasRunAtOnce() { enqueued.subtract(1) }

    override func async(_ job: @escaping @Sendable () -> Void) {
        super.async {
            job()
            self.enqueued.subtract(1)
        }
    }
}
