/// `rxbench baseline accept`: from now on `check` compares with what this program counts.
func baselineCommand(_ suite: Suite) -> Command {
    let path = CheckOptions(folder: suite.thresholds).baseline
    let options = [
        Option("reason", value: .text(placeholder: "TEXT"), "Say why, for who reads the file later. Required."),
        Option("counts", value: .text(placeholder: "FILE"), fallback: "counted now", "Take these results of counts."),
        Option("out", value: .text(placeholder: "FILE"), fallback: path, "Write the baseline there."),
    ]
    return Command(
        "baseline", "Accept new counts as the baseline.", options: options, operands: "accept"
    ) { parsed, output in
        guard parsed.operands == ["accept"] else { throw UsageError.impossible("baseline knows one thing to do: accept") }
        guard let reason = parsed.value("reason") else {
            throw UsageError.missingOption("--reason", placeholder: "TEXT")
        }
        return try BaselineAcceptance(
            suite: suite, path: parsed.value("out") ?? path, reason: reason, counted: parsed.value("counts"),
            output: output
        ).run()
    }
}
