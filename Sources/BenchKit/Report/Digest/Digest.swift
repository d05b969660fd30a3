import Foundation

/// What several results files say together: what every form of a report is made of. Pure: the same files give the same digest.
struct Digest {
    /// A results file and what it is called in messages.
    struct Source {
        let name: String
        let results: Results
    }

    /// Oldest first.
    let sources: [Source]
    /// What a variant is, in the singular, such as `core`.
    let variantsTitle: String
    /// Those with A/A floors, in the order in which these count: files of floors alone, then what checks went by, the newest first.
    let floorFiles: [FloorFile]

    /// Rows with times, of `run`.
    let timed: NewestByName<RowKey, Row>
    /// Rows of files with counts.
    let counted: NewestByName<RowKey, Row>
    /// Rows of latencies, those that failed too.
    let late: NewestByName<RowKey, Row>
    let comparisons: NewestByName<ComparisonKey, Comparison>
    let fits: NewestByName<RowKey, Fit>
    /// Times of two programs; those with another older program are others.
    let against: NewestByName<[String], (row: ProgramFigures.Row, older: String)>
    /// The benchmarks of rows that have times, counts and the like, as the newest of these has them.
    private let described: NewestByName<String, Row>

    /// - Parameters:
    ///   - floors: files of floors alone, the newest first.
    ///   - variantsTitle: as `Suite` has it.
    /// - Precondition: at least one file of results.
    init(_ sources: [Source], floors: [FloorFile] = [], variantsTitle: String = "core") {
        precondition(!sources.isEmpty, "Digest: no results")
        self.variantsTitle = variantsTitle
        // ISO 8601 in one time zone sorts as text. Files of one second stay in the order given.
        let sources = sources.enumerated().sorted {
            ($0.element.results.environment.date, $0.offset) < ($1.element.results.environment.date, $1.offset)
        }.map(\.element)
        self.sources = sources
        floorFiles =
            floors
            + sources.reversed().compactMap { source in
                source.results.noise.map { FloorFile(name: source.name, rows: $0) }
            }
        func figures(_ results: Results) -> [Row] { results.command == .latency ? [] : results.rows.filter { $0.latency == nil } }
        timed = NewestByName(sources.filter { $0.results.isOf(.run) }, figures, name: \.key)
        counted = NewestByName(
            sources.filter { source in source.results.isOf(.counts) || source.results.rows.contains { $0.counts != nil } },
            figures, name: \.key)
        late = NewestByName(sources, { results in results.rows.filter { $0.latency != nil || results.command == .latency } }, name: \.key)
        comparisons = NewestByName(sources, \.comparisons, name: \.key)
        fits = NewestByName(sources, { $0.fits ?? [] }, name: { RowKey(benchmark: $0.scaling, variant: $0.variant) })
        against = NewestByName(
            sources, { results in results.against.map { older in older.rows.map { ($0, older.name) } } ?? [] },
            name: { [$0.row.benchmark, $0.row.variant, $0.older] })
        described = NewestByName(sources, figures, name: \.benchmark)
    }

    /// The newest file of all.
    var newest: Results { sources[sources.count - 1].results }

    private func newest(_ command: Results.Command) -> Source? { sources.last { $0.results.isOf(command) } }

    /// Files of `check` that no newer one, of all or of the same part, takes the place of; oldest first.
    var checks: [Source] {
        let checks = sources.filter { $0.results.isOf(.check) }
        return checks.enumerated().filter { place, check in
            !checks[(place + 1)...].contains { newer in
                newer.results.partOfSuite == nil || newer.results.partOfSuite == check.results.partOfSuite
            }
        }.map(\.element)
    }

    /// What each of these checks found but of figures that a newer one has judged; the newest check first.
    var judged: [(check: Source, findings: [Finding])] {
        var known: Set<[String]> = []
        return checks.reversed().map { check in
            let new = (check.results.findings ?? []).filter { !known.contains([$0.row, $0.gate]) }
            known.formUnion(new.map { [$0.row, $0.gate] })
            return (check, new)
        }
    }

