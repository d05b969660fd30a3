/// What a gate says of one figure.
enum Verdict: String, Codable, Equatable, Sendable, CaseIterable {
    case pass
    /// Better than the baseline.
    case improvement
    /// Too disturbed to tell.
    case inconclusive
    /// The baseline doesn't know the row.
    case unknown
    case regression
    /// The benchmark could not run.
    case error
    /// The benchmark computed a wrong result or left resources behind.
    case wrongResult
}

/// Why the two sides of a check have nothing to compare: a row can't be judged then, and must not escape either.
public enum UnmatchedReason: String, Codable, Sendable, CaseIterable {
    /// Only this program has it, or the older one fails in it.
    case new
    /// Only the baseline, or the older program, has it.
    case removed
    /// It has another number of events now.
    case changed
}

/// One judgement: which gate looked at what, and what it says.
struct Finding: Codable, Equatable, Sendable {
    let row: String
    /// The figure, such as `retains per event`.
    let gate: String
    let verdict: Verdict
    /// The figures, for people.
    let detail: String
    /// Which functions were called more or less often, where a count got worse or better and calls are known.
    let calls: [CallChange]?
    /// Of what is `unknown` because it is on one side only; absent otherwise.
    let side: UnmatchedReason?
    /// Whether who asked for the check allowed that; absent otherwise.
    let allowed: Bool?

    init(
        row: String, gate: String, verdict: Verdict, detail: String, calls: [CallChange]? = nil, side: UnmatchedReason? = nil,
        allowed: Bool? = nil
    ) {
        self.row = row
        self.gate = gate
        self.verdict = verdict
        self.detail = detail
        self.calls = calls
        self.side = side
        self.allowed = allowed
    }

    /// What is on one side only.
    init(row: String, gate: String, _ side: UnmatchedReason, _ detail: String) {
        self.init(row: row, gate: gate, verdict: .unknown, detail: detail, side: side)
    }

    /// This, as what who asked for the check allows.
    func allowing(_ sides: Set<UnmatchedReason>) -> Finding {
        guard let side, sides.contains(side) else { return self }
        return Finding(row: row, gate: gate, verdict: verdict, detail: detail, calls: calls, side: side, allowed: true)
    }

    /// Whether a number that somebody wrote down judges it, beside a benchmark or in `limits.json`: no baseline that is accepted changes that.
    var isOfLimit: Bool {
        gate.hasSuffix(", limit") || [" : ", ", at most ", ", at least "].contains { gate.contains($0) }
            || ["order over ", "growth over "].contains { gate.hasPrefix($0) }
    }

    /// How people are told what was found.
    var name: String { (side?.rawValue ?? verdict.name) + (allowed == true ? " (allowed)" : "") }
}

extension [Finding] {
    /// What a check that found this ends with: the worst of it. A check that looked at nothing can't pass. What is allowed to be on one
    /// side only doesn't count.
    var exitCode: ExitCode { isEmpty ? .failure : .worst(of: filter { $0.allowed != true }.map(\.verdict.exitCode)) }
}

extension Verdict {
    fileprivate var exitCode: ExitCode {
        switch self {
        case .pass: .success
        case .improvement: .improvement
        case .inconclusive: .inconclusive
        case .unknown: .incomparable
        case .regression: .regression
        case .error: .failure
        case .wrongResult: .wrongResult
        }
    }
}
