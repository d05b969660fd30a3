/// `rxbench counts`: what an event executes: instructions, and calls that count references, allocate, or look for types.
func countsCommand(_ suite: Suite) -> Command {
    let variants = suite.variantsTitle
    let options =
        Option.variants(of: suite, "Count on these.") + Option.selection(of: suite, "Count") + [
            .kind("Count"), Option("threaded", "Count benchmarks of several threads under callgrind too, where counts vary."),
            Option("processes", value: .number, fallback: "2", "Repeat each row in so many processes, twice in each."),
            Option("limit", value: .number, fallback: "60", "Let one iteration take so many seconds."),
            Option("out", value: .text(placeholder: "FILE"), fallback: "results/counts.json", "Write the results there."),
            Option("no-calls", "Keep no names of functions: a fraction of the file."), Option("no-write", Option.noWriteSummary),
        ]
    return Command("counts", "Count instructions, references, mallocs, look-ups.", options: options) {
        parsed, output in
        var count = CountOptions()
        count.filter = try parsed.selection(of: suite)
        count.kinds = parsed.kinds()
        count.keepsCalls = !parsed.has("no-calls")
        count.variants = parsed.words(variants)
        count.countsThreaded = parsed.has("threaded")
        count.out = parsed.value("out")
        count.writesFile = try parsed.writesFile()
        count.processes = try parsed.atLeastOne("processes") ?? count.processes
        count.limit = try parsed.atLeastOne("limit").map(Double.init) ?? count.limit
        return try CountSession(suite: suite, options: count, output: output).run()
    }
}

extension Option {
    static let noWriteSummary = "Write no results file."

    /// The choice of kinds.
    static func kind(_ what: String, fallback: String = "all") -> Option {
        Option("kind", value: .words(of: Benchmark.Kind.allCases.map(\.rawValue)), fallback: fallback, "\(what) only these.")
    }

    /// The choice of variants, where there is one.
    /// - Parameter fallback: what is taken without it; nil for the suite's default variants.
    static func variants(of suite: Suite, _ summary: String, fallback: String? = nil) -> [Option] {
        guard suite.hasVariants else { return [] }
        return [
            Option(
                suite.variantsTitle, value: .words(of: suite.allVariants), fallback: fallback ?? suite.defaultVariants.joined(separator: ","),
                summary)
        ]
    }
}

extension ParsedOptions {
    /// Whether a results file is wanted, from `--no-write` and `--out`.
    func writesFile() throws(UsageError) -> Bool {
        if has("no-write"), value("out") != nil { throw .impossible("--out and --no-write exclude each other") }
        return !has("no-write")
    }

    /// What `--kind` chooses; nil for all.
    func kinds() -> Set<Benchmark.Kind>? {
        words("kind").map { Set($0.compactMap { Benchmark.Kind(rawValue: $0) }) }
    }

    /// A number that makes no sense as 0.
    func atLeastOne(_ name: String) throws(UsageError) -> Int? {
        guard let number = number(name) else { return nil }
        guard number > 0, number <= 1_000_000 else {
            throw .invalidValue(option: "--\(name)", value: "\(number)", complaint: "it is a number from 1 to a million")
        }
        return Int(number)
    }
}