    /// How many of a file's rows, fits and comparisons with older programs a newer file has too.
    func superseded(_ source: Source) -> Int {
        // Rows of a run that were counted too are among those with times.
        timed.superseded(of: source.name) + (source.results.isOf(.run) ? 0 : counted.superseded(of: source.name))
            + late.superseded(of: source.name) + fits.superseded(of: source.name) + against.superseded(of: source.name)
    }

    /// How many rows, fits and comparisons with older programs a file has.
    func rows(of source: Source) -> Int {
        timed.count(of: source.name) + (source.results.isOf(.run) ? 0 : counted.count(of: source.name)) + late.count(of: source.name)
            + fits.count(of: source.name) + against.count(of: source.name)
    }

    /// The variants of all rows in the order in which they come first, the single variant `-` not among them.
    var variants: [String] {
        var seen: [String] = []
        for results in sources.reversed().map(\.results) {
            for variant in results.rows.map(\.variant) + (results.fits ?? []).map(\.variant) where !seen.contains(variant) {
                seen.append(variant)
            }
        }
        // What a file compares with comes first.
        let bases = Set(sources.flatMap(\.results.comparisons).map(\.base))
        let named = seen.filter { $0 != Suite.onlyVariant }
        return named.filter(bases.contains) + named.filter { !bases.contains($0) }.sorted()
    }

    /// Whether variants can be told apart: not where all that was measured has none.
    var hasVariants: Bool { !variants.isEmpty || sources.allSatisfy { $0.results.rows.isEmpty && ($0.results.fits ?? []).isEmpty } }

    /// The place of a variant among all, which decides its colour; there are four.
    func place(_ variant: String) -> Int { (variants.firstIndex(of: variant) ?? 0) % 4 }

    /// The newest file of each command: which of them was interrupted is told.
    var current: [Source] { Results.Command.allCases.compactMap(newest) }

    /// Rows and fits that failed when they were last measured.
    var failures: [(file: String, row: String, failure: RowFailure)] {
        let rows = [timed, counted, late].flatMap(\.all).map { ($0.source, $0.value.name, $0.value.failure) }
        let fits = fits.all.map { ($0.source, RowName.text($0.value.scaling, $0.value.variant), $0.value.failure) }
        var seen: Set<[String]> = []
        return (rows + fits).compactMap { source, row, failure in
            guard let failure, seen.insert([source.name, row]).inserted else { return nil }
            return (source.name, row, failure)
        }
    }

    /// The newest rows of all kinds.
    var measured: [Row] { [timed, counted, late].flatMap(\.all).map(\.value) }

    /// Figures that could not be had in what is shown, and why, each pair once with the number of rows it concerns.
    var missingFigures: [(figure: String, reason: String, rows: Int)] {
        var counts: [[String]: Int] = [:]
        for (figure, reason) in (measured.map(\.missing) + sources.map(\.results.environment.missing)).flatMap({ $0 }) {
            counts[[figure, reason], default: 0] += 1
        }
        return counts.map { ($0.key[0], $0.key[1], $0.value) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    }

    /// All benchmarks with times, counts and the like, each as its newest row describes it.
    var descriptions: [Row] { described.all.map(\.value) }

    /// Files with rows of several machines.
    var ofSeveralMachines: [Source] { sources.filter { $0.results.machines != nil } }
}

extension Results {
    func isOf(_ command: Command) -> Bool { self.command == command }

    /// Whether latencies were measured, or were to be.
    var isOfLatency: Bool { command == .latency || rows.contains { $0.latency != nil } }

    /// What failed, by the names of rows and fits.
    var failures: [(row: String, failure: RowFailure)] {
        rows.compactMap { row in row.failure.map { (RowName.text(row.benchmark, row.variant), $0) } }
            + (fits ?? []).compactMap { fit in fit.failure.map { (RowName.text(fit.scaling, fit.variant), $0) } }
    }
}
