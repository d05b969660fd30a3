import Dispatch
import RxPlatform

/// The main queue, as the main schedulers use it: their work, and their timers, which are one heap.
///
/// A block of the main queue that waits, in `toBlocking`, keeps all other blocks from running. So that it may wait for work of the
/// main schedulers, that work is put in a list, too, while a block waits so: the one that comes first, its own block or the waiting one, runs
/// the first in the list.
package enum MainQueue {
    /// By a key of the queue, not by the thread: the main thread may run blocks of other queues, which must not count.
    private static let key: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    /// Whether the main queue is the current one.
    package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }

    static let timers: TimerQueue = Work(queue: JobQueue(.main), leeway: .nanoseconds(0))
    private static let waiting = Waiting()

    static func post(_ work: @escaping @Sendable () -> Void) {
        guard waiting.count.loadAcquiring() > 0 else { return timers.queue.async(work) }
        waiting.append(work)
        timers.queue.async { waiting.runFirst() }
    }

    /// Before what is to be waited for is subscribed to. On the main queue.
    package static func beginWaiting() { waiting.count.add(1) }

    package static func endWaiting() { waiting.count.subtract(1) }

    /// Runs what has been scheduled on a main scheduler since `beginWaiting`, and the timers that are due. On the main queue, in a block that
    /// keeps others from running. What that schedules is for the next call: beside work without an end the caller has to look at the clock.
    /// - Returns: whether there is more.
    package static func runWaiting() -> Bool {
        timers.heap.fire()
        for _ in 0..<waiting.size where !waiting.runFirst() { return false }
        return waiting.size > 0
    }

    /// Later than the call that brings it; a subclass may run it during the call.
    class Work: TimerQueue, @unchecked Sendable {  // Sendable: it adds no state.
        override func async(_ job: @escaping @Sendable () -> Void) { MainQueue.post(job) }
    }

    private final class Waiting: @unchecked Sendable {  // Sendable: the list is guarded by `lock`.
        /// How many wait, one inside the other.
        let count = Word(0)
        private let lock = Lock()
        @exclusivity(unchecked) private var list = Ring<@Sendable () -> Void>()

        var size: Int { lock.with(self) { list.count } }

        func append(_ work: @escaping @Sendable () -> Void) { lock.with(self) { list.append(work) } }

        /// `false`: there was nothing.
        @discardableResult
        func runFirst() -> Bool {
            guard let work = lock.with(self, { list.popFirst() }) else { return false }
            work()
            return true
        }
    }
}
