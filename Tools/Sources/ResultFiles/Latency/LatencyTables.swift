import Foundation
import ToolCommand

/// Writes tables of latencies; see `summary`.
public struct LatencyTables: Tool {
    public let name = "latency-tables", subject = "latency tables"
    public let forms = ["[--check] PAGE RESULTS..."]
    public let summary = """
        Writes the tables of a page from results files of one `rxbench latency`: each between `<!-- latency: FIGURE: ROW ROW ... -->` and
        `<!-- /latency -->`, where a ROW is the id of a benchmark and FIGURE what is shown of it, such as `delay`, or `least share` for a figure that
        is one number, or `rate`. Between `<!-- latency: goal: FIGURE: MOST: PERCENTILE ...: ROW ROW ... -->` and the end it writes of what multiple
        of its floor each row is, those beyond MOST in bold; ROW>FLOOR,FLOOR names other floors, of which the best counts.
        `<!-- latency: source -->` asks for where the figures come from. With --check it writes nothing; exit code 1: the page has other tables, or asks for what there isn't.
        """

    private static let start = "<!-- latency: ", end = "<!-- /latency -->"

    public init() {}

    public func run(_ arguments: [String], in place: ToolPlace) throws -> ToolOutcome {
        guard let asked = FiguresPage(arguments), !asked.sources.isEmpty else { throw wrongArguments }
        let files: [MeasuredResults] = try asked.sources.map { try place.json($0, as: "results file") }
        let results = files[0].joined(with: Array(files.dropFirst())), sources = asked.sources.joined(separator: ", ")
        let page = try place.text(asked.path)
        var lines: [String] = [], isInside = false
        for line in page.components(separatedBy: "\n") {
            if line == Self.end { isInside = false }
            if !isInside { lines.append(line) }
            guard line.hasPrefix(Self.start) else { continue }
            isInside = true
            guard let wanted = Wanted(mark: line) else { return asked.refused("no table is '\(line)'") }
            if let absent = wanted.ids.first(where: { !results.has($0) }) { return asked.refused("\(sources) have no row \(absent)") }
            lines += try wanted.lines(of: results, file: asked.sources[0])
        }
        let difference = "its tables aren't those of \(sources): Scripts/docs --pages writes them"
        return try asked.finish(lines.joined(separator: "\n"), was: page, in: place, difference: difference)
    }

    /// What a mark asks for.
    private enum Wanted {
        case source
        case table(LatencyFigureTable)
        case goals(LatencyGoals)

        init?(mark: String) {
            let words = mark.dropFirst(LatencyTables.start.count).dropLast(4).components(separatedBy: ": ")
            if words[0] == "source" {
                self = .source
            } else if words[0] == "goal", words.count == 5, let most = Double(words[2]) {
                let (percentiles, entries) = (words[3].components(separatedBy: " "), words[4].components(separatedBy: " "))
                self = .goals(LatencyGoals(figure: words[1], most: most, percentiles: percentiles, entries: entries))
            } else if words.count == 2 {
                self = .table(LatencyFigureTable(figure: words[0], ids: words[1].split(separator: " ").map(String.init)))
            } else {
                return nil
            }
        }

        var ids: [String] {
            switch self {
            case .source: []
            case .table(let table): table.ids
            case .goals(let goals): goals.ids
            }
        }

        func lines(of results: MeasuredResults, file: String) throws -> [String] {
            switch self {
            case .source:
                if let untold = results.environment.untold { throw ToolFailure("\(file) is no results file: its environment has no \(untold)") }
                guard let forks = results.forks else { throw ToolFailure("\(file) is no results file: the file has no forks") }
                return ["\(results.environment.origin), \(forks) processes a row."]
            case .table(let table): return table.lines(of: results)
            case .goals(let goals): return goals.lines(of: results)
            }
        }
    }
}
