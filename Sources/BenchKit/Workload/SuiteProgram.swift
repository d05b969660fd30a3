import Foundation

extension Suite {
    /// A suite whose benchmarks have no variants, for a program of one's own:
    ///
    ///     import BenchKit
    ///
    ///     Suite("mine") {
    ///         Benchmark("sort") { [3, 1, 2].sorted() }
    ///     }.main()
    ///
    /// A floor, the call of a closure that does nothing, is added, as what times are given as multiples of.
    ///
    /// - Parameters:
    ///   - product: what the package calls the program; nil for `name`.
    ///   - thresholds: the folder of the files that `check` goes by.
    ///   - scalings: what `fit` looks at.
    ///   - resources: counts of live resources by kind, which have to return to their start after each iteration.
    public init(
        _ name: String, product: String? = nil, thresholds: String = "Benchmarks/Thresholds", scalings: [Scaling] = [],
        resources: (@Sendable () -> [String: Int])? = nil, @BenchmarkList benchmarks: () -> [Benchmark]
    ) {
        let floor = Benchmark(
            "floor.call", "a call of a closure that does nothing", unit: "call", kind: .floor, events: Events(1_000_000)
        ) { run in
            let nothing = opaque({ (value: Int) in value })
            let count = run.n
            run.timed { for index in 0..<count { blackHole(nothing(index)) } }
        }
        self.init(
            name: name, product: product, benchmarks: benchmarks() + [floor], scalings: scalings, probe: resources,
            variantsTitle: "variant", defaultVariants: [Suite.onlyVariant], reference: floor.id, thresholds: thresholds)
    }

    /// Does what the command line asks for (`run`, `counts`, `compare`, `check`, `report` and the others that `--help` lists) and
    /// ends the process with its exit code. Call it from the main thread, as a program's only statement.
    ///
    /// - Parameters:
    ///   - summary: one line for the help.
    ///   - commands: what the program can do besides.
    ///   - variables: environment variables that the measured code reads.
    public func main(
        version: String = "1.0.0", summary: String? = nil, commands: [Command] = [], variables: [EnvironmentVariable] = []
    ) -> Never {
        let program = CommandLineProgram(
            name: product, version: version, summary: summary ?? "Measures \(name).", commands: self.commands + commands,
            variables: variables)
        program.main()
    }
}
