/// `rxbench latency`: how long what is waited for takes.
func latencyCommand(_ suite: Suite) -> Command {
    let variants = suite.variantsTitle
    let options =
        Option.variants(of: suite, "Measure on these.") + Option.selection(of: suite, "Measure", also: ", and its floor") + [
            Option(
                "profile", value: .word(of: Profile.Name.allCases.map(\.rawValue)), fallback: "full",
                "Take 1 fork of 0.1 s, 3 of 0.2 s or 6 of 0.25 s."),
            Option("forks", value: .number, fallback: "the profile's", "Measure each row in so many processes."),
            Option("milliseconds", value: .number, fallback: "the profile's", "Send for so long in each."),
            Option("limit", value: .number, fallback: "60", "Let a process take so many seconds, and ten times its trial."),
            Option("out", value: .text(placeholder: "FILE"), fallback: "results/latency.json", "Write the results there."),
            Option("no-write", Option.noWriteSummary),
            .shard, Option("seed", value: .number, fallback: "drawn and shown", "Fix the order of the benchmarks, and when senders send."),
        ]
    return Command("latency", "Measure how long what is waited for takes.", options: options) { parsed, output in
        var latency = LatencyOptions()
        latency.filter = try parsed.selection(of: suite)
        latency.variants = parsed.words(variants)
        latency.profile = parsed.value("profile").flatMap(Profile.Name.init) ?? latency.profile
        latency.forks = try parsed.atLeastOne("forks")
        latency.seconds = try parsed.atLeastOne("milliseconds").map { Double($0) / 1000 }
        latency.limit = try parsed.atLeastOne("limit").map(Double.init) ?? latency.limit
        latency.shard = try parsed.shard()
        latency.out = parsed.value("out")
        latency.writesFile = try parsed.writesFile()
        latency.seed = parsed.number("seed") ?? latency.seed
        return try LatencySession(suite: suite, options: latency, output: output).run()
    }
}
