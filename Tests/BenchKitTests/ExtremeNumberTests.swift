import Foundation
import Testing

@testable import BenchKit

/// Files whose form is right and whose numbers nobody has: nothing ends the process, and nothing that was recorded is lost.
@Suite struct ExtremeNumberTests {
    private static let extremes: [String] = [
        "0", "-1", "1", "0.5", "1e308", "-1e308", "1.7976931348623157e308", "5e-324", "-5e-324", "1e-310", "1e18", "-1e18", "9223372036854775807",
        "-9223372036854775808", "18446744073709551615",
    ]

    /// Places of numbers: of lists of them the first and the last.
    private static func places(in document: Document) -> [DocumentPath] {
        let all = document.leaves.filter { $0.value is NSNumber && !ExtremeNumberTests.isFlag($0.value) }.map(\.path)
        func kind(_ path: DocumentPath) -> String { path.filter { Int($0) == nil }.reduce("") { RecordedDifferences.kind(of: $1, in: $0) } }
        let kinds = Dictionary(grouping: all, by: kind)
        return all.filter { path in
            let same = kinds[kind(path)] ?? []
            return path == same.first || path == same.last
        }
    }

    private static func isFlag(_ value: Any) -> Bool { "\(type(of: value))".contains("Bool") || "\(value)" == "true" || "\(value)" == "false" }

    private static func value(_ text: String) -> Any { (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) ?? 0 }

    /// The document with each place changed to a very large number and to another one of the extremes: together with places far from it, or alone where
    /// nobody reads that number there. Then all that can be changed to each, and many of them at random.
    private static func variations<Content: Decodable>(of text: String, as type: Content.Type) throws -> [(what: String, document: Document)] {
        let document = try Document(text), places = places(in: document)
        var found: [(String, Document)] = [], generator = SeededGenerator(seed: 20)
        let numbers = document.leaves.filter { $0.value is NSNumber && !isFlag($0.value) }.map(\.path)
        func unreadable(_ text: String) -> Set<DocumentPath> {
            Set(numbers.filter { (try? JSONDecoder().decode(type, from: document.setting($0, to: value(text)).data)) == nil })
        }
        // Where only whole numbers are read, and where only such from 0.
        let whole = unreadable("0.5"), positive = unreadable("-1")
        // What is the sum of something else that stands there.
        let fixed = unreadable("1")
        func takes(_ place: DocumentPath, _ extreme: String) -> Bool {
            !fixed.contains(place) && (Int(extreme) != nil || !whole.contains(place)) && (!extreme.hasPrefix("-") || !positive.contains(place))
        }
        for round in 0..<2 {
            var taken: [(place: DocumentPath, extreme: String)] = []
            for (index, place) in places.enumerated() {
                let extreme = round == 0 ? "1e308" : extremes[index % extremes.count]
                let alone = document.setting(place, to: value(extreme))
                if (try? JSONDecoder().decode(type, from: alone.data)) != nil {
                    taken.append((place, extreme))
                } else {
                    found.append(("\(place.joined(separator: ".")) = \(extreme)", alone))
                }
            }
            // Dealt out, so that what stands together is in different companies, and in each round in others.
            let companies = taken.count / 8 + 1 + round
            for company in 0..<companies {
                let some = stride(from: company, to: taken.count, by: companies).map { taken[$0] }
                let what = some.map { "\($0.place.joined(separator: ".")) = \($0.extreme)" }
                let changed = some.reduce(document) { $0.setting($1.place, to: value($1.extreme)) }
                #expect((try? JSONDecoder().decode(type, from: changed.data)) != nil, "\(what) is not read")
                found.append((what.joined(separator: ", "), changed))
            }
        }
        for extreme in extremes {
            let changed = numbers.filter { takes($0, extreme) }.reduce(document) { $0.setting($1, to: value(extreme)) }
            #expect((try? JSONDecoder().decode(type, from: changed.data)) != nil, "all = \(extreme) is not read")
            found.append(("all = \(extreme)", changed))
        }
        for round in 0..<30 {
            found.append(
                (
                    "round \(round)",
                    numbers.reduce(document) { changed, place in
                        let extreme = extremes[Int(generator.next() % UInt64(extremes.count))]
                        return generator.next() % 4 == 0 && takes(place, extreme) ? changed.setting(place, to: value(extreme)) : changed
                    }
                ))
        }
        return found
    }

    /// Made once: it takes longer than what is done with them. Unsafe: of `Any`, which nobody changes.
    private nonisolated(unsafe) static let results = Result { try variations(of: WholeDocument.results, as: Results.self) }

