import BenchKit
import Foundation
import Synchronization

/// How long a closure stays, so that others come meanwhile.
enum ClosureDelay: Sendable {
    /// Not at all, and nothing is logged: no fence, no system call, so that a sender in a loop is inside the library most of the
    /// time, and stores wait in its processor for as long as they can.
    case no
    /// As many loads of an atomic.
    case briefly(Int)
    /// Until both threads are at their actions, and then as long. Without this, threads on a busy machine hardly ever meet.
    case untilOtherBegins(Int)
    /// In the hope that the other thread returns too early.
    case untilOtherEnds
}

/// Watches one round: collects its faults, and knows how far the threads are.
final class RoundMonitor: @unchecked Sendable {  // Sendable: `first` is guarded by `lock`, the rest is constant or atomic.
    let log: RoundLog
    private let closureDelay: ClosureDelay
    private let patience: Double
    static let impatience = 0.02
    private let begun = Atomic<Int>(0)
    private let ended = Atomic<Int>(0)
    /// The longest stays happen once a round.
    private let hasStayed = Atomic<Bool>(false)
    private let lock = NSLock()
    private var first: LawViolation?

    /// - Parameter patience: how long it waits for what has to come, in seconds.
    init(_ log: RoundLog, _ closureDelay: ClosureDelay, patience: Double) {
        self.log = log
        self.closureDelay = closureDelay
        self.patience = patience
    }

    /// Whether closures do nothing but check.
    var isQuiet: Bool {
        if case .no = closureDelay { true } else { false }
    }

    /// Whether the threads say how far they are: atomics that order what they do.
    private var isAttentive: Bool {
        switch closureDelay {
        case .no, .briefly: false
        case .untilOtherBegins, .untilOtherEnds: true
        }
    }

    /// Of a closure's call, unless it has to be quick.
    func note(_ step: RoundLog.Step, _ observer: Int, _ item: SentElement? = nil) {
        if !isQuiet { log.append(step, observer, item) }
    }

    /// Waits until `condition` holds; not for long once something is wrong anyway.
    func awaits(_ condition: () -> Bool) -> Bool {
        eventually(within: fault == nil ? patience : RoundMonitor.impatience, condition)
    }

    /// The first fault counts: others are often its consequences.
    func report(_ law: Law, _ message: String) {
        lock.withLock { first = first ?? LawViolation(law: law, message: message) }
    }

    var fault: LawViolation? { lock.withLock { first } }

    // MARK: The threads

    func begin(_ action: Int) {
        log.append(.begins, action)
        if !isAttentive { return }
        begun.add(1, ordering: .relaxed)
    }

    func end(_ action: Int) {
        log.append(.ends, action)
        if !isAttentive { return }
        ended.add(1, ordering: .relaxed)
    }

    /// Stays inside a closure.
    func linger() {
        switch closureDelay {
        case .no: break
        case .briefly(let loads): spin(loads)
        case .untilOtherBegins(let loads):
            wait(microseconds: 300) { begun.load(ordering: .relaxed) == 2 }
            spin(loads)
        case .untilOtherEnds: wait(microseconds: 30) { ended.load(ordering: .relaxed) > 0 }
        }
    }

    private func spin(_ loads: Int) {
        for _ in 0..<loads { _ = hasStayed.load(ordering: .relaxed) }
    }

    private func wait(microseconds: UInt64, until condition: () -> Bool) {
        // Not before the race, and not again and again.
        if begun.load(ordering: .relaxed) == 0 || hasStayed.exchange(true, ordering: .relaxed) { return }
        let end = Clock.monotonic() + microseconds * 1000
        while !condition(), Clock.monotonic() < end { sched_yield() }
    }
}
