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
            try Fixture.results(
                .check,
                findings: [
                    Finding(
                        row: "T1 (lock)", gate: "time", verdict: .regression,
                        detail: "1.30 [1.25, 1.35]")
                ]))
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
        #expect(
            answers[0] == [
                "queue takes 1.06 times as long as lock over 2 benchmarks that have both: "
                    + "faster in 0, slower in 2 (T10 1.06, T1 1.06), not to be told apart in 0."
            ])
        #expect(
            answers[1] == [
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
        #expect(
            Answers(digest, ReportVerdict(digest)).others[2].lines == [
                "p99 of 4 rows: from \(figures[3]) (hop/a (lock)) to \(figures[1]) (mailbox/b (lock)), half of them at most \(figures[0]); of 1 more the machine hides it.",
                "mailbox: 3 rows, from \(figures[0]) (mailbox/a (lock)) to \(figures[1]) (mailbox/b (lock)), half of them at most \(figures[2]).",
                "hop: \(figures[3]) (hop/a (lock)), 1 hidden.",
            ])
    }

    /// A headline rests on no figure that is marked as saying nothing.
    @Test func whatSaysNothingIsNoTail() throws {
        func row(_ id: String, _ least: Int, floor: String? = nil, kind: Benchmark.Kind = .workload, jitter: Int = 10) -> Row {
            let outcomes = (0..<6).map { _ in Fixture.trial(Fixture.delays(least), jitter: Fixture.histogram(jitter)) }
            return Fixture.latency(id, kind == .floor ? BenchKit.Suite.onlyVariant : "lock", kind: kind, floor: floor, outcomes: outcomes)
        }
        let floors = [row("floor.seen", 500, kind: .floor), row("floor.hidden", 100, kind: .floor, jitter: 5000)]
        var rows = [
            row("hop/a", 1000, floor: "floor.seen"), row("hop/b", 90_000, floor: "floor.hidden"), row("lock/a", 900_000, floor: "floor.seen"),
        ]
        for (index, floor) in zip(rows.indices, [0, 1, 0]) {
            let base = try #require(floors[floor].latency)
            rows[index].latency?.relate(to: base)
        }
        rows[2].missing["load"] = "the senders were slower"
        let digest = Fixture.digest(try Fixture.results(.latency, rows: rows + floors))
        #expect(digest.floor(of: rows[1])?.benchmark == "floor.hidden" && digest.floor(of: floors[0]) == nil)
        let lines = Answers(digest, ReportVerdict(digest)).others[2].lines
        try #require(lines.count == 4, "\(lines)")
        #expect(lines[0].hasPrefix("p99 of 2 rows: from ") && lines[0].hasSuffix("; 1 more didn't get the load."), "\(lines[0])")
        #expect(lines[0].contains("(hop/b (lock))") && lines[2] == "lock: 1 without the load.", "\(lines)")
        #expect(lines[3].hasPrefix("Furthest above the same by hand: hop/a (lock), whose p99 of delay is "), "\(lines[3])")
        #expect(lines[3].hasSuffix(" times that of floor.seen."), "\(lines[3])")
        let none = Fixture.digest(try Fixture.results(.latency, rows: [rows[2]]))
        #expect(Answers(none, ReportVerdict(none)).others[2].lines == ["p99 of no row says anything: 1 didn't get the load."])
    }

    @Test func withoutTimesCostsAreTheCounts() throws {
        func row(_ id: String, _ instructions: Double, mallocs: Double) -> Row {
            var row = Row(benchmark: Fixture.benchmark(id), variant: "lock", events: 10)
            row.counts = RowCounts(
                events: 10, repetitions: 4,
                perEvent: [.instructions: Count(value: instructions, stability: .banded), .mallocs: Count(value: mallocs, stability: .exact)],
                perSubscription: [:])
            return row
        }
        let digest = Fixture.digest(try Fixture.results(.counts, rows: [row("T1", 900, mallocs: 1), row("T2", 100, mallocs: 0)]))
        #expect(
            Answers(digest, ReportVerdict(digest)).others[1].lines == [
                "lock, an event of 2 benchmarks, in instructions: from 100 (T2: a workload) to 900 (T1: a workload), half of them below 500; "
                    + "1 of them allocate nothing.",
                "No file has times: run measures them.",
            ])
    }

    /// Also where there are no variants.
    @Test func costsOfASuiteWithoutVariantsAreTold() throws {
        let digest = Fixture.digest(try Fixture.results(.run, rows: [Fixture.timed("T1", BenchKit.Suite.onlyVariant, nanoseconds: 10)]))
        let lines = Answers(digest, ReportVerdict(digest)).others[0].lines
        #expect(lines.first?.hasPrefix("an event of 1 benchmark: from 10.0 ns (T1: a workload)") == true, "\(lines)")
    }

    /// A suite that has none is asked for none; another one by its own word.
    @Test func onlyVariantsAreAskedFor() throws {
        func questions(_ rows: [Row], _ title: String) throws -> [String] {
            let source = Digest.Source(name: "a.json", results: try Fixture.results(.run, rows: rows))
            let digest = Digest([source], variantsTitle: title), verdict = ReportVerdict(digest)
            let all = Answers(digest, verdict).others.map(\.question)
            for text in [Answers(digest, verdict).text, MarkdownReport(digest).text, PageReport(digest).text] {
                #expect(text.contains("Which ") == (all.count == 4) && all.allSatisfy(text.contains))
            }
            return all
        }
        let none = [Fixture.timed("T1", BenchKit.Suite.onlyVariant, nanoseconds: 10)]
        let both = ["ring", "array"].map { Fixture.timed("T1", $0, nanoseconds: 10) }
        #expect(try questions(none, "variant") == Array(Self.questions.dropFirst(2)))
        #expect(try questions(both, "variant") == ["Which variant?"] + Self.questions.dropFirst(2))
    }

    /// Of a check that took no times, say.
    @Test func withoutTimesVariantsAreComparedByInstructions() throws {
        func row(_ id: String, _ variant: String, _ instructions: Double) -> Row {
            var row = Row(benchmark: Fixture.benchmark(id), variant: variant, events: 10)
            let counts = [CountedKind.instructions: Count(value: instructions, stability: .banded)]
            row.counts = RowCounts(events: 10, repetitions: 4, perEvent: counts, perSubscription: [:])
            return row
        }
        let rows = [row("T1", "lock", 100), row("T1", "queue", 200), row("T2", "lock", 100), row("T2", "queue", 50), row("T3", "lock", 9)]
        let digest = Fixture.digest(try Fixture.results(.check, rows: rows, findings: []))
        #expect(
            Answers(digest, ReportVerdict(digest)).others[0].lines == [
                "queue executes 1.00 times as many instructions as lock over 2 benchmarks that have both.",
                "No file compares times of variants: run does.",
            ])
    }

    /// Whatever wrote the file, and in every form.
    @Test func figuresOfAPartSaySo() throws {
        func part(_ results: Results) throws -> Results {
            let text = String(decoding: try results.json(), as: UTF8.self)
            return try Results(json: Data(text.replacing("\"passed\"", with: "\"filter\": \"^T1\", \"shard\": \"1/2\", \"passed\"").utf8))
        }
        let check = try Fixture.results(.check, findings: [Finding(row: "T1 (lock)", gate: "time", verdict: .pass, detail: "1.00")])
        let digest = Fixture.digest(try part(Fixture.run()), try part(check), try Fixture.latencies())
        let line = "file0.json, file1.json are of a part alone: what matches ^T1, part 1/2."
        #expect(digest.fileLines.first == line)
        #expect(Answers(digest, ReportVerdict(digest)).text.contains("  \(line)\n") && PageReport(digest).text.contains(line))
        #expect(MarkdownReport(digest).text.contains(MarkdownReport.escaped(line)))
        #expect(!Fixture.digest(try Fixture.run()).fileLines.contains { $0.contains("part") })
    }

    private func fitted(_ costs: [Double]) throws -> Digest {
        let scaling = Scaling("odd", "an odd cost", parameter: "things", sizes: [1, 10, 100, 1000], events: 4) { _, _ in }
        let points = zip(scaling.sizes, costs).map { SizedCost(size: $0, cost: $1) }
        var results = try Fixture.results(.fit)
        results.add(fits: [Fit(scaling, variant: "lock", measure: .instructions, reason: nil, points: points)])
        return Fixture.digest(results)
    }

    @Test func theMarkOfADoubtfulGrowthIsExplained() throws {
        let odd = try fitted([100, 160, 90, 150]), plain = try fitted([100, 101, 99, 100]), explained = "no order explains the costs well"
        let lines = Answers(odd, ReportVerdict(odd)).others[3].lines
        #expect(lines.count == 2 && lines[0].contains(": ?odd (") && lines[1].hasPrefix("? before a name: \(explained)"), "\(lines)")
        #expect(PageReport(odd).text.contains("? before a residual: \(explained)"))
        #expect(Answers(plain, ReportVerdict(plain)).others[3].lines.count == 1 && !PageReport(plain).text.contains(explained))
    }

    @Test func aDoubtfulResidualIsMarkedInEveryForm() throws {
        for (costs, isMarked) in [([100.0, 160, 90, 150], true), ([100, 101, 99, 100], false)] {
            let digest = try fitted(costs)
            let tables = [
                ReportTable.all(inMarkdown: MarkdownReport(digest).text).first { $0.title == "Growth" },
                ReportTable.all(in: PageReport(digest)).first { $0.title == "Fitted orders" },
            ]
            for table in tables {
                let residual = try #require(table?.cell(["odd (lock)"], "residual"))
                #expect(residual.hasPrefix("?") == isMarked && residual.hasSuffix(" %"), "\(residual)")
            }
        }
    }

    @Test func rowsThatWereNotTimedSideBySideAreToldApart() throws {
        var results = try Fixture.results(.run, rows: ["lock", "queue"].map { Fixture.timed("T1", $0, nanoseconds: 10) })
        results.add(rows: [Fixture.timed("T2", "lock", nanoseconds: 10), Fixture.timed("T2", "queue", nanoseconds: 20)], comparisons: [])
        let digest = Fixture.digest(results), lines = Answers(digest, ReportVerdict(digest)).others[0].lines
        #expect(
            lines.count == 1 && lines[0].contains(" over 1 benchmark that has both: ")
                && lines[0].hasSuffix(
                    " Of 1 more, whose times weren't taken side by side, 2.00 times."),
            "\(lines)")
    }

    @Test func whatNoFileTellsIsSaid() throws {
        let digest = Fixture.digest(try Fixture.results(.check, findings: [])), answers = Answers(digest, ReportVerdict(digest)).others
        #expect(answers.map(\.lines.count) == [1, 1, 1, 1] && answers.allSatisfy { $0.lines[0].hasPrefix("No file ") })
    }
}