    private static let suite = BenchKit.Suite.withFloor(Fixture.benchmark("T1"))

    private func run(_ arguments: [String]) -> (code: ExitCode, recording: CapturedOutput) {
        let recording = CapturedOutput()
        let program = CommandLineProgram(name: "bench", version: "1", summary: "", commands: ExtremeNumberTests.suite.commands)
        return (program.run(arguments, environment: [:], output: recording.output), recording)
    }

    /// A file that was read; nil where a whole number is wanted and another one stands: that is one line and exit code 1.
    private func read<Content: Decodable>(_ type: Content.Type, _ document: Document) -> Content? {
        try? JSONDecoder().decode(type, from: document.data)
    }

    @Test func everyCommandEndsAsItSaysWhateverTheNumbers() throws {
        let usual = Data(WholeDocument.results.utf8)
        // Of a run the reports tell times and samples, of two the history.
        func asRun(_ document: Document, date: String) -> Data {
            document.setting(["command"], to: "run").setting(["environment", "date"], to: date).data
        }
        let before = asRun(try Document(WholeDocument.results), date: "2025")
        for (what, document) in try ExtremeNumberTests.results.get() {
            let isReadable = read(Results.self, document) != nil
            let files = [
                "a.json": document.data, "b.json": usual, "run.json": asRun(document, date: "2027"), "before.json": before,
                "latency.json": document.setting(["command"], to: "latency").data,
            ]
            try Fixture.inFolder(files) { folder in
                let file = "\(folder)/a.json"
                let exports = ExportFormat.allCases.map { format -> (words: [String], codes: Set<ExitCode>) in
                    let row = format == .hgrm ? ["--row", "L1 (lock)"] : []
                    return (["export", file, "--format", format.rawValue] + row, [.success])
                }
                let commands: [(words: [String], codes: Set<ExitCode>)] =
                    [
                        (["report", file, "--html", "\(folder)/a.html", "--junit", "\(folder)/a.xml", "--markdown"], [.success]),
                        (["report", "\(folder)/run.json", "\(folder)/before.json", "--html", "\(folder)/run.html", "--markdown"], [.success]),
                        (["report", "\(folder)/latency.json", "--html", "\(folder)/latency.html", "--markdown"], [.success]),
                        (["compare", file, "\(folder)/b.json", "--anyway"], [.success]),
                        (["compare", "\(folder)/b.json", file, "--anyway"], [.success]),
                    ] + exports
                for command in commands {
                    let (code, recording) = run(command.words)
                    if isReadable {
                        #expect(command.codes.contains(code), "\(what): \(command.words[0]): \(recording.error)")
                    } else {
                        #expect(code == .failure, "\(what): \(command.words[0])")
                        #expect(recording.error.split(separator: "\n").count == 1)
                    }
                }
                if isReadable {
                    for page in try ["a", "run", "latency"].map({ try String(contentsOfFile: "\(folder)/\($0).html", encoding: .utf8) }) {
                        #expect(!page.contains("\"nan") && !page.contains("\"inf") && !page.contains("\"-inf"), "\(what)")
                    }
                }
            }
        }
    }

    /// What a table or a report is made of, where no command reads it from a file.
    @Test func everyTableIsMadeWhateverTheNumbers() throws {
        for (what, document) in try ExtremeNumberTests.results.get() {
            guard let results = read(Results.self, document) else { continue }
            #expect(!FitTable(results.fits ?? []).text.isEmpty && !ResultsTable(results, suite: ExtremeNumberTests.suite).text.isEmpty)
            #expect(!LatencyTable(results.rows).text.isEmpty)
            #expect(!CountsTable(results, suite: ExtremeNumberTests.suite).text.isEmpty && !Summary(results, path: nil).text.isEmpty)
            var related = results
            related.relateToReference()
            let pooled = try #require(Results(pooling: [results, related], of: 2, seed: 1))
            // What is written is read again, and is the same.
            for one in [results, related, pooled] {
                #expect(try Results(json: one.json()) == one, "\(what)")
            }
            let refitted = (results.fits ?? []).compactMap { GrowthFit($0.points, tolerance: 0.05) }.flatMap(\.candidates)
            #expect(refitted.allSatisfy { $0.base.isFinite && $0.slope.isFinite && $0.residual.isFinite })
            let orderJudge = OrderJudge(discarded: 0.5)
            for fit in results.fits ?? [] {
                let order = Thresholds.Order(
                    scaling: fit.scaling, variant: fit.variant, most: .linear, times: 1e308, figure: "bytes", processors: nil)
                #expect(!orderJudge.judge(fit, by: order).isEmpty)
            }
        }
    }

