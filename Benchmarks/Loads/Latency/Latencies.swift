public import BenchKit
import Foundation
import Rx

/// What is waited for, and how long: in mailboxes, from thread to thread, for timers, and for what others do.
public let latencies = mailboxLatencies + hopLatencies + timerLatencies + lifetimeLatencies + priorityLatencies + lockLatencies

/// The cores with and without bias: the latter is what systems without `membarrier` get, as Apple's.
private let cores = ["lock", "queue", "lock.unbiased", "queue.unbiased"]

/// Environment variables of the variants' processes.
public let latencyEnvironments = Dictionary(
    uniqueKeysWithValues: cores.map { ($0, ["RX_BIAS": $0.hasSuffix(".unbiased") ? "0" : "1"]) })

/// A benchmark of latency on the cores: what `body` makes on its own thread uses the variant's core. It gets the core for what is made elsewhere.
func latency(
    _ id: String, _ title: String, unit: String = "message", _ latency: Latency, body: @escaping @Sendable (Trial, Core) throws -> Void
) -> Benchmark {
    Benchmark(id, title, unit: unit, variants: cores, latency: latency) { trial in
        let core = try core(of: trial.variant)
        try core.run { try body(trial, core) }
    }
}

/// The same by hand.
func floor(
    _ id: String, _ title: String, unit: String = "message", _ latency: Latency, body: @escaping @Sendable (Trial) throws -> Void
) -> Benchmark {
    Benchmark("floor." + id, title, unit: unit, kind: .floor, latency: latency, body: body)
}

/// A number of threads by the word that names it in an id, such as `busy=4P`: the same on machines of any size.
struct NamedThreadCount: Sendable {
    let name: String
    let count: Int

    /// As titles say it.
    var computing: String { count == 0 ? "no thread computing" : count == 1 ? "a thread computing" : "\(count) threads computing" }

    static let none = fixed(0)
    static func fixed(_ count: Int) -> NamedThreadCount { NamedThreadCount(name: "\(count)", count: count) }
    /// So many for each processor.
    static func processors(_ times: Int) -> NamedThreadCount {
        NamedThreadCount(name: times == 1 ? "P" : "\(times)P", count: times * Processors.usable)
    }
}

/// A load by the word that names it in an id, such as `load=50`.
struct NamedLoad: Sendable {
    let name: String
    let load: Latency.Load

    static let flood = NamedLoad(name: "flood", load: .flood)
    static func percent(_ share: Int) -> NamedLoad { NamedLoad(name: "\(share)", load: .share(Double(share) / 100)) }
}
