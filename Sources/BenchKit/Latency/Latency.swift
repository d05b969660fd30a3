/// How a benchmark of latency is loaded.
///
/// Throughput comes from closed loops, where a sender sends when the one before has got through. They can't see a wait: while the system stands still
/// so does its sender, and all that would have come meanwhile, and waited, is never sent (coordinated omission). So here senders follow a
/// schedule, and a delay counts from the time at which a message was to be sent.
public struct Latency: Sendable, Equatable {
    /// How much is sent.
    public enum Load: Sendable, Equatable {
        /// By each sender as fast as it can.
        case flood
        /// So large a share of what the system can take, all senders together; what that is, is measured first, by a flood.
        case share(Double)
        /// So many a second, all senders together.
        case rate(Double)
        /// Nothing is sent: the body records what it looks at itself, as of timers.
        case none
    }

    /// Threads that send at the same time.
    public var senders: Int
    public var load: Load
    public var arrivals: Arrivals
    /// The id of the benchmark that does the same by hand: its percentiles are what this one's are given as multiples of. Nil for none.
    public var floor: String?
    /// How many times as long as others' its trials are: for what happens seldom, or may not be sent often.
    public var length: Double
    /// Whether the system delivers one message at a time, those of a sender in their order. What may deliver several at once is looked at under a lock,
    /// which costs some 20 ns a message.
    public var isSerial: Bool

    public init(
        senders: Int = 1, load: Load = .none, arrivals: Arrivals = .poisson, floor: String? = nil, length: Double = 1, isSerial: Bool = true
    ) {
        require(senders > 0, "Latency: at least one sender, not \(senders)")
        require((0.1...1000).contains(length), "Latency: a length from 0.1 to 1000 times, not \(length)")
        if case .share(let share) = load { require(share > 0 && share < 1, "Latency: a share between 0 and 1, not \(share)") }
        if case .rate(let rate) = load { require((0.001...1e9).contains(rate), "Latency: a rate from 0.001 to 1e9, not \(rate)") }
        if case .bursts(let size) = arrivals { require(size > 0, "Latency: a burst of at least one, not \(size)") }
        self.senders = senders
        self.load = load
        self.arrivals = arrivals
        self.floor = floor
        self.length = length
        self.isSerial = isSerial
    }
}

extension Benchmark {
    /// A benchmark of latency. Its body makes the system, lets the trial send, and puts the system away:
    ///
    ///     Benchmark("queue", "async to a serial queue", latency: Latency(senders: 2, load: .share(0.5))) { trial in
    ///         let queue = DispatchQueue(label: "receiver")
    ///         try trial.send { message in queue.async { trial.deliver(message) } }
    ///     }
    ///
    /// - Parameters:
    ///   - latency: how it is loaded.
    ///   - body: runs in a process of its own for each variant and fork, on its main thread, and must leave nothing behind.
    public init(
        _ id: String, _ title: String, unit: String = "message", kind: Kind = .workload, variants: [String] = [], tags: [String] = [],
        latency: Latency, body: @escaping @Sendable (Trial) throws -> Void
    ) {
        self.init(
            id, title, unit: unit, kind: kind, variants: variants, isSingleThreaded: false, threads: latency.senders, events: Events(1),
            tags: tags, latency: Measured(latency: latency, body: body)
        ) { _ in throw WrongResult("a benchmark of latency has no iterations") }
    }

    /// What is measured of latency, and how.
    struct Measured: Sendable {
        let latency: Latency
        let body: @Sendable (Trial) throws -> Void
    }
}
