import BenchKit
import Benchmarks

/// `rxbench stress`: races threads over every operator and checks the laws after each round.
func stressCommand() -> Command {
    let options = [
        Option("filter", value: .pattern, fallback: "all", "Run the races that have this in their name."),
        Option("core", value: .words(of: ["lock", "queue"]), fallback: "lock,queue", "Race on these."),
        Option("rounds", value: .number, fallback: "2000 to 10000, as the race says", "Run so many rounds of each race."),
        Option("for", value: .duration, fallback: "each race once", "Go through the races until that time is over."),
        Option("seed", value: .number, fallback: "drawn and shown", "Repeat what was left to chance."),
        Option("out", value: .text(placeholder: "FILE"), fallback: "none", "Write the results there."),
        Option("list", "List the races instead."),
        Option("self-check", "Race over planted faults instead; passes if each one is found."),
    ]
    let modes = [
        CommandMode(["--list"], takes: []), CommandMode(["--self-check"], takes: ["core", "seed"]),
        CommandMode([], takes: ["filter", "core", "rounds", "for", "seed", "out"]),
    ]
    return Command("stress", "Race threads over every operator.", options: options, modes: modes) { parsed, output in
        if parsed.has("list") {
            for target in stressTargets { output.line(target.id) }
            return .success
        }
        var stress = StressOptions(variants: parsed.words("core") ?? ["lock", "queue"])
        stress.filter = parsed.value("filter")
        stress.duration = parsed.duration("for")
        if stress.duration == .zero { throw UsageError.impossible("option --for cannot be '\(parsed.value("for") ?? "")': it is a time above 0") }
        stress.out = parsed.value("out")
        if let rounds = parsed.number("rounds") {
            guard rounds > 0, rounds <= 1_000_000_000 else {
                throw UsageError.impossible("option --rounds cannot be '\(rounds)': it is a number from 1 to 1000000000")
            }
            stress.rounds = Int(rounds)
        }
        if let seed = parsed.number("seed") { stress.seed = seed }
        if parsed.has("self-check") {
            return StressSelfCheck(plantedFaults, options: stress, output: output).run()
        }
        return try StressSession(stressTargets, options: stress, output: output).run()
    }
}
