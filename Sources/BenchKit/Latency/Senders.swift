import Foundation
import Synchronization

/// Threads that send into a system, in an open loop: by a schedule, or as fast as they can.
struct Senders: Sendable {
    let count: Int
    let receiver: TrialReceiver
    let send: @Sendable (Trial.Message) -> Void
    /// Whether there is no processor for each and for what receives. Found out once: to ask the system takes longer than to send.
    let isCrowded: Bool
    /// A sender that has no processor may go on for so many times as long as it was to.
    let most: UInt64

    init(count: Int, receiver: TrialReceiver, send: @escaping @Sendable (Trial.Message) -> Void, most: UInt64 = 4) {
        self.count = count
        self.receiver = receiver
        self.send = send
        self.most = most
        isCrowded = count >= Processors.usable
    }

    /// What came of one run.
    struct Outcome {
        /// Messages of each sender.
        let shares: [Int]
        /// Nanoseconds from the start until the last was sent, or in a flood until it was delivered.
        let nanoseconds: UInt64
        let recorders: [Trial.Recorder]
        /// The most messages that one sender's call delivered, those of other senders among them; 0 where other threads deliver. In a flood only what was
        /// delivered until the first sender stopped, since afterwards there may be nobody left to take over.
        let mostInOneCall: Int

        var count: Int { shares.reduce(0, +) }
        /// Messages a second.
        var rate: Double { Double(count) / (Double(max(nanoseconds, 1)) / 1e9) }
        /// What the sender got that got least, as a share of what each would have.
        var leastShare: Double { count == 0 ? 0 : Double(shares.min() ?? 0) * Double(shares.count) / Double(count) }
        /// Jain, Chiu and Hawe, 1984: 1 where all have the same, 1 / n where one has all.
        var jain: Double {
            let squares = shares.reduce(0.0) { $0 + Double($1) * Double($1) }
            return squares == 0 ? 1 : Double(count) * Double(count) / (Double(shares.count) * squares)
        }
    }

    /// Each sends as fast as it can. What it takes to deliver all of it counts, so that the rate is one that the system can bear.
    func flood(seconds: Double, isRecorded: Bool = false) throws -> Outcome {
        let nanoseconds = UInt64(seconds * 1e9), over = FloodEnd()
        return try run(isRecorded: isRecorded, countsDelivery: true) { sender, start, calls in
            var now = Senders.wait(until: start, isCrowded: isCrowded), number = 0
            let end = start + nanoseconds
            while now < end {
                send(Trial.Message(sender: sender, number: number, due: now, deliveredBefore: receiver.delivered, isRecorded: isRecorded))
                number += 1
                let after = Clock.monotonic()
                calls?.record(Int(after - now), late: after < end ? 0 : over.later(receiver.delivered))
                now = after
            }
            return number
        }
    }

    /// Messages a second that get through where all are due at once: with all that a sender has to do that follows a schedule, or a share of what it
    /// can send would be more than that.
    func capacity(_ arrivals: Arrivals, seconds: Double) throws -> Double {
        let nanoseconds = UInt64(seconds * 1e9)
        return try run(isRecorded: true, countsDelivery: true) { sender, start, _ in
            var schedule = ArrivalSchedule(arrivals, gap: 1, seed: UInt64(sender)), number = 0, now = Senders.wait(until: start, isCrowded: isCrowded)
            let end = start + nanoseconds, calls = Trial.Recorder(name: "", unit: ""), late = Trial.Recorder(name: "", unit: "")
            while now < end {
                let due = min(start + schedule.next(), now)
                now = Senders.wait(until: due, isCrowded: isCrowded)
                send(Trial.Message(sender: sender, number: number, due: due, deliveredBefore: receiver.delivered))
                number += 1
                calls.record(Int(Clock.monotonic() - now))
                late.record(Int(now - due))
            }
            return number
        }.rate
    }

    /// Each sends at its times, or as soon as it can where it is late. A delay counts from those times all the same.
    func follow(_ arrivals: Arrivals, rate: Double, seconds: Double, seed: UInt64, isRecorded: Bool = true) throws -> Outcome {
        let length = UInt64(seconds * 1e9), gap = 1e9 / rate * Double(count)
        let late = (0..<count).map { _ in Trial.Recorder(name: "sender's lateness", unit: "ns") }
        let unsent = (0..<count).map { _ in Trial.Recorder(name: "delay", unit: "ns") }
        let outcome = try run(isRecorded: isRecorded, countsDelivery: false) { sender, start, calls in
            var schedule = ArrivalSchedule(
                arrivals, gap: gap, seed: seed &+ UInt64(sender) &* 0x9E37_79B9, offset: Double(sender) / Double(count))
            var number = 0
            while true {
                let offset = schedule.next()
                if offset >= length { return number }
                let due = start + offset, now = Senders.wait(until: due, isCrowded: isCrowded)
                if now > start + length * most {
                    // What can't be sent in so long a time is as late as that, at least.
                    Senders.leave(from: offset, of: &schedule, length: length, now: now - start, to: [late[sender], unsent[sender]])
                    return number
                }
                send(Trial.Message(sender: sender, number: number, due: due, deliveredBefore: receiver.delivered, isRecorded: isRecorded))
                number += 1
                calls?.record(Int(Clock.monotonic() - now))
                late[sender].record(Int(now - due))
            }
        }
        return Outcome(
            shares: outcome.shares, nanoseconds: outcome.nanoseconds, recorders: outcome.recorders + late + unsent,
            mostInOneCall: outcome.mostInOneCall)
    }

