/// One thing to measure: a body that runs a whole life cycle and checks its own result, on each of its variants.
public struct Benchmark: Sendable {
    /// What a row is measured for.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// A feature under test.
        case workload
        /// The cheapest way to do such a thing by hand: what workloads are compared with.
        case floor
        /// A whole task on real input.
        case scenario
        /// One use of one part of a vocabulary. Such rows come in thousands, so little is spent on each: few samples, whose time isn't taken
        /// from other rows', and counts of events alone, once in each process. Times are compared where somebody says what is wanted.
        case catalogue
    }

    /// Short and stable, unique in its suite: `map-filter/6-in-a-row/composed`, `floor.atomic-add`.
    public let id: String
    /// One line.
    public let title: String
    /// What one event is: `onNext`, `hop`, `timer`.
    public let unit: String
    public let kind: Kind
    /// The variants it can run on. Empty stands for the suite's default variants or, for a floor, for the single variant `-`.
    public let variants: [String]
    /// Whether all its work runs on the calling thread. Then its processor time leaves out what other programs do, and its
    /// counts are the same in every run; of others mallocs alone are compared.
    public let isSingleThreaded: Bool
    /// Whether its body says what is counted (`Run.countedSection`): then its counts are compared also where several threads are at work.
    private(set) var countsSections = false
    /// Whether it is counted in a process that has run nothing before.
    private(set) var isCountedAlone = false
    /// Whether this process's mallocs tell nothing of it.
    private(set) var leavesMallocsOut = false
    /// How many threads send it its events at the same time. Threads that only receive, such as schedulers', aren't counted.
    public let threads: Int
    /// The number of events one iteration pushes.
    public let events: Events
    /// The id of the benchmark whose time this one's is also told as a multiple of; nil for none.
    public private(set) var twin: String?
    /// What it can be chosen by, besides its id and title.
    public let tags: [String]
    /// The declarations whose code it runs, such as `ObservableType.map(_:)`.
    private(set) var covers: [String] = []
    /// What it may cost at most.
    var limits: [Limit] = []
    let body: @Sendable (Run) throws -> Void
    /// Of a benchmark of latency, which has trials instead of iterations; else nil.
    let latency: Measured?

    /// A benchmark that says itself what is timed, what is right and what else is to be told:
    ///
    ///     Benchmark("queue", "push and pop") { run in
    ///         var queue = Queue()
    ///         run.timed { for i in 0..<run.n { queue.push(i) } }
    ///         run.metric("memory", Double(queue.bytes), unit: "B")
    ///         try run.expect(queue.count, run.n, "elements")
    ///     }
    ///
    /// - Parameter body: one iteration: build, subscribe, emit `run.n` events, dispose, check. It is called many times, always
    ///   from the same thread, and must leave nothing behind. `run.n` may be 0: then build, subscribe and dispose only.
    /// - Parameter threads: how many the body sends events from; for the record, since it is the body that makes them.
    /// - Parameter tags: what `--tag` chooses it by: words without commas and spaces.
    public init(
        _ id: String, _ title: String, unit: String = "event", kind: Kind = .workload, variants: [String] = [],
        isSingleThreaded: Bool = true, threads: Int = 1, events: Events = Events(1000), tags: [String] = [],
        body: @escaping @Sendable (Run) throws -> Void
    ) {
        self.init(
            id, title, unit: unit, kind: kind, variants: variants, isSingleThreaded: isSingleThreaded, threads: threads, events: events,
            tags: tags, latency: nil, body: body)
    }

    init(
        _ id: String, _ title: String, unit: String, kind: Kind, variants: [String], isSingleThreaded: Bool, threads: Int, events: Events,
        tags: [String], latency: Measured?, body: @escaping @Sendable (Run) throws -> Void
    ) {
        // Options take several at once, with commas between them.
        let wrong = tags.first { $0.isEmpty || $0.contains { $0 == "," || $0.isWhitespace } }
        require(wrong == nil, "Benchmark \(id): a tag is a word without commas, not '\(wrong ?? "")'")
        self.id = id
        self.title = title
        self.unit = unit
        self.kind = kind
        self.variants = variants
        self.isSingleThreaded = isSingleThreaded
        self.threads = threads
        self.events = events
        self.latency = latency
        self.tags = tags
        self.body = body
    }

    /// This benchmark, with its time also told as a multiple of another one's: of what does the same in another form.
    /// - Parameter id: of a benchmark of the same suite and variants. Where a run leaves it out there is no multiple.
    public func multiple(of id: String) -> Benchmark {
        var benchmark = self
        benchmark.twin = id
        return benchmark
    }

    /// This benchmark, whose body says by `run.countedSection` what is counted: for what another thread does, of which one at a time is at work. Say
    /// `isSingleThreaded: false` of the benchmark.
    public func countingSections() -> Benchmark {
        var benchmark = self
        benchmark.countsSections = true
        return benchmark
    }

    /// This benchmark, each variant of which is counted in a process of its own: for counts that depend on what a process has done before, such as how
    /// many threads it has had. Each such process takes a second or two.
    public func countedAlone() -> Benchmark {
        var benchmark = self
        benchmark.isCountedAlone = true
        return benchmark
    }

    /// This benchmark, whose work is done by a process that it starts or asks: nothing is counted of it. Say `isSingleThreaded: false` of the
    /// benchmark.
    public func inAnotherProcess() -> Benchmark {
        require(!isSingleThreaded, "Benchmark \(id): what another process does isn't single-threaded")
        var benchmark = self
        benchmark.leavesMallocsOut = true
        return benchmark
    }

    /// This benchmark, most of whose mallocs are made on the threads of a library that isn't measured: how many hangs on how these meet, from
    /// machine to machine, by more than a change makes. Nothing is counted of it; that nothing stays of an event is checked as elsewhere. Where one
    /// of its threads at a time does what is of interest, count that alone: `countingSections`. Say `isSingleThreaded: false` of the benchmark.
    public func onForeignThreads() -> Benchmark {
        require(!isSingleThreaded, "Benchmark \(id): threads of another library are more than one")
        var benchmark = self
        benchmark.leavesMallocsOut = true
        return benchmark
    }

    /// Whether its counts are the same in every run.
    var isCounted: Bool { isSingleThreaded || countsSections }

    /// This benchmark, found by these names, too, when it is asked what something costs.
    /// - Parameter declarations: whose code it runs, as a symbol graph has them, `Type.name(label:)`. What stands behind a blank and a bracket tells
    ///   overloads apart, and is no part of the name.
    public func covering(_ declarations: [String]) -> Benchmark {
        var benchmark = self
        benchmark.covers = declarations
        return benchmark
    }
}

