import BenchKit
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What mutual exclusion costs.
let lockFloors = [
    floor(
        "mutex-alone", "pthread mutex pair in a process of one thread", unit: "pair", isSingleThreaded: false,
        events: Events(quick: 500_000, ci: 1_000_000, full: 1_000_000)
    ) { run in
        try ServedProcess.lockPairs.time(run.n, run)
    },
    floor(
        "mutex", "pthread mutex pair, the process has other threads", unit: "pair",
        events: Events(quick: 200_000, ci: 500_000, full: 500_000)
    ) { run in
        _ = Companion.shared
        let counter = LockedCounter(), n = run.n
        run.timed {
            for _ in 0..<n { counter.increment() }
        }
        try run.expect(counter.value, n, "count")
    },
    floor(
        "mutex-two-threads", "pthread mutex pair, two threads want it", unit: "pair", isSingleThreaded: false, threads: 2,
        events: Events(quick: 100_000, ci: 200_000, full: 200_000)
    ) { run in
        let counter = LockedCounter(), half = run.n / 2
        Companion.shared.race(run) { _ in
            for _ in 0..<half { counter.increment() }
        }
        try run.expect(counter.value, 2 * half, "count")
    },
    floor(
        "atomic-add", "atomic add", unit: "addition",
        events: Events(quick: 500_000, ci: 1_000_000, full: 1_000_000)
    ) { run in
        let counter = AtomicCounter(), n = run.n
        run.timed {
            for _ in 0..<n { counter.increment() }
        }
        try run.expect(counter.value, n, "count")
    },
    floor(
        "atomic-two-threads", "atomic add, two threads on one word", unit: "addition", isSingleThreaded: false, threads: 2,
        events: Events(quick: 200_000, ci: 500_000, full: 500_000)
    ) { run in
        let counter = AtomicCounter(), half = run.n / 2
        Companion.shared.race(run) { _ in
            for _ in 0..<half { counter.increment() }
        }
        try run.expect(counter.value, 2 * half, "count")
    },
    // What two processors take to answer each other. On shared machines it changes by a factor of five from minute to minute, with the
    // processors that one is given, and with it all that two threads do together.
    floor(
        "answer-two-threads", "two threads answer each other through one word", unit: "answer", isSingleThreaded: false, threads: 2,
        events: Events(quick: 40_000, ci: 100_000, full: 100_000)
    ) { run in
        let counter = AtomicCounter(), n = run.n
        Companion.shared.race(run) { thread in
            for turn in stride(from: thread, to: n, by: 2) { counter.raise(from: turn) }
        }
        try run.expect(counter.value, n, "answers")
    },
]

private final class AtomicCounter: Sendable {
    private let word = Atomic(0)
    var value: Int { word.load(ordering: .acquiring) }

    @inline(__always)
    func increment() { word.wrappingAdd(1, ordering: .acquiringAndReleasing) }

    /// Waits until it is `value`. Yields after a while: the other thread may need this one's processor.
    func raise(from value: Int) {
        var rounds = 0
        while word.load(ordering: .acquiring) != value {
            rounds += 1
            if rounds > 1000 { sched_yield() }
        }
        word.store(value + 1, ordering: .releasing)
    }
}

final class LockedCounter: @unchecked Sendable {  // Sendable: `value` is guarded by `mutex`.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    @exclusivity(unchecked) private(set) var value = 0

    init() { pthread_mutex_init(mutex, nil) }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    @inline(__always)
    func increment() {
        pthread_mutex_lock(mutex)
        value &+= 1
        pthread_mutex_unlock(mutex)
    }
}
