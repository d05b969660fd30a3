import Explorer
@testable import Rx
import RxPlatform

/// A small concurrent program over the real kernel, and the laws that every interleaving of it has to keep.
public struct Scenario: Sendable {
    /// Whether gates may be biased to the thread that comes often.
    public enum Bias: String, Sendable, CaseIterable, Codable {
        case off, on
        /// They were, lost it to another thread, and are about to be biased again: when the first thread leaves next.
        case again
    }

    public enum Bound: Sendable, Equatable {
        /// All interleavings.
        case none
        /// Those with so many preemptions at most.
        case preemptions(Int)

        public var plan: Exploration.Plan {
            switch self {
            case .none: .exhaustive
            case .preemptions(let count): .bounded(preemptions: count)
            }
        }
    }

    public let name: String
    /// What races with what, in a line.
    public let summary: String
    let bounds: (lock: Bound, queue: Bound)
    /// Those that it runs code of.
    public let cores: [Core]
    /// Whether it means something else when gates are biased.
    public let biases: [Bias]
    /// So many messages a thread delivers before it offers its place.
    let handOverAfter: Int
    /// Part of the quick profile.
    public let isQuick: Bool
    /// The name of the file that has it.
    public let file: String
    let body: @Sendable (ScenarioRun) -> Void

    init(
        _ name: String, _ summary: String, lock: Bound = .none, queue: Bound = .none, cores: [Core] = Core.allCases,
        biases: [Bias] = [.off], handOverAfter: Int = .max, quick: Bool = true, file: String = #fileID,
        body: @escaping @Sendable (ScenarioRun) -> Void
    ) {
        self.name = name
        self.summary = summary
        bounds = (lock, queue)
        self.cores = cores
        self.biases = biases
        self.handOverAfter = handOverAfter
        isQuick = quick
        self.file = String(file.split(separator: "/").last ?? "")
        self.body = body
    }

    /// Where all interleavings are too many. Fewer under C11, where reads have choices as well.
    public static func fewPreemptions(_ memory: MemoryModel) -> Int { memory == .c11 ? 2 : 3 }

    /// How much of it is explored on a core.
    public func bound(_ core: Core, _ memory: MemoryModel) -> Bound {
        let bound = core == .lock ? bounds.lock : bounds.queue
        guard memory == .c11, case .preemptions(let count) = bound else { return bound }
        return .preemptions(min(count, Scenario.fewPreemptions(memory)))
    }

    /// The exploration of it on one core under one memory model.
    public func exploration(_ core: Core, _ memory: MemoryModel, _ bias: Bias, _ plan: Exploration.Plan) -> Exploration {
        hasAsymmetricFence = bias != .off
        Tuning.handOverAfter = handOverAfter
        let body = body
        let resources = Balance()
        var exploration = Exploration(memory: memory, plan: plan) { body(ScenarioRun(execution: $0, core: core, bias: bias)) }
        exploration.onRelease = resources.check
        return exploration
    }
}

extension [Scenario.Bias] {
    static var all: Self { Scenario.Bias.allCases }
}

/// One execution of a scenario.
struct ScenarioRun {
    let execution: Execution
    let core: Core
    let bias: Scenario.Bias

    func fiber(_ name: String, _ body: @escaping () -> Void) { execution.fiber(name, body) }
    func startClock() { execution.startClock() }
    func atEnd(_ check: @escaping () -> Void) { execution.atEnd(check) }

    func require(_ condition: Bool, _ law: @autoclosure () -> String) { execution.require(condition, law()) }

    /// Enters the gate as fiber `index`, often enough for the bias, and a few times more; to have it again, once as another one, too.
    func warm(_ index: Int = 0, _ event: () -> Void) {
        if bias == .off { return }
        execution.acting(asFiber: index) { for _ in 0..<Int(Tuning.biasAfter) + 3 { event() } }
        if bias == .on { return }
        execution.acting(asFiber: index == 0 ? 1 : 0, event)
        execution.acting(asFiber: index) { for _ in 0..<Int(Tuning.biasAgainAfter) { event() } }
    }
}

/// G3: at the end of each execution every count is where it was.
private final class Balance {
    private let start = Resources.Kind.allCases.map { Resources.count($0) }

    func check(_ execution: Execution) {
        for (kind, before) in zip(Resources.Kind.allCases, start) {
            let now = Resources.count(kind)
            execution.require(now == before, "G3: \(now - before) \(kind) left")
        }
    }
}
