import Foundation

/// A form that other programs read. Each is documented by its owner, and checked against that by the tests.
public enum ExportFormat: String, CaseIterable, Sendable {
    /// Go's benchmark text, for benchstat.
    case go
    /// The JSON of JMH, as its `-rf json` writes it.
    case jmh
    /// The JSON of Google Benchmark, for its compare.py.
    case gbench
    /// What github-action-benchmark takes as `customSmallerIsBetter`.
    case gha
    /// Bencher Metric Format.
    case bmf
    /// Comma-separated values (RFC 4180), one figure a line.
    case csv
    /// One row's percentiles, for HdrHistogram's plotter.
    case hgrm

    /// - Parameters:
    ///   - row: the one that `hgrm` takes, as tables call it.
    ///   - figure: of that row; nil for the delay.
    /// - Throws: `FileError` where two rows, or two figures of a row, would have one name in this form; `UsageError` where `hgrm` has no such
    ///   row or figure.
    func text(_ results: Results, row: String? = nil, figure: String? = nil) throws -> String {
        switch self {
        case .go: try GoExport(results).text()
        case .jmh: try JMHExport(results).text()
        case .gbench: try GoogleExport(results).text()
        case .gha: try ActionExport(results).text()
        case .bmf: try BencherExport(results).text()
        case .csv: try CSVExport(results).text()
        case .hgrm: try HistogramExport(results: results, row: row, figure: figure).text()
        }
    }

    /// Whether it has a place for what is known of a row that didn't fail.
    func takes(_ row: Row) -> Bool {
        switch self {
        case .go, .bmf, .csv: row.hasFigures
        case .gha: row.failure == nil && (row.time != nil || !row.figuresOfLess.isEmpty)
        case .jmh: row.time != nil || row.latency?.primary() != nil
        case .gbench: row.time != nil || row.latency?.primary(unit: "ns") != nil
        case .hgrm: row.latency?.primary() != nil
        }
    }

    /// For people: what the rows that it takes have.
    var taken: String? {
        switch self {
        case .go, .gha, .bmf, .csv: nil
        case .jmh, .gbench: "times and latencies"
        case .hgrm: "latencies"
        }
    }
}

/// One figure of a row, as formats want it that know nothing of events and subscriptions.
struct ExportedFigure: Equatable {
    /// In lower case with hyphens.
    let name: String
    let unit: String
    let value: Double
    var low: Double?
    var high: Double?
    var per = Per.event
    /// Of a latency; nil for what is none.
    var part: Part?

    /// What formats call the time, Google Benchmark's other fields, beside which counters stand, and all figures that are measured without a
    /// benchmark's help: no names for own figures.
    private static let reserved = Set(
        [
            "time", "latency", "name", "run_name", "run_type", "family_index", "per_family_instance_index", "repetitions", "repetition_index",
            "threads", "error_occurred", "error_message", "iterations", "real_time", "cpu_time", "time_unit", "processor-time", "peak-memory",
        ] + calls + transferred + CountedKind.allCases.flatMap { [$0.rawValue, $0.rawValue + perSubscription] })

    /// What the kernel did, whose names say what is counted.
    static let calls = ["voluntary-switches", "involuntary-switches", "read-calls", "write-calls"]
    /// In bytes.
    private static let transferred = ["bytes-read", "bytes-written", "bytes-from-disk", "bytes-to-disk"]

    /// What the kernel did for one iteration of a row; nothing where all of it is 0.
    static func ofKernel(_ row: Row) -> [ExportedFigure] {
        func figures(_ names: ArraySlice<String>, _ unit: String, _ values: [UInt64?]) -> [ExportedFigure] {
            zip(names, values).compactMap { name, value in value.map { ExportedFigure(name: name, unit: unit, value: Double($0), per: .nothing) } }
        }
        let switches = row.contextSwitches.map { [$0.voluntary, $0.involuntary].map { UInt64(max(0, $0)) } } ?? []
        let moved = row.transfers
        let transfers =
            figures(calls[2...], "calls", [moved?.readCalls, moved?.writeCalls])
            + figures(transferred[...], "B", [moved?.bytesRead, moved?.bytesWritten, moved?.bytesFromDisk, moved?.bytesToDisk])
        return [figures(calls[..<2], "switches", switches), transfers].flatMap { all in all.contains { $0.value > 0 } ? all : [] }
    }

    static let perSubscription = "-per-subscription"

