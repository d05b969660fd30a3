import Dispatch
import Foundation
import RxPlatform

/// Runs its work on the main queue: during `schedule` if that is called there and nothing else of it waits, else later.
/// For work that must see the user interface at once; `asyncInstance` is for work that must not nest.
public final class MainScheduler: SerialDispatchQueueScheduler, @unchecked Sendable {
    // Sendable: `enqueued` is atomic.
    public static let instance = MainScheduler()

    /// Runs its work on the main queue, always after `schedule` has returned.
    public static let asyncInstance: SerialDispatchQueueScheduler = AsyncMainScheduler()

    /// Items that run or wait.
    private let enqueued = Word(0)

    public init() { super.init(timers: MainQueue.timers) }

    override func scheduleInternal<StateType>(
        _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        if runsInline() {
            defer { enqueued.subtract(1) }
            return action(state)
        }
        let item = ScheduledItem(state, action)
        later { item.run() }
        return item
    }

    @usableFromInline
    override func execute(_ work: @escaping () -> Void) {
        if runsInline() {
            defer { enqueued.subtract(1) }
            return work()
        }
        let work = UncheckedSendable(work)
        later { work.value() }
    }

    /// Counts an item in; whether it may run at once.
    private func runsInline() -> Bool {
        enqueued.add(1) == 1 && MainQueue.isCurrent
    }

    private func later(_ work: @escaping @Sendable () -> Void) {
        MainQueue.post {
            work()
            self.enqueued.subtract(1)
        }
    }

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

/// Of `MainScheduler.asyncInstance`.
private final class AsyncMainScheduler: SerialDispatchQueueScheduler, @unchecked Sendable {  // Sendable: it adds no state.
    init() { super.init(timers: MainQueue.timers) }

    override func scheduleInternal<StateType>(
        _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        let item = ScheduledItem(state, action)
        MainQueue.post { item.run() }
        return item
    }

    @usableFromInline
    override func execute(_ work: @escaping () -> Void) {
        let work = UncheckedSendable(work)
        MainQueue.post { work.value() }
    }
}
