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
