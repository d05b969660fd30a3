import BenchKit
import Loads
import Rx

/// What an event costs with ever more of something around it.
let scalings: [Scaling] = subscriberScalings + chainScalings + innerScalings + threadedScalings + consumerScalings + scaleScalings

/// A scaling whose variants are the cores: `body` runs with the variant's core as the current one, and gets it for what is made
/// elsewhere.
func scaling(
    _ id: String, _ title: String, parameter: String, sizes: [Int], unit: String = "onNext", isSingleThreaded: Bool = true,
    events: Int = 64, body: @escaping @Sendable (_ run: Run, _ size: Int, _ core: Core) throws -> Void
) -> Scaling {
    Scaling(
        id, title, parameter: parameter, sizes: sizes, unit: unit, variants: ["lock", "queue"],
        isSingleThreaded: isSingleThreaded, events: events
    ) { run, size in
        let core = try Core(variant: run.variant)
        try core.run { try body(run, size, core) }
    }
}

/// Four decades, which take half a minute to count.
let manySizes = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000]
/// Three decades, which tell orders apart as well.
let fewerSizes = [1, 3, 10, 30, 100, 300, 1000]
