import Foundation
import Testing

@testable import BenchKit

/// Baselines: what they keep, how they are written, and which counts become one.
extension FileTests {
    @Test func aBaselineKeepsWhatWasCounted() throws {
        let baseline = Baseline(results(retains: 3), reason: "it is so")
        try withFile(baseline.json()) { path in
            let read = try Baseline.read(path)
            #expect(read == baseline)
            #expect(read.counts("T1", "lock")?.perEvent[.retains]?.value == 3)
            #expect(read.counts("T1", "queue") == nil)
        }
        #expect(baseline.rows(unknownTo: .withFloor(benchmark)).isEmpty)
        #expect(baseline.rows(unknownTo: .withFloor()).map(\.benchmark) == ["T1"])
        // It has no counts any more.
        let floor = Benchmark("T1", "on threads", kind: .floor, isSingleThreaded: false) { _ in }
        #expect(baseline.rows(unknownTo: .withFloor(floor)).map(\.benchmark) == ["T1"])
        #expect(throws: Incomparable.self) { try Baseline.read("\(Fixture.missing)/baseline.json") }
        let relative = (Fixture.missing as NSString).lastPathComponent + "/baseline.json"
        let missing = #expect(throws: Incomparable.self) { try Baseline.read(relative) }
        #expect(missing?.description.hasPrefix("there is no baseline /") == true && missing?.description.contains("/\(relative); ") == true)
        try withFile(results().json()) { path in
            #expect(throws: FileError(description: "\(path) has schema rxbench/2; this program reads rxbench-baseline/2")) {
                try Baseline.read(path)
            }
        }
    }

    /// Each row is a line, with all that counts have but functions' names.
    @Test func aBaselineIsALineARow() throws {
        var row = Row(benchmark: Fixture.benchmark("a/\u{1}\" | b"), variant: "lock", events: 10)
        row.counts = RowCounts(
            events: 10, repetitions: 2,
            perEvent: [
                .instructions: Count(value: 31.25, stability: .banded, low: 31, high: 32.5), .retains: Count(value: 2, stability: .exact),
                .mallocs: Count(value: 1e300, stability: .banded), .bytes: Count(value: -0.5, stability: .reportOnly),
                .atomics: Count(value: 3, stability: .reportOnly, low: 1, high: 4),
            ],
            perSubscription: [:], calls: FunctionCalls(perEvent: ["f": 1], perSubscription: [:]))
        let baseline = Baseline(try Fixture.results(.counts, rows: [row, Fixture.counted("T1", "queue", retains: 3)]), reason: "test")
        let text = String(decoding: try baseline.json(), as: UTF8.self)
        #expect(text.contains("\n    [\"a/\\u0001\\\" | b\",\"lock\",10,2,\"31.25~31~32.5 2 1e+300~ -0.5! 3!~1~4\",\"\"]"))
        try withFile(baseline.json()) { path in
            let read = try Baseline.read(path)
            #expect(read == baseline)
            #expect(read.counts[row.key] == row.counts?.withoutCalls)
        }
        for figures in ["3 x", "3~4", "~", "3~1~2~4", "nan", "3~~", "1 2 3 4 5 6 7 8 9 10 11", "3~1~inf"] {
            try withFile(
                Data(
                    text.replacingOccurrences(of: "\"3!~1~4\"", with: "").replacingOccurrences(
                        of: "31.25~31~32.5 2 1e+300~ -0.5! 3!~1~4", with: figures
                    ).utf8)
            ) { path in
                var complaint = "none"
                do { _ = try Baseline.read(path) } catch { complaint = "\(error)" }
                #expect(complaint.hasPrefix("\(path)") && complaint.hasSuffix("has unreadable figures: \(figures)"), "\(complaint)")
            }
        }
    }

    @Test func onlyCompleteCountsBecomeABaseline() throws {
        let suite = Suite.withFloor(benchmark)
        func accept(_ results: Results) throws -> (code: ExitCode, read: Baseline?) {
            var outcome: (code: ExitCode, read: Baseline?) = (.failure, nil)
            try withFile(results.json()) { counted in
                let path = counted + ".baseline"
                defer { unlink(path) }
                outcome.code = try BaselineAcceptance(
                    suite: suite, path: path, reason: "test", counted: counted, output: CapturedOutput().output
                ).run()
                outcome.read = try? Baseline.read(path)
            }
            return outcome
        }
        let good = try accept(results())
        #expect(good.code == .success)
        #expect(good.read?.reason == "test")
        var cut = results()
        cut.complete = false
        #expect(throws: FileError.self) { try accept(cut) }
        var failed = Row(benchmark: benchmark, variant: "queue", events: 10)
        failed.failure = RowFailure(kind: .wrongResult, message: "no")
        var wrong = results()
        wrong.add(rows: [failed], comparisons: [])
        let bad = try accept(wrong)
        #expect(bad.code == .wrongResult)
        #expect(bad.read == nil)
    }

    /// A change as large as the difference would pass a check.
    @Test func aBaselineTellsWhatDiffersFromProcessToProcess() throws {
        let suite = Suite(name: "test", benchmarks: [benchmark], reference: "T1")
        func warnings(_ retains: Count, _ instructions: Count) throws -> [String] {
            var row = Row(benchmark: benchmark, variant: "lock", events: 10)
            row.counts = RowCounts(events: 10, repetitions: 2, perEvent: [.retains: retains, .instructions: instructions], perSubscription: [:])
            let recording = CapturedOutput()
            try Fixture.inFolder(["c.json": Fixture.results(.counts, rows: [row]).json()]) { folder in
                _ = try BaselineAcceptance(
                    suite: suite, path: "\(folder)/b.json", reason: "test", counted: "\(folder)/c.json", output: recording.output
                ).run()
            }
            return recording.error.split(separator: "\n").map(String.init).filter { $0.contains("differed") }
        }
        let exact = Count(value: 2, stability: .exact), near = Count(value: 100, stability: .banded, low: 99.5, high: 100.5)
        #expect(try warnings(exact, near).isEmpty)
        let line = "warning: 1 row differed from process to process by more than a check lets pass, such as T1 (lock)"
        #expect(try warnings(Count(value: 2, stability: .banded, low: 1.9, high: 2), near) == [line])
        #expect(try warnings(exact, Count(value: 100, stability: .banded, low: 90, high: 110)) == [line])
    }

    @Test func aBaselineLosesNoRowUnnoticed() throws {
        let suite = Suite(name: "test", benchmarks: [benchmark, Fixture.benchmark("T2")], reference: "T1")
        func accept(_ rows: [Row], suite name: String = "test", over baseline: Baseline) throws {
            let counted = try Fixture.results(.counts, rows: rows)
            let json = String(decoding: try counted.json(), as: UTF8.self)
                .replacingOccurrences(of: "\"suite\" : \"test\"", with: "\"suite\" : \"\(name)\"")
            try Fixture.inFolder(["b.json": baseline.json(), "c.json": Data(json.utf8)]) { folder in
                defer { complaint = complaint.replacingOccurrences(of: folder, with: "@") }
                do {
                    _ = try BaselineAcceptance(
                        suite: suite, path: "\(folder)/b.json", reason: "test", counted: "\(folder)/c.json", output: CapturedOutput().output
                    ).run()
                    complaint = "none"
                } catch {
                    complaint = "\(error)"
                }
                let after = try Baseline.read("\(folder)/b.json")
                #expect((after.reason == "before") == (complaint != "none"))
            }
        }
        var complaint = "none"
        let one = Fixture.counted("T1", "lock", retains: 1), two = Fixture.counted("T2", "queue", retains: 1)
        let gone = Fixture.counted("T9", "lock", retains: 1)
        let before = Baseline(try Fixture.results(.counts, rows: [one, two, gone]), reason: "before")
        try accept([one, two], over: before)
        #expect(complaint == "none")
        try accept([one], over: before)
        #expect(complaint == "not accepted: @/c.json lacks 1 row that @/b.json has, such as T2 (queue)")
        try accept([one, two], suite: "other", over: before)
        #expect(complaint == "not accepted: @/c.json has counts of other, not of test")
    }
}
