/// A report for a pull request's comment: the verdict, what isn't a pass, and the figures. A pure function of the digest.
struct MarkdownReport {
    private let digest: Digest

    /// Longer comments are refused by GitHub, which takes 65,536 characters.
    private static let mostCharacters = 60_000
    /// Functions named for each cause.
    private static let mostCalls = 5

    init(_ digest: Digest) {
        self.digest = digest
    }

    var text: String {
        let verdict = ReportVerdict(digest)
        let answers = Answers(digest, verdict)
        let first = Answers.Answer(question: Answers.slower, lines: [verdict.explanation] + answers.programs)
        let start = ["## \(sign(verdict.tone)) \(MarkdownReport.escaped(verdict.headline))", answered(first)]
        var blocks = [start.joined(separator: "\n\n")]
        if !verdict.causes.isEmpty { blocks.append(findings(verdict.causes, most: MarkdownReport.mostCharacters - blocks[0].count - 4)) }
        blocks += answers.others.map(answered)
        // These lines stand before the tables, some of which a long comment leaves out.
        if !digest.strangerLines.isEmpty { blocks.append(MarkdownReport.escaped(digest.strangerLines.joined(separator: " "))) }
        let tables = MarkdownTables(digest)
        blocks += tables.blocks
        let noise = tables.files + "\n\n" + MarkdownReport.escaped(Answers.whereAllIs)
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

    private func answered(_ answer: Answers.Answer) -> String {
        "**\(answer.question)** " + answer.lines.map(MarkdownReport.escaped).joined(separator: " ")
    }

    private func sign(_ tone: ReportVerdict.Tone) -> String {
        switch tone {
        case .good: "✅"
        case .bad: "❌"
        case .unsure: "⚠️"
        }
    }

    /// A block a cause, with its functions and a line a row; as many rows as fit, and how many are left out.
    private func findings(_ causes: [Cause], most: Int) -> String {
        var left = most - 80, lines: [String] = [], omitted = 0
        for cause in causes {
            var block = ["", "**\(MarkdownReport.escaped(cause.name)): \(MarkdownReport.escaped(cause.heading.shortened(to: 200)))**", ""]
            if !cause.calls.isEmpty { block.append("- calls: " + MarkdownReport.escaped(cause.called(most: MarkdownReport.mostCalls))) }
            left -= block.reduce(0) { $0 + $1.count + 1 }
            var rows: [String] = []
            for row in cause.rows {
                let line = "- \(MarkdownReport.escaped(row)): \(MarkdownReport.escaped(cause.figures(of: row)))"
                left -= line.count + 1
                if left < 0 { break }
                rows.append(line)
            }
            omitted += cause.rows.count - rows.count
            if !rows.isEmpty { lines += block + rows }
        }
        let rest = omitted == 0 ? "" : "\n\n\(ReportVerdict.number(omitted, "more row")) left out: the comment would be too long."
        return lines.dropFirst().joined(separator: "\n") + rest
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