/// The number of events of one iteration, by profile. Each must be positive; an iteration of 1 to 20 ms measures best.
public struct Events: Sendable, Equatable {
    public let quick: Int
    public let ci: Int
    public let full: Int
    /// The most for counting.
    private let mostCounted: Int

    /// - Parameter counted: for counting, where an event costs thousands of instructions; at most 1,000.
    public init(quick: Int, ci: Int, full: Int, counted: Int = 1000) {
        require(quick > 0 && ci > 0 && full > 0, "Events: every profile needs at least one event, not \(min(quick, ci, full))")
        require((2...1000).contains(counted), "Events: from 2 to 1,000 are counted, not \(counted)")
        mostCounted = counted
        self.quick = quick
        self.ci = ci
        self.full = full
    }

    /// The same number in every profile.
    public init(_ count: Int, counted: Int = 1000) {
        self.init(quick: count, ci: count, full: count, counted: counted)
    }

    /// For counting, which needs few events and is slow: even, and at most 1,000.
    var counted: Int { quick < 2 ? quick : min(quick, mostCounted) / 2 * 2 }

    /// For many short samples: an iteration of a fraction of a millisecond rather than of several.
    var brief: Int { max(min(quick, 1000), quick / 10) / 2 * 2 + (quick == 1 ? 1 : 0) }

    func count(for profile: Profile.Name) -> Int {
        switch profile {
        case .quick: quick
        case .ci: ci
        case .full: full
        }
    }
}
