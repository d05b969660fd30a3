import Scenarios
import Testing

@testable import Explorer
@testable import modelcheck

/// What is said of checks that violate a law, and which interleaving is shown.
struct ViolationReportTests {
    private func violated(_ scenario: String, choices: String?, seed: UInt64? = nil) throws -> CheckResult {
        let check = try #require(ScenarioCheck(scenario, core: "queue", .c11, .again))
        var result = CheckResult(check, bound: "all", ExplorationResult())
        result.law = "order"
        result.choices = choices
        result.seed = seed
        return result
    }

    private func report(_ arguments: String..., of violated: [CheckResult], leftOut: String? = nil) throws -> String {
        let options = try CheckerOptions(arguments)
        return ViolationReport(options: options, leftOut: leftOut).text(violated) { "<" + $0.joined(separator: " ") + ">" }
    }

    /// What cells are shared, behind the "@", is no part of an interleaving, and a long run of one thread is one.
    @Test func theOneWithTheFewestSwitchesIsShownLast() throws {
        let text = try report(
            of: [try violated("dispose/twice", choices: "A500B1@1.2,3.4,5.6"), try violated("mailbox/admitted", choices: "A1B1A1B1")])
        let lines = text.split(separator: "\n")
        #expect(lines.first == "mailbox/admitted, queue core, C11, bias again: order")
        #expect(lines.last == "<replay dispose/twice queue A500B1@1.2,3.4,5.6 --memory C11 --bias again>")
        #expect(lines.filter { $0.hasPrefix("again: Scripts/test --model replay ") }.count == 2)
    }

    @Test func aCrashHidesNoInterleaving() throws {
        let check = try #require(ScenarioCheck("dispose/twice", core: "lock", .sequential, .off))
        let crashes = [CheckResult(check, crash: "crash: signal 11", choices: "A1"), CheckResult(check, crash: "crash: signal 9", choices: nil)]
        let text = try report(of: [try violated("mailbox/admitted", choices: "A1B1A1B1A1")] + crashes)
        #expect(text.contains("crash: signal 11") && text.contains("crash: signal 9"))
        #expect(text.hasSuffix("<replay mailbox/admitted queue A1B1A1B1A1 --memory C11 --bias again>"))
        #expect(try report(of: [crashes[1]]) == "dispose/twice, lock core, SC, bias off: crash: signal 9")
        #expect(try report(of: []) == "")
    }

    /// Each command runs the same program: with the order left out, and with the ideas left out.
    @Test func theCommandsHaveAllThatItTakes() throws {
        let text = try report(
            "--memory", "C11", "--weaken", "Bias.swift:1:2:release", "--priorities", "5", of: [try violated("dispose/twice", choices: "A1", seed: 7)],
            leftOut: "BIAS")
        let commands = text.split(separator: "\n").filter { $0.hasPrefix("again: ") }
        let begin = "again: RX_WITHOUT=BIAS Scripts/test --model replay dispose/twice queue ", end = " --weaken Bias.swift:1:2:release"
        #expect(commands.count == 2)
        #expect(commands.allSatisfy { $0.hasPrefix(begin) && $0.hasSuffix(end) })
        #expect(commands.first?.contains("--seed 7 --priorities 1 --depth 3") == true)
    }
}
