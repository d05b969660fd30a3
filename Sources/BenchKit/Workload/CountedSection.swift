import CAllocationCounter
import Foundation

/// What is counted of an iteration where another thread than the body's does the work, such as a task's: from `begin` to `end`, both on that thread,
/// while the body's waits. Several add up.
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
public final class CountedSection: @unchecked Sendable {  // Sendable: of the two threads one at a time is at the fields.
    /// Whether callgrind counts.
    private let isProfiled: Bool
    private let counter: AllocationCounter?
    private var thread: pthread_t?, start: AllocationCounts?
    /// Of the sections that have ended; nil where nothing is counted.
    private(set) var counts: AllocationCounts?
    private(set) var ended = 0
    /// Whether a section was ended that hadn't begun, or on another thread than it had.
    private(set) var isMisused = false
    private let isAwaited = DispatchSemaphore(value: 0), isOver = DispatchSemaphore(value: 0)

    /// - Parameter counter: of an iteration that callgrind counts; else nil.
    init(_ counter: AllocationCounter?) {
        self.counter = counter
        isProfiled = counter != nil
        if let counter, counter.unavailable == nil { counts = AllocationCounts(mallocs: 0, frees: 0, bytes: 0) }
    }

    /// On the other thread, which it keeps until the body's waits: never do both work at the same time. On the body's own it never returns.
    public func begin() {
        isAwaited.wait()
        guard isProfiled else { return }
        start = counter?.readThread()
        thread = pthread_self()
        rxac_callgrind_start()
    }

    /// On the thread that has begun.
    public func end() {
        defer { isOver.signal() }
        guard isProfiled else { return }
        // Counted, so it calls nothing that `begin` hasn't called: a symbol that isn't bound yet would be looked up here.
        guard let thread, thread == pthread_self() else { return isMisused = true }
        rxac_callgrind_stop()
        self.thread = nil
        ended += 1
        if let start, let now = counter?.readThread() { counts?.add(now - start) }
    }

    /// On the body's thread: waits until one section has begun and ended.
    public func wait() {
        isAwaited.signal()
        isOver.wait()
    }

    /// Of a body that has failed: lets a thread go on that waits for it.
    func abandon() { isAwaited.signal() }
}

extension AllocationCounts {
    fileprivate mutating func add(_ other: AllocationCounts) {
        mallocs += other.mallocs
        frees += other.frees
        bytes += other.bytes
    }
}
