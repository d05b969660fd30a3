import BenchKit
import Foundation
import Rx
import RxPlatform
import Synchronization

#if os(Linux)
import CRxPlatform
#endif

/// How long who wants a contended lock waits for it: the library's own, which on Linux is released with a look and a store and may so overlook somebody who
/// waits for up to a millisecond, and, as its floor, the same lock released with an exchange, which overlooks nobody.
let lockLatencies: [Benchmark] = contentions.flatMap { crowd -> [Benchmark] in
    let id = "lock/threads=\(crowd.threads.name)/busy=\(crowd.busy.name)"
    let title = "\(crowd.threads.count) threads, one lock, \(crowd.busy.computing)"
    let byPthreads = Benchmark(
        "floor.\(id)/pthread", "\(title): a pthread mutex", unit: "acquisition", kind: .floor, latency: Latency()
    ) { trial in contend(PthreadLock(), crowd, trial) }
    #if os(Linux)
    return [
        Benchmark(
            id, "\(title): released with a look and a store", unit: "acquisition", kind: .floor, latency: Latency(floor: "floor.\(id)/exchange")
        ) {
            contend(OwnLock(), crowd, $0)
        },
        Benchmark("floor.\(id)/exchange", "\(title): released with an exchange", unit: "acquisition", kind: .floor, latency: Latency()) {
            contend(ExchangeLock(), crowd, $0)
        },
        byPthreads,
    ]
    #else
    return [
        Benchmark(id, title, unit: "acquisition", kind: .floor, latency: Latency(floor: byPthreads.id)) { contend(OwnLock(), crowd, $0) },
        byPthreads,
    ]
    #endif
}

private struct Contention: Sendable {
    let threads: NamedThreadCount
    let busy: NamedThreadCount
}

private let contentions = [NamedThreadCount.fixed(2), .processors(4)].flatMap { threads in
    [NamedThreadCount.none, .processors(1)].map { Contention(threads: threads, busy: $0) }
}

private protocol Exclusion: Sendable {
    func acquire()
    func release()
}

/// Each thread computes for a microsecond or so, and then takes the lock for as long as the library does.
private func contend(_ lock: some Exclusion, _ crowd: Contention, _ trial: Trial) {
    let busy = BusyThreads(crowd.busy.count), done = DispatchSemaphore(value: 0)
    let end = Clock.monotonic() + UInt64(trial.seconds * 1e9), counts = Mutex<[Int]>([])
    for thread in 0..<crowd.threads.count {
        let wait = trial.recorder("wait"), seed = trial.seed
        Thread {
            var generator = SeededGenerator(seed: seed &+ UInt64(thread)), count = 0, now = Clock.monotonic()
            while now < end {
                compute(nanoseconds: 1 + generator.next() % 2000)
                let begin = Clock.monotonic()
                lock.acquire()
                now = Clock.monotonic()
                compute(nanoseconds: 100)
                lock.release()
                wait.record(Int(now - begin))
                count += 1
            }
            counts.withLock { $0.append(count) }
            done.signal()
        }.start()
    }
    for _ in 0..<crowd.threads.count { done.wait() }
    busy.stop()
    let shares = counts.withLock { $0 }, all = shares.reduce(0, +)
    trial.metric("acquisitions", Double(all) / trial.seconds, unit: "/s")
    if all > 0 { trial.metric("least share", 100 * Double((shares.min() ?? 0) * shares.count) / Double(all), unit: "% of a fair one") }
}

private final class OwnLock: Exclusion {
    private let lock = Lock()

    func acquire() { lock.acquire(self) }
    func release() { lock.release(self) }
}

private final class PthreadLock: Exclusion, @unchecked Sendable {  // Sendable: that is what it is for.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() { pthread_mutex_init(mutex, nil) }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func acquire() { pthread_mutex_lock(mutex) }
    func release() { pthread_mutex_unlock(mutex) }
}

#if os(Linux)
/// As the library's, but for its release.
private final class ExchangeLock: Exclusion {
    private let state = Atomic<UInt32>(0)

    func acquire() {
        if tryAcquire() { return }
        for attempt in 0..<64 {
            if attempt < 16 { for _ in 0..<4 { rx_spin_hint() } } else { rx_yield() }
            if state.load(ordering: .relaxed) == 0, tryAcquire() { return }
        }
        while state.exchange(2, ordering: .acquiring) != 0 {
            _ = withUnsafePointer(to: state) { rx_futex_wait(UnsafeRawPointer($0), 2, 999_999_999) }
        }
    }

    private func tryAcquire() -> Bool { state.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged }

    func release() {
        withUnsafePointer(to: state) {
            if state.exchange(0, ordering: .releasing) == 2 { rx_futex_wake_one(UnsafeRawPointer($0)) }
        }
    }
}
#endif
