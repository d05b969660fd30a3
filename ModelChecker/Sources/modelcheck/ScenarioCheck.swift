import Explorer
import Rx
import Scenarios

/// One row of the table: a scenario on a core under a memory model.
struct ScenarioCheck: Codable {
    let scenario: String
    let core: String
    let memory: MemoryModel
    let bias: Scenario.Bias

    init(_ scenario: Scenario, _ core: Core, _ memory: MemoryModel, _ bias: Scenario.Bias) {
        self.scenario = scenario.name
        self.core = "\(core)"
        self.memory = memory
        self.bias = bias
    }

    /// `nil`: there is no such scenario or core.
    init?(_ scenario: String, core: String, _ memory: MemoryModel, _ bias: Scenario.Bias) {
        guard let scenario = AllScenarios.scenario(scenario), let core = ScenarioCheck.core(core) else { return nil }
        self.init(scenario, core, memory, bias)
    }

    static func core(_ name: some StringProtocol) -> Core? { Core.allCases.first { "\($0)" == name } }

    var definition: Scenario { AllScenarios.scenario(scenario)! }

    var bound: Scenario.Bound { definition.bound(ScenarioCheck.core(core)!, memory) }

    func exploration(_ plan: Exploration.Plan) -> Exploration {
        definition.exploration(ScenarioCheck.core(core)!, memory, bias, plan)
    }

    /// The arguments that run an execution of it again.
    func replay(_ execution: [String]) -> [String] {
        var arguments = ["replay", scenario, core] + execution
        if memory != .sequential { arguments += ["--memory", memory.rawValue] }
        if bias != .off { arguments += ["--bias", bias.rawValue] }
        return arguments
    }
}

/// What came of a check.
struct CheckResult: Codable {
    enum Outcome: String, Codable {
        /// No execution violates a law, and none within the bound is left.
        case holds
        /// None that was explored does; a limit was reached before all were.
        case limit
        case violated
    }

    let check: ScenarioCheck
    /// `all`, or how many preemptions at most, or how many random executions.
    let bound: String
    let fibers: Int
    /// Steps of the longest execution.
    let operations: Int
    /// Executions of the search, and those among them that another one made superfluous.
    let executions: Int
    let redundant: Int
    let exhausted: Bool
    /// Of a search with a bound: it has gone through all interleavings with at most so many preemptions; -1: not even through those without one.
    var preemptions: Int?
    /// Of everything, scouting for shared cells included.
    let seconds: Double
    let outcome: Outcome
    var law: String?
    var choices: String?
    var seed: UInt64?
    /// Whether its process died.
    var isCrash: Bool?
    /// Operations with an order that it came by, where that was asked for: each with what can be taken away from it.
    var sites: [String: [String]]?

    /// - Parameter seconds: what it had cost before.
    init(_ check: ScenarioCheck, bound: String, _ verdict: ExplorationResult, before seconds: Double = 0) {
        self.check = check
        self.bound = bound
        fibers = verdict.fibers
        operations = verdict.longest
        executions = verdict.executions
        redundant = verdict.redundant
        exhausted = verdict.isExhausted
        preemptions = verdict.preemptions
        self.seconds = verdict.seconds + seconds
        outcome = verdict.violation != nil ? .violated : verdict.isExhausted ? .holds : .limit
        law = verdict.violation?.law
        choices = verdict.violation?.choices
        seed = verdict.violation?.seed
        if !verdict.sites.isEmpty {
            sites = Dictionary(uniqueKeysWithValues: verdict.sites.map { site in (site.name, site.halves.map { site.weakened($0) }) })
        }
    }

    /// The process that ran it died.
    init(_ check: ScenarioCheck, crash: String, choices: String?) {
        self.check = check
        bound = ""
        fibers = 0
        operations = 0
        executions = 0
        redundant = 0
        exhausted = false
        seconds = 0
        outcome = .violated
        isCrash = true
        law = crash
        self.choices = choices
    }
}
