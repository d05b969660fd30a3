/// The benchmarks that a program offers, and what it knows of them that BenchKit does not.
public struct Suite: Sendable {
    /// Environment variables that a program is measured with.
    public struct Setting: Sendable {
        /// For tables: `without bias`.
        public let name: String
        public let environment: [String: String]

        public init(_ name: String, environment: [String: String]) {
            self.name = name
            self.environment = environment
        }
    }

    /// The variant of a benchmark that has none.
    public static let onlyVariant = "-"

    public let name: String
    /// What the package calls the program that offers them: what `check` builds of an older revision.
    public let product: String
    public let benchmarks: [Benchmark]
    /// Those of latency, which `latency` measures and the other commands leave alone.
    public let latencies: [Benchmark]
    /// Environment variables of the processes that a variant's latency is measured in, by variant.
    public let environments: [String: [String: String]]
    /// Other settings that `cost` measures a row with, besides the usual one: what each is called, and the environment variables that make it.
    public let settings: [Setting]
    /// What the multiple of a benchmark's twin is called in tables, such as `composed:fused`.
    public let twinTitle: String
    /// Options that choose among benchmarks by a tag.
    public let choices: [Choice]
    /// What `fit` looks at.
    public let scalings: [Scaling]
    /// Counts of live resources by kind. It must return to its start after each iteration, within half a second; a row where
    /// it does not has failed its check. Called from the measuring thread only.
    public let probe: (@Sendable () -> [String: Int])?
    /// Leaves behind, for good, something that `probe` counts: the leak that the gate's self-test plants. Nil for an object of its own.
    public let leak: (@Sendable () -> Void)?
    /// What a variant is, in the singular, such as `core`. Also the name of the option that chooses among them.
    public let variantsTitle: String
    /// The variants that run when none is asked for.
    public let defaultVariants: [String]
    /// Every variant that some benchmark has, the default ones first.
    public let allVariants: [String]
    /// The folder of the files that `check` goes by.
    public let thresholds: String
    /// The floor whose time the others are given as multiples of. It is measured in every run, whatever the filter.
    public let reference: String
    /// A file that says of what there is no benchmark, and why, in lines `name :: reason`; nil without one. For `cost`, which is asked for such a name.
    public let reasons: String?
    /// Words that are parts of ids in a catalogue. A check that has limited time counts of each name one row for each of these lists, in whose id the
    /// first of the words is that any of the name's rows has; of what has none of them, any row.
    public let telling: [[String]]
    /// What its figures come from, as git's pathspecs from the package's folder; empty where that is not told, and no results file tells
    /// what it measured then.
    public let sources: [String]
    /// Those of latency, too: a worker is asked for each by its id, and there may be thousands.
    let benchmarksByID: [String: Benchmark]
    /// In what this build isn't the usual one, such as `without bias`: results say so, and figures of two builds aren't compared.
    public let build: String?

    public init(
        name: String, product: String? = nil, build: String? = nil, benchmarks: [Benchmark], scalings: [Scaling] = [],
        probe: (@Sendable () -> [String: Int])? = nil, leak: (@Sendable () -> Void)? = nil, variantsTitle: String = "core",
        defaultVariants: [String] = ["lock", "queue"], environments: [String: [String: String]] = [:],
        settings: [Setting] = [], choices: [Choice] = [], twinTitle: String = "× twin",
        reference: String = "floor.closure-call", thresholds: String = "Benchmarks/Thresholds", reasons: String? = nil, telling: [[String]] = [],
        sources: [String] = []
    ) {
        self.build = build
        benchmarksByID = Dictionary(benchmarks.map { ($0.id, $0) }) { first, _ in first }
        let scalingIDs = scalings.flatMap(\.benchmarks).map(\.id), known = Set(benchmarksByID.keys).union(scalingIDs)
        let isUnique = known.count == benchmarks.count + scalingIDs.count
        require(isUnique, "Suite: two benchmarks share the id '\((benchmarks.map(\.id) + scalingIDs).firstTwice ?? "")'")
        for benchmark in benchmarks {
            guard let twin = benchmark.twin else { continue }
            require(known.contains(twin), "Suite: there is no benchmark '\(twin)' to be the twin of \(benchmark.id)")
        }
        for latency in benchmarks.compactMap(\.latency?.latency) {
            let floor = latency.floor.map { id in benchmarks.contains { $0.id == id && $0.latency != nil } }
            require(floor != false, "Suite: the floor '\(latency.floor ?? "")' is no benchmark of latency")
        }
        for benchmark in benchmarks {
            let hasCounts = benchmark.countLimits.contains { $0.figure != .perEvent(.kept) }
            require(
                benchmark.isCounted || !hasCounts, "Benchmark \(benchmark.id): counts of several threads have no limits, but for kept(perEvent:)")
            for limit in benchmark.limits {
                guard case .multiple(let floor) = limit.figure else { continue }
                let found = benchmarks.first { $0.id == floor && $0.latency == nil }
                let isAlone = found.map {
                    $0.variants == [Suite.onlyVariant] || $0.variants.isEmpty && ($0.kind == .floor || defaultVariants == [Suite.onlyVariant])
                }
                require(isAlone == true, "Suite: the floor '\(floor)' of a limit of \(benchmark.id) is no benchmark without variants")
            }
        }
        self.name = name
        self.product = product ?? name
        self.benchmarks = benchmarks.filter { $0.latency == nil }
        latencies = benchmarks.filter { $0.latency != nil }
        self.environments = environments
        self.settings = settings
        self.choices = choices
        self.twinTitle = twinTitle
        self.scalings = scalings
        self.probe = probe
        self.leak = leak
        self.variantsTitle = variantsTitle
        self.defaultVariants = defaultVariants
        self.reference = reference
        self.thresholds = thresholds
        self.reasons = reasons
        self.telling = telling
        self.sources = sources
        var seen = defaultVariants
        for variant in benchmarks.flatMap(\.variants) where variant != Suite.onlyVariant && !seen.contains(variant) {
            seen.append(variant)
        }
        allVariants = seen
    }

    /// The variants a benchmark can run on.
    public func variants(of benchmark: Benchmark) -> [String] {
        if !benchmark.variants.isEmpty { return benchmark.variants }
        return benchmark.kind == .floor ? [Suite.onlyVariant] : defaultVariants
    }

    /// The variants of a benchmark to run when `chosen` were asked for, or nil where nothing was. What does not vary always runs.
    func variants(of benchmark: Benchmark, chosen: [String]?) -> [String] {
        let all = variants(of: benchmark)
        if all == [Suite.onlyVariant] { return all }
        if let chosen { return chosen.filter(all.contains) }
        let preferred = all.filter(defaultVariants.contains)
        return preferred.isEmpty ? all : preferred
    }

    /// Whether there is a choice of variants.
    var hasVariants: Bool { allVariants != [Suite.onlyVariant] }
}
