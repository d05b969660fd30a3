import Foundation

/// The counts that were accepted, as committed in `Benchmarks/Thresholds/baseline.json`.
struct Baseline: JSONDocument, Codable, Equatable, Sendable {
    static let schema = "rxbench-baseline/2"

    let schema: String
    /// Why it was accepted, in the words of who did.
    let reason: String
    /// The commit that was measured; times are compared with what it builds. Nil outside a repository.
    let commit: String?
    /// Whether tracked files differed from the commit.
    let dirty: Bool?
    let environment: Environment
    /// What was counted of any row.
    let kinds: [CountedKind]
    private(set) var rows: [Row]

    /// - Parameter results: of `counts`, complete and without failures.
    init(_ results: Results, reason: String) {
        schema = Baseline.schema
        self.reason = reason
        commit = results.environment.commit
        dirty = results.environment.dirty
        environment = results.environment
        let rows = results.rows.compactMap { row in
            row.counts?.accepted.map { Row(benchmark: row.benchmark, variant: row.variant, counts: $0) }
        }.sorted { ($0.benchmark, $0.variant) < ($1.benchmark, $1.variant) }
        kinds = CountedKind.allCases.filter { kind in
            rows.contains { $0.counts.perEvent[kind] != nil || $0.counts.perSubscription[kind] != nil }
        }
        self.rows = rows
    }

    private enum CodingKeys: CodingKey {
        case schema, reason, commit, dirty, environment, kinds, rows
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        schema = try fields.decode(String.self, forKey: .schema)
        reason = try fields.decode(String.self, forKey: .reason)
        commit = try fields.decodeIfPresent(String.self, forKey: .commit)
        dirty = try fields.decodeIfPresent(Bool.self, forKey: .dirty)
        environment = try fields.decode(Environment.self, forKey: .environment)
        let kinds = try fields.decode([CountedKind].self, forKey: .kinds)
        self.kinds = kinds
        rows = try fields.decode([Line].self, forKey: .rows).map { try $0.row(kinds) }
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try encode(to: &fields)
        try fields.encode(rows.map { Line($0, kinds) }, forKey: .rows)
    }

    private func encode(to fields: inout KeyedEncodingContainer<CodingKeys>) throws {
        try fields.encode(schema, forKey: .schema)
        try fields.encode(reason, forKey: .reason)
        try fields.encodeIfPresent(commit, forKey: .commit)
        try fields.encodeIfPresent(dirty, forKey: .dirty)
        try fields.encode(environment, forKey: .environment)
        try fields.encode(kinds.map(\.rawValue), forKey: .kinds)
    }

    /// All but its rows.
    private struct Head: JSONDocument {
        let baseline: Baseline

        func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: CodingKeys.self)
            try baseline.encode(to: &fields)
        }
    }

    /// With a line for each row, so that a change of one shows as one.
    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let lines = try rows.map { JSONText.quoted(String(decoding: try encoder.encode(Line($0, kinds)), as: UTF8.self)) }
        let head = String(decoding: try Head(baseline: self).json(), as: UTF8.self)
        guard let end = head.lastIndex(of: "}") else { return Data(head.utf8) }
        return Data((head[..<end].dropLast() + ",\n  \"rows\" : [\n    " + lines.joined(separator: ",\n    ") + "\n  ]\n}\n").utf8)
    }

    /// With the names of functions, which explain what changed.
    func adding(_ calls: [RowKey: FunctionCalls]) -> Baseline {
        var baseline = self
        baseline.rows = rows.map { row in
            let known = calls[RowKey(benchmark: row.benchmark, variant: row.variant)]
            return Row(benchmark: row.benchmark, variant: row.variant, counts: row.counts.with(known))
        }
        return baseline
    }

    func counts(_ benchmark: String, _ variant: String) -> RowCounts? {
        rows.first { $0.benchmark == benchmark && $0.variant == variant }?.counts
    }

    /// Of all rows.
    var counts: [RowKey: RowCounts] {
        Dictionary(rows.map { (RowKey(benchmark: $0.benchmark, variant: $0.variant), $0.counts) }) { first, _ in first }
    }

    /// Rows that were accepted and aren't there any more, or are floors of several threads now and so have no counts: what nobody would notice to
    /// be missing.
    func rows(unknownTo suite: Suite) -> [Row] {
        let benchmarks = Dictionary(suite.benchmarks.map { ($0.id, $0) }) { first, _ in first }
        return rows.filter { row in
            let benchmark = benchmarks[row.benchmark]
            return benchmark.map { !$0.isCounted && !$0.isCountedNatively || !suite.variants(of: $0).contains(row.variant) } ?? true
        }
    }

    /// - Throws: `Incomparable` where there is none, `FileError` where it can't be read.
    static func read(_ path: String) throws -> Baseline {
        guard FileManager.default.fileExists(atPath: path) else {
            // It may be another folder than whoever reads this thinks.
            let place = URL(fileURLWithPath: path).path
            throw Incomparable("there is no baseline \(place); make one with: baseline accept --reason TEXT (check --limits needs none)")
        }
        let baseline = try ResultsFile.decode(Baseline.self, from: path, schema: schema)
        if let twice = baseline.rows.map({ RowName.text($0.benchmark, $0.variant) }).firstTwice {
            throw FileError(description: "\(path) has two rows of \(twice)")
        }
        return baseline
    }
}

/// How much each row differs from itself on a machine, as `calibrate` has measured it.
struct Noise: JSONDocument, Codable, Equatable, Sendable {
    static let schema = "rxbench-noise/2"

    struct Row: Codable, Equatable, Sendable {
        let benchmark: String
        let variant: String
        /// How far from 1 the interval of the ratio of a program to itself reaches.
        let floor: Double
        /// Share of the pairs that were thrown away.
        let discarded: Double
    }

    let schema: String
    let environment: Environment
    /// Whether the calibration came to its end.
    let complete: Bool
    let rows: [Row]

    init(environment: Environment, complete: Bool = true, rows: [Row]) {
        schema = Noise.schema
        self.environment = environment
        self.complete = complete
        self.rows = rows
    }

    init(_ outcomes: [DuelOutcome], environment: Environment, complete: Bool = true) {
        self.init(
            environment: environment, complete: complete,
            rows: outcomes.compactMap { outcome in
                guard let floor = outcome.ratio?.interval.map({ max($0.high - 1, 1 - $0.low, 0) }) else { return nil }
                let side = outcome.duel.challenger
                return Row(
                    benchmark: side.benchmark, variant: side.variant, floor: floor, discarded: outcome.disturbedShare)
            })
    }

    /// With the floors of rows that this lacks.
    /// - Parameter old: of the same environment.
    func adding(_ old: Noise) -> Noise {
        Noise(
            environment: environment, complete: complete, rows: rows + old.rows.filter { floor($0.benchmark, $0.variant) == nil })
    }

    /// - Throws: `FileError` where it can't be read.
    static func read(_ path: String) throws(FileError) -> Noise {
        let noise = try ResultsFile.decode(Noise.self, from: path, schema: schema)
        if let twice = noise.rows.map({ RowName.text($0.benchmark, $0.variant) }).firstTwice {
            throw FileError(description: "\(path) has two floors of \(twice)")
        }
        return noise
    }

    func floor(_ benchmark: String, _ variant: String) -> Double? {
        rows.first { $0.benchmark == benchmark && $0.variant == variant }?.floor
    }
}
