import Dispatch
import Foundation
import Synchronization

/// Two threads that stay and do things at the same time. Unlike `Companion`'s, both are others than the caller's, which so
/// can notice when one of them is stuck.
final class Racers: Sendable {
    private let job = Mutex<(@Sendable (Int) -> Void)?>(nil)
    private let wakeUps = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
    private let finished = DispatchSemaphore(value: 0)
    /// Raised with each round.
    private let beats = Atomic<Int>(0)
    private let arrived = Atomic<Int>(0)
    private let aligned = Atomic<Int>(0)
    private let isAbandoned = Atomic<Bool>(false)

    init() {
        for index in 0...1 {
            let thread = Thread { [self] in work(index) }
            thread.name = "rxbench.racer.\(index)"
            thread.start()
        }
    }

    private func work(_ index: Int) {
        while true {
            wakeUps[index].wait()
            let job = job.withLock { $0 }
            job?(index)
            finished.signal()
            if isAbandoned.load(ordering: .relaxed) { return }
        }
    }

    /// Runs `body(0)` and `body(1)`. `false`: for `patience` seconds there was no beat. The threads are given up then, and this
    /// object is of no more use.
    func run(patience: Int, _ body: @escaping @Sendable (_ index: Int) -> Void) -> Bool {
        job.withLock { $0 = body }
        defer { job.withLock { $0 = nil } }
        for wakeUp in wakeUps { wakeUp.signal() }
        for _ in wakeUps where !awaitOne(patience) {
            isAbandoned.store(true, ordering: .relaxed)
            return false
        }
        return true
    }

    private func awaitOne(_ patience: Int) -> Bool {
        var last = beats.load(ordering: .relaxed), silence = 0
        while finished.wait(timeout: .now() + 1) == .timedOut {
            let now = beats.load(ordering: .relaxed)
            silence = now == last ? silence + 1 : 0
            last = now
            if silence >= patience { return false }
        }
        return true
    }

    /// Says that things go on.
    func beat() { beats.add(1, ordering: .relaxed) }

    /// Waits for the other racer. It spins, so that they leave together, but not for long: there may be just one processor.
    /// `false`: the other one is stuck.
    func meet() -> Bool {
        let number = arrived.add(1, ordering: .acquiringAndReleasing).newValue
        let both = number + number % 2
        var spins = 0
        while arrived.load(ordering: .acquiring) < both {
            if isAbandoned.load(ordering: .relaxed) { return false }
            spins += 1
            if spins > 500 { sched_yield() }
        }
        return true
    }

    /// After a meeting: tries to leave at the same time. On a busy machine the one that came first may have given its processor
    /// away and be late; that isn't waited for long.
    func align() {
        let number = aligned.add(1, ordering: .acquiringAndReleasing).newValue
        let both = number + number % 2
        var spins = 0
        while aligned.load(ordering: .acquiring) < both, spins < 20_000 { spins += 1 }
    }
}

/// Waits, giving way, until `condition` holds; `false` if it doesn't within `seconds`.
func eventually(within seconds: Double, _ condition: () -> Bool) -> Bool {
    if condition() { return true }
    let deadline = DispatchTime.now() + seconds
    while !condition() {
        if DispatchTime.now() > deadline { return false }
        sched_yield()
    }
    return true
}
