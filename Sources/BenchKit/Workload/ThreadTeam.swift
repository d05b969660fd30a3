import Foundation
import Synchronization

/// Threads that do something at the same time, once.
final class ThreadTeam: Sendable {
    /// What one thread does: its part that is timed, and what comes after all have done theirs.
    struct Work {
        let body: () throws -> Void
        let end: () throws -> Void
    }

    private let size: Int
    private let ready = DispatchSemaphore(value: 0)
    private let start = DispatchSemaphore(value: 0)
    private let done = DispatchSemaphore(value: 0)
    private let finish = DispatchSemaphore(value: 0)
    private let gone = DispatchSemaphore(value: 0)
    /// The first that was thrown.
    private let failure = Mutex<(any Error)?>(nil)

    init(_ size: Int) {
        self.size = size
    }

    /// Makes the threads, lets each prepare, and times from when all are let go until the last is done.
    /// - Parameter prepare: runs on the member's own thread.
    /// - Throws: the first error of any thread, when all have ended.
    func run(timedBy run: Run, prepare: @escaping @Sendable (_ member: Int) throws -> Work) throws {
        for member in 0..<size {
            Thread { [self] in
                let work = attempt { try prepare(member) }
                ready.signal()
                start.wait()
                if let work { attempt { try work.body() } }
                done.signal()
                finish.wait()
                if let work { attempt { try work.end() } }
                gone.signal()
            }.start()
        }
        for _ in 0..<size { ready.wait() }
        run.timed {
            for _ in 0..<size { start.signal() }
            for _ in 0..<size { done.wait() }
        }
        for _ in 0..<size { finish.signal() }
        for _ in 0..<size { gone.wait() }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    @discardableResult
    private func attempt<Result>(_ step: () throws -> Result) -> Result? {
        do {
            return try step()
        } catch {
            failure.withLock { if $0 == nil { $0 = error } }
            return nil
        }
    }
}
