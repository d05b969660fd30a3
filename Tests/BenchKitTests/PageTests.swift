import Foundation
import Testing

@testable import BenchKit

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Collects what a document consists of, and refuses what is not well-formed.
final class Elements: NSObject, XMLParserDelegate {
    struct Element {
        let name: String
        let attributes: [String: String]
        let parent: String?
    }

    private(set) var all: [Element] = []
    private var open: [String] = []

    init?(_ text: String) {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        guard parser.parse() else { return nil }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        all.append(Element(name: name, attributes: attributes, parent: open.last))
        open.append(name)
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        open.removeLast()
    }

    func named(_ name: String) -> [Element] { all.filter { $0.name == name } }
}

/// The page of `report --html`.
@Suite struct PageTests {
    /// A page with something in every section.
    private func fullDigest() throws -> Digest {
        let calls = [CallChange(function: "swift_retain", before: 0, after: 1)]
        let check = try Fixture.results(
            .check, date: "2026-03-01T00:00:00Z", rows: [Fixture.counted("T1", "lock", retains: 1)],
            findings: [
                Finding(row: "T1 (lock)", gate: "retains per event", verdict: .regression, detail: "0 became 1", calls: calls),
                Finding(row: "T1 (queue)", gate: "time", verdict: .pass, detail: "fine"),
            ])
        return Fixture.digest(
            try Fixture.run(), try Fixture.run(date: "2026-02-01T00:00:00Z", times: 2), check)
    }

    @Test func aPageIsWellFormedAndNeedsNothingElse() throws {
        let page = PageReport(try fullDigest())
        let elements = try #require(Elements(page.page.rendered(.xml)))
        #expect(elements.named("script").isEmpty)
        #expect(elements.named("link").isEmpty)
        #expect(elements.named("img").isEmpty)
        #expect(elements.all.allSatisfy { $0.attributes["href"] == nil && $0.attributes["src"] == nil })
        #expect(!page.text.contains("http"))
        #expect(!page.text.contains("@import"))
        #expect(page.text.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
        #expect(page.text.contains("prefers-color-scheme: dark"))
    }

    @Test func tablesHaveCaptionsAndHeadsAndScrollInTheirBoxes() throws {
        let elements = try #require(Elements(PageReport(try fullDigest()).page.rendered(.xml)))
        let tables = elements.named("table")
        #expect(tables.count >= 4)
        #expect(elements.named("caption").count == tables.count)
        #expect(tables.allSatisfy { $0.parent == "div" })
        let boxes = elements.named("div").filter { $0.attributes["class"] == "scroll" }
        #expect(boxes.count == tables.count)
        #expect(boxes.allSatisfy { $0.attributes["tabindex"] == "0" && $0.attributes["aria-label"]?.isEmpty == false })
        let scopes: Set = ["col", "row", "colgroup"]
        #expect(elements.named("th").allSatisfy { scopes.contains($0.attributes["scope"] ?? "") })
    }

    @Test func picturesAreNamedAndDescribed() throws {
        let elements = try #require(Elements(PageReport(try fullDigest()).page.rendered(.xml)))
        let pictures = elements.named("svg")
        // Two ratios, four histories, two distributions.
        #expect(pictures.count == 8)
        #expect(pictures.allSatisfy { $0.attributes["role"] == "img" })
        let identifiers = elements.all.compactMap { $0.attributes["id"] }
        #expect(Set(identifiers).count == identifiers.count)
        let described = pictures.compactMap { $0.attributes["aria-labelledby"] }.flatMap { $0.split(separator: " ").map(String.init) }
        #expect(described.count == 16)
        #expect(described.allSatisfy(identifiers.contains))
        #expect(elements.named("desc").count == 8)
    }

    @Test func whatComesFromFilesIsEscaped() throws {
        let hostile = "<script>alert('x')</script>&\"\u{1}"
        var row = Fixture.timed(hostile, "lock", nanoseconds: 1, title: hostile)
        row.missing[hostile] = hostile
        let results = try Fixture.results(
            .check, rows: [row, Fixture.failed(hostile, hostile, .error, hostile)],
            findings: [
                Finding(
                    row: hostile, gate: hostile, verdict: .regression, detail: hostile,
                    calls: [
                        CallChange(function: hostile, before: 0, after: 1)
                    ])
            ])
        let digest = Digest([Digest.Source(name: hostile, results: results)])
        let page = PageReport(digest)
        let elements = try #require(Elements(page.page.rendered(.xml)))
        #expect(elements.named("script").isEmpty)
        #expect(!page.text.contains("<script"))
        #expect(!page.text.contains("\u{1}"))
        #expect(page.text.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;&quot;\\u{1}"))
        let junit = JUnitReport(digest).text
        let suites = try #require(Elements(junit))
        #expect(suites.named("script").isEmpty)
        #expect(!MarkdownReport(digest).text.contains("<script"))
    }

