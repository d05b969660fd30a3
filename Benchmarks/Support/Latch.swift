import BenchKit
import Dispatch

/// Waits for what ends on another thread, but not for ever: then the result is wrong.
struct Latch: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    func wait(for what: String) throws {
        if semaphore.wait(timeout: .now() + .seconds(10)) == .timedOut {
            throw WrongResult("\(what): did not come within 10 s")
        }
    }
}