    @Test func everyBaselineIsJudgedWhateverItsNumbers() throws {
        let whole = try JSONDecoder().decode(Baseline.self, from: Data(WholeDocument.baseline.utf8))
        let now = try #require(whole.counts("T1", "lock"))
        for (what, document) in try ExtremeNumberTests.variations(of: WholeDocument.baseline, as: Baseline.self) {
            guard let baseline = read(Baseline.self, document), let counts = baseline.counts("T1", "lock") else { continue }
            #expect(try JSONDecoder().decode(Baseline.self, from: baseline.json()) == baseline, "\(what)")
            for limits in [Thresholds.Counts.usual, Thresholds.Counts(instructions: 1, instructionsPerEvent: 1e308, lifeCycleInstructions: 0)] {
                let countJudge = CountJudge(limits: limits)
                #expect(!countJudge.judge("T1", now: counts, base: now).isEmpty && !countJudge.judge("T1", now: now, base: counts).isEmpty)
            }
            #expect(!baseline.rows(unknownTo: .withFloor()).isEmpty)
        }
    }

    @Test func everyLimitAndFloorJudgesOrIsRefused() throws {
        var outcome = DuelOutcome(
            Duel(
                challenger: Contender(program: 0, benchmark: "T1", variant: "lock", events: 1),
                base: Contender(program: 1, benchmark: "T1", variant: "lock", events: 1), usesProcessorTime: true))
        let sample = TimeSample(wall: 2, processor: 2, contaminated: false, metrics: [:], missing: [:])
        for _ in 0..<12 { outcome.add([(challenger: sample, base: sample)], least: 1) }
        for (what, document) in try ExtremeNumberTests.variations(of: WholeDocument.limits, as: Thresholds.self) {
            try Fixture.inFolder(["limits.json": document.data]) { folder in
                do {
                    let thresholds = try Thresholds.read("\(folder)/limits.json")
                    #expect(Significance.fewestForks(rows: 100, significance: thresholds.times.significance) >= 6, "\(what)")
                    for noise in [nil, 0, 1e308, -1e308, .leastNonzeroMagnitude] {
                        #expect(TimeJudge(limits: thresholds.times).judge([outcome]) { _ in noise }.count == 1)
                    }
                    let bound = BoundJudge.Case(row: "T1", gate: "time", most: thresholds.ratios[0].most, outcome: outcome)
                    #expect(BoundJudge(limits: thresholds.times).judge([bound]).count == 1)
                } catch let refusal as FileError {
                    #expect(!refusal.description.contains("\n"), "\(what)")
                }
            }
        }
        for (_, document) in try ExtremeNumberTests.variations(of: WholeDocument.noise, as: Noise.self) {
            try Fixture.inFolder(["noise.json": document.data, "a.json": Data(WholeDocument.results.utf8)]) { folder in
                let (code, _) = run(["report", "\(folder)/a.json", "\(folder)/noise.json", "--markdown", "--html", "\(folder)/a.html"])
                #expect(code == (read(Noise.self, document) == nil ? .failure : .success))
            }
        }
    }

    @Test func everyStressFileIsReadOrRefused() throws {
        for (what, document) in try ExtremeNumberTests.variations(of: WholeDocument.stress, as: StressResults.self) {
            guard let results = read(StressResults.self, document) else { continue }
            #expect(!StressReport(results: results).text.isEmpty, "\(what)")
            #expect([.success, .failure, .interrupted].contains(results.exitCode))
            try Fixture.inFolder(["a.json": document.data]) { folder in
                #expect(run(["report", "\(folder)/a.json", "--markdown"]).code == .failure)
                #expect(run(["compare", "\(folder)/a.json", "\(folder)/a.json"]).code == .failure)
            }
        }
    }

