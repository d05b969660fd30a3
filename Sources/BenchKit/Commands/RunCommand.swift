/// `rxbench run`: measures, prints a table, writes a results file.
func runCommand(_ suite: Suite) -> Command {
    let variants = suite.variantsTitle
    let options =
        Option.variants(of: suite, "Measure on these.") + Option.selection(of: suite, "Measure") + [
            .kind("Measure", fallback: "all but catalogue; all where benchmarks are chosen"),
            Option(
                "profile", value: .word(of: Profile.Name.allCases.map(\.rawValue)), fallback: "full",
                "Spend under 1, about 2 or under 5 minutes."),
            Option("out", value: .text(placeholder: "FILE"), fallback: "results/PROFILE.json", "Write the results there."),
            Option("no-write", Option.noWriteSummary),
            Option("limit", value: .number, fallback: "120", "End the run when one benchmark takes more seconds."),
            Option("forks", value: .number, fallback: "none, but this process", "Measure all of it in so many processes, and pool their samples."),
            .shard, Option("seed", value: .number, fallback: "drawn and shown", "Fix the order of the benchmarks."),
        ]
    return Command("run", "Measure the benchmarks.", options: options) { parsed, output in
        var run = RunOptions(writesFile: try parsed.writesFile())
        run.filter = try parsed.selection(of: suite)
        run.kinds = parsed.kinds() ?? suite.usualKinds(for: run.filter)
        run.variants = parsed.words(variants)
        run.out = parsed.value("out")
        if let profile = parsed.value("profile").flatMap(Profile.init(named:)) { run.profile = profile }
        run.limit = try parsed.atLeastOne("limit") ?? run.limit
        run.forks = try parsed.atLeastOne("forks")
        run.shard = try parsed.shard()
        if let seed = parsed.number("seed") { run.seed = seed }
        return try RunSession(suite: suite, options: run, output: output).run()
    }
}
