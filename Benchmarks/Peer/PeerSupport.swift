// What the workloads have in place of what only this library has, where they are built with another one: see Scripts/peer.
import BenchKit
import Rx

/// There is no choice of a core.
enum Core {
    case only

    func run<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}

/// The scheduler of a serial queue that both libraries have.
typealias SerialScheduler = SerialDispatchQueueScheduler

extension SerialDispatchQueueScheduler {
    convenience init(core: Core) { self.init(qos: .default) }
}

func workload(
    _ id: String, _ title: String, unit: String = "onNext", isSingleThreaded: Bool = true, threads: Int = 1, events: Events,
    body: @escaping @Sendable (Run, Core) throws -> Void
) -> Benchmark {
    Benchmark(id, title, unit: unit, isSingleThreaded: isSingleThreaded, threads: threads, events: events) { run in try body(run, .only) }
}