    /// What an own figure is called: another name than any other figure of any row, whatever else its row has.
    static func own(_ name: String) -> String {
        var base = name[...]
        while base.hasPrefix("own-") { base = base.dropFirst(4) }
        return reserved.contains(String(base)) || isOfLatency(String(base)) ? "own-" + name : name
    }

    /// What a figure is shared out over.
    enum Per {
        case event, subscription, nothing
    }

    /// - Parameter event: what one event of the row is.
    func unit(event: String) -> String {
        switch per {
        case .event: "\(unit)/\(event)"
        case .subscription: "\(unit)/subscription"
        case .nothing: unit
        }
    }
}

extension Row {
    /// The wall-clock time of an event; nil where it wasn't measured.
    var exportedTime: ExportedFigure? {
        time.map { ExportedFigure(name: "time", unit: "ns", $0.nanosecondsPerEvent) }
    }

    /// All figures that are no wall-clock time, in a fixed order. What was counted exactly comes before what an ordinary run found.
    var exportedFigures: [ExportedFigure] {
        var figures: [ExportedFigure] = []
        if let time { figures.append(ExportedFigure(name: "processor-time", unit: "ns", time.processorNanosecondsPerEvent)) }
        let parts: [(String, ExportedFigure.Per)] = [("", .event), (ExportedFigure.perSubscription, .subscription)]
        for ((suffix, per), counts) in zip(parts, [\RowCounts.perEvent, \RowCounts.perSubscription]) {
            for kind in CountedKind.allCases {
                guard let count = self.counts?[keyPath: counts][kind] else { continue }
                figures.append(
                    ExportedFigure(
                        name: kind.rawValue + suffix, unit: kind.rawValue, value: count.value, low: count.low, high: count.high, per: per))
            }
        }
        if let allocations {
            for ((suffix, per), each) in zip(parts, [allocations.perEvent, allocations.perSubscription]) {
                figures.append(ExportedFigure(name: "mallocs" + suffix, unit: "mallocs", value: each.mallocs, per: per))
                figures.append(ExportedFigure(name: "bytes" + suffix, unit: "B", value: each.bytes, per: per))
            }
        }
        if let latency { figures += ExportedFigure.all(of: latency, event: unit) }
        if let peakMemory { figures.append(ExportedFigure(name: "peak-memory", unit: "B", value: Double(peakMemory), per: .nothing)) }
        figures += ExportedFigure.ofKernel(self)
        // What was counted exactly, not what the ordinary run found of the same.
        var seen: Set<String> = []
        figures = figures.filter { $0.value.isFinite && seen.insert($0.name).inserted }
        for (name, own) in metrics.sorted(by: { $0.key < $1.key }) where own.value.isFinite {
            figures.append(ExportedFigure(name: ExportedFigure.own(name), unit: own.unit, value: own.value, per: .nothing))
        }
        return figures
    }

    /// Those of which less is better, as far as that is known: a rate is none.
    var figuresOfLess: [ExportedFigure] { exportedFigures.filter { !ExportedFigure.rates.contains($0.name) } }

    /// Events of a sample, at least one; of a file that has more than can be counted, as many as can.
    var exportedIterations: Int {
        let (events, overflows) = self.events.multipliedReportingOverflow(by: time?.iterationsPerSample ?? 1)
        return overflows ? .max : max(1, events)
    }

    /// Whether there is anything to export.
    var hasFigures: Bool { failure == nil && (time != nil || !exportedFigures.isEmpty) }
}

extension ExportedFigure {
    init(name: String, unit: String, _ estimate: Estimate) {
        self.init(name: name, unit: unit, value: estimate.median, low: estimate.interval?.low, high: estimate.interval?.high)
    }
}

/// What a form calls rows, or the figures of one row: no two may have one name, or readers would take two for one.
struct ExportedNames {
    private var seen: [String: String] = [:]
    private let format: ExportFormat

    init(_ format: ExportFormat) {
        self.format = format
    }

    /// - Parameter what: is called `name`.
    /// - Throws: `FileError` that names both where another one is called so too.
    mutating func add(_ name: String, of what: String) throws(FileError) {
        guard let other = seen.updateValue(what, forKey: name) else { return }
        throw FileError(description: "\(other) and \(what) would both be '\(name)' in the form \(format.rawValue): one needs another name")
    }
}

/// How the formats that are JSON are written.
enum ExportJSON {
    static func text(_ document: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return JSONText.quoted(String(decoding: try encoder.encode(document), as: UTF8.self)) + "\n"
    }
}
