import Foundation

/// What one run found out: the contents of a results file. What each field means is told in `docs/results.md`.
struct Results: JSONDocument, Codable, Equatable, Sendable {
    static let schema = "rxbench/2"

    /// A way to make a results file.
    enum Command: String, Codable, CaseIterable, Sendable {
        case run, counts, compare, fit, check, latency
    }

    var schema = Results.schema
    /// What wrote the file.
    let command: Command
    let suite: String
    /// Nil where there was no choice of profile.
    let profile: Profile.Name?
    let seed: UInt64
    /// Processes whose samples were pooled; nil where there was one.
    var forks: Int?
    /// Nil when every benchmark was asked for.
    private(set) var filter: String?
    /// Nil without one.
    let skip: String?
    /// Of which a benchmark had to have one; nil where none were asked for.
    let tags: [String]?
    /// What was asked for of the suite's choices, by their names; nil for nothing.
    let choices: [String: [String]]?
    /// Of a part: which, as `2/5`; of parts that were put together and are no whole, all of them. Nil for the whole.
    var shard: String?
    /// Ids in the order of measuring, those not reached included.
    private(set) var order: [String]
    /// The id of the floor that times are given as multiples of.
    let reference: String
    let environment: Environment
    /// Where rows are of several machines: these; each row says which. `environment` is the first's.
    var machines: [Environment]?
    /// Whether every benchmark of `order` was measured.
    var complete = false
    /// Whether no row failed.
    private(set) var passed = true
    private(set) var rows: [Row] = []
    private(set) var comparisons: [Comparison] = []
    /// In files of `compare --against` and of `check`.
    var against: ProgramFigures?
    /// In files of `check`: what the gates said.
    private(set) var findings: [Finding]?
    /// In files of `fit` and `check`.
    private(set) var fits: [Fit]?
    /// In files of `check`: what it was asked to look at, besides `filter`.
    var scope: CheckScope?
    /// In files of `check`: the A/A floors that it went by.
    var noise: [Noise.Row]?

    init(
        command: Command = .run, suite: String, profile: Profile.Name?, seed: UInt64, filter: Selection? = nil,
        order: [String], reference: String, environment: Environment
    ) {
        self.command = command
        self.suite = suite
        self.profile = profile
        self.seed = seed
        self.filter = filter?.filter
        skip = filter?.skip
        tags = filter?.tags.isEmpty == false ? filter?.tags : nil
        let asked = filter?.choices.filter(\.isAsked) ?? []
        choices = asked.isEmpty ? nil : Dictionary(uniqueKeysWithValues: asked.map { ($0.name, $0.words) })
        self.order = order
        self.reference = reference
        self.environment = environment
    }

    /// What was asked for; nil for all.
    var selection: Selection? {
        let chosen = (choices ?? [:]).sorted { $0.key < $1.key }.map { Selection.ChosenTags(name: $0.key, words: $0.value, others: []) }
        let selection = Selection(filter: filter, skip: skip, tags: tags ?? [], choices: chosen)
        return selection.isEmpty ? nil : selection
    }

    mutating func add(rows newRows: [Row], comparisons newComparisons: [Comparison]) {
        rows += newRows
        passed = passed && newRows.allSatisfy { $0.failure == nil }
        comparisons += newComparisons
    }

    /// Where all is of one machine, rows don't say so.
    mutating func forgetOnlyMachine() {
        if machines != nil { return }
        for index in rows.indices { rows[index].machine = nil }
        for index in comparisons.indices { comparisons[index].machine = nil }
    }

    /// What was measured besides.
    mutating func add(order new: [String]) { order += new }

    mutating func add(fits new: [Fit]) {
        fits = (fits ?? []) + new
        passed = passed && new.allSatisfy { $0.failure == nil }
    }

    /// What a gate says is a failure when it is certain: not that the machine was too busy to tell, nor that something got better.
    mutating func add(findings new: [Finding]) {
        findings = (findings ?? []) + new
        passed = passed && new.allSatisfy { [.pass, .improvement, .inconclusive].contains($0.verdict) || $0.allowed == true }
    }

