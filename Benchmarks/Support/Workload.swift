import BenchKit
import Rx

/// A benchmark whose variants are the cores: `body` runs with the variant's core as the current one, so that what it
/// subscribes to and makes on its own thread uses that core. It gets the core for what is made elsewhere.
///
/// - Parameter isSingleThreaded: then it also runs on the core without synchronisation, when that is asked for.
func workload(
    _ id: String, _ title: String, unit: String = "onNext", kind: Benchmark.Kind = .workload,
    isSingleThreaded: Bool = true, threads: Int = 1, events: Events, body: @escaping @Sendable (Run, Core) throws -> Void
) -> Benchmark {
    let variants = ["lock", "queue"] + (isSingleThreaded ? ["unchecked"] : [])
    return Benchmark(
        id, title, unit: unit, kind: kind, variants: variants, isSingleThreaded: isSingleThreaded, threads: threads,
        events: events
    ) { run in
        let core = try Core(variant: run.variant)
        try core.run { try body(run, core) }
    }
}

extension Core {
    init(variant: String) throws {
        switch variant {
        case "lock": self = .lock
        case "queue": self = .queue
        case "unchecked": self = .unchecked
        default: throw Unavailable("there is no core '\(variant)'")
        }
    }
}

/// Why a benchmark cannot run here.
struct Unavailable: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Sends 0 ..< n to each subscriber, then completes.
@inline(__always)
func numbers(_ n: Int) -> Observable<Int> {
    .create { observer in
        for i in 0..<n { observer.onNext(i) }
        observer.onCompleted()
        return Disposables.create()
    }
}

/// 0 + 1 + … + (n - 1).
func sumBelow(_ n: Int) -> Int { n == 0 ? 0 : n * (n - 1) / 2 }

extension Run {
    /// `expect` for long arrays: tells how many elements there are and the first that differs, not all of them.
    func expectElements<Element: Equatable>(_ actual: [Element], _ expected: [Element], _ what: String) throws {
        try expect(actual.count, expected.count, "\(what): number of elements")
        for (index, pair) in zip(actual, expected).enumerated() {
            try expect(pair.0, pair.1, "\(what): element \(index)")
        }
    }
}
