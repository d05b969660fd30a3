import Dispatch
import Foundation
import Rx
import RxPlatform

/// Lets the thread that made it go on once another thread, or a run loop's work on this one, has opened it.
///
/// Where Foundation has no way to wake a run loop from another thread, a thread looks after its run loop every ten
/// milliseconds; work of the main queue wakes the main thread at once.
///
/// In a block of the main queue the run loop doesn't run other blocks of that queue. What the main schedulers have to do is done
/// here then.
final class RunLoopLatch: Sendable {
    private static let slice = 0.01

    private let isOpen = Word(0)
    /// A group, as a semaphore waits by the time of day on Linux.
    private let opened = DispatchGroup()
    private let isMain = Thread.isMainThread
    private let isOnMainQueue = MainQueue.isCurrent

    /// Before anything is subscribed to. `wait` has to follow.
    init() {
        opened.enter()
        if isOnMainQueue { MainQueue.beginWaiting() }
    }

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
        let block = isOnMainQueue ? MainQueueBlock(on: isMain) : nil
        defer { if isOnMainQueue { MainQueue.endWaiting() } }
        let start = DispatchTime.now()
        while isOpen.loadAcquiring() == 0 {
            var hasMore = false
            if let block, block.keepsOthersFromRunning() {
                hasMore = MainQueue.runWaiting()
                if isOpen.loadAcquiring() == 1 { return }
            }
            let passed = Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) * 1e-9
            let rest = min(RunLoopLatch.slice, (timeout ?? .infinity) - passed)
            if rest <= 0 { return }
            if hasMore { continue }
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

/// Whether the main queue stands still while this thread runs its run loop: that is so within one of its blocks, and not where the main
/// thread has called the run loop itself.
private final class MainQueueBlock: Sendable {
    private let hasRun = Word(0)
    private let looks = Word(0)
    private let isMain: Bool

    init(on isMain: Bool) {
        self.isMain = isMain
        if isMain { DispatchQueue.main.async { self.hasRun.storeReleasing(1) } }
    }

    /// Asked before each turn of the run loop, the first of which would run what `init` has put on the queue.
    func keepsOthersFromRunning() -> Bool {
        if !isMain { return true }
        return hasRun.loadAcquiring() == 0 && looks.add(1) > 3
    }
}
