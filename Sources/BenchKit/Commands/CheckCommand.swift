/// `rxbench check`: whether a change may land.
func checkCommand(_ suite: Suite) -> Command {
    let variants = suite.variantsTitle
    let defaults = CheckOptions(folder: suite.thresholds)
    let options =
        Option.variants(of: suite, "Check on these.") + Option.selection(of: suite, "Check") + [
            Option(
                "against", value: .text(placeholder: "PROGRAM|REVISION"), fallback: "the baseline's commit",
                "Compare times with that program's."),
            Option(
                "allow", value: .words(of: UnmatchedReason.allCases.map(\.rawValue)), fallback: "none",
                "Let rows pass that only this program has, only the older one, or with other numbers of events."),
            Option("first", value: .pattern, fallback: "none", "Count what has this in its id or title before the rest, and tell at once."),
            Option(
                "within", value: .duration, fallback: "all is counted",
                "Count what stands for all, and more only as long as that time lasts: a part of the rows, which a line tells."),
            Option("no-times", "Check counts only."),
            Option("no-counts", "Check times only."),
            Option("limits", "Check limits only: those in code and the bounds in the file of limits, which need no baseline."),
            Option("self-test", "Test the gate itself with planted faults, and nothing else."),
            Option("repeat", value: .number, fallback: "0", "With --self-test: repeat the part on times, and count."),
            Option(
                "gates", value: .text(placeholder: "FILE"), fallback: "\(suite.thresholds)/limits.json, or the usual ones", "Read the limits there."),
            Option("baseline", value: .text(placeholder: "FILE"), fallback: defaults.baseline, "Read the accepted counts there."),
            Option(
                "calls", value: .text(placeholder: "FILE"), fallback: "none",
                "Read there, in results of counts, which functions the baseline's program called."),
            Option("noise", value: .text(placeholder: "FILE"), fallback: defaults.noise, "Read the A/A floors there."),
            Option("forks", value: .number, fallback: "\(defaults.forks)", "Start each program so often."),
            Option("seed", value: .number, fallback: "drawn", "Fix the order of the benchmarks."),
            Option("out", value: .text(placeholder: "FILE"), fallback: "none", "Write the results there, for report."),
        ]
    let always = [variants] + Option.selectionNames(of: suite) + ["gates", "baseline", "out", "allow"]
    let limited = [variants] + Option.selectionNames(of: suite) + ["gates", "out"]
    let timed = ["against", "noise", "forks", "seed"]
    let modes = [
        CommandMode(["--self-test", "--no-times"], takes: ["gates", "seed", "no-counts"]),
        CommandMode(["--self-test"], takes: ["gates", "seed", "no-counts", "repeat", "filter"]),
        CommandMode(["--limits", "--no-times"], takes: limited + ["no-counts"]),
        CommandMode(["--limits"], takes: limited + ["no-counts", "forks", "seed"]),
        CommandMode(["--no-times", "--within"], takes: always + ["calls", "first", "no-counts", "seed"]),
        CommandMode(["--no-times"], takes: always + ["calls", "first", "no-counts"]),
        CommandMode(["--no-counts"], takes: always + timed),
        CommandMode([], takes: always + timed + ["calls", "first"]),
    ]
    return Command("check", "Decide whether a change may land.", options: options, modes: modes) { parsed, output in
        if parsed.has("self-test") {
            return try CheckSelfTest(
                thresholds: parsed.value("gates") ?? defaults.thresholds, repetitions: try parsed.atLeastOne("repeat") ?? 0,
                rows: parsed.value("filter"), seed: parsed.number("seed") ?? defaults.seed, checksCounts: !parsed.has("no-counts"),
                checksTimes: !parsed.has("no-times"), suite: suite, output: output
            ).run()
        }
        if parsed.has("no-times"), parsed.has("no-counts") {
            throw UsageError.impossible("--no-times and --no-counts leave nothing to check")
        }
        var check = CheckOptions(folder: suite.thresholds)
        check.filter = try parsed.selection(of: suite)
        check.variants = parsed.words(variants)
        check.first = parsed.value("first")
        check.within = parsed.duration("within")?.inSeconds
        check.out = parsed.value("out")
        check.allowed = Set((parsed.words("allow") ?? []).compactMap(UnmatchedReason.init))
        check.against = parsed.value("against")
        check.checksTimes = !parsed.has("no-times")
        check.checksCounts = !parsed.has("no-counts")
        check.onlyLimits = parsed.has("limits")
        check.thresholds = parsed.value("gates") ?? check.thresholds
        check.baseline = parsed.value("baseline") ?? check.baseline
        check.calls = parsed.value("calls")
        check.noise = parsed.value("noise") ?? check.noise
        check.forks = try parsed.atLeastOne("forks") ?? check.forks
        check.seed = parsed.number("seed") ?? check.seed
        return try CheckSession(suite: suite, options: check, product: suite.product, output: output).run()
    }
}
