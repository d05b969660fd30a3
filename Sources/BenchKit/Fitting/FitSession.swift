import Foundation

/// What to fit.
public struct FitOptions: Sendable {
    /// A regular expression on ids and titles; nil for all.
    public var filter: Selection?
    /// The variants to fit; nil for the suite's default ones.
    public var variants: [String]?
    /// Nil for each scaling's own; at least four.
    public var sizes: [Int]?
    /// Nil for `results/fit.json`.
    public var out: String?
    public var writesFile = true
    /// Seconds that a process may take for one iteration.
    public var limit = 60.0

    public init() {}

    var path: String { out ?? "results/fit.json" }
}

/// Finds out how costs grow with sizes.
public struct FitSession: Sendable {
    let suite: Suite
    let options: FitOptions
    let output: Output
    /// Nil for this one.
    var program: WorkerProgram?

    public init(suite: Suite, options: FitOptions, output: Output = .terminal) {
        self.suite = suite
        self.options = options
        self.output = output
    }

    /// Measures, prints a table and writes the results file; what was measured before an interruption is kept.
    /// - Throws: `UsageError` before anything is measured.
    public func run() throws -> ExitCode {
        let chosen = try chosen()
        Interruption.install()
        defer { Interruption.restore() }
        let file = options.writesFile ? try ResultsFile(path: options.path, makingDirectory: options.out == nil, output: output) : nil
        defer { file?.discard() }
        var results = Results(
            command: .fit, suite: suite.name, profile: nil, seed: 0, filter: options.filter, order: chosen.map(\.id),
            reference: suite.reference, environment: .current(of: suite))
        let measurement = try FitMeasurement(try program ?? .running(), limit: options.limit)
        let progress = Progress(items: chosen.count, output: output)
        progress.begin("\(suite.name): fitting")
        do {
            for (index, scaling) in chosen.enumerated() {
                progress.start("\(scaling.id): \(scaling.title)", index: index)
                results.add(fits: try measurement.fits(scaling, variants: variants(of: scaling), lane: measurement.lane()))
                try file?.checkpoint(results)
            }
            results.complete = true
        } catch is Interruption.Stop {}
        progress.end(interrupted: !results.complete, keeping: results.fits != nil)
        if results.fits != nil { try file?.finish(results) }
        output.lines(FitTable(results.fits ?? []).text)
        if results.fits != nil, let file {
            output.line(results.complete ? "results: \(file.path)" : "results so far, incomplete: \(file.path)")
        }
        return results.exitCode
    }

    private func chosen() throws -> [Scaling] {
        if suite.scalings.isEmpty { throw UsageError.impossible("\(suite.name) has nothing to fit: it has no scalings") }
        let chosen = try suite.scalings(matching: options.filter)
        if chosen.isEmpty {
            let known = suite.scalings.map(\.id).joined(separator: ", ")
            throw UsageError.impossible("nothing to fit matches \(options.filter?.words.joined(separator: " and ") ?? ""); there are \(known)")
        }
        let fitting = chosen.filter { !variants(of: $0).isEmpty }
        if fitting.isEmpty {
            throw UsageError.impossible("none of what is chosen runs on \(options.variants?.joined(separator: ", ") ?? "")")
        }
        return options.sizes.map { sizes in fitting.map { $0.over(sizes) } } ?? fitting
    }

    private func variants(of scaling: Scaling) -> [String] {
        suite.variants(of: scaling.benchmarks[0], chosen: options.variants)
    }
}

extension Suite {
    /// The scalings that are chosen; all without a choice.
    func scalings(matching filter: Selection?) throws -> [Scaling] {
        let isChosen = try filter.chooser()
        return scalings.filter { isChosen($0.id, $0.title, $0.tags) }
    }

    /// A benchmark, or one size of a scaling.
    func benchmark(_ id: String) -> Benchmark? {
        if let known = benchmarksByID[id] { return known }
        let parts = id.split(separator: "/")
        guard let size = parts.last.flatMap({ Int($0) }), size > 0 else { return nil }
        let name = parts.dropLast().joined(separator: "/")
        return scalings.first { $0.id == name }?.benchmark(of: size)
    }
}
