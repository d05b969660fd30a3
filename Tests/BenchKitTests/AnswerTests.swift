import Foundation
import Testing

@testable import BenchKit

/// What a reader asks first is answered first.
@Suite struct AnswerTests {
    private static let questions = [
        "Did my change make it slower, and where?", "Which core?", "What does it cost?", "What is the tail?", "How does it grow?",
    ]

    private func digest() throws -> Digest {
        Fixture.digest(
            try Fixture.run(), try Fixture.latencies(), try OwnFigureTests.fits(),
            try Fixture.results(.check, findings: [Finding(row: "T1 (lock)", gate: "time", verdict: .regression,
                detail: "1.30 [1.25, 1.35]")]))
    }

    @Test func theQuestionsAreTheHeadOfEveryReport() throws {
        let digest = try digest(), verdict = ReportVerdict(digest)
        let reports = [
            (Answers(digest, verdict).text, "From"), (MarkdownReport(digest).text, "<details>"),
                (PageReport(digest).text, "Times and allocations"),
        ]
        for (text, rest) in reports {
            let places = try (Self.questions + [rest]).map { question in
                try #require(text.range(of: question, options: question == "From" ? .backwards : []), "\(question)").lowerBound
            }
            #expect(places == places.sorted(), "\(rest)")
            for answer in Answers(digest, verdict).others.flatMap(\.lines) where rest == "From" { #expect(text.contains(answer)) }
        }
    }

    @Test func answersHaveTheFigures() throws {
        let digest = try digest(), answers = Answers(digest, ReportVerdict(digest)).others.map(\.lines)
        #expect(answers[0] == [
            "queue takes 1.06 times as long as lock over 2 benchmarks that have both: "
                + "faster in 0, slower in 2 (T10 1.06, T1 1.06), not to be told apart in 0."
        ])
        #expect(answers[1] == [
            "lock, an event of 2 benchmarks: from 10.0 ns (T1: a workload) to 2.00 µs (T10: a workload), half of them below 1.00 µs; "
                + "0 of them allocate nothing.",
            "One of them, in all its forms, with its counts: cost NAME.",
        ])
        #expect(answers[2].count == 2 && answers[2][0].hasPrefix("p99 of 2 rows: from ") && answers[2][1].contains("L1 (queue), "))
        #expect(answers[3] == ["O(n): steep (10.00 + 3.00 n instr.).", "O(1): flat (lock 40.0 instr., queue 41.0 instr.)."])
        let text = Answers(digest, ReportVerdict(digest)).text
        #expect(text.hasPrefix("Did my change make it slower, and where?\n  Wrong results. "))
        #expect(text.contains("\n  worse: T1 (lock): time: 1.30 [1.25, 1.35]\n"))
    }

    @Test func tailsAreToldByFamily() throws {
        func row(_ id: String, _ least: Int, hidden: Bool = false) -> Row {
            let jitter = Fixture.histogram(hidden ? 10 * least : 10)
            return Fixture.latency(id, "lock", outcomes: (0..<6).map { _ in Fixture.trial(Fixture.delays(least), jitter: jitter) })
        }
        func p99(_ row: Row) throws -> String {
            let name = try #require(TailTable.figure(row)), figure = try #require(row.latency?.distributions[name]?[.p99])
            return Figures.duration(figure.value)
        }
        let rows = [row("mailbox/a", 1000), row("mailbox/b", 3000), row("mailbox/c", 2000), row("hop/a", 500), row("hop/b", 500, hidden: true)]
        let digest = Fixture.digest(try Fixture.results(.latency, rows: rows)), figures = try rows.map(p99)
        #expect(Answers(digest, ReportVerdict(digest)).others[2].lines == [
            "p99 of 4 rows: from \(figures[3]) (hop/a (lock)) to \(figures[1]) (mailbox/b (lock)), half of them at most \(figures[0]); of 1 more the machine hides it.",
            "mailbox: 3 rows, from \(figures[0]) (mailbox/a (lock)) to \(figures[1]) (mailbox/b (lock)), half of them at most \(figures[2]).",
            "hop: \(figures[3]) (hop/a (lock)), 1 hidden.",
        ])
    }

    @Test func rowsThatWereNotTimedSideBySideAreToldApart() throws {
        var results = try Fixture.results(.run, rows: ["lock", "queue"].map { Fixture.timed("T1", $0, nanoseconds: 10) })
        results.add(rows: [Fixture.timed("T2", "lock", nanoseconds: 10), Fixture.timed("T2", "queue", nanoseconds: 20)], comparisons: [])
        let digest = Fixture.digest(results), lines = Answers(digest, ReportVerdict(digest)).others[0].lines
        #expect(lines.count == 1 && lines[0].contains(" over 1 benchmarks that have both: ") && lines[0].hasSuffix(
            " Of 1 more, whose times weren't taken side by side, 2.00 times."), "\(lines)")
    }

    @Test func whatNoFileTellsIsSaid() throws {
        let digest = Fixture.digest(try Fixture.results(.check, findings: [])), answers = Answers(digest, ReportVerdict(digest)).others
        #expect(answers.map(\.lines.count) == [1, 1, 1, 1] && answers.allSatisfy { $0.lines[0].hasPrefix("No file ") })
    }
}
