/// What is said of a stress run.
struct StressReport {
    let results: StressResults

    /// At once, when a law has not held for the first time in a race.
    static func violation(_ violation: StressViolation, of entry: StressPlan.Entry, seed: UInt64) -> String {
        let head =
            "\(entry.target.id) (\(entry.variant)), round \(violation.round), seed \(seed): "
            + "\(violation.law): \(violation.message)"
        return ([head] + violation.events.map { "    " + $0 }).map(\.onOneLine).joined(separator: "\n")
    }

    /// At the end: the races in which something was wrong, and the sums.
    var text: String {
        let wrong = results.races.filter { !$0.violations.isEmpty }
        return ([table(wrong)] + ([totals] + hints(wrong)).map(\.onOneLine)).compactMap { $0 }.joined(separator: "\n")
    }

    private func table(_ wrong: [StressResults.Race]) -> String? {
        if wrong.isEmpty { return nil }
        var table = Table(
            header: ["race", "on", "rounds", "violations"], alignedAtEnd: [false, false, true, false])
        for race in wrong {
            let counts = race.violations.sorted { $0.key < $1.key }.map { "\($0.key) × \($0.value)" }
            table.add([race.id, race.variant, "\(race.rounds)", counts.joined(separator: ", ")])
        }
        return table.text
    }

    private var totals: String {
        let violations =
            switch results.violations {
            case 0: "no violation"
            case 1: "1 violation"
            case let count: "\(count) violations"
            }
        let seconds = Figures.count(results.seconds.rounded(), exact: nil)
        return "\(results.rounds) rounds of \(results.races.count) races in \(seconds) s, seed \(results.seed): \(violations)"
            + (results.complete ? "" : " (incomplete)")
    }

    private func hints(_ wrong: [StressResults.Race]) -> [String] {
        guard let race = wrong.first else { return [] }
        let id = race.id.map { $0.isASCII && ($0.isLetter || $0.isNumber || " :.".contains($0)) ? "\($0)" : "." }.joined()
        return ["again: rxbench stress --seed \(results.seed) --filter '^\(id)$' --core \(race.variant)"]
    }
}
