/// A report as the XML that build servers read as a test's: a suite a results file, a case a row, or a case a figure that `check`
/// judged. What is wrong is a failure, what could not be measured an error; what says nothing either way was skipped.
struct JUnitReport {
    private let digest: Digest

    init(_ digest: Digest) {
        self.digest = digest
    }

    var text: String {
        let suites = digest.sources.map { source in (source, cases(source.results)) }
        let all = suites.flatMap(\.1)
        let root = Markup.element(
            "testsuites", [("name", digest.newest.suite)] + totals(all),
            suites.map { source, cases in
                let command = source.results.command.rawValue
                // The format's schema has no time zone in a timestamp.
                let date = String(source.results.environment.date.prefix(19))
                return .element(
                    "testsuite",
                    [("name", "\(source.results.suite) \(command) (\(source.name))" + JUnitReport.part(of: source.results))] + totals(cases) + [
                        ("time", "0"), ("timestamp", date),
                    ],
                    cases.map(\.markup))
            })
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + root.rendered(.xml) + "\n"
    }

    /// What a check was asked to look at, where that wasn't all.
    private static func part(of results: Results) -> String {
        guard results.command == .check, let part = results.partOfSuite else { return "" }
        return ", a partial check: \(part)"
    }

    private struct Case {
        enum Outcome: String {
            case passed, failure, error, skipped
        }

        let row: String
        let figure: String
        let outcome: Outcome
        let message: String
        var details: [String] = []

        var markup: Markup {
            let content: [Markup] =
                outcome == .passed
                ? []
                : [
                    .element(
                        outcome.rawValue, [("message", message)] + (outcome == .skipped ? [] : [("type", figure)]),
                        details.isEmpty ? [] : [.lines(details)])
                ]
            return tag("testcase", ["classname": row, "name": figure, "time": "0"], content)
        }
    }

    private func totals(_ cases: [Case]) -> [(name: String, value: String)] {
        [
            ("tests", "\(cases.count)"), ("failures", "\(cases.count { $0.outcome == .failure })"),
            ("errors", "\(cases.count { $0.outcome == .error })"),
            ("skipped", "\(cases.count { $0.outcome == .skipped })"),
        ]
    }

    private func cases(_ results: Results) -> [Case] {
        let unreached = results.unreached.map {
            Case(row: $0, figure: "result", outcome: .skipped, message: "the run ended before it")
        }
        if let findings = results.findings {
            let interruption =
                results.complete
                ? []
                : [
                    Case(row: results.suite, figure: "check", outcome: .error, message: "interrupted: this is no verdict on what was not reached")
                ]
            return interruption + findings.map(Self.judged) + unreached
        }
        return results.rows.map { Self.measured(RowName.text($0.benchmark, $0.variant), $0.failure, inconclusive: $0.inconclusive) }
            + (results.fits ?? []).map { Self.measured(RowName.text($0.scaling, $0.variant), $0.failure, figure: "growth") }
            + (results.against?.rows ?? []).map(Self.compared) + unreached
    }

    private static func measured(_ row: String, _ failure: RowFailure?, inconclusive: String? = nil, figure: String = "result") -> Case {
        if failure == nil, let inconclusive {
            return Case(row: row, figure: figure, outcome: .skipped, message: "inconclusive: \(inconclusive)")
        }
        guard let failure else { return Case(row: row, figure: figure, outcome: .passed, message: "") }
        return Case(row: row, figure: figure, outcome: failure.kind == .wrongResult ? .failure : .error, message: failure.message)
    }

    private static func compared(_ row: ProgramFigures.Row) -> Case {
        let name = RowName.text(row.benchmark, row.variant)
        guard row.failedInOlder == true, let failure = row.failure else { return measured(name, row.failure, figure: "time") }
        return Case(row: name, figure: "time", outcome: .skipped, message: "the older program failed: \(failure.message)")
    }

    private static func judged(_ finding: Finding) -> Case {
        let outcome: Case.Outcome
        switch finding.verdict {
        case .pass, .improvement: outcome = .passed
        case .inconclusive, .unknown: outcome = .skipped
        case .error: outcome = .error
        case .regression, .wrongResult: outcome = .failure
        }
        let calls = (finding.calls ?? []).filter { FunctionName.isTold($0.function) }.map {
            "\($0.before) -> \($0.after) \(Demangler.name($0.function))"
        }
        return Case(
            row: finding.row, figure: finding.gate, outcome: outcome, message: "\(finding.name): \(finding.detail)",
            details: calls)
    }
}
