import Explorer
import Foundation
import Scenarios

/// `modelcheck selftest`: the planted bugs, each by each way of searching, and the corrected programs.
struct SelfTestCommand {
    func run() -> Int32 {
        var missed = 0
        for bug in PlantedBug.all {
            for (name, plan) in plans(bug.limit) {
                let found = attempt(bug, plan)
                if found == nil { missed += 1 }
                let result = found.map { "found in execution \($0)" } ?? "NOT FOUND"
                print("\(bug.name)  \(bug.memory.rawValue)  \(name)  \(result) (limit \(bug.limit))")
            }
            for memory in bug.memories where !holds(bug, memory) { missed += 1 }
        }
        AllScenarios.warmUp()
        for planted in PlantedWeakening.all where !isFound(planted) { missed += 1 }
        print(missed == 0 ? "the checker finds every planted bug and nothing else" : "\(missed) failures")
        return missed == 0 ? 0 : 1
    }

    /// Whether the kernel as it is keeps its laws, and the one without the order doesn't.
    private func isFound(_ planted: PlantedWeakening) -> Bool {
        let whole = planted.exploration(nil).run()
        guard let site = whole.sites.first(where: { $0.name.hasPrefix(planted.site) }),
            let weakening = OrderWeakening(site.weakened(planted.half))
        else {
            print("\(planted.name)  \(planted.scenario) doesn't come by it")
            return false
        }
        let law = planted.exploration(weakening).run().violation
        let isFound = law?.law.hasPrefix("data race") == true
        let result = isFound ? "found with seed \(law!.seed ?? 0)" : "NOT FOUND"
        let kernel = whole.violation.map { "VIOLATED: \($0.law)" } ?? "holds"
        print("\(planted.name)  \(planted.scenario)  \(result) (limit \(planted.limit)), the kernel as it is \(kernel)")
        return isFound && whole.violation == nil
    }

    private func plans(_ limit: Int) -> [(String, Exploration.Plan)] {
        [
            ("all interleavings", .exhaustive), ("≤ 2 preemptions", .bounded(preemptions: 2)),
            ("random", .random(seed: 1, count: limit)), ("priorities", .priorities(depth: 3, seed: 1, count: limit)),
        ]
    }

    /// The number of the execution that violates the law, and violates it again when it is replayed by its choices.
    private func attempt(_ bug: PlantedBug, _ plan: Exploration.Plan) -> Int? {
        var exploration = bug.exploration(correct: false, bug.memory, plan)
        exploration.executionLimit = bug.limit
        exploration.scouts = 0  // What the systematic searches find, they find themselves.
        let verdict = exploration.run()
        guard let violation = verdict.violation, violation.law.hasPrefix(bug.law),
            let schedule = Schedule(violation.choices),
            bug.exploration(correct: false, bug.memory, .replay(schedule)).run().violation?.law == violation.law
        else { return nil }
        return verdict.total
    }

    /// The corrected program under a memory model, and the mistaken one where the mistake doesn't show.
    private func holds(_ bug: PlantedBug, _ memory: MemoryModel) -> Bool {
        let verdicts = [true, bug.memory == .sequential || bug.memory == memory].map {
            bug.exploration(correct: $0, memory, .exhaustive).run()
        }
        let isClean = verdicts.allSatisfy { $0.isExhausted && $0.violation == nil }
        print("\(bug.name)  \(memory.rawValue)  corrected  \(isClean ? "holds" : "VIOLATED: \(verdicts)")")
        return isClean
    }
}