    /// Some of these rows, with what belongs to them.
    /// - Parameter filter: what chose them; nil where the own one stands.
    func keeping(_ isChosen: (Row) -> Bool, filter: String? = nil) -> Results {
        var results = self
        results.rows = rows.filter(isChosen)
        let known = Set(results.rows.map(\.key)), left = Set(results.rows.map(\.benchmark))
        results.comparisons = comparisons.filter { found in
            [found.variant, found.base].allSatisfy { known.contains(RowKey(benchmark: found.benchmark, variant: $0)) }
        }
        results.filter = filter ?? self.filter
        let dropped = Set(rows.map(\.benchmark)).subtracting(left)
        results.order = order.filter { !dropped.contains($0) }
        return results
    }

    /// Gives each time as a multiple of the reference floor's, and of its twin's, where those have been measured.
    mutating func relateToReference() {
        let known = Dictionary(rows.map { ($0.key, $0) }) { first, _ in first }
        for index in rows.indices {
            guard let id = rows[index].twin, let median = rows[index].time?.nanosecondsPerEvent.median,
                let twin = known[RowKey(benchmark: id, variant: rows[index].variant)], let base = twin.time?.nanosecondsPerEvent.median, base > 0,
                (median / base).isFinite
            else { continue }
            rows[index].multipleOfTwin = median / base
            rows[index].inconclusiveTwin = twin.inconclusive
        }
        let reference = rows.first { $0.benchmark == self.reference }, floor = reference?.time?.nanosecondsPerEvent.median
        for index in rows.indices {
            guard let median = rows[index].time?.nanosecondsPerEvent.median else { continue }
            if let floor, floor > 0 {
                let multiple = median / floor
                rows[index].multipleOfReference = multiple.isFinite ? multiple : nil
                rows[index].inconclusiveReference = reference?.inconclusive
                if !multiple.isFinite { rows[index].missing["multipleOfReference"] = "it is beyond all numbers" }
            } else {
                rows[index].missing["multipleOfReference"] = "the floor \(self.reference) was not measured"
            }
        }
    }

    /// What of `order` the run ended before.
    var unreached: [String] {
        if complete { return [] }
        let measured = Set(rows.map(\.benchmark)).union(against?.rows.map(\.benchmark) ?? []).union(fits?.map(\.scaling) ?? [])
        return order.filter { !measured.contains($0) }
    }

    /// The exit code of a run that ended like this.
    var exitCode: ExitCode {
        let failures = rows.compactMap(\.failure?.kind) + (fits ?? []).compactMap(\.failure?.kind)
        if failures.contains(.wrongResult) { return .wrongResult }
        if failures.contains(.error) { return .failure }
        return complete ? .success : .interrupted
    }

    /// What the file has two of that must have different names, such as `rows of publish/1-observer (lock)`; nil where all is well. Names
    /// are the same as Swift has it: an accent may be part of a letter or follow it.
    var namedTwice: String? {
        let kinds = [
            ("rows of", rows.map { RowName.text($0.benchmark, $0.variant) + Results.suffix($0.machine) }),
            ("comparisons of", comparisons.map { RowName.text($0.benchmark, $0.variant) + " with \($0.base)" + Results.suffix($0.machine) }),
            ("fits of", (fits ?? []).map { RowName.text($0.scaling, $0.variant) }),
            ("rows of the older program of", (against?.rows ?? []).map { RowName.text($0.benchmark, $0.variant) }),
        ]
        for (kind, names) in kinds {
            if let twice = names.firstTwice { return "\(kind) \(twice)" }
        }
        return nil
    }

    private static func suffix(_ machine: Int?) -> String { machine.map { " on machine \($0)" } ?? "" }

    /// The figures that could not be had and why, each pair once with the number of rows it concerns.
    var missingFigures: [(figure: String, reason: String, rows: Int)] {
        struct Gap: Hashable {
            let figure: String
            let reason: String
        }
        var counts: [Gap: Int] = [:]
        for (figure, reason) in rows.flatMap(\.missing) { counts[Gap(figure: figure, reason: reason), default: 0] += 1 }
        for (figure, reason) in environment.missing { counts[Gap(figure: figure, reason: reason), default: 0] += 1 }
        return counts.map { ($0.key.figure, $0.key.reason, $0.value) }
            .sorted { ($0.figure, $0.reason) < ($1.figure, $1.reason) }
    }

    init(json: Data) throws {
        self = try JSONDecoder().decode(Results.self, from: json)
    }
}
