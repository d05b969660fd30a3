/// `rxbench compare`: two results files, this program and an older one, or two cores.
func compareCommand(_ suite: Suite) -> Command {
    let variants = suite.variantsTitle
    let options =
        Option.selection(of: suite, "Compare") + [
            Option("against", value: .text(placeholder: "PROGRAM|REVISION"), "Compare with that program's times, in turns."),
            Option(
                "forks", value: .number, fallback: "\(TournamentSettings.usualForks), or with two \(variants)s none but this process",
                "Start each program so often."),
            Option("seed", value: .number, fallback: "drawn and shown", "Fix the order of the benchmarks."),
            Option("out", value: .text(placeholder: "FILE"), fallback: "none", "Write the results there."),
            Option("all", "Of two files, tell whatever else they record and differ in, such as warm-up and heap."),
            Option("anyway", "Compare what comes from different machines, compilers or allocators."),
        ]
    let choice = Option(
        variants, value: .text(placeholder: "A,B|A:B"), fallback: suite.defaultVariants.joined(separator: ","),
        "Compare on these, or two with each other.")
    let modes = [
        CommandMode(["OLD.json", "NEW.json"], takes: ["all", "anyway"]),
        CommandMode(["--against"], takes: Option.selectionNames(of: suite) + ["forks", "seed", "out", "anyway", variants]),
        CommandMode([], takes: Option.selectionNames(of: suite) + ["forks", "seed", "out", variants]),
    ]
    return Command(
        "compare", suite.hasVariants ? "Compare results files, programs or \(variants)s." : "Compare results files or programs.",
        options: options + (suite.hasVariants ? [choice] : []), operands: "[OLD.json NEW.json]", modes: modes
    ) { parsed, output in
        if !parsed.operands.isEmpty { return try compareFiles(parsed, output) }
        if parsed.value("against") != nil { return try comparePrograms(suite, parsed, output) }
        return try compareVariants(suite, parsed, output)
    }
}

private func compareFiles(_ parsed: ParsedOptions, _ output: Output) throws -> ExitCode {
    guard parsed.operands.count == 2 else { throw UsageError.impossible("compare takes two files: OLD.json NEW.json") }
    let comparison = try FileComparison(old: parsed.operands[0], new: parsed.operands[1], anyway: parsed.has("anyway"))
    output.lines(comparison.text(tellsAll: parsed.has("all")))
    return comparison.isEmpty ? .incomparable : .success
}

private func comparePrograms(_ suite: Suite, _ parsed: ParsedOptions, _ output: Output) throws -> ExitCode {
    var options = ProgramComparisonOptions(against: parsed.value("against") ?? "")
    options.filter = try parsed.selection(of: suite)
    options.variants = try variantList(suite, parsed.value(suite.variantsTitle), separator: ",")
    options.seed = parsed.number("seed") ?? options.seed
    options.forks = try parsed.atLeastOne("forks") ?? options.forks
    options.out = parsed.value("out")
    options.anyway = parsed.has("anyway")
    return try ProgramComparison(suite: suite, options: options, product: suite.product, output: output).run()
}

/// Two cores take turns in one process, which is what `run` does too.
private func compareVariants(_ suite: Suite, _ parsed: ParsedOptions, _ output: Output) throws -> ExitCode {
    guard let pair = parsed.value(suite.variantsTitle), pair.contains(":") else {
        guard suite.hasVariants else {
            throw UsageError.impossible("compare takes two files or --against PROGRAM|REVISION")
        }
        throw UsageError.impossible("compare takes two files, --against PROGRAM|REVISION or --\(suite.variantsTitle) A:B")
    }
    var run = RunOptions(profile: .ci, writesFile: parsed.value("out") != nil)
    run.variants = try variantList(suite, pair, separator: ":")
    run.filter = try parsed.selection(of: suite)
    run.kinds = suite.usualKinds(for: run.filter)
    run.out = parsed.value("out")
    run.forks = try parsed.atLeastOne("forks")
    run.seed = parsed.number("seed") ?? run.seed
    return try RunSession(suite: suite, options: run, output: output).run()
}

private func variantList(_ suite: Suite, _ text: String?, separator: Character) throws(UsageError) -> [String]? {
    guard let text else { return nil }
    let words = text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    if let wrong = words.first(where: { !suite.allVariants.contains($0) }) {
        let known = suite.allVariants.joined(separator: ", ")
        throw .invalidValue(option: "--\(suite.variantsTitle)", value: text, complaint: "'\(wrong)' is none of \(known)")
    }
    if separator == ":", words.count != 2 || words[0] == words[1] {
        throw .invalidValue(option: "--\(suite.variantsTitle)", value: text, complaint: "it is two of them, as A:B")
    }
    return words
}
