/// What a check found, worst last, each cause in three lines at most, and what to do about it.
struct CheckReport {
    private let findings: [Finding]
    /// Whether all was looked at that should be.
    private let isComplete: Bool
    /// What of the suite was to be looked at; nil for all.
    private let part: String?
    private let product: String
    private let search: CauseSearch

    /// - Parameters:
    ///   - rows: as they were counted, for what findings have in common.
    ///   - ids: of the suite's benchmarks.
    init(_ findings: [Finding], rows: [Row] = [], ids: [String] = [], isComplete: Bool = true, part: String? = nil, product: String) {
        search = CauseSearch(rows, ids: ids)
        self.findings = findings
        self.isComplete = isComplete
        self.part = part
        self.product = product
    }

    var text: String {
        var lines = isComplete ? [] : ["INTERRUPTED: no verdict. What was found until then:"]
        for cause in search.causes(of: findings).reversed() {
            let name = cause.verdict == .unknown ? cause.name : name(cause.verdict)
            lines += cause.lines.enumerated().map { $0.offset == 0 ? "\(name): \($0.element)" : $0.element }
        }
        let counts = Verdict.allCases.compactMap { verdict -> String? in
            let count = findings.count { $0.verdict == verdict }
            return count > 0 ? "\(count) \(name(verdict))" : nil
        }
        lines.append("\(findings.count) figures: " + (counts.isEmpty ? "nothing was checked" : counts.joined(separator: ", ")))
        if let part { lines.append("a partial check: \(part)") }
        return (lines + [advice]).map(\.onOneLine).joined(separator: "\n")
    }

    /// What is certainly wrong stands out among the lines.
    private func name(_ verdict: Verdict) -> String {
        [.regression, .error, .wrongResult].contains(verdict) ? verdict.name.uppercased() : verdict.name
    }

    private var advice: String {
        if !isComplete { return "interrupted: what was not reached may be worse or better; check again" }
        let accept = "\(product) baseline accept --reason TEXT"
        return switch findings.exitCode {
        case .success: "passed"
        case .improvement: "better than the baseline; accept the new one: \(accept)"
        case .incomparable: "rows have nothing to compare with, or are gone; where that is wanted: \(accept), or --allow"
        case .inconclusive: "the machine was too busy to tell: end other programs and check again"
        case .regression: "a regression; where it is wanted: \(regressionAdvice(accept))"
        case .wrongResult: "a benchmark is wrong, whatever its figures"
        default: "failed"
        }
    }

    private func regressionAdvice(_ accept: String) -> String {
        let worse = findings.filter { $0.verdict == .regression }, limit = "another limit, beside the benchmark or in limits.json"
        if worse.allSatisfy(\.isOfLimit) { return limit }
        return worse.contains(where: \.isOfLimit) ? "\(accept), and for what is beyond a limit \(limit)" : accept
    }
}
