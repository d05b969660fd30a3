import BenchKit
import Benchmarks
import Loads

/// `rxbench soak`: lets a mixed program run for long and tells whether anything grows.
func soakCommand() -> Command {
    let options = [
        Option("core", value: .words(of: ["lock", "queue"]), fallback: "lock,queue", "Soak on these, one after the other."),
        Option("for", value: .duration, fallback: "1m", "Let each run for that time."),
        Option("seed", value: .number, fallback: "drawn and shown", "Repeat what was left to chance."),
        Option("out", value: .text(placeholder: "FILE"), fallback: "none", "Write the results there."),
    ]
    return Command("soak", "Run a mixed program for long, and see what grows.", options: options) { parsed, output in
        let seconds = parsed.duration("for").map { Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18 } ?? 60
        guard seconds > 0 else { throw UsageError.impossible("option --for cannot be '\(parsed.value("for") ?? "")': it is a time above 0") }
        var soak = SoakOptions(variants: parsed.words("core") ?? ["lock", "queue"], seconds: seconds)
        if let seed = parsed.number("seed") { soak.seed = seed }
        soak.out = parsed.value("out")
        return try SoakSession(mixedProgram, suite: suite, options: soak, output: output).run()
    }
}
