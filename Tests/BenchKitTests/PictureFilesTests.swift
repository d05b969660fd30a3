import Foundation
import Testing

@testable import BenchKit

/// Pictures that stand by themselves.
@Suite struct PictureFilesTests {
    private static let text = """
        # time of an event, ns
        # measured somewhere
        workload\tours\ttheirs\tothers'
        map\t2\t200\t
        zip & <more>\t20\t\t3
        """

    private func table(_ text: String) throws -> FiguresTable { try FiguresTable(text, "t.tsv") }

    @Test func eachPictureIsThereInLightAndInDark() throws {
        let digest = Fixture.digest(try Fixture.run(), try Fixture.latencies(date: "2026-02-01T00:00:00Z"))
        let files = PictureFiles(digest, try table(Self.text)).all
        #expect(
            files.map(\.name)
                == ["figures", "latency-L1-delay", "latency-L1-delay-in-events", "latency-L1-call"].flatMap {
                    ["\($0)-light.svg", "\($0)-dark.svg"]
                })
        for (light, dark) in stride(from: 0, to: files.count, by: 2).map({ (files[$0].text, files[$0 + 1].text) }) {
            #expect(light.contains(".ground { fill: #fff; }") && dark.contains(".ground { fill: #14171b; }"))
            #expect(!light.contains("var(") && !dark.contains("var("))
            let elements = try #require(Elements(light)), root = try #require(elements.all.first)
            #expect(root.name == "svg" && root.attributes["xmlns"] == "http://www.w3.org/2000/svg" && root.attributes["class"] == nil)
            // Each class that is used has a rule of its own, as there is no page around it.
            for style in Set(elements.all.compactMap { $0.attributes["class"] }.flatMap { $0.split(separator: " ") }) where style != "label" {
                #expect(light.contains(".\(style) ") || light.contains(".\(style)."), "\(style)")
            }
        }
    }

    /// In a table of figures what costs less is further to the left, in the row of its name.
    @Test func dotsStandWhereTheirFiguresAre() throws {
        let picture = try #require(FiguresPlot(table: try table(Self.text)).picture), text = picture.text(PageStyle.light)
        let elements = try #require(Elements(text))
        let dots = elements.named("circle").compactMap { dot -> (style: String, x: Double, y: Double)? in
            guard let style = dot.attributes["class"], let x = dot.attributes["cx"].flatMap(Double.init),
                let y = dot.attributes["cy"].flatMap(Double.init)
            else { return nil }
            return (style, x, y)
        }
        // The first three are the legend's.
        #expect(dots.map(\.style) == ["mark v0", "mark v1", "mark v2", "mark v1", "mark v0", "mark v2", "mark v0"])
        let (theirs, ours) = (dots[3], dots[4]), (others, oursAgain) = (dots[5], dots[6])
        #expect(ours.x < theirs.x && ours.y == theirs.y && others.x < oursAgain.x && others.y == oursAgain.y && ours.y < others.y)
        // One decade is as wide as another.
        #expect(abs((theirs.x - ours.x) - 2 * (oursAgain.x - ours.x)) < 0.3)
        #expect(text.contains("zip &amp; &lt;more&gt;: ours 20.0, others&#39; 3.00.") && text.contains(">measured somewhere</text>"))
    }

    @Test(arguments: [
        ("", "t.tsv has no title after a #, or no line with the names of 1 to 6 programs"),
        ("a\tb\nmap\t1", "t.tsv has no title after a #, or no line with the names of 1 to 6 programs"),
        ("# t\na", "t.tsv has no title after a #, or no line with the names of 1 to 6 programs"),
        ("# t\nw\t1\t2\t3\t4\t5\t6\t7\nmap\t1\t1\t1\t1\t1\t1\t1", "t.tsv has no title after a #, or no line with the names of 1 to 6 programs"),
        ("# t\nw\tours\n", "t.tsv has no figures"),
        ("# t\nw\tours\nmap\t1\t2", "t.tsv, line 3: a name and 1 figures above 0, or nothing in a figure's place"),
        ("# t\nw\tours\n\nmap\tfast", "t.tsv, line 4: a name and 1 figures above 0, or nothing in a figure's place"),
        ("# t\nw\tours\nmap\t0", "t.tsv, line 3: a name and 1 figures above 0, or nothing in a figure's place"),
        ("# t\nw\tours\nmap\tinf", "t.tsv, line 3: a name and 1 figures above 0, or nothing in a figure's place"),
    ])
    func whatIsNoTableIsRefused(_ text: String, _ reason: String) {
        #expect(throws: FileError(description: reason)) { try table(text) }
    }

    @Test func aReportWritesThemAndNothingElse() throws {
        try Fixture.inFolder { folder in
            let results = "\(folder)/latency.json", captured = CapturedOutput()
            try Fixture.latencies(date: "2026-02-01T00:00:00Z").json().write(to: URL(fileURLWithPath: results))
            try Self.text.write(toFile: "\(folder)/t.tsv", atomically: true, encoding: .utf8)
            var options = ReportOptions(files: [results])
            options.figures = "\(folder)/t.tsv"
            #expect(throws: UsageError.self) { try ReportSession(options: options, output: captured.output).run() }
            options.pictures = "\(folder)/made/pictures"
            #expect(try ReportSession(options: options, output: captured.output).run() == .success)
            let written = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/made/pictures")
            #expect(written.count == 8 && written.contains("figures-dark.svg"))
            options.figures = "\(folder)/none.tsv"
            #expect(throws: FileError(description: "\(folder)/none.tsv can't be read")) {
                try ReportSession(options: options, output: captured.output).run()
            }
        }
    }
}