    @Test func aTimeThatIsTooLongIsTheLastOne() {
        let now = Clock.monotonic()
        for seconds: Double in [Double(UInt64.max), 1.9e10, 1e308, .infinity] { #expect(Clock.monotonic(after: seconds) == .max, "\(seconds)") }
        for seconds: Double in [-1, -1e308, -.infinity, 0, 0.5, 5] {
            let then = Clock.monotonic(after: seconds)
            #expect(now <= then && then <= now + 60_000_000_000, "\(seconds)")
        }
        #expect(Clock.monotonic(after: 1000) >= now + 1_000_000_000_000)
    }

    @Test func plotsOfAnyNumbersHavePlaces() {
        let numbers = [0, -1, 1, 1e308, -1e308, .leastNonzeroMagnitude, .leastNormalMagnitude, 1e18, -1e18, Double.greatestFiniteMagnitude, 0.5]
        for one in numbers {
            for other in numbers {
                for isLogarithmic in [true, false] {
                    guard let axis = Axis(logarithmic: isLogarithmic, values: [one, other], from: 0, to: 100) else { continue }
                    #expect(axis.ticks.count <= 40, "\(one), \(other)")
                    for place in numbers.map(axis.place) + axis.ticks.map(axis.place) {
                        #expect(Double(coordinate(place)).map { abs($0) <= 1e4 } == true, "\(one), \(other)")
                    }
                }
                for (size, last) in [(0, Int.max), (Int.min, 1), (1, Int.max), (1, 1), (0, 0)] {
                    let points = [SizedCost(size: size, cost: one), SizedCost(size: last, cost: other)]
                    let model = GrowthModel(order: .quadratic, base: one, slope: other, residual: one)
                    let curve = CurvePlot.Curve(variant: "lock", points: points, model: model, place: 0)
                    let picture = CurvePlot(id: "x", title: "x", parameter: "x", unit: "x", curves: [curve]).picture
                    let text = picture?.markup.rendered(.xml) ?? ""
                    #expect(!text.contains("\"inf") && !text.contains("nan,") && !text.contains("\"nan"))
                }
            }
        }
        #expect([Double.nan, .infinity, -.infinity].map(coordinate) == ["0", "10000", "-10000"])
    }
}

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension RunSessionTests {
    /// What a benchmark may say of itself, however large it is, leaves all rows in the file.
    @Test func ownFiguresOfAnySizeAreKept() throws {
        let figures: [Double] = [1e308, -1e308, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 0]
        let loud = Benchmark("loud", "any figures", events: Events(1)) { run in
            for figure in figures { run.metric("figure \(figure)", figure, unit: "x") }
            run.timed {}
        }
        try Fixture.inFolder { folder in
            var options = RunOptions(profile: .instant, out: "\(folder)/a.json", writesFile: true)
            options.filter = "^loud$"
            let code = try RunSession(suite: .withFloor(loud), options: options, output: CapturedOutput().output).run()
            #expect(code == .success)
            let rows = try ResultsFile.read("\(folder)/a.json").rows.filter { $0.benchmark == "loud" }
            #expect(rows.count == 2)
            for row in rows { for figure in figures { #expect(row.metrics["figure \(figure)"]?.value == figure) } }
        }
    }

    /// A limit of all time is none.
    @Test(arguments: [nil, 2]) func aLimitOfAnySizeIsOne(forks: Int?) throws {
        try Fixture.inFolder { folder in
            let rows = [Fixture.timed("T1", "lock", nanoseconds: 10), Fixture.timed("floor.closure-call", "-", nanoseconds: 1)]
            let result = try Fixture.results(.run, rows: rows)
            try result.json().write(to: URL(fileURLWithPath: "\(folder)/whole"))
            let script = """
                #!/bin/sh
                for word; do case $word in --out=*) cp '\(folder)/whole' "${word#--out=}" ;; esac; done

                """
            try Data(script.utf8).write(to: URL(fileURLWithPath: "\(folder)/program"))
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: "\(folder)/program")
            for limit in [1_000_000, Int(UInt32.max) + 1, .max / 2, .max] {
                var options = RunOptions(profile: .instant, out: "\(folder)/out.json", writesFile: true)
                (options.limit, options.forks) = (limit, forks)
                var session = RunSession(suite: .withFloor(Fixture.benchmark("T1")), options: options, output: CapturedOutput().output)
                session.program = "\(folder)/program"
                #expect(try session.run() == .success, "\(limit)")
            }
        }
    }

    /// JSON has no number for what is none: the rest of the file is worth more than that.
    @Test func aFigureThatIsNoNumberDoesNotLoseTheFile() throws {
        var row = Fixture.timed("T1", "lock", nanoseconds: 10)
        row.multipleOfReference = .infinity
        let text = String(decoding: try Fixture.results(.run, rows: [row]).json(), as: UTF8.self)
        #expect(text.contains("\"multipleOfReference\" : \"Infinity\""))
        #expect(text.contains("\"iterationsPerSample\" : 7"))
    }

    /// Own figures that not all processes have.
    @Test func figuresOfOneForkAreKept() throws {
        var one = Fixture.timed("T1", "lock", nanoseconds: 10), other = one
        one.missing["late"] = "not yet"
        other.metrics["late"] = Row.OwnFigure(value: 3, unit: "x")
        let row = try #require(Row(pooling: [(0, one), (1, other)]))
        #expect(row.metrics == ["late": Row.OwnFigure(value: 3, unit: "x")])
        #expect(row.missing["late"] == nil)
    }
}
