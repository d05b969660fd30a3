import Foundation
import Testing

@testable import BenchKit

/// Latencies in what people read.
@Suite struct LatencyReportTests {
    private func digest() throws -> Digest { Fixture.digest(try Fixture.run(), try Fixture.latencies(date: "2026-02-01T00:00:00Z")) }

    @Test func aFileOfLatenciesIsAmongTheSources() throws {
        let digest = try digest(), verdict = ReportVerdict(digest)
        #expect(verdict.tone == .bad && verdict.headline == "Wrong results" && verdict.findings.map(\.row) == ["L1 (third)"])
        // Its rows have no times and no counts, and are no empty lines among those that have.
        #expect(digest.benchmarks.map(\.id) == ["T1", "T10"])
        #expect(digest.latencies.map(\.id) == ["L1"])
        let benchmark = try #require(digest.latencies.first)
        #expect(benchmark.rows.map(\.variant) == ["lock", "queue", "third"] && benchmark.floor?.benchmark == "floor.L1")
        #expect(benchmark.figures == ["delay", "delay in events", "call"])
        #expect(JUnitReport(digest).text.contains("a message came twice"))
    }

    @Test func aFloorWithoutRowsStandsByItself() throws {
        let results = try Fixture.results(.latency, rows: Array(Fixture.latencies().rows.suffix(1)))
        #expect(Fixture.digest(results).latencies.map(\.id) == ["floor.L1"])
    }

