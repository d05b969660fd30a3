import BenchKit
import Dispatch
import Foundation
import Rx
import Synchronization

// Schedulers that stay, and what keeps them from doing anything.

/// What is made for each core when it is first used, and stays: to make and to free a scheduler gives threads of the system's something to do, some
/// time later, which would be counted, or not. For both at once, since what the first iteration of a row leaves behind is no leak.
final class PerCoreValue<Value>: @unchecked Sendable {  // Sendable: what is made is thread-safe.
    private let made = Mutex<[String: Value]>([:])
    private let make: @Sendable () -> Value

    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    func value(for run: Run) -> Value {
        made.withLock {
            if $0.isEmpty { for core in Core.allCases { $0["\(core)"] = core.run(make) } }
            guard let value = $0[run.variant] else { preconditionFailure("no scheduler of the core \(run.variant)") }
            return value
        }
    }
}

typealias HeldScheduler<Scheduler> = (scheduler: Scheduler, hold: () -> Void, release: () -> Void)

func suspended<Scheduler>(_ attributes: DispatchQueue.Attributes, _ make: (DispatchQueue) -> Scheduler) -> HeldScheduler<Scheduler> {
    let queue = DispatchQueue(label: "rxbench.catalogue", attributes: attributes)
    return (
        make(queue), queue.suspend,
        {
            queue.resume()
            queue.sync(flags: .barrier) {}
        }
    )
}

/// A queue's own threads look at what is put in when they like: counts of it differ from time to time.
func keptOperations() -> HeldScheduler<OperationQueueScheduler> {
    let queue = KeepingQueue()
    return (OperationQueueScheduler(operationQueue: queue), {}, queue.startAll)
}

/// Keeps what is put in, and starts it on the caller's thread. Sendable: only one thread uses it.
final class KeepingQueue: OperationQueue, @unchecked Sendable {
    private var kept: [Operation] = []

    override func addOperation(_ operation: Operation) { kept.append(operation) }

    /// Also what these put in.
    func startAll() {
        var started = 0
        while started < kept.count {
            kept[started].start()
            started += 1
        }
        kept.removeAll(keepingCapacity: true)
    }
}

/// The first work of each time waits until all are there.
func busySerialScheduler() -> HeldScheduler<SerialScheduler> {
    let scheduler = SerialScheduler(), hasBegun = DispatchSemaphore(value: 0), isReady = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    func schedule(_ work: @escaping () -> Void) {
        _ = scheduler.schedule(()) { _ in
            work()
            return Disposables.create()
        }
    }
    return (
        scheduler,
        {
            schedule {
                hasBegun.signal()
                isReady.wait()
            }
            hasBegun.wait()
        },
        {
            schedule { done.signal() }
            isReady.signal()
            done.wait()
        }
    )
}
