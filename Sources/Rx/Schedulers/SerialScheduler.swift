import Dispatch
import RxPlatform

/// Runs its work in the background, one item at a time, first in first out: a `SerialDispatchQueueScheduler` whose queue no other code sees.
///
/// It hands over bursts: the first item wakes a private Dispatch queue, which then runs everything that has come until
/// nothing is left, so a busy scheduler doesn't pay a wake-up for each item. Its timers share one heap and one Dispatch
/// timer; one without a delay goes to the end of the line at once. May be used on any thread.
///
/// Cost: `schedule` is one allocation, the work item; none and no lock where work schedules the next and returns nothing to dispose. A
/// timer is the item and 16 bytes.
public final class SerialScheduler: SerialDispatchQueueScheduler, @unchecked Sendable {  // Sendable: it adds no state.
    /// - Parameters:
    ///   - core: how it takes in its work: a ring under a mutex, or a lock-free queue.
    ///   - qos: of the Dispatch queue that runs the work.
    public init(core: Core = .current, qos: DispatchQoS = .default) {
        let queue = JobQueue(label: "rx.serial-scheduler", qos: qos)
        super.init(timers: .worker(of: core, on: queue, .nanoseconds(0), queuesDueWork: true), isCounted: true)
    }
}
