/// Whether all is well, and what isn't.
struct VerdictSection {
    private let verdict: ReportVerdict

    init(_ digest: Digest) {
        verdict = ReportVerdict(digest)
    }

    var markup: Markup? {
        PagePart.section("verdict", "Verdict", [
            tag("p", ["class": "verdict \(verdict.tone.rawValue)"], [
                tag("span", ["class": "sign", "aria-hidden": "true"], sign), tag("strong", verdict.headline),
            ]),
            tag("p", verdict.explanation),
        ] + (verdict.findings.isEmpty ? [] : [list]))
    }

    /// The tone for those who see no colours.
    private var sign: String {
        switch verdict.tone {
        case .good: "✓"
        case .bad: "✗"
        case .unsure: "?"
        }
    }

    private var list: Markup {
        PagePart.table(
            "What is no pass", head: [PagePart.heads(["row", "verdict", "figure", "what was found"])],
            rows: verdict.findings.map { finding in
                tag("tr", [
                    PagePart.name(finding.row), tag("td", ["class": style(finding.verdict)], finding.name),
                    tag("td", finding.gate), tag("td", ["class": "words"], [.text(finding.detail)] + calls(finding)),
                ])
            })
    }

    private func style(_ verdict: Verdict) -> String {
        switch verdict {
        case .pass, .improvement: "good"
        case .inconclusive, .unknown: "unsure"
        case .regression, .error, .wrongResult: "bad"
        }
    }

    private func calls(_ finding: Finding) -> [Markup] {
        guard let calls = finding.calls else { return [] }
        if calls.isEmpty { return [PagePart.paragraph("No function was called more or less often.")] }
        return [
            tag("details", [
                tag("summary", "\(ReportVerdict.number(calls.count, "function")) called more or less often"),
                tag("ul", calls.map { call in
                    tag("li", [
                        .text("\(Figures.count(call.before, exact: true)) → \(Figures.count(call.after, exact: true)) "),
                        tag("code", ["title": call.function], Demangled.name(call.function)),
                    ])
                }),
            ])
        ]
    }
}