    @Test func markdownHasPercentilesLoadsAndWhatMarksMean() throws {
        let text = MarkdownReport(try digest()).text
        let block = try #require(
            text.components(separatedBy: "<details><summary>Latency</summary>").last?.components(separatedBy: "</details>").first)
        #expect(block.contains("| row | figure | p50 | p90 | p99 | p99.9 | p99.99 | max | × p50 |"))
        #expect(block.contains("| L1 (lock) | delay in events | 0 | 7.00 |") && block.contains("| L1 (third) | FAILED | –"))
        #expect(block.contains("| row | load | arrivals | capacity | rate | sent | measured for | least share |"))
        #expect(
            block.contains("| L1 (queue) | 50 % | Poisson | 2.00e+06/s | 1000000/s | 120000 | 250 ms × 6 | 84.5 % of a fair one |")
                || block.contains("| L1 (queue) | 50 % | Poisson | 2000000/s | 1000000/s | 120000 | 250 ms × 6 | 84.5 % of a fair one |"))
        #expect(block.contains("? marks") && block.contains("– marks"))
    }

    /// It is as good as the worse of its two figures.
    @Test func aMultipleOfWhatTheMachineHidesIsMarked() throws {
        func row(_ id: String, _ variant: String, kind: Benchmark.Kind = .workload, floor: String? = nil, jitter: Int) -> Row {
            let outcomes = (0..<6).map { _ in Fixture.trial(Fixture.delays(1000), jitter: Fixture.histogram(jitter)) }
            return Fixture.latency(id, variant, kind: kind, floor: floor, outcomes: outcomes)
        }
        for (jitter, mark) in [(10, ""), (50_000, "?")] {
            let floor = row("floor.L1", BenchKit.Suite.onlyVariant, kind: .floor, jitter: jitter)
            var above = row("L1", "lock", floor: "floor.L1", jitter: 10)
            let base = try #require(floor.latency)
            above.latency?.relate(to: base)
            let distribution = try #require(above.latency?.distributions["delay"]), cell = "\(mark)1.00"
            #expect(Array(LatencyTable.cells(distribution, floor: base.distributions["delay"]).suffix(4)) == [cell, cell, cell, cell])
            let results = try Fixture.results(.latency, rows: [above, floor])
            #expect(LatencyTable(results.rows).text.contains("?1.00") == !mark.isEmpty)
            for text in [MarkdownReport(Fixture.digest(results)).text, PageReport(Fixture.digest(results)).text] {
                #expect(text.contains("?1.00") == !mark.isEmpty)
            }
        }
    }

    @Test func markdownHasAsManyLatenciesAsFit() throws {
        let outcomes = [Fixture.trial(Fixture.delays(1000))]
        for count in [3, 60, 400] {
            let rows = (0..<count).map { Fixture.latency("L\($0)", "lock", outcomes: outcomes) }
            let text = MarkdownReport(Fixture.digest(try Fixture.results(.latency, rows: rows))).text
            let shown = text.components(separatedBy: " | delay in events |").count - 1
            #expect(text.count <= 60_000 && text.contains("<summary>Noise</summary>") && !text.contains("part left out"))
            if shown < count { #expect(text.contains("\(count - shown) more rows left out") && text.count > 55_000) }
            #expect((shown == count) == (count < 400))
        }
    }

    @Test func aPageHasCurvesAndTables() throws {
        let page = PageReport(try digest()), elements = try #require(Elements(page.page.rendered(.xml)))
        let plots = elements.named("svg").filter { $0.attributes["aria-labelledby"]?.hasPrefix("latency-") == true }
        #expect(plots.count == 3)
        #expect(page.text.contains("lock: p50 ") && page.text.contains(">Percentiles of L1</caption>") && page.text.contains(">Load of L1</caption>"))
        // Two variants and a floor in each, and the machine where the unit is its own.
        let curves = elements.named("polyline").compactMap { $0.attributes["class"] }
        #expect(["line v0", "line v1", "line floor"].map { style in curves.count { $0 == style } } == [3, 3, 3])
        #expect(curves.count { $0 == "line machine" } == 2)
        #expect(page.text.contains("<td class=\"bad\" colspan=\"11\">FAILED</td>"))
        let identifiers = elements.all.compactMap { $0.attributes["id"] }
        #expect(Set(identifiers).count == identifiers.count)
        #expect(PageStyle.text.contains(".line.floor") && PageStyle.text.contains(".line.machine"))
    }

    private func plot(_ histograms: [Histogram], backdrop: Histogram? = nil) -> PercentilePlot {
        func curve(_ name: String, _ histogram: Histogram) -> PercentilePlot.Curve {
            PercentilePlot.Curve(name: name, distribution: RowLatency.Distribution(unit: "ns", [histogram]), style: name)
        }
        return PercentilePlot(
            id: "x", title: "x", unit: "ns", curves: histograms.enumerated().map { curve("v\($0)", $1) },
            backdrop: backdrop.map { curve("machine", $0) })
    }

    /// The places of a curve's points.
    private func places(_ text: String, _ style: String) -> [(x: Double, y: Double)] {
        let points = text.firstMatch(of: try! Regex("class=\"line \(style)\" points=\"([^\"]*)\"", as: (Substring, Substring).self))?.1 ?? ""
        return points.split(separator: " ").compactMap { pair in
            let parts = pair.split(separator: ",").compactMap { Double($0) }
            return parts.count == 2 ? (parts[0], parts[1]) : nil
        }
    }

    @Test func curvesEndWhereTenValuesLieAbove() throws {
        let text = try #require(plot([Fixture.histogram(100, values: 1000), Fixture.histogram(100, values: 100_000)]).picture).markup.rendered(.xml)
        let few = places(text, "v0"), many = places(text, "v1")
        let (start, end) = (many.first?.x ?? 0, many.last?.x ?? 0)
        #expect(few.first?.x == start && abs((few.last?.x ?? 0) - (start + (end - start) / 2)) < 0.2)
        #expect(zip(many, many.dropFirst()).allSatisfy { $0.x <= $1.x && $0.y >= $1.y })
        for label in ["50 %", "90 %", "99 %", "99.9 %", "99.99 %"] { #expect(text.contains(">\(label)</text>"), "\(label)") }
        #expect(!text.contains("99.999 %"))
    }

    @Test func nothingIsDrawnOfTooFewValues() throws {
        #expect(plot([Fixture.histogram(100, values: 19)], backdrop: Fixture.histogram(1)).picture == nil)
        let picture = try #require(plot([Fixture.histogram(100, values: 19), Fixture.histogram(100)]).picture)
        #expect(picture.description.hasPrefix("v0: too few values. v1: p50 "))
    }

    /// A logarithmic axis has no place for it.
    @Test func zeroHasALineOfItsOwn() throws {
        var zeros = Histogram()
        zeros.record(0, times: 900)
        zeros.record(50, times: 100)
        let picture = try #require(plot([zeros]).picture), text = picture.markup.rendered(.xml), found = places(text, "v0")
        let labels = text.matches(of: /y="([\d.]+)" text-anchor="end">0<\/text>/).compactMap { Double($0.1) }
        #expect(labels.count == 1 && found.first?.y == labels.first.map { $0 - 4 })
        #expect((found.last?.y ?? 0) < (found.first?.y ?? 0) - 20)
        #expect(!(try #require(plot([Fixture.histogram(100)]).picture).markup.rendered(.xml).contains(">0</text>")))
        var all = Histogram()
        all.record(0, times: 1000)
        #expect(plot([all]).picture != nil)
    }

    @Test func labelsDontTouch() throws {
        var many = Histogram()
        for power in 0..<11 { many.record(1 << power, times: Int(pow(10, Double(11 - power)))) }
        let text = try #require(plot([many]).picture).markup.rendered(.xml)
        let ticks = text.matches(of: /x="([\d.]+)" y="[\d.]+" text-anchor="middle">([\d.]+ %)</).map {
            (x: Double($0.1) ?? 0, half: 4.5 * Double($0.2.count))
        }
        #expect(ticks.count >= 4 && zip(ticks, ticks.dropFirst()).allSatisfy { $0.x + $0.half <= $1.x - $1.half })
    }

    @Test func whatIsListedTellsHowItIsLoaded() throws {
        let loaded = Benchmark("L1", "a latency", variants: ["lock"], latency: Latency(senders: 2, load: .share(0.5), floor: "F1")) { _ in }
        let floor = Benchmark("F1", "by hand", kind: .floor, latency: Latency(load: .flood)) { _ in }
        let suite = BenchKit.Suite(name: "test", benchmarks: [Fixture.benchmark("T1").covering(["Sequence.map(_:)"]), loaded, floor])
        let text = try Listing(suite).text
        #expect(
            text.components(separatedBy: "\n").map { $0.split(separator: " ").first ?? "" } == ["id", "workloads:", "T1", "latency:", "L1", "F1"])
        let entries = try #require(try JSONSerialization.jsonObject(with: Data(try Listing(suite).json().utf8)) as? [[String: Any]])
        #expect(entries.map { $0["id"] as? String } == ["T1", "L1", "F1"])
        #expect(entries.map { $0["covers"] as? [String] } == [["Sequence.map(_:)"], [], []])
        #expect(entries.map { $0["latency"] == nil } == [true, false, false] && entries.map { $0["events"] == nil } == [false, true, true])
        let latencies = entries.compactMap { $0["latency"] as? [String: Any] }
        try #require(latencies.count == 2)
        #expect(latencies[0]["senders"] as? Int == 2 && latencies[0]["load"] as? String == "50 %" && latencies[0]["arrivals"] as? String == "Poisson")
        #expect(latencies[0]["floor"] as? String == "F1" && latencies[1]["load"] as? String == "flood" && latencies[1]["arrivals"] == nil)
    }
}
