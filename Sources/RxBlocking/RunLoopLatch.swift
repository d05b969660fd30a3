import Dispatch
import Foundation
import RxPlatform

/// Lets the thread that made it go on once another thread, or a run loop's work on this one, has opened it.
///
/// Where Foundation has no way to wake a run loop from another thread, a thread looks after its run loop every ten
/// milliseconds; work of the main queue wakes the main thread at once.
final class RunLoopLatch: Sendable {
    private static let slice = 0.01

    private let isOpen = Word(0)
    /// A group, as a semaphore waits by the time of day on Linux.
    private let opened = DispatchGroup()
    private let isMain = Thread.isMainThread

    init() { opened.enter() }

    deinit {
        if isOpen.load() == 0 { opened.leave() }
    }

    /// Any thread, any number of times.
    func open() {
        if isOpen.exchange(1) == 1 { return }
        opened.leave()
        if isMain { DispatchQueue.main.async {} }
    }

    /// Runs the thread's run loop until it is open, for at most `timeout` seconds.
    func wait(for timeout: TimeInterval?) {
        let start = DispatchTime.now()
        while isOpen.loadAcquiring() == 0 {
            let passed = Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) * 1e-9
            let rest = min(RunLoopLatch.slice, (timeout ?? .infinity) - passed)
            if rest <= 0 { return }
            if isMain {
                // It waits, though it may have no timer and no source, since it waits for the main queue.
                _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: rest))
            } else {
                _ = opened.wait(timeout: .now() + rest)
                _ = RunLoop.current.run(mode: .default, before: Date())
            }
        }
    }
}
