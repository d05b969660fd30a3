import Testing

@testable import BenchKit

/// Beside the other tests that start programs.
extension RunSessionTests {
    /// What a reader sees of a report on a phone, without a touch.
    @Suite(.enabled(if: PageLayout.engine != nil, "needs wkhtmltoimage, of Debian's package wkhtmltopdf"))
    struct PageLayoutTests {
        /// A page with tables that are wider than the screen, and with what was found.
        private func page(_ findings: [Finding]) throws -> String {
            let check = try Fixture.results(
                .check, date: "2026-03-01T00:00:00Z", rows: [Fixture.counted("T1", "lock", retains: 1)], findings: findings)
            return PageReport(Fixture.digest(try Fixture.run(), try Fixture.run(date: "2026-02-01T00:00:00Z", times: 2), check)).text
        }

        private func layout(_ page: String) throws -> PageLayout { try PageLayout(of: page, by: try #require(PageLayout.engine)) }

        private static func worse(_ row: String, calls: [CallChange]? = nil) -> [Finding] {
            ["retains per event", "mallocs per event"].map {
                Finding(row: row, gate: $0, verdict: .regression, detail: "1250 became 2500", calls: calls)
            }
        }

        private static let found: [(what: String, findings: [Finding])] = [
            ("a row", worse("map/event (lock)")),
            ("a word without an end", worse(String(repeating: "word", count: 50) + " (lock)")),
            (
                "a function without an end",
                worse(
                    "map/event (lock)", calls: [CallChange(function: String(repeating: "function", count: 50), before: 0, after: 1)])
            ),
            (
                "many rows with a function in common",
                (0..<60).flatMap {
                    worse("operator-\($0)/with-a-long-name/subscribe (queue)", calls: [CallChange(function: "Cache.value", before: 1, after: 2)])
                }
            ),
            ("many rows, each by itself", (0..<60).flatMap { worse("operator-\($0)/with-a-long-name/subscribe (queue)") }),
            (
                "many that are better, and a row",
                (0..<60).map {
                    Finding(row: "operator-\($0)/event (lock)", gate: "retains per event", verdict: .improvement, detail: "2 became 1")
                } + worse("map/event (lock)")
            ),
        ]

        @Test(arguments: found.indices) func theFindingIsOnTheFirstScreen(number: Int) throws {
            let (what, findings) = Self.found[number], layout = try layout(page(findings))
            #expect(layout.pageWidth <= PageLayout.width, "\(what)")
            #expect(layout.verdict.isOnScreen, "\(what)")
            #expect(layout.heading.isOnScreen, "\(what)")
            #expect(layout.row.isOnScreen, "\(what)")
        }

        /// The tests above can fail.
        @Test func whatIsTooWideOrTooFarDownIsNoticed() throws {
            let page = try page(Self.worse("map/event (lock)"))
            func without(_ style: String, _ other: String = "") throws -> PageLayout {
                #expect(page.contains(style))
                return try layout(page.replacingOccurrences(of: style, with: other))
            }
            #expect(try without(".scroll { overflow-x: auto;", ".scroll {").pageWidth > PageLayout.width)
            #expect(try !without(".cause {", ".cause { margin-top: 50rem !important;").row.isOnScreen)
            #expect(try !without(".cause {", ".cause { width: 30rem;").heading.isOnScreen)
        }
    }
}
