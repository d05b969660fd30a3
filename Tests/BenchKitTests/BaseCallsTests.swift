import Foundation
import Testing

@testable import BenchKit

/// `check --calls FILE`: the calls of the base's functions, which a baseline doesn't keep.
@Suite struct BaseCallsTests {
    private func check(_ arguments: [String]) -> (code: ExitCode, error: String) {
        let recording = CapturedOutput()
        let program = CommandLineProgram(name: "bench", version: "1", summary: "", commands: PlantedSuite.suite(.none).commands)
        return (program.run(["check", "--no-times"] + arguments, output: recording.output), recording.error)
    }

    @Test func aFileWithoutCallsIsRefusedInOneLine() throws {
        var row = Fixture.counted("T1", "lock", retains: 2)
        row.counts = row.counts?.withoutCalls
        let bare = try Fixture.results(.counts, rows: [row])
        try Fixture.inFolder(["bare.json": bare.json(), "cut.json": Data("{".utf8)]) { folder in
            let absent = "bench: --calls: cannot read \(folder)/none.json: No such file or directory\n"
            #expect(check(["--calls", "\(folder)/none.json"]) == (.usage, absent))
            #expect(check(["--calls", "\(folder)/cut.json"]) == (.usage, "bench: --calls: \(folder)/cut.json is no JSON, or was cut off\n"))
            let none = "bench: --calls: \(folder)/bare.json has no calls of functions: counts writes them, without --no-calls\n"
            #expect(check(["--calls", "\(folder)/bare.json"]) == (.usage, none))
            let written = "bench: \(folder)/bare.json is what is read: it cannot be written too\n"
            #expect(check(["--calls", "\(folder)/bare.json", "--out", "\(folder)/bare.json"]) == (.usage, written))
        }
        #expect(check(["--no-counts", "--calls", "x"]).code == .usage)
    }

    /// What the gate counts of a change of such rows alone.
    @Test func mallocsOfSeveralThreadsNeedNoCalls() throws {
        var row = Fixture.counted("T1", "lock", retains: 2)
        row.counts = RowCounts(events: 10, repetitions: 40, perEvent: [.mallocs: Count(value: 3, stability: .banded)], perSubscription: [:])
        try Fixture.inFolder(["threads.json": Fixture.results(.counts, rows: [row]).json()]) { folder in
            let calls = try BaseCalls.read("\(folder)/threads.json")
            #expect(calls.isEmpty)
        }
    }

    @Test func aFindingSaysWhichFunctionsAreCalledMoreOften() throws {
        let old = try Fixture.results(.counts, rows: [Fixture.counted("T1", "lock", retains: 2, calls: ["f": 2, "same": 1])])
        let new = Fixture.counted("T1", "lock", retains: 3, calls: ["f": 3, "same": 1])
        try Fixture.inFolder(["base.json": old.json()]) { folder in
            let baseline = Baseline(old, reason: "test"), explained = baseline.adding(try BaseCalls.read("\(folder)/base.json"))
            func text(_ base: Baseline) throws -> String {
                let findings = CountJudge(limits: .usual).judge(new.key.text, now: try #require(new.counts), base: base.counts("T1", "lock"))
                return CheckReport(findings, rows: [new], product: "bench").text
            }
            #expect(try text(explained).contains("\n  calls: f 2 → 3\n"))
            #expect(try !text(baseline).contains("calls:"))
        }
    }
}
