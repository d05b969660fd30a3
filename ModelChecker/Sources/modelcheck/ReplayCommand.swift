import Explorer
import Scenarios

/// `modelcheck replay`: one execution again, by its choices or its seed, a line a step.
struct ReplayCommand {
    let options: Options

    func run() throws -> Int32 {
        let arguments = options.positional
        let bySeed = options.seed != nil
        guard arguments.count == (bySeed ? 2 : 3) else {
            throw UsageError(text: "replay SCENARIO CORE CHOICES, or replay SCENARIO CORE --seed S")
        }
        // The simplest world unless told otherwise.
        let memory = options.memories.count == 1 ? options.memories[0] : .sequential
        let bias = options.biases.count == 1 ? options.biases[0] : .off
        guard let check = Check(arguments[0], core: arguments[1], memory, bias) else {
            throw UsageError(text: "no such scenario or core: \(arguments[0]) \(arguments[1])")
        }
        Catalogue.warmUp()
        let plan: Exploration.Plan
        if bySeed {
            var one = options
            one.sampling = (options.sampling?.kind ?? .random, 1)
            plan = one.plan(check).plan
        } else {
            guard let schedule = Schedule(arguments[2]) else { throw UsageError(text: "not choices: \(arguments[2])") }
            plan = .replay(schedule)
        }
        let (interleaving, violation) = check.exploration(plan).show()
        print(interleaving)
        print(violation.map { "violated: \($0)" } ?? "no law is violated")
        return violation == nil ? 0 : 1
    }
}