    @Test func theStyleIsNotChangedByEscaping() {
        #expect(PageStyle.text.components(separatedBy: "\n").allSatisfy { Markup.escaped($0) == $0 })
    }

    @Test func theVerdictComesFirst() throws {
        let text = PageReport(try fullDigest()).text
        let verdict = try #require(text.range(of: "Regression"))
        let figures = try #require(text.range(of: "Times and allocations"))
        #expect(verdict.lowerBound < figures.lowerBound)
        #expect(text.contains("1 of 2 figures passed"))
        #expect(text.contains("swift_retain"))
        #expect(text.contains("0 → 1"))
    }

    @Test func figuresOfBothVariantsStandSideBySide() throws {
        let text = PageReport(try fullDigest()).text
        #expect(text.contains("<td class=\"figure\">20.0 ns</td><td class=\"figure\">21.0 ns</td>"))
        #expect(text.contains(">1.06 [1.03, 1.10]</td>"))
        #expect(text.contains("<th scope=\"colgroup\" colspan=\"1\">retains</th>"))
    }

    @Test func axesHaveRoundTicksWithinTheirEnds() throws {
        let linear = try #require(Axis(logarithmic: false, values: [7.1, 8.3], from: 0, to: 100))
        #expect(linear.ticks.count >= 3)
        #expect(linear.ticks.allSatisfy { (0...100).contains(linear.place($0)) })
        #expect(linear.place(7.1) < linear.place(8.3))
        let logarithmic = try #require(Axis(logarithmic: true, values: [0, 1, 10_000], from: 0, to: 100, margin: 0))
        #expect(logarithmic.ticks == [1, 10, 100, 1000, 10_000])
        #expect(abs(logarithmic.place(100) - 50) < 1e-9)
        #expect(Axis(logarithmic: true, values: [0, -1], from: 0, to: 1) == nil)
        let flat = try #require(Axis(logarithmic: false, values: [5, 5], from: 0, to: 100))
        #expect(abs(flat.place(5) - 50) < 1e-9)
    }

    @Test func ratiosBeyondTheEndsAreArrowsInsideThePicture() throws {
        func picture(_ ratio: Estimate) throws -> Picture { try #require(RatioPlot(id: "x", title: "x", ratio: ratio).picture) }
        let inside = try picture(Estimate(median: 1.1, interval: Interval(low: 1, high: 1.2, confidence: 0.95)))
        #expect(inside.markup.rendered(.html).contains("<circle"))
        for median in [0.05, 0.79, 1.26, 40] {
            let beyond = try picture(
                Estimate(median: median, interval: Interval(low: median * 0.5, high: median * 2, confidence: 0.95)))
            let page = beyond.markup.rendered(.html)
            #expect(page.contains("<polygon") && !page.contains("<circle"))
            #expect(beyond.description.hasSuffix("an arrow says that it lies beyond."))
            let places = page.matches(of: /(?:x1|x2|cx)="(-?[\d.]+)"|[" ](-?[\d.]+),/).compactMap { Double($0.1 ?? $0.2 ?? "") }
            #expect(places.count >= 7 && places.allSatisfy { (0...beyond.width).contains($0) }, "\(median)")
        }
    }

    /// On a phone the names stay in sight while the figures are scrolled to, and are narrow enough to leave them room.
    @Test func namesOfRowsStayInSight() {
        #expect(PageStyle.text.contains("tbody th, thead tr:first-child th:first-child { position: sticky; left: 0;"))
        #expect(PageStyle.text.contains("tbody th { white-space: normal; overflow-wrap: anywhere; min-width: 6.5rem; max-width: 7.5rem;"))
    }

    @Test func samplesFarOutAreCountedNotDrawn() throws {
        let samples = (0..<20).map { 10 + 0.01 * Double($0) } + [500]
        let plot = DistributionPlot(
            id: "x", title: "x",
            strips: [DistributionPlot.Strip(variant: "lock", samples: samples, estimate: Estimate(samples), place: 0)])
        let picture = try #require(plot.picture)
        #expect(picture.description.contains("21 samples, median 10.1 ns"))
        #expect(picture.description.contains("1 beyond the right end"))
        #expect(picture.markup.rendered(.html).contains(">+1</text>"))
    }
}
