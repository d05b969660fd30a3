/// `rxbench recorded`: whether results that were committed are of this program. For `Scripts/record`.
func recordedCommand(_ suite: Suite) -> Command {
    let options = [
        Option("still", value: .text(placeholder: "REASON"), "Say why these files hold for what is built now, too."),
        Option("state", "Print what results of now would say of the sources instead."),
    ]
    let modes = [CommandMode(["--state"], takes: []), CommandMode([], takes: ["still"])]
    return Command(
        "recorded", "Check that committed results are of this program.", options: options, operands: "[RESULTS.json ...]",
        isHidden: true, modes: modes
    ) { parsed, output in
        if parsed.has("state") {
            output.write(String(decoding: try RecordedState(of: suite).json(), as: UTF8.self))
            return .success
        }
        let files = RecordedFiles(suite: suite, files: parsed.operands.isEmpty ? nil : parsed.operands, output: output)
        guard let reason = parsed.value("still") else { return try files.check() }
        return try files.vouch(reason)
    }
}
