import Explorer
import Foundation
import Rx
import Scenarios

/// A mistake on the command line.
struct OptionError: Error {
    let text: String
}

/// What the command line says.
struct CheckerOptions {
    enum Sampling: String {
        case random, priorities
    }

    var filter = ""
    var cores: [Core] = Core.allCases
    /// C11 has far more executions: it is explored where it is asked for.
    var memories: [MemoryModel] = [.sequential, .storeBuffers]
    var biases = Scenario.Bias.allCases
    var isQuick = false
    /// Whether there is no table, only what it comes to.
    var isBrief = false
    /// Whether no check is begun after one that violates a law.
    var endsAtViolation = false
    /// Checks that run code of files that differ from this commit come first, and have their own limits.
    var since: String?
    /// Of the whole run on so many processors as there are jobs, instead of a limit for each check; with `since`, for those that come first.
    var minutes: Int?
    var json: String?
    /// Checks that run at the same time, each in a process of its own.
    var jobs = ProcessInfo.processInfo.activeProcessorCount
    /// Executions a check, and seconds a check.
    var executionLimit: Int?
    var timeLimit: Double?
    /// Instead of each scenario's own bound.
    var bound: Scenario.Bound?
    /// Under C11, in a search with a bound: stale reads in an execution.
    var staleReads = 2
    /// Instead of a systematic search: how many executions.
    var sampling: (kind: Sampling, count: Int)?
    var depth = 3
    var seed: UInt64?
    /// An operation that has less order than the sources say.
    var weakening: String?
    /// Of a check: whether it says which operations with an order it has come by.
    var recordsSites = false
    /// Of `orders`: checks that an operation is weakened in, at most.
    var checkLimit = 40
    /// Of `orders`: a file that rows are added to, and of which the halves that it has are not tried again.
    var rows: String?
    private(set) var positional: [String] = []

    init() {}

    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                positional.append(argument)
                continue
            }
            if setFlag(argument) { continue }
            guard let value = rest.popFirst() else { throw OptionError(text: "\(argument) needs a value, or is unknown") }
            try set(argument, value)
        }
    }

    private mutating func setFlag(_ option: String) -> Bool {
        switch option {
        case "--quick": isQuick = true
        case "--first": endsAtViolation = true
        case "--brief": isBrief = true
        case "--sites": recordsSites = true
        case "--exhaustive": bound = Scenario.Bound.none
        default: return false
        }
        return true
    }

    private mutating func set(_ option: String, _ value: String) throws {
        switch option {
        case "--filter":
            guard (try? NSRegularExpression(pattern: value)) != nil else { throw invalid(option, value, "a regular expression") }
            filter = value
        case "--core": cores = try list(option, value) { ScenarioCheck.core($0) }
        case "--memory": memories = try list(option, value) { MemoryModel(rawValue: $0.uppercased()) }
        case "--bias": biases = try list(option, value) { Scenario.Bias(rawValue: String($0)) }
        case "--json": json = value
        case "--since": since = value
        case "--minutes": minutes = try number(option, value)
        case "--jobs": jobs = try number(option, value)
        case "--executions": executionLimit = try number(option, value)
        case "--seconds":
            guard let seconds = Double(value), seconds > 0 else { throw invalid(option, value, "a number above 0") }
            timeLimit = seconds
        case "--preemptions": bound = .preemptions(try number(option, value, from: 0))
        case "--stale": staleReads = value == "all" ? .max : try number(option, value, from: 0)
        case "--random": sampling = (.random, try number(option, value))
        case "--priorities": sampling = (.priorities, try number(option, value))
        case "--weaken":
            guard OrderWeakening(value) != nil else { throw invalid(option, value, "FILE:LINE:COLUMN:HALF") }
            weakening = value
        case "--checks": checkLimit = try number(option, value)
        case "--rows": rows = value
        case "--depth": depth = try number(option, value)
        case "--seed":
            guard let number = UInt64(value) else { throw invalid(option, value, "a number") }
            seed = number
        default: throw OptionError(text: "unknown option \(option)")
        }
    }

    private func list<Item>(_ option: String, _ value: String, _ parse: (Substring) -> Item?) throws -> [Item] {
        try value.split(separator: ",").map {
            guard let item = parse($0) else { throw invalid(option, String($0), "known") }
            return item
        }
    }

    private func number(_ option: String, _ value: String, from least: Int = 1) throws -> Int {
        guard let number = Int(value), number >= least else { throw invalid(option, value, "a number from \(least)") }
        return number
    }

    private func invalid(_ option: String, _ value: String, _ what: String) -> OptionError {
        OptionError(text: "\(option) \(value): not \(what)")
    }

    /// The plan of a check.
    func plan(_ check: ScenarioCheck) -> (plan: Exploration.Plan, name: String) {
        if let (kind, count) = sampling {
            let seed = seed ?? 1
            switch kind {
            case .random: return (.random(seed: seed, count: count), "random")
            case .priorities: return (.priorities(depth: depth, seed: seed, count: count), "priorities, depth \(depth)")
            }
        }
        switch bound ?? check.bound {
        case .none: return (.exhaustive, "all")
        case .preemptions(let count): return (.bounded(preemptions: count), name(preemptions: count, check.memory))
        }
    }

    /// Of a bound.
    func name(preemptions: Int, _ memory: MemoryModel) -> String { "≤ \(preemptions) preemptions" + staleBound(memory) }

    /// What the name of a bound says about stale reads.
    private func staleBound(_ memory: MemoryModel) -> String { memory != .c11 || staleReads == .max ? "" : ", \(staleReads) stale" }

    /// The checks that are asked for.
    var checks: [ScenarioCheck] {
        var checks: [ScenarioCheck] = []
        for scenario in AllScenarios.scenarios where !isQuick || scenario.isQuick {
            guard filter.isEmpty || scenario.name.range(of: filter, options: .regularExpression) != nil else { continue }
            for bias in biases where scenario.biases.contains(bias) {
                for core in cores where scenario.cores.contains(core) {
                    for memory in memories { checks.append(ScenarioCheck(scenario, core, memory, bias)) }
                }
            }
        }
        return checks
    }
}

extension CheckerOptions {
    /// What is run where no command is given, up to the first violation: random executions of every scenario under C11, where most faults are seen
    /// within a few hundred; then what can be gone through in order. On two processors each takes up to half a minute, the last one a minute.
    static var everyday: [(what: String, options: CheckerOptions)] {
        var hunt = CheckerOptions()
        hunt.endsAtViolation = true
        hunt.isBrief = true
        hunt.memories = [.c11]
        var priorities = hunt, steps = hunt, search = hunt
        priorities.sampling = (.priorities, 500)
        steps.sampling = (.random, 1_000)
        search.isQuick = true
        search.memories = [.c11, .storeBuffers]
        search.minutes = 1
        return [
            ("every scenario under C11, 500 executions by random priorities", priorities),
            ("every scenario under C11, 1,000 random executions", steps),
            ("the quick scenarios under C11 and TSO, in order, for a minute", search),
        ]
    }
}
