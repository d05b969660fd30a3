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
        let tables = MarkdownTables(digest)
        blocks += tables.blocks
        let noise = tables.files
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
