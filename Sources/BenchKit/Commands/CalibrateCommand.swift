/// `rxbench calibrate`: how much each row differs from itself on this machine.
func calibrateCommand(_ suite: Suite) -> Command {
    let variants = suite.variantsTitle
    let defaults = CheckOptions(folder: suite.thresholds)
    let options =
        Option.variants(of: suite, "Calibrate on these.") + Option.selection(of: suite, "Calibrate") + [
            Option("forks", value: .number, fallback: "\(Calibration.usualForks)", "Start the program so often."),
            Option("seed", value: .number, fallback: "drawn and shown", "Fix the order of the benchmarks."),
            Option("missing", "Leave rows as they are that the file has a floor of, in this environment."),
            Option("out", value: .text(placeholder: "FILE"), fallback: defaults.noise, "Write the floors there."),
        ]
    return Command("calibrate", "Measure each row's A/A floor: how much it differs from itself.", options: options) { parsed, output in
        try Calibration(
            suite: suite, filter: parsed.selection(of: suite), variants: parsed.words(variants),
            out: parsed.value("out") ?? defaults.noise, forks: try parsed.atLeastOne("forks") ?? Calibration.usualForks,
            seed: parsed.number("seed") ?? defaults.seed, onlyMissing: parsed.has("missing"), output: output
        ).run()
    }
}
