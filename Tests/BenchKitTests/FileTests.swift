import Foundation
import Testing

@testable import BenchKit

/// Files that are read: results, limits, baselines.
@Suite struct FileTests {
    let benchmark = Benchmark("T1", "one", variants: ["lock"], events: Events(10)) { _ in }

    func results(nanoseconds: Double = 10, retains: Double = 0) -> Results {
        var row = Row(benchmark: benchmark, variant: "lock", events: 10)
        let estimate = Estimate(median: nanoseconds, interval: nil)
        row.time = Row.Time(
            nanosecondsPerEvent: estimate, processorNanosecondsPerEvent: estimate, samples: [nanoseconds],
            processorSamples: [nanoseconds], iterationsPerSample: 1)
        row.counts = RowCounts(
            events: 10, repetitions: 2, perEvent: [.retains: Count(value: retains, stability: .exact)],
            perSubscription: [:])
        var results = Results(
            command: .counts, suite: "test", profile: nil, seed: 1, order: ["T1"], reference: "T1",
            environment: .withoutPrograms())
        results.add(rows: [row], comparisons: [])
        results.complete = true
        return results
    }

    func withFile(_ content: Data, _ body: (String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "rxbench-test-\(UUID().uuidString).json"
        try content.write(to: URL(fileURLWithPath: path))
        defer { unlink(path) }
        try body(path)
    }

    private func complaint(about content: String) throws -> String {
        var found = "none"
        try withFile(Data(content.utf8)) { path in
            do {
                _ = try ResultsFile.read(path)
            } catch {
                found = "\(error)".replacingOccurrences(of: path, with: "FILE")
            }
        }
        return found
    }

    @Test func unusableFilesAreToldApart() throws {
        let whole = String(decoding: try results().json(), as: UTF8.self)
        #expect(try complaint(about: whole) == "none")
        #expect(try complaint(about: String(whole.prefix(200))) == "FILE is no JSON, or was cut off")
        #expect(try complaint(about: "") == "FILE is no JSON, or was cut off")
        #expect(try complaint(about: "{}") == "FILE has no schema: it is no file of this program")
        #expect(try complaint(about: "[]") == "FILE has no schema: it is no file of this program")
        #expect(try complaint(about: "7") == "FILE has no schema: it is no file of this program")
        #expect(try complaint(about: "{\"schema\":1}") == "FILE has a schema that is no text: it is no file of this program")
        for (schema, advice) in [
            ("rxbench/1", ": record it anew"), ("rxbench/3", ": a newer one wrote the file"), ("rxbench", ""), ("rxbench/", ""), ("rxbench/2/2", ""),
            ("rxbench/2.0", ""), ("rxbench-noise/2", ""), ("", ""),
        ] {
            let other = whole.replacingOccurrences(of: "rxbench/2", with: schema)
            #expect(try complaint(about: other) == "FILE has schema \(schema); this program reads rxbench/2\(advice)")
        }
        let short = whole.replacingOccurrences(of: "\"variant\"", with: "\"variety\"")
        #expect(try complaint(about: short) == "FILE says rxbench/2 but is not that: rows.[0].variant is missing")
    }

    /// What a file of an earlier number may lack is no longer made up: it is missing.
    @Test(
        arguments: [
            (["command"], "command is missing"), (["rows", "0", "sendingThreads"], "rows.[0].sendingThreads is missing"),
            (["comparisons", "0", "discarded"], "comparisons.[0].discarded is missing"),
            (["against", "rows", "0", "coldForks"], "against.rows.[0].coldForks is missing"),
        ])
    func whatEveryFileHasIsNotMadeUp(path: DocumentPath, complaint missing: String) throws {
        let whole = try Document(WholeDocument.results)
        #expect(try complaint(about: String(decoding: whole.data, as: UTF8.self)) == "none")
        let lacking = String(decoding: whole.setting(path, to: nil).data, as: UTF8.self)
        #expect(try complaint(about: lacking) == "FILE says rxbench/2 but is not that: \(missing)")
    }

    @Test func aSampleHasBothOfItsTimes() throws {
        let whole = try Document(WholeDocument.results), place = ["rows", "0", "time", "processorSamples"]
        let uneven = "FILE has not as many samples of the processors' time as of the clock's of T1 (lock)"
        #expect(try complaint(about: String(decoding: whole.setting(place, to: [11]).data, as: UTF8.self)) == uneven)
        #expect(try complaint(about: String(decoding: whole.setting(place, to: nil).data, as: UTF8.self)) == uneven)
    }

    @Test func floorsThatDoNotSayWhetherTheyAreCompleteAreRefused() throws {
        let whole = try Document(WholeDocument.noise)
        try withFile(whole.setting(["complete"], to: nil).data) { path in
            #expect(throws: FileError(description: "\(path) says rxbench-noise/2 but is not that: complete is missing")) { try Noise.read(path) }
        }
        try withFile(whole.setting(["schema"], to: "rxbench-noise/1").data) { path in
            #expect(throws: FileError(description: "\(path) has schema rxbench-noise/1; this program reads rxbench-noise/2: record it anew")) {
                try Noise.read(path)
            }
        }
    }

