import Foundation

/// One benchmark in all files: its figures by variant, of each row from the newest file that has it.
struct BenchmarkDigest {
    /// One variant's figures.
    struct Side {
        let variant: String
        /// From the newest run that has it.
        let timed: Row?
        /// From the newest file with counts that has it.
        let counted: Row?
        /// Time as a multiple of the reference floor's, run by run, oldest first. Times of different runs compare no other way.
        let history: [Double]

        var failure: RowFailure? { timed?.failure ?? counted?.failure }

        /// Exact counts where there are any, else what an ordinary run counted.
        func mallocs(_ counts: KeyPath<RowCounts, [CountedKind: Count]>, _ allocations: KeyPath<Row.Allocations, AllocationFigures>) -> String {
            if let count = counted?.counts?[keyPath: counts][.mallocs] { return Digest.text(count) }
            let figures = timed?.allocations?[keyPath: allocations]
            return Figures.count(figures?.mallocs, exact: figures?.exact)
        }
    }

    let id: String
    let title: String
    let kind: Benchmark.Kind
    let unit: String
    let sides: [Side]
    /// How variants compare, from the newest runs that have both.
    let comparisons: [Comparison]

    func side(_ variant: String) -> Side? { sides.first { $0.variant == variant } }

    func comparison(_ pair: VariantPair) -> Comparison? { comparisons.first { $0.pair == pair } }
}

/// Two variants that were measured next to each other.
struct VariantPair: Hashable {
    let variant: String
    /// What the other's time is divided by.
    let base: String

    var text: String { "\(variant):\(base)" }
}

extension Comparison {
    var pair: VariantPair { VariantPair(variant: variant, base: base) }
}

extension [Comparison] {
    /// Those that any of these compares.
    var pairs: [VariantPair] { Set(map(\.pair)).sorted { ($0.base, $0.variant) < ($1.base, $1.variant) } }
}

extension [BenchmarkDigest] {
    /// Those that any of these compares.
    var pairs: [VariantPair] { flatMap(\.comparisons).pairs }
}

extension Digest {
    /// All benchmarks that have such a row, by kind and then by id.
    var benchmarks: [BenchmarkDigest] {
        let byKind = Dictionary(grouping: descriptions, by: \.kind), order = variants + [Suite.onlyVariant]
        let comparisons = Dictionary(grouping: comparisons.all.map(\.value), by: \.benchmark)
        return Benchmark.Kind.shown.flatMap { kind in
            (byKind[kind] ?? []).sorted { Digest.precedes($0.benchmark, $1.benchmark) }
        }.map { row in
            let sides = order.compactMap { side(RowKey(benchmark: row.benchmark, variant: $0)) }
            return BenchmarkDigest(
                id: row.benchmark, title: row.title, kind: row.kind, unit: row.unit, sides: sides,
                comparisons: comparisons[row.benchmark] ?? [])
        }
    }

    /// Nil where no file has such a row.
    private func side(_ key: RowKey) -> BenchmarkDigest.Side? {
        let timed = timed[key], counted = counted[key]
        if timed == nil, counted == nil { return nil }
        return BenchmarkDigest.Side(variant: key.variant, timed: timed?.value, counted: counted?.value, history: history(key))
    }

    /// What the row was before, in the environment that it was measured in last.
    private func history(_ key: RowKey) -> [Double] {
        guard let environment = timed[key]?.source.results.environment else { return [] }
        return timed.history(key).filter { environment.differences(from: $0.source.results.environment).isEmpty }
            .compactMap(\.value.multipleOfReference)
    }

    /// Runs whose figures are of the same environment as the newest run's, oldest first.
    var comparableRuns: [Source] {
        let runs = sources.filter { $0.results.isOf(.run) }
        guard let run = runs.last else { return [] }
        return runs.filter { run.results.environment.differences(from: $0.results.environment).isEmpty }
    }

    /// `zip/2` comes before `zip/10`, and `publish` before `publish/1-observer`. What differs in its case alone has one order, too.
    static func precedes(_ one: String, _ other: String) -> Bool {
        switch one.compare(other, options: [.numeric, .caseInsensitive]) {
        case .orderedAscending: true
        case .orderedDescending: false
        case .orderedSame: one < other
        }
    }

    static func text(_ count: Count?) -> String {
        Figures.count(count?.value, exact: count.map { $0.stability == .exact })
    }
}

extension Results {
    func row(_ benchmark: String, _ variant: String) -> Row? {
        rows.first { $0.benchmark == benchmark && $0.variant == variant }
    }
}
