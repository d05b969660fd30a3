import CAllocationCounter
import Foundation
import Synchronization

/// Cumulative allocation counts of all threads.
struct AllocationCounts: Codable, Equatable, Sendable {
    var mallocs: UInt64
    var frees: UInt64
    var bytes: UInt64

    init(mallocs: UInt64, frees: UInt64, bytes: UInt64) {
        self.mallocs = mallocs
        self.frees = frees
        self.bytes = bytes
    }

    init(_ counts: rxac_counts) {
        self.init(mallocs: counts.mallocs, frees: counts.frees, bytes: counts.bytes)
    }

    static func - (left: AllocationCounts, right: AllocationCounts) -> AllocationCounts {
        AllocationCounts(
            mallocs: left.mallocs - right.mallocs, frees: left.frees - right.frees, bytes: left.bytes - right.bytes)
    }

    /// Counts what has been freed since, but for as much as has been made since.
    mutating func addFrees(until later: AllocationCounts) {
        let (made, freed) = (later.mallocs - mallocs, later.frees - frees)
        frees += freed - min(made, freed)
    }
}

/// Exact allocation counts, if this build has them and they pass their self-check.
public struct AllocationCounter: Sendable {
    /// Why nothing is counted; nil when counts are exact.
    public let unavailable: String?

    /// Runs the self-check once.
    public init() {
        unavailable = rxac_is_counting() ? AllocationCounter.selfCheck() : String(cString: rxac_reason())
    }

    /// All threads, since the process began. Nil when unavailable.
    func read() -> AllocationCounts? {
        unavailable == nil ? AllocationCounts(rxac_read_all()) : nil
    }

    /// The calling thread's. Nil when unavailable.
    func readThread() -> AllocationCounts? {
        unavailable == nil ? AllocationCounts(rxac_read_thread()) : nil
    }

    private final class Probe {}

    private static let objects = 1000

    /// Allocates a known number of objects on this thread and on another. Returns what went wrong, or nil.
    private static func selfCheck() -> String? {
        let here = countOwnObjects()
        let before = AllocationCounts(rxac_read_all())
        let elsewhere = Mutex<AllocationCounts?>(nil)
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let counts = countOwnObjects()
            elsewhere.withLock { $0 = counts }
            done.signal()
        }
        done.wait()
        let all = AllocationCounts(rxac_read_all()) - before
        let there = elsewhere.withLock { $0 }
        let expected = UInt64(objects)
        guard here.mallocs == expected, here.frees == expected else {
            return "self-check: \(objects) objects were counted as \(here.mallocs) mallocs and \(here.frees) frees"
        }
        guard let there, there.mallocs == expected, there.frees == expected, all.mallocs >= expected else {
            return "self-check: \(objects) objects of another thread were counted as \(there?.mallocs ?? 0) mallocs"
        }
        return nil
    }

    /// The calling thread's counts over the life of `objects` objects. Its own thread's only: others may be at work.
    private static func countOwnObjects() -> AllocationCounts {
        let before = AllocationCounts(rxac_read_thread())
        for _ in 0..<objects { blackHole(Probe()) }
        return AllocationCounts(rxac_read_thread()) - before
    }
}
