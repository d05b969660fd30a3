import CAllocationCounter
import Dispatch

/// What is counted of an iteration where another thread than the body's does the work, such as a task's: from `begin` to `end`, on the thread that
/// calls both, while the body's waits. Several add up.
///
///     Benchmark("task/step", "a step of a task", isSingleThreaded: false) { run in
///         let section = run.countedSection, n = run.n
///         Task.detached {
///             section.begin()
///             for _ in 0..<n { step() }
///             section.end()
///         }
///         section.wait()
///     }
///     .countingSections()
///
/// Where times are taken, it only makes one thread wait for the other. Calls of the kernel are counted of all threads.
public final class CountedSection: @unchecked Sendable {  // Sendable: of the two threads one at a time is at the fields that aren't atomic.
    /// Nil where nothing is counted.
    private let counter: AllocationCounter?
    private let isProfiled: Bool
    private var start: AllocationCounts?
    /// Of the sections that have ended; nil where nothing is counted.
    private(set) var counts: AllocationCounts?
    private let isAwaited = DispatchSemaphore(value: 0), isOver = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - counter: nil where nothing is counted.
    ///   - isProfiled: whether callgrind counts.
    init(_ counter: AllocationCounter?, isProfiled: Bool) {
        self.counter = counter
        self.isProfiled = isProfiled
        if let counter, counter.unavailable == nil { counts = AllocationCounts(mallocs: 0, frees: 0, bytes: 0) }
    }

    /// On the other thread, which it keeps until the body's waits: never do both work at the same time.
    public func begin() {
        isAwaited.wait()
        guard let counter else { return }
        start = counter.read()
        if isProfiled { rxac_callgrind_start() }
    }

    /// On the thread that has begun.
    public func end() {
        if isProfiled { rxac_callgrind_stop() }
        if let start, let now = counter?.read() { counts?.add(now - start) }
        isOver.signal()
    }

    /// On the body's thread: waits until one section has begun and ended.
    public func wait() {
        isAwaited.signal()
        isOver.wait()
    }
}

extension AllocationCounts {
    fileprivate mutating func add(_ other: AllocationCounts) {
        mallocs += other.mallocs
        frees += other.frees
        bytes += other.bytes
    }
}
