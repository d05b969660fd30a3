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
    /// A/A floors that came in a file of their own.
    let calibrated: Noise?

    /// - Precondition: at least one file.
    init(_ sources: [Source], noise: Noise? = nil) {
        precondition(!sources.isEmpty, "Digest: no results")
        // ISO 8601 in one time zone sorts as text. Files of one second stay in the order given.
        self.sources = sources.enumerated().sorted {
            ($0.element.results.environment.date, $0.offset) < ($1.element.results.environment.date, $1.offset)
        }.map(\.element)
        calibrated = noise
    }

    /// The newest file of all.
    var newest: Results { sources[sources.count - 1].results }

    private func newest(_ command: Results.Command) -> Source? {
        sources.last { ($0.results.command ?? .run) == command }
    }

    /// The newest file with what a command writes; nil where none was given.
    var run: Source? { newest(.run) }
    var counts: Source? { sources.last { source in source.results.rows.contains { $0.counts != nil } } }
    var check: Source? { newest(.check) }
    var latency: Source? { sources.last { $0.results.isOfLatency } }

    var fit: Source? { sources.last { $0.results.fits?.isEmpty == false } }

    /// Times of two programs.
    var against: ProgramFigures? { sources.last { $0.results.against != nil }?.results.against }

    /// The A/A floors of the rows, from a file of their own or else from the newest check.
    var floors: [Noise.Row] { calibrated?.rows ?? check?.results.noise ?? [] }

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

    /// The place of a variant among all, which decides its colour; there are four.
    func place(_ variant: String) -> Int { (variants.firstIndex(of: variant) ?? 0) % 4 }

    /// The newest file of each command: what the verdict is about.
    var current: [Source] { Results.Command.allCases.compactMap(newest) }

    /// Rows and fits that failed in the newest file of each command.
    var failures: [(file: String, row: String, failure: Failure)] {
        current.flatMap { source in
            source.results.failures.map { (source.name, $0.row, $0.failure) }
        }
    }
}

extension Results {
    /// Whether latencies were measured, or were to be.
    var isOfLatency: Bool { command == .latency || rows.contains { $0.latency != nil } }

    /// What failed, by the names of rows and fits.
    var failures: [(row: String, failure: Failure)] {
        rows.compactMap { row in row.failure.map { (RowName.text(row.benchmark, row.variant), $0) } }
            + (fits ?? []).compactMap { fit in fit.failure.map { (RowName.text(fit.scaling, fit.variant), $0) } }
    }
}
