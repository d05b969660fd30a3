import Explorer
import Scenarios

/// `replay`: one execution again, by its choices or its seed, a line a step.
struct ReplayCommand {
    let options: CheckerOptions

    func run() throws -> Int32 {
        let arguments = options.positional
        let bySeed = options.seed != nil
        guard arguments.count == (bySeed ? 2 : 3) else {
            throw OptionError(text: "replay SCENARIO CORE CHOICES, or replay SCENARIO CORE --seed S")
        }
        // The simplest world unless told otherwise.
        let memory = options.memories.count == 1 ? options.memories[0] : .sequential
        let bias = options.biases.count == 1 ? options.biases[0] : .off
        guard let check = ScenarioCheck(arguments[0], core: arguments[1], memory, bias) else {
            throw OptionError(text: "no such scenario or core: \(arguments[0]) \(arguments[1])")
        }
        AllScenarios.warmUp()
        let plan: Exploration.Plan
        if bySeed {
            var one = options
            one.sampling = (options.sampling?.kind ?? .random, 1)
            plan = one.plan(check).plan
        } else {
            guard let schedule = Schedule(arguments[2]) else { throw OptionError(text: "not choices: \(arguments[2])") }
            plan = .replay(schedule)
        }
        var exploration = check.exploration(plan)
        exploration.weakening = options.weakening.flatMap { OrderWeakening($0) }
        let (interleaving, violation) = exploration.show()
        print(interleaving)
        print(violation.map { "violated: \($0)" } ?? "no law is violated")
        return violation == nil ? 0 : 1
    }
}
