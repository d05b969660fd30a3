import BenchKit

/// `rxbench run`: measures, prints a table, writes a results file.
func runCommand(_ suite: Suite) -> Command {
    let variants = suite.variantsTitle
    let options = [
        Option("filter", value: .pattern, fallback: "all", "Measure what has this in its id or title."),
        Option(
            variants, value: .words(of: suite.allVariants), fallback: suite.defaultVariants.joined(separator: ","),
            "Measure on these."),
        Option(
            "profile", value: .word(of: Profile.Name.allCases.map(\.rawValue)), fallback: "full",
            "Spend under 1, about 2 or under 5 minutes."),
        Option("out", value: .text(placeholder: "FILE"), fallback: "results/PROFILE.json", "Write the results there."),
        Option("no-write", "Write no results file."),
        Option("seed", value: .number, fallback: "drawn and shown", "Fix the order of the benchmarks."),
    ]
    return Command("run", "Measure the benchmarks.", options: options) { parsed, output in
        if parsed.has("no-write"), parsed.value("out") != nil {
            throw UsageError.impossible("--out and --no-write exclude each other")
        }
        var run = RunOptions(writesFile: !parsed.has("no-write"))
        run.filter = parsed.value("filter")
        run.variants = parsed.words(variants)
        run.out = parsed.value("out")
        if let profile = parsed.value("profile").flatMap(Profile.init(named:)) { run.profile = profile }
        if let seed = parsed.number("seed") { run.seed = seed }
        return try Session(suite: suite, options: run, output: output).run()
    }
}
