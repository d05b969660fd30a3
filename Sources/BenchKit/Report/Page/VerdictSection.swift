/// Whether all is well, and what isn't.
struct VerdictSection {
    private let verdict: ReportVerdict
    private let answers: Answers

    init(_ digest: Digest) {
        verdict = ReportVerdict(digest)
        answers = Answers(digest, verdict)
    }

    /// The questions besides the first.
    var others: [Markup] {
        answers.others.enumerated().map { number, answer in
            PagePart.section("answer-\(number)", answer.question, answer.lines.map { tag("p", $0) })
        }
    }

    var markup: Markup? {
        PagePart.section(
            "verdict", Answers.slower,
            [
                tag(
                    "p", ["class": "verdict \(verdict.tone.rawValue)"],
                    [
                        tag("span", ["class": "sign", "aria-hidden": "true"], sign), tag("strong", verdict.headline),
                    ])
            ] + verdict.causes.map(box) + ([verdict.explanation] + answers.programs).map { tag("p", $0) })
    }

    /// The tone for those who see no colours.
    private var sign: String {
        switch verdict.tone {
        case .good: "✓"
        case .bad: "✗"
        case .unsure: "?"
        }
    }

    /// Rows that are shown before the reader asks for more.
    private static let shownRows = 4

    /// What one thing explains: where to look, what was found in each row, and the functions.
    private func box(_ cause: Cause) -> Markup {
        let lines = cause.rows.map { row in tag("li", [tag("strong", row), .text(": \(cause.figures(of: row))")]) }
        let more = lines.count - VerdictSection.shownRows
        let rest =
            more <= 0
            ? []
            : [
                tag(
                    "details",
                    [
                        tag("summary", ReportVerdict.number(more, "more row")),
                        tag("ul", Array(lines.dropFirst(VerdictSection.shownRows))),
                    ])
            ]
        return tag(
            "div", ["class": "cause"],
            [
                tag("h3", [tag("span", ["class": style(cause.verdict)], cause.name), .text(": \(cause.heading)")]),
                tag("ul", Array(lines.prefix(VerdictSection.shownRows))),
            ] + rest + calls(cause))
    }

    private func style(_ verdict: Verdict) -> String {
        switch verdict {
        case .pass, .improvement: "good"
        case .inconclusive, .unknown: "unsure"
        case .regression, .error, .wrongResult: "bad"
        }
    }

    private func calls(_ cause: Cause) -> [Markup] {
        if cause.calls.isEmpty { return [] }
        return [
            tag(
                "details",
                [
                    tag("summary", "\(ReportVerdict.number(cause.calls.count, "function")) called more or less often"),
                    tag(
                        "ul",
                        cause.calls.map { call in
                            tag(
                                "li",
                                [
                                    .text("\(Figures.count(call.change.before, exact: true)) → \(Figures.count(call.change.after, exact: true)) "),
                                    tag("code", ["title": call.change.function], call.function.text),
                                ])
                        }),
                ])
        ]
    }
}
