/// The part of the self-test that looks at bounds: a variant that takes too long against another, and a row against a floor, have to be
/// found by their names, and nothing else.
struct BoundSelfTest {
    let times: Thresholds.Times
    let test: CheckSelfTest

    /// What a check of a program with a fault has to find: the row and the gate; nil for nothing.
    private static let expected: [(fault: PlantedSuite.Fault, row: String?, gate: String?)] = [
        (.none, nil, nil),
        (.ratio, RowName.text(PlantedSuite.ratio, "other"), "time : one"),
        (.multiple, RowName.text(PlantedSuite.multiple, "only"), "time : \(PlantedSuite.floor)"),
    ]

    /// Half as much again as without a fault.
    private var thresholds: Thresholds {
        Thresholds(
            counts: .usual, times: times,
            ratios: [Thresholds.Ratio(benchmark: PlantedSuite.ratio, variant: "other", base: "one", most: 1.5)],
            multiples: [Thresholds.Multiple(benchmark: PlantedSuite.multiple, variant: "only", floor: PlantedSuite.floor, most: 1.5)])
    }

    func run() throws -> ExitCode {
        let suite = PlantedSuite.suite(.none)
        let plan = try Plan(
            suite: suite, filter: "^(\(PlantedSuite.ratio)|\(PlantedSuite.multiple))$", variants: ["one", "other", "only"], seed: nil,
            includesReference: false)
        var code = ExitCode.success
        for (fault, row, gate) in BoundSelfTest.expected where code == .success {
            let check = TimeCheck(
                thresholds: thresholds, noise: nil, options: CheckOptions(seed: test.seed), own: try test.program(fault), product: "rxbench",
                output: test.output)
            let found = check.bounds(suite, plan)
            if found?.isInterrupted == true { throw Interruption.Stop() }
            code = BoundSelfTest.verdict(found?.findings ?? [], row: row, gate: gate)
            let text = code == .success ? "as it should be" : code == .inconclusive ? "not decided" : "NOT AS IT SHOULD BE"
            test.output.line("planted \(fault.rawValue), bounds: \(text)")
            for finding in found?.findings ?? [] where fault != .none || code != .success {
                test.output.line("  \(finding.row): \(finding.gate): \(finding.verdict.rawValue): \(finding.detail)")
            }
        }
        return code
    }

    /// Both bounds have to be judged: the one that is meant as exceeded, any other as kept.
    static func verdict(_ findings: [Finding], row: String?, gate: String?) -> ExitCode {
        let isRight =
            findings.count == 2
            && findings.allSatisfy { finding in
                let isMeant = finding.row == row && finding.gate == gate
                return finding.verdict == .inconclusive || finding.verdict == (isMeant ? .regression : .pass)
            }
        let isFound = row == nil || findings.contains { $0.row == row && $0.gate == gate }
        if !isRight || !isFound { return .regression }
        return findings.contains { $0.verdict == .inconclusive } ? .inconclusive : .success
    }
}
