import Explorer
import Rx

/// An order of the kernel's own that is left out, for the checker's own test: a scenario has to report the race on plain memory that it kept away.
public struct PlantedWeakening: Sendable {
    /// Whose memory it is: a field of the kernel, a message, or what a handler keeps.
    public let memory: String
    /// The first operation with this name, as `OrderSite.name` has it.
    public let site: String
    public let half: OrderSite.Half
    /// Where it shows.
    public let scenario: String
    let core: Core
    let bias: Scenario.Bias
    /// Random executions within which it has to be found; in so many of the kernel as it is nothing may be.
    public let limit: Int

    public var name: String { "\(memory): \(site) without \(half.rawValue)" }

    /// - Parameter weakening: `nil`: the kernel as it is.
    public func exploration(_ weakening: OrderWeakening?) -> Exploration {
        var exploration = AllScenarios.scenario(scenario)!.exploration(core, .c11, bias, .random(seed: 1, count: limit))
        exploration.weakening = weakening
        exploration.recordsSites = weakening == nil
        return exploration
    }

    public static let all: [PlantedWeakening] = [
        PlantedWeakening(
            memory: "a field of the kernel, Listener.missed", site: "LockGate.announce store", half: .release, scenario: "replay/2-subscribe",
            core: .lock, bias: .off, limit: 6_000),
        PlantedWeakening(
            memory: "a field of the kernel, Chunk.link", site: "EmptyChunks.keepAll store", half: .release, scenario: "mailbox/2-producers",
            core: .queue, bias: .off, limit: 1_000),
        PlantedWeakening(
            memory: "a message", site: "QueueInbox.publish publishing a mark", half: .release, scenario: "mailbox/2-producers", core: .queue,
            bias: .off, limit: 1_000),
        PlantedWeakening(
            memory: "a message", site: "QueueInbox.next load of a mark", half: .acquire, scenario: "mailbox/2-producers", core: .queue,
            bias: .off, limit: 1_000),
        PlantedWeakening(
            memory: "what a handler keeps", site: "QueueGate.enter compare-exchange", half: .acquire, scenario: "mailbox/2-producers",
            core: .queue, bias: .off, limit: 1_000),
        PlantedWeakening(
            memory: "what a handler keeps", site: "GateBias.enterAfterRevocation store", half: .release, scenario: "mailbox/2-producers",
            core: .lock, bias: .on, limit: 1_000),
    ]
}
