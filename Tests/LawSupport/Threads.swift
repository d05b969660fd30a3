import Foundation
import Testing

import Rx
import RxPlatform

/// Concurrent queues of the default class get their threads from those that run the tests, and would wait until these are free: for
/// minutes, on a busy machine. So the laws' have another class.
enum Concurrent {
    static var scheduler: ConcurrentDispatchQueueScheduler { ConcurrentDispatchQueueScheduler(qos: .utility) }

    static var operationQueue: OperationQueue {
        let queue = OperationQueue()
        queue.qualityOfService = .utility
        return queue
    }
}

/// Waits for `condition`, and gives the processor away meanwhile, for there may be fewer than threads; `false` if it isn't met in time.
func eventually(within seconds: Double = 120, _ condition: () -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while !condition() {
        if Date() > deadline { return false }
        giveWay()
    }
    return true
}

/// What is wrong, found on a thread that isn't the test's: thrown there, recorded by the test.
struct ThreadFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// Complains unless `condition` holds.
func demand(_ condition: Bool, _ complaint: @autoclosure () -> String) throws {
    if !condition { throw ThreadFailure(complaint()) }
}

/// Runs the bodies at the same time, each on a thread of its own and on the caller's core, waits for all of them and
/// records what they throw. A test that hangs fails after `limit` seconds; its threads are left behind.
///
/// - Parameter stackSize: of each thread, in bytes; `nil`: the system's choice.
@discardableResult
func together(
    _ bodies: [() throws -> Void], stackSize: Int? = nil, within limit: Double = 60,
    sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
    let core = Core.current
    let done = DispatchSemaphore(value: 0)
    let complaints = LockedLog<any Error>()
    let start = Barrier(bodies.count)
    for body in bodies {
        let body = UncheckedBox(body)
        let thread = Thread {
            _ = start.meet()
            do { try core.run { try body.value() } } catch { complaints.append(error) }
            done.signal()
        }
        if let stackSize { thread.stackSize = stackSize }
        thread.start()
    }
    let deadline = DispatchTime.now() + limit
    for _ in bodies where done.wait(timeout: deadline) == .timedOut {
        start.abandon()
        Issue.record("the threads did not end within \(limit) s", sourceLocation: sourceLocation)
        return false
    }
    for complaint in complaints.entries { Issue.record("\(complaint)", sourceLocation: sourceLocation) }
    return true
}

/// Runs `body` on a thread of its own and waits for it.
func onThread(
    stackSize: Int? = nil, within limit: Double = 60, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping () throws -> Void
) {
    together([body], stackSize: stackSize, within: limit, sourceLocation: sourceLocation)
}

extension Int {
    /// A stack on which recursion that grows with the data doesn't get far.
    static let smallStack = 512 * 1024
}

/// A meeting point of a fixed number of threads, to be used again and again. It spins, so that they leave it together.
final class Barrier: Sendable {
    private let parties: Int
    private let arrived = AtomicCount()
    private let abandoned = AtomicFlag()

    init(_ parties: Int) { self.parties = parties }

    /// Waits until everybody is here; `false` if the meeting has been called off.
    func meet() -> Bool {
        let number = arrived.add()
        let everybody = (number + parties - 1) / parties * parties
        var spins = 0
        while arrived.value < everybody {
            if abandoned.isSet { return false }
            spins += 1
            if spins > 50 { giveWay() }
        }
        return true
    }

    func abandon() { abandoned.set() }
}

/// Where threads wait for each other in the middle of something, but not for ever: what goes wrong is to fail, not to hang.
final class Rendezvous: Sendable {
    private let parties: Int
    private let arrived = AtomicCount()

    init(_ parties: Int = 2) { self.parties = parties }

    /// Waits until everybody has come; returns at once when that has been.
    func join() {
        arrived.add()
        _ = eventually(within: 60) { tookPlace }
    }

    /// Waits until somebody has come.
    func awaitFirst() { _ = eventually(within: 60) { arrived.value > 0 } }

    var tookPlace: Bool { arrived.value >= parties }
}

/// Lets threads that have just met start a moment apart, each time another one: who arrives last at a meeting leaves it
/// first, always by about the same time, and never sees what happens in between.
func stagger(_ number: Int, _ index: Int) {
    let turns = AtomicCount(((number &* 2 &+ index) &* 0x9E37) >> 5 & 63)
    while turns.value > 0 { turns.add(-1) }
}

/// Lets the same threads meet again and again: each round one of them prepares, all of them run `body` at once, one checks.
/// Stops at the first complaint.
///
/// - Parameters:
///   - prepare: makes what a round is about; gets the round's number.
///   - body: gets it and the number of the thread.
///   - check: gets it when all are done; returns what is wrong.
func race<Round>(
    rounds: Int, threads: Int, within limit: Double = 60, sourceLocation: SourceLocation = #_sourceLocation,
    prepare: @escaping (Int) -> Round, body: @escaping (Round, Int) -> Void, check: @escaping (Round) -> String?
) {
    let barrier = Barrier(threads), isOver = AtomicFlag()
    nonisolated(unsafe) var current: Round?  // Written by thread 0 between two meetings.
    let bodies = (0..<threads).map { index in
        {
            for number in 0..<rounds {
                if index == 0 { current = prepare(number) }
                guard barrier.meet(), let round = current else { return }
                stagger(number, index)
                body(round, index)
                guard barrier.meet() else { return }
                let complaint = index == 0 ? check(round) : nil
                if complaint != nil { isOver.set() }
                guard barrier.meet() else { return }
                if let complaint { throw ThreadFailure("round \(number): \(complaint)") }
                if isOver.isSet { return }
            }
        }
    }
    if !together(bodies, within: limit, sourceLocation: sourceLocation) { barrier.abandon() }
}
