import ToolCommand

/// Whether a results file has what it promises; see `summary`.
public struct ResultsCheck: Tool {
    public let name = "check-results", subject = "results file"
    public let forms = ["RESULTS LISTING"]
    public let summary = """
        Whether a results file is what the listing of `rxbench list --json` promises: schema rxbench/2, complete and passed; and of a run for every
        workload and scenario a row with times on each of the two cores, of `latency` for every benchmark of latency a row on each of its variants,
        with percentiles in their order. Where the file was made with a filter, of those that its order names. Exit code 1: it isn't.
        """

    public init() {}

    public func run(_ arguments: [String], in place: ToolPlace) throws -> ToolOutcome {
        guard arguments.count == 2 else { throw wrongArguments }
        let results: MeasuredResults = try place.json(arguments[0], as: "results file")
        let check = ResultsChecked(results, against: try place.json(arguments[1], as: "list of benchmarks"))
        return .found(check.defects.map { "results file: \($0)" }, otherwise: check.summary)
    }
}

/// As much of an entry of `rxbench list --json` as a check of results needs.
struct ListedBenchmark: Decodable {
    /// Whatever it says: only benchmarks of `rxbench latency` have it.
    struct Latency: Decodable {}

    let id: String
    let kind: String
    let variants: [String]
    let latency: Latency?
}

/// A results file beside the listing.
struct ResultsChecked {
    private let results: MeasuredResults
    private let listing: [ListedBenchmark]
    private let isOfLatency: Bool
    /// Each benchmark and variant with figures.
    private let measured: Set<String>

    init(_ results: MeasuredResults, against all: [ListedBenchmark]) {
        let isOfLatency = results.command == "latency", order = Set(results.order ?? [])
        self.results = results
        self.isOfLatency = isOfLatency
        // The catalogue is counted, where each row checks its results, too; it is timed on request.
        listing = all.filter {
            $0.kind != "catalogue" && ($0.latency != nil) == isOfLatency && (!isOfLatency || results.filter == nil || order.contains($0.id))
        }
        let rows = results.rows.filter { isOfLatency ? $0.latency?.distributions.isEmpty == false : $0.time?.samples?.isEmpty == false }
        measured = Set(rows.map { "\($0.benchmark) \($0.variant)" })
    }

    var summary: String { "\(measured.count) rows, every benchmark on every \(isOfLatency ? "variant" : "core")" }

    var defects: [String] { ofFile + ofDistributions + ofListing }

    private var ofFile: [String] {
        var defects: [String] = []
        if listing.isEmpty { defects.append("the listing has nothing of it") }
        if results.schema != "rxbench/2" { defects.append("the schema is \(results.schema ?? "not told")") }
        if results.order == nil { defects.append("it has no order") }
        if results.complete != true { defects.append("it is not complete") }
        if results.passed != true { defects.append("a row failed") }
        return defects
            + results.rows.compactMap { row in row.failure.map { "\(row.benchmark) on \(row.variant) failed: \($0.message)" } }
    }

    private var ofDistributions: [String] {
        guard isOfLatency else { return [] }
        return results.rows.flatMap { row -> [String] in
            guard let latency = row.latency, !latency.distributions.isEmpty else { return [] }
            guard let jitter = latency.jitter else { return ["\(row.benchmark) on \(row.variant) has no jitter"] }
            return (latency.distributions.sorted { $0.key < $1.key } + [("jitter", jitter)]).compactMap { name, distribution in
                distribution.defect.map { "\(row.benchmark) on \(row.variant): \(name) \($0)" }
            }
        }
    }

    private var ofListing: [String] {
        listing.flatMap { benchmark in
            let variants = isOfLatency ? benchmark.variants : benchmark.kind == "floor" ? ["-"] : ["lock", "queue"]
            return variants.filter { !measured.contains("\(benchmark.id) \($0)") }
                .map { "\(benchmark.id) on \($0) has no \(isOfLatency ? "latency" : "times")" }
        }
    }
}

extension ResultsLatency.Distribution {
    /// What is wrong with it; nil where all is well: each percentile is no less than the one before, and none is above the largest value.
    var defect: String? {
        guard let histogram, histogram.count > 0 else { return "has no values" }
        let names = ["p50", "p90", "p99", "p99.9", "p99.99"]
        if let unknown = percentiles.keys.sorted().first(where: { !names.contains($0) }) { return "has a percentile \(unknown)" }
        let known = names.compactMap { name in percentiles[name].map { (name, $0.value) } } + [("max", histogram.largest)]
        let wrong = zip(known, known.dropFirst()).first { $0.1 > $1.1 }
        return wrong.map { "has a \($0.0) of \($0.1) and a \($1.0) of \($1.1)" }
    }
}
