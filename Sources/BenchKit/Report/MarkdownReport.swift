/// A report for a pull request's comment: the verdict, what isn't a pass, and the figures. A pure function of the digest.
struct MarkdownReport {
    private let digest: Digest

    /// Longer comments are refused by GitHub, which takes 65,536 characters.
    private static let mostCharacters = 60_000
    /// Functions named for each finding.
    private static let mostCalls = 5

    init(_ digest: Digest) {
        self.digest = digest
    }

    var text: String {
        let verdict = ReportVerdict(digest)
        let start = ["## \(sign(verdict.tone)) \(MarkdownReport.escaped(verdict.headline))", "", MarkdownReport.escaped(verdict.explanation)]
        var blocks = [start.joined(separator: "\n")]
        if !verdict.findings.isEmpty { blocks.append(findings(verdict.findings, most: MarkdownReport.mostCharacters - blocks[0].count - 4)) }
        blocks += Benchmark.Kind.shown.compactMap(figures)
        let noise = noise
        // What room the others leave, with the blank lines between.
        let rest = MarkdownReport.mostCharacters - (blocks + [noise]).reduce(2) { $0 + $1.count + 2 }
        blocks += [MarkdownLatency(digest).block(most: rest)].compactMap { $0 } + [noise]
        return MarkdownReport.joined(blocks)
    }

    /// As many blocks as fit; what is left out is said.
    private static func joined(_ blocks: [String]) -> String {
        var text = "", left = 0
        for block in blocks {
            if text.count + block.count > mostCharacters { left += 1 } else { text += block + "\n\n" }
        }
        return left == 0 ? text : text + "\(ReportVerdict.number(left, "part")) left out: the comment would be too long.\n"
    }

    private func sign(_ tone: ReportVerdict.Tone) -> String {
        switch tone {
        case .good: "✅"
        case .bad: "❌"
        case .unsure: "⚠️"
        }
    }

    /// All of them, the first ones with the functions that explain them; as many as fit, and how many are left out.
    private func findings(_ findings: [Finding], most: Int) -> String {
        func table(_ rows: [[String]]) -> String {
            MarkdownReport.table(["verdict", "row", "figure", "what was found"], alignedAtEnd: [], rows)
        }
        let plain = findings.map { [$0.name, $0.row, $0.gate, $0.detail].map(MarkdownReport.escaped) }
        var left = most - table([]).count - 80
        let shown = plain.prefix { row in
            left -= MarkdownReport.length(row)
            return left >= 0
        }
        left = max(0, left)
        let rows = zip(shown, findings).map { row, finding in
            let calls = calls(finding)
            guard calls.count <= left else { return row }
            left -= calls.count
            return row.appending(calls)
        }
        let rest = findings.count - rows.count
        return table(rows) + (rest == 0 ? "" : "\n\n\(ReportVerdict.number(rest, "more finding")) left out: the comment would be too long.")
    }

    private func calls(_ finding: Finding) -> String {
        guard let calls = finding.calls, !calls.isEmpty else { return "" }
        let named = calls.prefix(MarkdownReport.mostCalls).map { call in
            "\(Figures.count(call.before, exact: true)) → \(Figures.count(call.after, exact: true)) "
                + MarkdownReport.escaped(Demangled.name(call.function).shortened(to: 160))
        }
        return "<br>" + named.joined(separator: "<br>")
    }

    private func figures(_ kind: Benchmark.Kind) -> String? {
        let benchmarks = digest.benchmarks.filter { $0.kind == kind }
        let present = Set(benchmarks.flatMap(\.sides).map(\.variant))
        let columns = (digest.variants + [Suite.onlyVariant]).filter(present.contains)
        if columns.isEmpty { return nil }
        func named(_ figure: String) -> [String] { columns.map { $0 == Suite.onlyVariant ? figure : "\(figure) \($0)" } }
        let ratios = columns.dropFirst().filter { $0 != Suite.onlyVariant }
        let header = [kind.rawValue] + named("time") + ratios.map { "\($0):\(columns[0])" } + named("×") + named("mallocs") + named("instr.")
        let rows = benchmarks.map { benchmark -> [String] in
            let sides = columns.map { benchmark.side($0) }
            return [benchmark.id]
                + sides.map { $0?.failure != nil ? "FAILED" : 
                    Figures.marked(Figures.duration($0?.timed?.time?.nanosecondsPerEvent.median), $0?.timed?.inconclusive) }
                + ratios.map { variant in
                    let found = benchmark.comparisons.first { $0.variant == variant && $0.base == columns[0] }
                    return Figures.marked(Figures.ratio(found?.ratio), found?.inconclusive)
                }
                + sides.map { Figures.short($0?.timed?.multipleOfReference) }
                + sides.map { $0?.mallocs(\.perEvent, \.perEvent) ?? Figures.absent }
                + sides.map { Digest.text($0?.counted?.counts?.perEvent[.instructions]) }
        }
        let table = MarkdownReport.table(
            header.map(MarkdownReport.escaped), alignedAtEnd: Set(1..<header.count), rows.map { $0.map(MarkdownReport.escaped) })
        return "<details><summary>\(kind.plural.capitalized)</summary>\n\n\(table)\n\n</details>"
    }

    private var noise: String {
        let rows = digest.sources.map { source -> [String] in
            let results = source.results, shares = results.rows.compactMap(\.contaminated)
            return [
                source.name, (results.command ?? .run).rawValue, results.environment.date, Figures.short(results.environment.load),
                shares.isEmpty ? Figures.absent : "\(shares.count { $0 > 0.2 }) of \(shares.count)",
                results.environment.commit.map { String($0.prefix(12)) } ?? Figures.absent,
            ].map(MarkdownReport.escaped)
        }
        let table = MarkdownReport.table(
            ["file", "command", "date", "load", "rows delayed", "commit"], alignedAtEnd: [], rows)
        return "<details><summary>Noise</summary>\n\n\(table)\n\n</details>"
    }

    /// Of a table's row: its cells, a bar and two blanks for each, and a bar with the line's end.
    static func length(_ row: [String]) -> Int { row.reduce(2) { $0 + $1.count + 3 } }

    static func table(_ header: [String], alignedAtEnd: Set<Int>, _ rows: [[String]]) -> String {
        let line = header.indices.map { alignedAtEnd.contains($0) ? "---:" : "---" }
        return ([header, line] + rows).map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
    }

    /// Text that stays text, on one line: no markup, no formula, no table's border, no mention of a user or of an issue.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.inCell.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;".unicodeScalars
            case "<": result += "&lt;".unicodeScalars
            case ">": result += "&gt;".unicodeScalars
            case "@": result += "&#64;".unicodeScalars
            case "#": result += "&#35;".unicodeScalars
            case "|", "*", "_", "`", "[", "]", "\\", "~", "$": result += ["\\", scalar]
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}

extension [String] {
    /// With `text` at the end of the last element.
    fileprivate func appending(_ text: String) -> [String] {
        dropLast() + [(last ?? "") + text]
    }
}
