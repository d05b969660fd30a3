import BenchKit
import Dispatch
import Rx

/// Runs `work` in a task of its own, and waits for its result on this thread.
func waitForTask(_ work: @escaping @Sendable () async throws -> Int) throws -> Int { try StartedTask(work).result() }

/// Runs `body` and the tasks that end with it where what they subscribe to runs on the core that is current here, which `Core.run` tells
/// this thread alone.
func onCurrentCoreInTasks<Result>(_ body: () throws -> Result) rethrows -> Result {
    let core = Core.current, before = Core.default
    Core.default = core
    defer { Core.default = before }
    return try body()
}

/// A task that has been started, for a thread that goes on meanwhile.
final class StartedTask: @unchecked Sendable {  // Sendable: the outcome is written before the semaphore is signalled, and read after that.
    private let done = DispatchSemaphore(value: 0)
    private var outcome: Result<Int, any Error> = .failure(WrongResult("the task hasn't ended"))

    init(_ work: @escaping @Sendable () async throws -> Int) {
        Task.detached {
            do { self.outcome = .success(try await work()) } catch { self.outcome = .failure(error) }
            self.done.signal()
        }
    }

    /// Once.
    func result() throws -> Int {
        done.wait()
        return try outcome.get()
    }
}

/// What `work` returns in a task of its own, which is cancelled once it waits. What this thread runs, as the body of a benchmark, it runs there too.
func cancelled(_ work: @escaping @Sendable () async throws -> Int) async throws -> Int {
    try await withThrowingTaskGroup(of: Int.self) { tasks in
        tasks.addTask { try await work() }
        await Task.yield()
        tasks.cancelAll()
        return try await tasks.reduce(0, +)
    }
}

/// A subscription of which the task that it has started disposes. That is counted, and is over when nothing holds this any more: then the task has
/// delivered what it had, or rather hasn't.
final class SelfDisposal: @unchecked Sendable {  // Sendable: the subscription is written before the semaphore is signalled, and read after that.
    private let section: CountedSection, isOver: DispatchSemaphore
    private let isThere = DispatchSemaphore(value: 0)
    private var subscription: (any Disposable)?

    fileprivate init(_ section: CountedSection, isOver: DispatchSemaphore) {
        self.section = section
        self.isOver = isOver
    }

    deinit { isOver.signal() }

    fileprivate func hand(_ subscription: any Disposable) {
        self.subscription = subscription
        isThere.signal()
    }

    /// In the task, once.
    func dispose() {
        isThere.wait()
        let subscription = subscription
        self.subscription = nil
        section.begin()
        subscription?.dispose()
        section.end()
    }
}

/// Subscriptions that tasks dispose of, one after the other.
func disposedByTasks(_ run: Run, _ subscribe: (SelfDisposal, Tally) -> any Disposable) throws {
    let tally = Tally(), n = run.n, section = run.countedSection, isOver = DispatchSemaphore(value: 0)
    run.timed {
        for _ in 0..<n {
            do {
                let disposal = SelfDisposal(section, isOver: isOver)
                disposal.hand(subscribe(disposal, tally))
            }
            section.wait()
            isOver.wait()
        }
    }
    try run.expect([tally.count, tally.errors], [0, 0], "elements and errors after dispose() had returned")
}
