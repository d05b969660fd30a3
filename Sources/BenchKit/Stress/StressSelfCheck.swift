/// Something with a known fault, and the law that it breaks.
public struct PlantedFault: Sendable {
    let target: StressTarget
    let law: String
    let consequence: String?

    /// - Parameter consequence: a law that may be seen broken in a round in which what breaks it wasn't: then others are looked at.
    public init(_ target: StressTarget, law: String, consequence: String? = nil) {
        self.target = target
        self.law = law
        self.consequence = consequence
    }
}

/// Whether the races would notice: runs planted faults until each has been reported.
public struct StressSelfCheck: Sendable {
    /// A fault that doesn't show in so many rounds counts as missed.
    static let limit = 20_000

    let faults: [PlantedFault]
    let options: StressOptions
    let output: Output

    public init(_ faults: [PlantedFault], options: StressOptions, output: Output = .terminal) {
        self.faults = faults
        self.options = options
        self.output = output
    }

    /// `failure` if one was missed, or mistaken for another.
    public func run() -> ExitCode {
        output.line("seed \(options.seed): \(faults.count) planted faults")
        var missed = 0
        for fault in faults {
            for variant in options.variants where !finds(fault, on: variant) { missed += 1 }
        }
        output.line(missed == 0 ? "all were found" : "\(missed) were missed")
        return missed == 0 ? .success : .failure
    }

    private func finds(_ fault: PlantedFault, on variant: String) -> Bool {
        let name = "\(fault.target.subject) (\(variant))"
        var rounds = 0
        while rounds < Self.limit {
            let block = rounds..<(rounds + StressSession.blockSize)
            let outcome = fault.target.run(StressBlock(variant: variant, rounds: block, seed: options.seed))
            rounds = block.upperBound
            guard let violation = outcome.first, violation.law != fault.consequence else { continue }
            let found = violation.law == fault.law
            output.line("\(found ? "found" : "MISTAKEN"): \(name), round \(violation.round): \(violation.law): \(violation.message)")
            return found
        }
        output.line("MISSED: \(name) in \(rounds) rounds")
        return false
    }
}
