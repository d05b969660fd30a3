/// `rxbench fit`: how costs grow with sizes.
func fitCommand(_ suite: Suite) -> Command {
    let variants = suite.variantsTitle
    let options =
        Option.variants(of: suite, "Fit on these.") + Option.selection(of: suite, "Fit") + [
            Option("sizes", value: .text(placeholder: "N,N,N,N"), fallback: "each one's own", "Fit over these sizes."),
            Option("limit", value: .number, fallback: "60", "Let one iteration take so many seconds."),
            Option("out", value: .text(placeholder: "FILE"), fallback: "results/fit.json", "Write the results there."),
            Option("no-write", Option.noWriteSummary),
            Option("list", "List what there is to fit instead."),
        ]
    let modes = [
        CommandMode(["--list"], takes: []),
        CommandMode([], takes: [variants, "sizes", "limit", "out", "no-write"] + Option.selectionNames(of: suite)),
    ]
    return Command("fit", "Find out how costs grow with sizes.", options: options, modes: modes) { parsed, output in
        if parsed.has("list") {
            for scaling in suite.scalings { output.line("\(scaling.id): \(scaling.title), \(scaling.parameter) \(scaling.sizes)") }
            return .success
        }
        var fit = FitOptions()
        fit.filter = try parsed.selection(of: suite)
        fit.variants = parsed.words(variants)
        fit.sizes = try sizes(parsed.value("sizes"))
        fit.out = parsed.value("out")
        fit.writesFile = try parsed.writesFile()
        fit.limit = try parsed.atLeastOne("limit").map(Double.init) ?? fit.limit
        return try FitSession(suite: suite, options: fit, output: output).run()
    }
}

private func sizes(_ text: String?) throws(UsageError) -> [Int]? {
    guard let text else { return nil }
    let sizes = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard sizes.allSatisfy({ (1...1_000_000_000).contains($0) }), Set(sizes).count == sizes.count, sizes.count >= GrowthFit.fewestSizes else {
        throw .invalidValue(
            option: "--sizes", value: text, complaint: "it is \(GrowthFit.fewestSizes) different numbers or more, above 0, with commas between them")
    }
    return sizes
}
