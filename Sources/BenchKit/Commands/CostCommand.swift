/// `rxbench cost`: what a part of the vocabulary costs, in every form that there is a row of.
func costCommand(_ suite: Suite) -> Command {
    let options =
        Option.variants(of: suite, "Measure on these.") + [
            Option(
                "profile", value: .word(of: Profile.Name.allCases.map(\.rawValue)), fallback: "quick",
                "Spend as much on each row as run does with it."),
            Option("no-counts", "Leave out what takes valgrind: instructions and atomic instructions."),
        ]
    return Command(
        "cost", "Tell what one thing costs: times, mallocs, instructions.", options: options, operands: "NAME"
    ) { parsed, output in
        guard parsed.operands.count == 1, let name = parsed.operands.first else {
            throw UsageError.impossible("cost takes one name, of an operator, say: cost \(CostNames.firstWords(suite.benchmarks).first ?? "NAME")")
        }
        return try CostSession(
            suite: suite, name: name, variants: parsed.words(suite.variantsTitle), profile: parsed.value("profile") ?? "quick",
            counts: !parsed.has("no-counts"), output: output
        ).run()
    }
}
