import Foundation
import Testing

@testable import BenchKit

/// What is committed is in a report of it, figure by figure. No two committed files have the same row of one kind: `Scripts/record` cuts them
/// out of one file.
@Suite struct CommittedReportTests {
    /// A form of a report, as its reader finds it.
    private struct Form {
        let name: String
        let tables: [ReportTable]
        /// How a text is written there.
        let written: (String) -> String

        func expect(_ text: String, in title: String, _ row: [String], _ column: String) {
            let cell = tables.first { $0.title == title }?.cell(row.map(written), written(column))
            // What is absent is found too easily.
            #expect(text.contains { $0.isNumber } && cell == written(text), "\(row), \(column) of \(title) in the \(name)")
        }
    }

    private static let results = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("results").path

    private let files: [String]
    private let text: String
    private let markdown, page: Form

    init() throws {
        let names = try FileManager.default.subpathsOfDirectory(atPath: Self.results).filter { $0.hasSuffix(".json") }
        files = names.sorted().map { "\(Self.results)/\($0)" }
        let digest = try Digest(files: files)
        text = MarkdownReport(digest).text
        markdown = Form(name: "Markdown", tables: ReportTable.all(inMarkdown: text), written: MarkdownReport.escaped)
        page = Form(name: "page", tables: ReportTable.all(in: PageReport(digest)), written: { $0 })
    }

    /// The pictures on the first page are what a report makes of committed figures.
    @Test func committedPicturesAreCurrent() throws {
        let folder = URL(fileURLWithPath: Self.results).deletingLastPathComponent().appendingPathComponent("docs/pictures").path
        let digest = try Digest(files: ["\(Self.results)/latency/mailbox.json"])
        let made = Dictionary(uniqueKeysWithValues: PictureFiles(digest, try .read("\(folder)/field.tsv")).all.map { ($0.name, $0.text) })
        let committed = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".svg") }
        #expect(committed.count == 4)
        for name in committed { #expect(try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) == made[name], "\(name)") }
    }

    @Test func everyRowOfEveryCommittedFileIsInTheReport() throws {
        #expect(files.count >= 6 && text.utf8.count < 65_536 && !text.contains("part left out"))
        var latencies: [Row] = []
        for path in files {
            let results = try ResultsFile.read(path), command = results.command
            #expect(results.rows.count + (results.fits ?? []).count > 5, "\(path)")
            switch command {
            case .run: try expectTimes(results)
            case .counts: for row in results.rows { try expectCounts(row) }
            case .fit: for fit in results.fits ?? [] { expectGrowth(fit) }
            case .latency: latencies += results.rows
            case .compare, .check: Issue.record("nothing looks for the rows of \(path)")
            }
        }
        for row in latencies { try expectLatency(row, among: latencies) }
        for variant in ["lock", "queue", "unchecked", "lock.unbiased", "queue.unbiased"] {
            #expect(text.contains(" \(variant) |"), "\(variant)")
        }
    }

    @Test func noCommittedRowIsWithoutAFigure() {
        for row in markdown.tables.flatMap(\.rows) {
            #expect(row.dropFirst().contains { !["–", ""].contains($0) }, "\(row)")
        }
    }

    /// What a column is called of a variant in each form.
    private func columns(_ figure: String, _ variant: String) -> (markdown: String, page: String) {
        variant == BenchKit.Suite.onlyVariant ? (figure, "\(figure) –") : ("\(figure) \(variant)", "\(figure) \(variant)")
    }

    private func expectTimes(_ results: Results) throws {
        for row in results.rows {
            let time = try #require(row.time, "\(row.name)"), columns = columns("time", row.variant)
            let text = Figures.marked(Figures.duration(time.nanosecondsPerEvent.median), row.inconclusive)
            markdown.expect(text, in: row.kind.plural.capitalized, [row.benchmark], columns.markdown)
            page.expect(text, in: row.kind.plural.capitalized, [row.benchmark], columns.page)
        }
        for found in results.comparisons {
            let row = try #require(results.row(found.benchmark, found.variant)), pair = "\(found.variant):\(found.base)"
            let text = Figures.marked(Figures.ratio(found.ratio), found.inconclusive)
            markdown.expect(text, in: row.kind.plural.capitalized, [row.benchmark], pair)
            page.expect(text, in: row.kind.plural.capitalized, [row.benchmark], "ratio \(pair)")
        }
    }

    private func expectCounts(_ row: Row) throws {
        func text(_ count: Count) -> String { Figures.count(count.value, exact: count.stability == .exact) }
        let counts = try #require(row.counts, "\(row.name)")
        #expect(!counts.perEvent.isEmpty, "\(row.name)")
        for (kind, heading) in [(CountedKind.mallocs, "mallocs"), (.instructions, "instr.")] {
            guard let count = counts.perEvent[kind] else { continue }
            markdown.expect(text(count), in: row.kind.plural.capitalized, [row.benchmark], columns(heading, row.variant).markdown)
        }
        for (title, figures) in [("Counts per event", counts.perEvent), ("Counts per subscription", counts.perSubscription)] {
            for (kind, count) in figures {
                page.expect(text(count), in: title, [row.benchmark], columns(kind.rawValue, row.variant).page)
            }
        }
    }

    private func expectGrowth(_ fit: Fit) {
        let name = RowName.text(fit.scaling, fit.variant)
        for (column, text) in [("cost of an event", FitTable.formula(fit)), ("residual", FitTable.residual(fit))] {
            markdown.expect(text, in: "Growth", [name], column)
            page.expect(text, in: "Fitted orders", [name], column)
        }
    }

    /// The page has a table for each benchmark, in which a floor stands beside what it is the floor of.
    private func expectLatency(_ row: Row, among rows: [Row]) throws {
        let latency = try #require(row.latency, "\(row.name)"), first = try #require(latency.figures.first)
        let ends = try #require(latency.distributions[first])
        let alone = row.variant == BenchKit.Suite.onlyVariant ? "alone" : row.variant
        markdown.expect("\(ends.text(.p50)) / \(ends.text(.p99))", in: "Tails: p50 / p99", [row.benchmark], alone)
        let user = rows.first { $0.latency?.floor == row.benchmark }
        let title = user == nil ? LatencyText.variant(row) : LatencyText.floor
        for (figure, distribution) in latency.distributions {
            let table = "Percentiles of \((user ?? row).benchmark)"
            for percentile in [Percentile.p50, .p99] where distribution[percentile] != nil {
                page.expect(distribution.text(percentile), in: table, [title, figure], percentile.rawValue)
            }
        }
    }
}
