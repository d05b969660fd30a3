import Foundation
import Synchronization

/// Runs asynchronous work on the thread that waits for it. Jobs are queued here instead of in the pool of threads, and the waiting thread takes
/// them one by one: so what is timed has no change of threads that isn't the work's own, and what one thread executes can be counted.
///
/// What inherits a task's preferred executor comes here: the body, what it awaits, its `async let`s and groups, actors without an executor of their
/// own. So a change of actors goes through this queue, which the pool does in place where the actor is free.
///
/// What has chosen another place runs there: `Task { }`, `Task.detached`, actors with an executor, callbacks. Only what continues here is waited for.
/// The main actor's work is never done, as its thread is the one that waits.
final class CallingThread: TaskExecutor, @unchecked Sendable {  // `jobs` is guarded by `condition`; `taken` is the waiting thread's alone.
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    private var taken: [UnownedJob] = []

    /// Room that is there from the start, as an array that grows would count among the body's mallocs.
    private static let room = 64
    /// How often an idle thread looks for an interruption, in seconds.
    private static let patience = 0.02

    private init() {
        jobs.reserveCapacity(Self.room)
        taken.reserveCapacity(Self.room)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.lock()
        jobs.append(job)
        condition.signal()
        condition.unlock()
    }

    /// Runs `body` on the calling thread and returns when it has ended. No thread is made, and no task is left.
    /// - Throws: what `body` throws. After an interruption `body` is cancelled, and when it has ended this throws `Interruption.Stop`.
    static func run(_ body: @escaping @Sendable () async throws -> Void) throws {
        // It is used again, or each iteration would pay for one.
        let thread = spare.withLock { $0.popLast() } ?? CallingThread()
        defer { spare.withLock { $0.append(thread) } }
        try thread.wait(for: body)
    }

    private static let spare = Mutex<[CallingThread]>([])

    private func wait(for body: @escaping @Sendable () async throws -> Void) throws {
        // Only this thread runs the task, whatever it waits for.
        nonisolated(unsafe) var outcome: Result<Void, any Error>?
        let task = Task(executorPreference: self) {
            do {
                try await body()
                outcome = .success(())
            } catch {
                outcome = .failure(error)
            }
        }
        let here = asUnownedTaskExecutor()
        var isStopped = false
        // What the body has left here has to end too, as nothing else would ever run it.
        while take(waits: outcome == nil) || outcome == nil {
            for job in taken { job.runSynchronously(on: here) }
            taken.removeAll(keepingCapacity: true)
            if !isStopped, Interruption.isRequested {
                isStopped = true
                task.cancel()
            }
        }
        if isStopped { throw Interruption.Stop() }
        try outcome?.get()
    }

    /// Takes all jobs that are there, or waits a little for one.
    /// - Returns: whether there are any.
    private func take(waits: Bool) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        if waits, jobs.isEmpty { _ = condition.wait(until: Date(timeIntervalSinceNow: Self.patience)) }
        swap(&jobs, &taken)
        return !taken.isEmpty
    }
}
