import Testing

import Rx
import RxPlatform

/// An observer that checks G1: `next* (error | completed)?`, never two calls at once.
final class Probe<Element>: ObserverType, @unchecked Sendable {
    // Sendable: `inside` finds out whether calls overlap; `events` has a lock, so that a fault is a message, not a crash.
    private let inside = AtomicCount()
    private let overlaps = AtomicCount()
    private let log = LockedLog<Event<Element>>()
    /// Plain on purpose: lost updates, and the thread sanitizer, tell when the calls don't happen one before the other.
    private var calls = 0
    private var then: (Event<Element>) -> Void

    /// - Parameter then: runs within each call.
    init(then: @escaping (Event<Element>) -> Void = { _ in }) { self.then = then }

    func on(_ event: Event<Element>) {
        if inside.add() != 1 { overlaps.add() }
        calls += 1
        if calls & 31 == 0 { giveWay() }  // Stay inside for a while, so that others come.
        log.append(event)
        then(event)
        if inside.add(-1) != 0 { overlaps.add() }
    }

    /// Lets go of `then`, which may hold what holds this; to be called when the senders are done.
    func forget() { then = { _ in } }

    var elements: [Element] { log.entries.compactMap(\.element) }
    var stops: Int { log.entries.count { $0.isStopEvent } }
    var isCompleted: Bool { log.entries.last?.isCompleted == true }
    var error: (any Error)? { log.entries.last?.error }

    /// What is wrong with what it was told; to be asked when the senders are done.
    var fault: String? {
        let events = log.entries
        if overlaps.value != 0 { return "\(overlaps.value) calls overlapped" }
        if calls != events.count { return "\(events.count) calls, of which \(calls) were seen one after the other" }
        if stops > 1 { return "\(stops) stop events" }
        if stops == 1, events.last?.isStopEvent != true { return "an event after the stop event" }
        return nil
    }
}

struct TestError: Error, Equatable {
    var number = 0
}
