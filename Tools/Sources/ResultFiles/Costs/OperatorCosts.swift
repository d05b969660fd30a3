import ToolCommand

/// Writes the tables of the page "What operators cost"; see `summary`.
public struct OperatorCosts: Tool {
    public let name = "operator-costs", subject = "operator costs"
    public let forms = ["[--check] PAGE BASELINE [TIMES]"]
    public let summary = """
        Writes the tables of the page "What operators cost" between <!-- costs --> and <!-- /costs -->: a line for each use of a name in the
        catalogue, times from a results file of `rxbench run --kind catalogue,floor`, counts from the gate's baseline. What was either counted or
        timed is there. Without TIMES the page keeps its times, and rows that it has no times of get a dash. With --check it writes nothing; exit
        code 1: the counts, or the rows, are others than the page has, or it has no place for them.
        """

    public init() {}

    public func run(_ arguments: [String], in place: ToolPlace) throws -> ToolOutcome {
        guard let asked = FiguresPage(arguments), (1...2).contains(asked.sources.count) else { throw wrongArguments }
        let page = try place.text(asked.path), counts = CostCounts(try CountsBaseline(asked.sources[0], in: place))
        let times = asked.sources.count == 2 ? CostTimes(try place.json(asked.sources[1], as: "results file")) : CostTimes(page: page)
        guard let text = FiguresPage.replacing("costs", in: page, with: CostTables(counts, times).lines) else {
            return asked.refused("no place for costs")
        }
        let difference = "its counts aren't those of \(asked.sources[0]); Scripts/docs --pages writes them"
        return try asked.finish(text, was: page, in: place, difference: difference)
    }
}
