public import BenchKit
import Loads
import Rx

/// What `rxbench` measures beside the catalogue.
public let suite: Suite = suite(with: [])

/// Everything that `rxbench` measures.
/// - Parameter catalogue: a row for everything. Its module isn't imported here, so that both are compiled side by side.
public func suite(with catalogue: [Benchmark]) -> Suite {
    ServedProcess.serveIfAsked()
    return Suite(
        name: "rx", product: "rxbench", build: unusualBuild,
        benchmarks: workloads + catalogue + scenarios + floors + latencies, scalings: scalings,
        probe: {
            Dictionary(uniqueKeysWithValues: Resources.Kind.allCases.map { ("\($0)", Resources.count($0)) })
        },
        leak: {
            // Nobody disposes of the subscription, and its observer keeps the subject alive, which keeps the observer.
            let subject = PublishSubject<Int>()
            _ = subject.subscribe(onNext: { _ in withExtendedLifetime(subject) {} })
        },
        environments: latencyEnvironments, settings: [Suite.Setting("without bias", environment: ["RX_BIAS": "0"])],
        choices: [
            Suite.Choice(
                "forms", words: ["fused", "composed", "generic"], "Of what is in one expression, composed, or in a generic function, take these."),
            Suite.Choice(
                "elements", words: ["int", "string", "struct", "class"], usual: ["int"],
                "Take rows with these elements; all but int are in builds with RXBENCH_ELEMENTS=1."),
        ], twinTitle: "×fused",
        reference: "floor.closure-call", reasons: "docs/vocabulary-without-rows.txt",
        // A sequence of one has its event where it is subscribed to. To dispose in the middle is to subscribe, to have an element, and to leave.
        telling: [["event", "subscribe"], ["dispose"]], sources: measuredSources)
}

/// What the program is built from. Left out is what figures don't pass through: what reads options, compares, judges and shows, stress, and
/// pages.
private let measuredSources =
    [
        "Package.swift", "Sources/Rx", "Sources/RxBlocking", "Sources/RxTest", "Sources/RxMarbles", "Sources/RxPlatform", "Sources/CRxPlatform",
        "Sources/BenchKit", "Sources/CAllocationCounter", "Benchmarks",
    ]
    + [
        "Sources/BenchKit/Commands", "Sources/BenchKit/Comparing", "Sources/BenchKit/Cost", "Sources/BenchKit/Export", "Sources/BenchKit/Checking",
        "Sources/BenchKit/Options", "Sources/BenchKit/Report", "Sources/BenchKit/Soak", "Sources/BenchKit/Stress",
        "Benchmarks/Build", "Benchmarks/Thresholds", "Benchmarks/Mine", "Benchmarks/Loads/Soak", "Benchmarks/Peer",
        "Benchmarks/Recordings/screens.swift", "Benchmarks/Stress", "Benchmarks/TenLines",
        "*.md", "*.docc/*",
    ].map { ":(exclude)" + $0 }

/// The features under test: the same work in every library that was compared.
private let workloads: [Benchmark] = [
    subjectWorkloads, stageWorkloads, flatteningWorkloads, combiningWorkloads, concurrentWorkloads, sharingWorkloads, hopWorkloads,
    lifetimeWorkloads, firstUseWorkloads, aggregateWorkloads, timerWorkloads, rateWorkloads,
].flatMap { $0 }

/// Whole tasks on real input.
private let scenarios: [Benchmark] = [logLines, search, http]

/// The cheapest way to do such things by hand.
private let floors: [Benchmark] = callFloors + lockFloors + dispatchFloors + timerFloors + lifetimeFloors
