import ToolCommand

/// Writes lists of prices; see `summary`.
public struct PriceList: Tool {
    public let name = "price-list", subject = "price list"
    public let forms = ["[--check] PAGE RESULTS", "[--check] PAGE COUNTS UNBIASED", "[--check] PAGE RESULTS COUNTS UNBIASED"]
    public let summary = """
        Writes the table between <!-- prices --> and <!-- /prices --> on the page from a results file of `rxbench run`: what each workload takes on
        both cores. With what `rxbench counts` wrote and a baseline of RX_BIAS=0: what it takes without guarantees and on both cores, in time,
        instructions and atomic instructions. From those alone: what an event executes. RESULTS and COUNTS may each be several files of one run with
        commas between. With --check it writes nothing; exit code 1: the page has another table, or no place for one.
        """

    public init() {}

    public func run(_ arguments: [String], in place: ToolPlace) throws -> ToolOutcome {
        guard let asked = FiguresPage(arguments), (1...3).contains(asked.sources.count) else { throw wrongArguments }
        let lines = try lines(asked.sources, in: place), page = try place.text(asked.path)
        guard let text = FiguresPage.replacing("prices", in: page, with: lines) else { return asked.refused("no place for prices") }
        let sources = asked.sources.joined(separator: ", ")
        return try asked.finish(text, was: page, in: place, difference: "its prices aren't those of \(sources); Scripts/docs --pages writes them")
    }

    private func lines(_ sources: [String], in place: ToolPlace) throws -> [String] {
        let first = try joined(sources[0], in: place)
        let untold = sources.count == 2 ? nil : first.environment.untold
        if let untold { throw ToolFailure("\(sources[0]) is no results file: its environment has no \(untold)") }
        if sources.count == 1 { return PriceTables.times(first) }
        let unbiased = UnbiasedCounts(try CountsBaseline(sources[sources.count - 1], in: place))
        if sources.count == 2 { return PriceTables.counts(try counts(first, sources[0]), unbiased) }
        return PriceTables.times(first, try counts(joined(sources[1], in: place), sources[1]), unbiased)
    }

    private func counts(_ file: MeasuredResults, _ paths: String) throws -> PriceCounts {
        guard let commit = file.environment.commit else { throw ToolFailure("\(paths) is no file of counts: its environment has no commit") }
        return PriceCounts(file, commit: String(commit.prefix(7)))
    }

    /// - Parameter paths: files of one run, with commas between.
    private func joined(_ paths: String, in place: ToolPlace) throws -> MeasuredResults {
        let files: [MeasuredResults] = try paths.split(separator: ",").map { try place.json(String($0), as: "results file") }
        guard let first = files.first else { throw ToolFailure("no file is named by '\(paths)'") }
        return first.joined(with: Array(files.dropFirst()))
    }
}
