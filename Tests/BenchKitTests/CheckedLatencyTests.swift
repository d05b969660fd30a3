import Foundation
import Testing

@testable import BenchKit

extension RunSessionTests {
    @Suite struct CheckedLatencyTests {
        /// The tool that compares a results file with the list of benchmarks, of a file of latencies.
        @Test func filesOfLatenciesAreCheckedAgainstTheList() throws {
            let script = ((#filePath as NSString).deletingLastPathComponent as NSString).appendingPathComponent("../../Scripts/tools")
            let whole = try Document(String(decoding: Fixture.latencies().json(), as: UTF8.self)),
                list = #"""
                    [{"id": "L1", "kind": "workload", "variants": ["lock", "queue"], "latency": {"senders": 2}}, {"id": "T1", "kind": "workload", "variants": ["lock"]},
                     {"id": "floor.L1", "kind": "floor", "variants": ["-"], "latency": {"senders": 2}}]
                    """#
            // Without the row that failed.
            let good = whole.setting(["rows", "2"], to: nil).setting(["passed"], to: true)
            let delay = ["rows", "0", "latency", "distributions", "delay", "percentiles"]
            let bad = good.setting(delay + ["p99", "value"], to: 1).setting(["rows", "1"], to: nil)
            try Fixture.inFolder(["good.json": good.data, "bad.json": bad.data, "failed.json": whole.data, "list.json": Data(list.utf8)]) { folder in
                // Built once, where it isn't yet.
                let tools = try #require(try ChildProcess.lines(of: script, ["--path"], silence: 300).last)
                func lines(_ name: String) -> (lines: [String], code: ChildProcess.Failure.Reason?) {
                    let output = "\(folder)/output", command = "'\(tools)' check-results '\(folder)/\(name)' '\(folder)/list.json' >'\(output)'"
                    var code: ChildProcess.Failure.Reason?
                    do { _ = try ChildProcess.lines(of: "/bin/sh", ["-c", command], silence: 300) } catch {
                        code = (error as? ChildProcess.Failure)?.reason
                    }
                    return ((try? String(contentsOfFile: output, encoding: .utf8))?.split(separator: "\n").map(String.init) ?? [], code)
                }
                let (fine, wrong, failed) = (lines("good.json"), lines("bad.json"), lines("failed.json"))
                #expect(fine.code == nil && fine.lines == ["3 rows, every benchmark on every variant"])
                #expect(wrong.code == .exited(1) && wrong.lines.contains("results file: L1 on queue has no latency"))
                #expect(wrong.lines.contains { $0.hasPrefix("results file: L1 on lock: delay has a p90 of ") && $0.hasSuffix(" and a p99 of 1.0") })
                #expect(failed.code == .exited(1) && failed.lines.contains("results file: L1 on third failed: a message came twice"))
            }
        }
    }
}