    @Test func aBaselineOfCountsThatThereAreNotIsRefused() throws {
        let text = WholeDocument.baseline.replacingOccurrences(of: "[\"instructions\", \"retains\"]", with: "[\"instructions\", \"wishes\"]")
        try withFile(Data(text.utf8)) { path in
            #expect(throws: FileError(description: "\(path) says rxbench-baseline/2 but is not that: kinds.[1] has another type or value")) {
                try Baseline.read(path)
            }
        }
    }

    @Test func whatIsNoFileIsTold() throws {
        try Fixture.inFolder { folder in
            func complaint(_ path: String) -> String {
                do {
                    _ = try ResultsFile.read(path)
                    return "none"
                } catch {
                    return error.description
                }
            }
            try #require(mkfifo("\(folder)/pipe", 0o600) == 0)
            #expect(complaint("\(folder)/pipe") == "cannot read \(folder)/pipe: it is a pipe, not a file")
            #expect(complaint(folder) == "cannot read \(folder): it is a directory")
            #expect(complaint("/dev/null") == "cannot read /dev/null: it is no ordinary file")
            #expect(complaint("\(folder)/none") == "cannot read \(folder)/none: No such file or directory")
        }
    }

    private static let nonsense: [(from: String, to: String, complaint: String)] = [
        ("\"slower\" : 0.03", "\"slower\" : -0.03", "times.slower cannot be -0.03: it is 0 or more"),
        ("\"significance\" : 0.05", "\"significance\" : 5", "times.significance cannot be 5.0: it is from 1e-06 to 0.5"),
        ("\"discarded\" : 0.75", "\"discarded\" : 75", "times.discarded cannot be 75.0: it is from 0.0 to 1.0"),
        ("\"widest\" : 0.25", "\"widest\" : -1", "times.widest cannot be -1.0: it is 0 or more"),
        ("\"widest\" : 0.25", "\"widest\" : null", "none"),
        ("\"most\" : 1.5", "\"most\" : -1.5", "ratios: most of T1 (queue) cannot be -1.5: it is 0.001 or more"),
        ("\"most\" : 1.5", "\"most\" : 1.5", "none"),
    ]

    @Test(arguments: nonsense) func aLimitThatMakesNoSenseIsRefused(from: String, to: String, complaint: String) throws {
        let ratio = Thresholds.Ratio(benchmark: "T1", variant: "queue", base: "lock", most: 1.5)
        let thresholds = Thresholds(counts: .usual, times: .usual, ratios: [ratio], multiples: [])
        let text = String(decoding: try thresholds.json(), as: UTF8.self)
        try #require(text.contains(from))
        try withFile(Data(text.replacingOccurrences(of: from, with: to).utf8)) { path in
            var found = "none"
            do { _ = try Thresholds.read(path) } catch { found = "\(error)".replacingOccurrences(of: "\(path): ", with: "") }
            #expect(found == complaint)
        }
    }

    /// What is committed is read as it stands, also by the rules that came after it.
    @Test func theCommittedBaselineAndLimitsAreRead() throws {
        let folder = ((#filePath as NSString).deletingLastPathComponent as NSString).appendingPathComponent("../../Benchmarks/Thresholds")
        let rows = try Baseline.read("\(folder)/baseline.json").rows
        #expect(!rows.isEmpty)
        // Of several threads there is nothing else.
        let alone = rows.filter { !$0.counts.isOfSeveralThreads }
        #expect(alone.count > 5_000 && alone.count < rows.count)
        for row in alone {
            #expect(row.counts.perEvent[.instructions]?.stability == .banded && row.counts.perEvent[.mallocs] != nil, "\(row.benchmark)")
        }
        // Brief rows have none.
        let subscriptions = rows.map(\.counts.perSubscription).filter { !$0.isEmpty }
        #expect(!subscriptions.isEmpty && subscriptions.allSatisfy { $0[.mallocs]?.stability == .exact })
        #expect(try Thresholds.read("\(folder)/limits.json").times.widest == 0.25)
    }

    @Test func instructionsOfTwoFilesThatDifferByLessThanTheirBandAreNotTold() throws {
        func results(_ instructions: Double, _ retains: Double) throws -> Results {
            var row = Row(benchmark: benchmark, variant: "lock", events: 10)
            row.counts = RowCounts(
                events: 10, repetitions: 4, perEvent: [:],
                perSubscription: [
                    .instructions: Count(value: instructions, stability: .exact), .retains: Count(value: retains, stability: .exact),
                ])
            return try Fixture.results(.counts, rows: [row])
        }
        let same = try FileComparison(old: results(2209, 2000), new: results(2211, 2000), anyway: true)
        #expect(same.text.contains("0 of 2 figures differ."))
        let more = try FileComparison(old: results(2209, 2000), new: results(2214, 2001), anyway: true)
        #expect(more.text.contains("2 of 2 figures differ."))
    }

    @Test func figuresAreComparedRowByRow() throws {
        let comparison = try FileComparison(
            old: results(nanoseconds: 10, retains: 0), new: results(nanoseconds: 12, retains: 1), anyway: false)
        #expect(comparison.lines.map(\.figure) == ["ns/event", "retains/event"])
        #expect(comparison.lines.map(\.ratio) == [1.2, nil])
        #expect(comparison.text.contains("2 of 2 figures differ."))
        let same = try FileComparison(old: results(), new: results(nanoseconds: 10.05), anyway: false)
        #expect(same.text.contains("0 of 2 figures differ."))
    }

    @Test func aTimeThatDecidesNothingIsMarked() throws {
        var row = Fixture.timed("T1", "lock", nanoseconds: 20)
        row.inconclusive = "busy"
        let old = try Fixture.results(.run, rows: [Fixture.timed("T1", "lock", nanoseconds: 10)])
        let comparison = try FileComparison(old: old, new: try Fixture.results(.run, rows: [row]), anyway: false)
        #expect(comparison.text.contains("?2.000"))
        #expect(comparison.text.contains("?: one of the files calls that time inconclusive."))
        let sure = try FileComparison(old: old, new: try Fixture.results(.run, rows: [Fixture.timed("T1", "lock", nanoseconds: 20)]), anyway: false)
        #expect(!sure.text.contains("?"))
    }

    @Test func whatCannotBeComparedIsListed() throws {
        func counted(_ id: String, events: Int) -> Row {
            Row(benchmark: Fixture.benchmark(id), variant: "lock", events: events)
        }
        let old = try Fixture.results(
            .run,
            rows: [
                Fixture.timed("T1", "lock", nanoseconds: 10), Fixture.timed("T2", "lock", nanoseconds: 10),
                counted("T3", events: 20),
            ])
        let new = try Fixture.results(
            .run,
            rows: [
                Fixture.timed("T1", "lock", nanoseconds: 10), Fixture.failed("T2", "lock", .wrongResult, "no"),
                Fixture.timed("T3", "lock", nanoseconds: 10),
            ], complete: false)
        let text = try FileComparison(old: old, new: new, anyway: false).text
        #expect(text.contains("failed in the new file: T2 (lock): no"))
        #expect(text.contains("not compared: T3 (lock): 20 events became 10"))
        #expect(text.contains("the new file is incomplete"))
        #expect(!text.contains("the old file is incomplete"))
        let other = try Results(
            json: Data(
                String(decoding: old.json(), as: UTF8.self).replacingOccurrences(of: "\"suite\" : \"test\"", with: "\"suite\" : \"other\"").utf8))
        #expect(try FileComparison(old: other, new: old, anyway: false).text.contains("of two suites: other and test"))
    }

    @Test func filesWithoutACommonFigureAreIncomparable() throws {
        let one = try Fixture.results(.run, rows: [Fixture.timed("T1", "lock", nanoseconds: 10)])
        let other = try Fixture.results(.run, rows: [Fixture.timed("T2", "lock", nanoseconds: 10)])
        try Fixture.inFolder(["a.json": one.json(), "b.json": other.json()]) { folder in
            let program = CommandLineProgram(name: "bench", version: "1", summary: "", commands: [compareCommand(.withFloor())])
            let recording = CapturedOutput()
            #expect(program.run(["compare", "\(folder)/a.json", "\(folder)/b.json"], output: recording.output) == .incomparable)
            #expect(recording.standard.contains("only in one file: T1 (lock)"))
            #expect(program.run(["compare", "\(folder)/a.json", "\(folder)/a.json"], output: recording.output) == .success)
        }
    }

    @Test func otherEnvironmentsAreRefused() throws {
        let json = String(decoding: try results().json(), as: UTF8.self)
        let allocator = Allocator.description
        let moved = try Results(json: Data(json.replacingOccurrences(of: allocator, with: "other 1").utf8))
        #expect(throws: Incomparable("the files cannot be compared: allocator \(allocator) became other 1 (--anyway does; \(Environment.advice))")) {
            try FileComparison(old: results(), new: moved, anyway: false)
        }
        #expect(try FileComparison(old: results(), new: moved, anyway: true).lines.count == 2)
    }

    @Test func floorsOfOtherRowsStay() throws {
        func noise(_ floors: [String: Double]) throws -> Noise {
            Noise(
                environment: try Fixture.environment(),
                rows: floors.map { Noise.Row(benchmark: $0.key, variant: "lock", floor: $0.value, discarded: 0) })
        }
        let both = try noise(["T1": 0.1]).adding(noise(["T1": 0.2, "T2": 0.3]))
        #expect(both.rows.count == 2)
        #expect(both.floor("T1", "lock") == 0.1)
        #expect(both.floor("T2", "lock") == 0.3)
    }

    @Test func noiseIsHowFarTheIntervalReaches() {
        let side = Contender(program: 0, benchmark: "T1", variant: "lock", events: 1)
        var outcome = DuelOutcome(Duel(challenger: side, base: side, usesProcessorTime: false))
        for ratio in [0.9, 0.96, 0.97, 1, 1, 1, 1, 1, 1.01, 1.02, 1.03, 1.2] {
            let challenger = TimeSample(wall: ratio, processor: 0, contaminated: nil, metrics: [:], missing: [:])
            let base = TimeSample(wall: 1, processor: 0, contaminated: nil, metrics: [:], missing: [:])
            outcome.add([(challenger, base)], least: 1)
        }
        // The third and the tenth of twelve: 0.97 and 1.02.
        let noise = Noise([outcome], environment: .withoutPrograms())
        #expect(abs((noise.floor("T1", "lock") ?? 0) - 0.03) < 1e-9)
        #expect(noise.floor("T2", "lock") == nil)
    }
}
