/// `rxbench fit`: how costs grow with sizes.
func fitCommand(_ suite: Suite) -> Command {
    let variants = suite.variantsTitle
    let options = Option.variants(of: suite, "Fit on these.") + [
        Option("filter", value: .pattern, fallback: "all", "Fit what has this in its id or title."),
        Option("limit", value: .number, fallback: "60", "Let one iteration take so many seconds."),
        Option("out", value: .text(placeholder: "FILE"), fallback: "results/fit.json", "Write the results there."),
        Option("no-write", Option.noWriteSummary),
        Option("list", "List what there is to fit instead."),
    ]
    let modes = [CommandMode(["--list"], takes: []), CommandMode([], takes: [variants, "filter", "limit", "out", "no-write"])]
    return Command("fit", "Find out how costs grow with sizes.", options: options, modes: modes) { parsed, output in
        if parsed.has("list") {
            for scaling in suite.scalings { output.line("\(scaling.id): \(scaling.title), \(scaling.parameter) \(scaling.sizes)") }
            return .success
        }
        var fit = FitOptions()
        fit.filter = parsed.value("filter")
        fit.variants = parsed.words(variants)
        fit.out = parsed.value("out")
        fit.writesFile = try parsed.writesFile()
        fit.limit = try parsed.atLeastOne("limit").map(Double.init) ?? fit.limit
        return try FitSession(suite: suite, options: fit, output: output).run()
    }
}
