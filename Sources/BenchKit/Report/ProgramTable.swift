/// The times of two programs side by side.
struct ProgramTable {
    private let outcomes: [DuelOutcome]
    private let baseName: String

    /// The older program's name where it is this one.
    static let itself = "itself"

    init(_ outcomes: [DuelOutcome], baseName: String) {
        self.outcomes = outcomes
        self.baseName = baseName
    }

    var text: String {
        var table = Table(
            header: ["benchmark", "ns", "ns \(baseName.shortened(to: 24))", "ratio [95 %]", "forks", "discarded", "clock"],
            alignedAtEnd: [false, true, true, true, true, true, false])
        for outcome in outcomes {
            let side = outcome.duel.challenger
            table.add([
                RowName.text(side.benchmark, side.variant),
                outcome.failure != nil ? "FAILED" : Figures.short(outcome.challengerTime),
                Figures.short(outcome.baseTime), Figures.fineRatio(outcome.ratio), "\(outcome.ratios.count)",
                Figures.percent(outcome.disturbedShare), outcome.duel.usesProcessorTime ? "processor" : "wall",
            ])
        }
        return ([table.text, ""] + legend.map(\.onOneLine)).joined(separator: "\n")
    }

    private var legend: [String] {
        var lines = [
            "ratio: above 1, this program is slower. discarded: pairs of samples that waited for a processor or, of several threads, that other programs disturbed."
        ]
        for outcome in outcomes {
            guard let failure = outcome.failure else { continue }
            let side = outcome.duel.challenger
            let whose = outcome.isFaultOfBase && baseName != ProgramTable.itself ? "in \(baseName), not in this program: " : ""
            lines.append("failed: \(RowName.text(side.benchmark, side.variant)): \(whose)\(failure.message)")
        }
        return lines
    }
}