    private static func leave(from first: UInt64, of schedule: inout ArrivalSchedule, length: UInt64, now: UInt64, to late: [Trial.Recorder]) {
        var offset = first
        while offset < length {
            for each in late { each.record(Int(now - offset)) }
            offset = schedule.next()
        }
    }

    /// Nanoseconds before its time at which a sender that sleeps wakes up to look at the clock: what a sleep is late by, mostly.
    private static let spin: UInt64 = 100_000

    /// Sleeps where there is time for that, and looks at the clock for the rest. In a crowd others get the processor between two looks.
    /// - Returns: what the clock says, `due` or later.
    private static func wait(until due: UInt64, isCrowded: Bool) -> UInt64 {
        var now = Clock.monotonic()
        while now < due {
            if due - now > spin { Clock.sleep(until: due - spin) } else if isCrowded { sched_yield() }
            now = Clock.monotonic()
        }
        return now
    }

    /// - Parameters:
    ///   - countsDelivery: whether the time goes on until all is delivered.
    ///   - body: one sender: which, from when on, and where it keeps how long its calls take; returns how many it has sent.
    private func run(
        isRecorded: Bool, countsDelivery: Bool, _ body: @escaping @Sendable (_ sender: Int, _ start: UInt64, _ calls: Calls?) -> Int
    ) throws -> Outcome {
        let delay = Trial.Recorder(name: "delay", unit: "ns"), inEvents = Trial.Recorder(name: "delay in events", unit: "events")
        let recorders = isRecorded ? (0..<count).map { _ in Trial.Recorder(name: "call", unit: "ns") } : []
        receiver.begin(recording: isRecorded ? (delay, inEvents) : nil)
        let start = StartingLine(count)
        for sender in 0..<count {
            Thread {
                let began = start.wait()
                let calls = isRecorded ? Calls(recorders[sender], of: receiver) : nil
                let sent = body(sender, began, calls)
                start.finish(sender, Sent(count: sent, mostInOneCall: calls?.most ?? 0))
            }.start()
        }
        let began = start.open()
        let results = start.results(), shares = results.map(\.count)
        var end = Clock.monotonic()
        try receiver.awaitAll(shares.reduce(0, +))
        if countsDelivery { end = Clock.monotonic() }
        return Outcome(
            shares: shares, nanoseconds: end - began, recorders: isRecorded ? recorders + [delay, inEvents] : [],
            mostInOneCall: results.map(\.mostInOneCall).max() ?? 0)
    }
}

/// What one sender has done.
private struct Sent: Sendable {
    var count = 0
    var mostInOneCall = 0
}

/// What one sender's calls take and deliver. Of the sender's thread alone, on which it is made.
private final class Calls {
    private let recorder: Trial.Recorder
    @exclusivity(unchecked) private(set) var most = 0
    /// Messages that the thread has delivered in the call that is under way. On cache lines of its own, as it is written for each message.
    private let delivered: UnsafeMutablePointer<Int>
    private static let room = 32

    init(_ recorder: Trial.Recorder, of receiver: TrialReceiver) {
        self.recorder = recorder
        delivered = .allocate(capacity: 2 * Calls.room)
        delivered.initialize(repeating: 0, count: 2 * Calls.room)
        receiver.count(into: delivered + Calls.room)
    }

    deinit { delivered.deallocate() }

    /// - Parameter late: how many messages the call delivered after the first sender had stopped, which perhaps left nobody to take over from it.
    @inline(__always)
    func record(_ nanoseconds: Int, late: Int = 0) {
        recorder.record(nanoseconds)
        let number = delivered[Calls.room] - late
        if number > most { most = number }
        delivered[Calls.room] = 0
    }
}

/// How many messages had been delivered when the first sender of a flood stopped.
private final class FloodEnd: Sendable {
    private let delivered = Atomic(-1)

    /// How many of so many were delivered since then. The first who asks is the first to stop.
    func later(_ now: Int) -> Int {
        let (isFirst, then) = delivered.compareExchange(expected: -1, desired: now, ordering: .relaxed)
        return isFirst ? 0 : max(0, now - then)
    }
}

/// Where senders start together.
private final class StartingLine: Sendable {
    private let count: Int
    private let ready = DispatchSemaphore(value: 0)
    private let isOpen = DispatchSemaphore(value: 0)
    private let finished = DispatchSemaphore(value: 0)
    /// When they start, by the monotonic clock.
    private let time = Atomic<UInt64>(0)
    /// What each has sent.
    private let sent: Mutex<[Sent]>

    init(_ count: Int) {
        self.count = count
        sent = Mutex(Array(repeating: Sent(), count: count))
    }

    /// On each sender's thread. Returns when it starts, which may be a little later.
    func wait() -> UInt64 {
        ready.signal()
        isOpen.wait()
        return time.load(ordering: .acquiring)
    }

    func finish(_ sender: Int, _ result: Sent) {
        sent.withLock { $0[sender] = result }
        finished.signal()
    }

    /// When all are there. Returns when they start.
    func open() -> UInt64 {
        for _ in 0..<count { ready.wait() }
        let start = Clock.monotonic() + StartingLine.notice
        time.store(start, ordering: .releasing)
        for _ in 0..<count { isOpen.signal() }
        return start
    }

    /// Blocks until all have finished.
    func results() -> [Sent] {
        for _ in 0..<count { finished.wait() }
        return sent.withLock { $0 }
    }

    /// Nanoseconds that it takes a thread to wake up.
    private static let notice: UInt64 = 200_000
}
