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

    init(row: String, gate: String, verdict: Verdict, detail: String, calls: [CallChange]? = nil) {
        self.row = row
        self.gate = gate
        self.verdict = verdict
        self.detail = detail
        self.calls = calls
    }
}

extension [Finding] {
    /// What a check that found this ends with. What is certainly wrong comes before what is uncertain, and that before what is
    /// better than it was. A check that looked at nothing can't pass.
    var exitCode: ExitCode {
        let found = Set(map(\.verdict))
        if found.contains(.wrongResult) { return .wrongResult }
        if found.contains(.error) || isEmpty { return .failure }
        if found.contains(.regression) { return .regression }
        if found.contains(.unknown) { return .incomparable }
        if found.contains(.inconclusive) { return .inconclusive }
        return found.contains(.improvement) ? .improvement : .success
    }
}
