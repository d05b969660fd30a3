import Foundation
import Synchronization

/// One trial of a benchmark of latency, handed to its body: sends on a schedule, and keeps how long what takes.
public final class Trial: @unchecked Sendable {  // Sendable: each part says who uses it.
    /// What is sent through the system.
    public struct Message: Sendable {
        /// Which of the senders, from 0.
        public let sender: Int
        /// How many the sender has sent before it.
        public let number: Int
        /// When it was to be sent, by `Clock.monotonic`.
        public let due: UInt64
        /// Messages that had been delivered when it was sent.
        public let deliveredBefore: Int
        /// Whether it counts: those of rehearsals, and of floods that find out what the capacity is, don't.
        public var isRecorded = false
    }

    public let latency: Latency
    /// The variant to run on.
    public let variant: String
    /// For the body's random input.
    public let seed: UInt64
    /// Seconds that are measured.
    public let seconds: Double

    private let receiver: TrialReceiver
    private let kept = Mutex(Records())

    private struct Records {
        var recorders: [Recorder] = []
        var metrics: [String: Metric] = [:]
        var missing: [String: String] = [:]
        var capacity: Double?
        var rate: Double?
        var sent: Int?
    }

    /// Times its length that a sender may take which is behind.
    private let most: UInt64

    /// Messages a second that a share is of; nil: to be measured.
    private let capacity: Double?

    /// - Parameters:
    ///   - capacity: messages a second that a share is of; nil: measured first.
    ///   - patience: seconds that a message may take that is waited for.
    ///   - most: times its length that a sender may take which is behind.
    init(_ latency: Latency, variant: String, seed: UInt64, seconds: Double, capacity: Double? = nil, patience: Double = 10, most: UInt64 = 4) {
        self.most = most
        self.latency = latency
        self.variant = variant
        self.seed = seed
        self.seconds = seconds
        self.capacity = capacity
        receiver = TrialReceiver(senders: latency.senders, isSerial: latency.isSerial, patience: patience)
    }

    /// Lets all senders send for the seconds of the trial, as the load says, and waits until everything that they sent is delivered. Call it once,
    /// from the body's thread.
    ///
    /// - Parameter send: sends one message, on its sender's thread; of several senders at the same time.
    /// - Throws: `WrongResult` where a message doesn't come, comes twice or, in what is serial, before an earlier one of its sender.
    public func send(_ send: @escaping @Sendable (Message) -> Void) throws {
        let senders = Senders(count: latency.senders, receiver: receiver, send: send, most: most)
        // What a first time costs is not what a wait is; and the capacity is that of a warm system.
        let short = min(Trial.rehearsal, seconds / 5)
        if case .rate(let rate) = latency.load {
            _ = try senders.follow(latency.arrivals, rate: rate, seconds: short, seed: seed, isRecorded: false)
        } else {
            _ = try senders.flood(seconds: short)
        }
        switch latency.load {
        case .none:
            preconditionFailure("Trial: send is for a load; this one has none")
        case .flood:
            try keep(senders.flood(seconds: seconds, isRecorded: true))
        case .rate(let rate):
            try keep(senders.follow(latency.arrivals, rate: rate, seconds: seconds, seed: seed))
        case .share(let share):
            let capacity = try self.capacity ?? Statistics.median((0..<3).map { _ in try self.capacity(of: senders, seconds: short) })
            kept.withLock { $0.capacity = capacity }
            let outcome = try senders.follow(latency.arrivals, rate: capacity * share, seconds: seconds, seed: seed)
            keep(outcome)
            if outcome.rate < 0.9 * capacity * share {
                missing(
                    "load", reason: "the senders sent less than nine tenths of it: the system, or the machine, was slower than when it was filled")
            }
        }
    }

    /// In ever longer floods where the machine is too busy to let anything through.
    private func capacity(of senders: Senders, seconds: Double) throws -> Double {
        for longer in [1.0, 10, 100] {
            let found = try senders.capacity(latency.arrivals, seconds: seconds * longer)
            if found > 0 { return found }
        }
        throw WrongResult("nothing got through in a flood")
    }

    /// Seconds of a flood that isn't recorded.
    private static let rehearsal = 0.03

    /// Says that a message has come through. Call it where the system delivers, by one thread at a time unless the latency says that it isn't serial.
    @inline(__always)
    public func deliver(_ message: Message) { receiver.take(message) }

    /// Keeps values of the body's own, such as how late a timer was. Each is used by one thread at a time; those of one name are added up.
    /// - Parameter unit: such as `ns`.
    public func recorder(_ name: String, unit: String = "ns") -> Recorder {
        let recorder = Recorder(name: name, unit: unit)
        kept.withLock { $0.recorders.append(recorder) }
        return recorder
    }

    /// Checks a result. The first that differs fails the trial.
    /// - Throws: `WrongResult`, naming `what`.
    public func expect<T: Equatable>(_ actual: T, _ expected: T, _ what: String) throws {
        guard actual != expected else { return }
        throw WrongResult("\(what): got \(actual), expected \(expected)")
    }

    /// A figure of the benchmark's own.
    public func metric(_ name: String, _ value: Double, unit: String) {
        kept.withLock { kept in
            if value.isFinite { kept.metrics[name] = Metric(value: value, unit: unit) } else { kept.missing[name] = "was not a finite number" }
        }
    }

    /// Says why a figure could not be had.
    public func missing(_ figure: String, reason: String) { kept.withLock { $0.missing[figure] = reason } }

    private func keep(_ sent: Senders.Outcome) {
        kept.withLock {
            $0.recorders += sent.recorders
            $0.rate = sent.rate
            $0.sent = sent.count
        }
        if sent.mostInOneCall > 0 { metric("most in one call", Double(sent.mostInOneCall), unit: "messages") }
        if latency.senders > 1, latency.load == .flood {
            metric("least share", 100 * sent.leastShare, unit: "% of a fair one")
            metric("Jain's index", sent.jain, unit: "of 1")
        }
    }

    /// What was found, when the body is done.
    var outcome: TrialOutcome {
        kept.withLock { kept in
            var distributions: [String: TrialOutcome.Distribution] = [:]
            for recorder in kept.recorders {
                distributions[recorder.name, default: TrialOutcome.Distribution(unit: recorder.unit)].histogram.merge(recorder.histogram)
            }
            return TrialOutcome(
                seconds: seconds, capacity: kept.capacity, rate: kept.rate, sent: kept.sent,
                distributions: distributions.filter { $0.value.histogram.count > 0 },
                metrics: kept.metrics, missing: kept.missing)
        }
    }

    /// Values of one kind, recorded by one thread at a time.
    public final class Recorder: @unchecked Sendable {  // Sendable: its user sees to it that one thread at a time records.
        public let name: String
        public let unit: String
        @exclusivity(unchecked) private(set) var histogram = Histogram()

        init(name: String, unit: String) {
            self.name = name
            self.unit = unit
        }

        @inline(__always)
        public func record(_ value: Int) { histogram.record(value) }
    }
}

/// What came of one trial.
struct TrialOutcome: Codable, Equatable, Sendable {
    struct Distribution: Codable, Equatable, Sendable {
        let unit: String
        var histogram = Histogram()
    }

    let seconds: Double
    /// Messages a second that the system took in a flood; nil where that wasn't asked for.
    let capacity: Double?
    /// Messages a second that were sent.
    let rate: Double?
    let sent: Int?
    /// By what they are of.
    let distributions: [String: Distribution]
    let metrics: [String: Metric]
    let missing: [String: String]
    /// The machine's own in the same process, before and after.
    var jitter = Histogram()
}
