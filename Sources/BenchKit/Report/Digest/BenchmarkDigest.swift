import Foundation

/// One benchmark in all files: its figures by variant, from the newest file that has them.
struct BenchmarkDigest {
    /// One variant's figures.
    struct Side {
        let variant: String
        /// From the newest run.
        let timed: Row?
        /// From the newest file with counts.
        let counted: Row?
        /// Time as a multiple of the reference floor's, run by run, oldest first. Times of different runs compare no other way.
        let history: [Double]

        var failure: Failure? { timed?.failure ?? counted?.failure }

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
    /// How the other variants compare with the first, from the newest run.
    let comparisons: [Comparison]

    func side(_ variant: String) -> Side? { sides.first { $0.variant == variant } }
}

extension Digest {
    /// Rows with times, counts and the like, oldest first. Those of latencies have none of that.
    private var figures: [Row] { sources.filter { $0.results.command != .latency }.flatMap(\.results.rows).filter { $0.latency == nil } }

    /// All benchmarks that have such a row, by kind and then by id.
    var benchmarks: [BenchmarkDigest] {
        let rows = figures
        let newest = Dictionary(rows.map { ($0.benchmark, $0) }) { _, later in later }
        let byKind = Dictionary(grouping: newest.values, by: \.kind)
        return Benchmark.Kind.shown.flatMap { kind in
            (byKind[kind] ?? []).map(\.benchmark).sorted(by: Digest.precedes)
        }.compactMap { id in newest[id].map { benchmark($0) } }
    }

    private func benchmark(_ row: Row) -> BenchmarkDigest {
        let own = figures.filter { $0.benchmark == row.benchmark }
        let present = Set(own.map(\.variant))
        let sides = (variants + [Suite.onlyVariant]).filter(present.contains).map { variant in
            BenchmarkDigest.Side(
                variant: variant, timed: run?.results.row(row.benchmark, variant),
                counted: counts?.results.row(row.benchmark, variant), history: history(row.benchmark, variant))
        }
        return BenchmarkDigest(
            id: row.benchmark, title: row.title, kind: row.kind, unit: row.unit, sides: sides,
            comparisons: run?.results.comparisons.filter { $0.benchmark == row.benchmark } ?? [])
    }

    /// Runs whose figures are of the same environment as the newest run's, oldest first.
    var comparableRuns: [Source] {
        guard let run else { return [] }
        return sources.filter {
            ($0.results.command ?? .run) == .run
                && run.results.environment.differences(from: $0.results.environment).isEmpty
        }
    }

    private func history(_ benchmark: String, _ variant: String) -> [Double] {
        comparableRuns.compactMap { $0.results.row(benchmark, variant)?.multipleOfReference }
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
