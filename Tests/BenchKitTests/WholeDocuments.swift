import Foundation

@testable import BenchKit

/// Files in which every field has a value: what is tried on each field of a file is tried on these.
enum WholeDocument {
    /// - Parameter environment: as a field of a document has it.
    private static func results(environment: String) -> String {
        """
        {"schema": "rxbench/2", "suite": "suite", "command": "check", "profile": "ci", "seed": 5, "forks": 2, "filter": "T", "skip": "X", "tags": ["io"], "choices": {"forms": ["composed"]}, "shard": "2/5", "order": ["T1", "F1"],
         "reference": "F1", "complete": true, "passed": true, "environment": \(environment), "machines": [\(environment)],
         "rows": [\(row("lock")), \(row("queue")), \(failed), \(latency)],
         "comparisons": [{"benchmark": "T1", "variant": "queue", "base": "lock",
          "pairs": [1.01, 1.02, 1.03, 1.04, 1.05, 1.06, 1.07], "discarded": 0.1,
           "machine": 0, "inconclusive": "busy", "forks": [{"fork": 0, "samples": 3}, {"fork": 1, "samples": 4}],
           "ratio": \(estimate(1.04))}],
         "against": {"name": "old", "commit": "0123456789abcdef", "environment": \(environment), "rows": [
           {"benchmark": "T1", "variant": "lock", "clock": "wall", "ratio": \(estimate(1.2)), "forks": [1.1, 1.2, 1.3], "nanosecondsPerEvent": 12.5,
            "baseNanosecondsPerEvent": 10.5, "discarded": 0.25, "coldForks": 1},
           {"benchmark": "T1", "variant": "queue", "clock": "wall", "forks": [], "discarded": 0.25, "coldForks": 0, "failedInOlder": true,
            "failure": {"kind": "error", "message": "crashed"}}]},
         "findings": [{"row": "T1 (lock)", "gate": "retains per event", "verdict": "regression", "detail": "2 became 3",
           "calls": [{"function": "swift_retain", "before": 2, "after": 3}], "side": "changed", "allowed": false}],
         "fits": [\(fit("instructions")), \(fit("processorTime"))],
         "noise": [{"benchmark": "T1", "variant": "lock", "floor": 0.01, "discarded": 0.125}],
         "scope": {"variants": ["lock"], "counts": true, "times": true, "limits": true,
          "sample": {"seconds": 180, "first": 3, "chosen": 20, "drawn": 7, "all": 60, "orders": 4, "allOrders": 5}}}
        """
    }

    private static func estimate(_ median: Double) -> String {
        "{\"median\": \(median), \"interval\": {\"low\": \(median * 0.875), \"high\": \(median * 1.125), \"confidence\": 0.96875}}"
    }

    private static func figures(_ mallocs: Int) -> String {
        "{\"mallocs\": \(mallocs), \"frees\": \(mallocs), \"bytes\": \(48 * mallocs), \"exact\": true}"
    }

    private static func row(_ variant: String) -> String {
        let heap = "{\"allocated\": 5000, \"active\": 8192, \"resident\": 16384}"
        let counts = """
            {"instructions": {"value": 120.5, "stability": "banded", "low": 119, "high": 122}, "retains": {"value": 2, "stability": "exact"},
             "mallocs": {"value": 3, "stability": "reportOnly", "isConfirmed": false}}
            """
        return """
            {"benchmark": "T1", "title": "a workload", "kind": "workload", "unit": "onNext", "variant": "\(variant)",
             "events": 1000, "machine": 0, "sendingThreads": 1,
             "time": {"nanosecondsPerEvent": \(estimate(12.5)), "processorNanosecondsPerEvent": \(estimate(12.25)),
               "samples": [11, 12, 12.5, 12.5, 13, 14, 15], "processorSamples": [11, 12, 12, 12, 13, 14, 15],
               "discarded": [99, 98], "iterationsPerSample": 7,
               "forks": [{"fork": 0, "samples": 3}, {"fork": 1, "samples": 4}]},
             "inconclusive": "busy", "warmUp": {"seconds": 0.25, "iterations": 40, "stable": true}, "eventsPerSecond": \(estimate(8e7)),
             "multipleOfReference": 6.5, "inconclusiveReference": "busy as well", "twin": "T0", "multipleOfTwin": 2.5, "inconclusiveTwin": "busy, too", "contaminated": 0.375,
             "allocations": {"perEvent": \(figures(3)), "perSubscription": \(figures(16)), "repetitions": 5},
             "counts": {"events": 1000, "repetitions": 4, "perEvent": \(counts), "perSubscription": \(counts),
               "calls": {"perEvent": {"swift_retain": 2, "malloc": 3}, "perSubscription": {"swift_retain": 9}}},
             "heap": {"before": \(heap), "peak": \(heap), "after": \(heap)},
             "resources": {"before": {"total": 1}, "peak": {"total": 9}, "after": {"total": 1}},
             "threads": {"before": 1, "peak": 2, "after": 1}, "contextSwitches": {"voluntary": 3, "involuntary": 4},
             "transfers": {"readCalls": 3, "writeCalls": 2, "bytesRead": 4100, "bytesWritten": 12, "bytesFromDisk": 0, "bytesToDisk": 4096}, "peakMemory": 4194304,
             "metrics": {"live heap": {"value": 0.00012, "unit": "B/timer"}}, "missing": {"some figure": "some reason"}}
            """
    }

    private static let failed = """
        {"benchmark": "F1", "title": "a floor", "kind": "floor", "unit": "call", "variant": "-", "events": 1000, "sendingThreads": 1,
         "failure": {"kind": "wrongResult", "message": "got 1, expected 2"}, "metrics": {}, "missing": {}}
        """

    private static let latency = """
        {"benchmark": "L1", "title": "a latency", "kind": "workload", "unit": "message", "variant": "lock", "events": 0, "sendingThreads": 2,
         "latency": {"load": "50 %", "arrivals": "Poisson", "floor": "F1", "seconds": 0.375, "forks": 6, "capacity": 2000000.5, "rate": 1000000.25,
           "sent": 1000, "distributions": {"delay": \(distribution("ns")), "delay in events": \(distribution("events"))}, "jitter": \(distribution("ns"))},
         "metrics": {"least share": {"value": 84.5, "unit": "% of a fair one"}}, "missing": {}}
        """

    /// 500 times 0, 490 times 100 and 10 times 900.
    static let histogram = #"{"count": 1000, "least": 0, "largest": 900, "sum": 58000, "buckets": "APQDY+oDnwYK"}"#

    private static func distribution(_ unit: String) -> String {
        func figure(_ value: Int) -> String {
            """
            {"value": \(value), "forks": [\(value), \(value + 2)], "interval": {"low": \(value - 3), "high": \(value + 5), "confidence": 0.96875},
             "multiple": 1.25, "hidden": true}
            """
        }
        return """
            {"unit": "\(unit)", "histogram": \(histogram), "percentiles": {"p50": \(figure(50)), "p90": \(figure(100)), "p99": \(figure(101))},
             "missing": {"p99.9": "1000 samples, and it takes 10000"}}
            """
    }

    private static func fit(_ measure: String) -> String {
        let points = [1, 10, 100, 1000].map { size in
            """
            {"size": \(size), "cost": \(100 + size), "isDisturbed": true, "metrics": {"bytes": {"value": \(10 * size), "unit": "B"}}}
            """
        }
        let candidates = ["1", "log n", "n", "n log n", "n^2"].map { order in
            "{\"order\": \"\(order)\", \"base\": 100, \"slope\": 1.5, \"residual\": 0.125}"
        }
        return """
            {"scaling": "S \(measure)", "title": "a scaling", "parameter": "observers", "unit": "onNext", "variant": "lock", "measure": "\(measure)",
             "measureReason": "several threads", "points": [\(points.joined(separator: ","))], "order": "n",
             "candidates": [\(candidates.joined(separator: ","))], "contaminated": 0.0625, "failure": {"kind": "error", "message": "gone"}}
            """
    }

    private static let environment = """
        {"compiler": "Swift 6", "clang": "clang 19", "optimisation": "release", "architecture": "x86_64", "processor": "a processor", "cores": 2,
         "processorShare": 1.5, "sources": "a hash of sources",
         "kernel": "Linux 6", "os": "an OS", "allocator": "jemalloc 5", "load": 0.5, "commit": "fedcba9876543210", "dirty": false,
         "boot": "0a1b2c3d", "date": "2026-01-01T00:00:00Z", "missing": {"some field": "some reason"}}
        """

    static let results = results(environment: environment)

    static let baseline = """
        {"schema": "rxbench-baseline/2", "reason": "it is so", "commit": "fedcba9876543210", "dirty": false, "environment": \(environment),
         "kinds": ["instructions", "retains"], "rows": [["T1", "lock", 1000, 4, "120.5~119~122 2", "- 9~8~10"]]}
        """

    static let noise = """
        {"schema": "rxbench-noise/2", "environment": \(environment), "complete": true,
         "rows": [{"benchmark": "T1", "variant": "lock", "floor": 0.01, "discarded": 0.125}]}
        """

    static let limits = """
        {"schema": "rxbench-gates/1", "counts": {"instructions": 0.002, "instructionsPerEvent": 0.5, "lifeCycleInstructions": 0.02, "catalogueInstructions": 0.08},
         "times": {"slower": 0.03, "timesNoise": 2, "unknownNoise": 0.05,
          "nanoseconds": 0.3, "significance": 0.05, "discarded": 0.75, "widest": 0.25},
         "ratios": [{"benchmark": "T1", "variant": "queue", "base": "lock", "most": 1.5}],
         "multiples": [{"benchmark": "T1", "variant": "lock", "floor": "F1", "most": 9}],
         "orders": [{"scaling": "S1", "variant": "lock", "most": "n", "times": 3, "figure": "bytes", "processors": 2, "processor": "AMD"}],
         "tails": [{"benchmark": "L1", "variant": "lock", "figure": "delay", "percentile": "p99", "worse": 0.5, "most": 9, "least": 1,
           "multiple": 1.5}]}
        """

    static let stress = """
        {"schema": "rxbench-stress/1", "seed": 5, "filter": "T", "environment": \(environment), "seconds": 1.5, "complete": true,
         "races": [{"subject": "map", "race": "next vs dispose", "variant": "lock", "rounds": 1000, "violations": {"G1": 2}, "isStuck": false,
           "first": {"law": "G1", "round": 7, "message": "two at once", "events": ["one", "two"]}}]}
        """
}

/// A place in a document: the names of fields and the numbers of elements that lead there.
typealias DocumentPath = [String]

/// A document whose leaves can be changed one by one.
struct Document {
    private(set) var root: Any

    init(_ text: String) throws {
        root = try JSONSerialization.jsonObject(with: Data(text.utf8))
    }

    var data: Data { (try? JSONSerialization.data(withJSONObject: root)) ?? Data() }

    /// All that is no object and no list.
    var leaves: [(path: DocumentPath, value: Any)] { Document.leaves(root, []) }

    private static func leaves(_ value: Any, _ path: DocumentPath) -> [(path: DocumentPath, value: Any)] {
        if let fields = value as? [String: Any] { return fields.sorted { $0.key < $1.key }.flatMap { leaves($0.value, path + [$0.key]) } }
        if let list = value as? [Any] { return list.enumerated().flatMap { leaves($0.element, path + ["\($0.offset)"]) } }
        return [(path, value)]
    }

    func setting(_ path: DocumentPath, to value: Any?) -> Document {
        var copy = self
        copy.root = Document.setting(root, path[...], to: value) ?? root
        return copy
    }

    private static func setting(_ value: Any, _ path: ArraySlice<String>, to new: Any?) -> Any? {
        guard let first = path.first else { return new }
        if var fields = value as? [String: Any] {
            fields[first] = setting(fields[first] as Any, path.dropFirst(), to: new)
            return fields
        }
        if var list = value as? [Any], let index = Int(first) {
            if let element = setting(list[index], path.dropFirst(), to: new) { list[index] = element } else { list.remove(at: index) }
            return list
        }
        return value
    }

    /// With every text changed, names of fields that are names of things too, but for words that a file has to have.
    func renaming(_ change: (String) -> String) -> Document {
        var copy = self
        copy.root = Document.renaming(root, isNamed: false, change)
        return copy
    }

    private static let words: Set<String> = [
        "schema", "command", "profile", "kind", "verdict", "stability", "measure", "side", "buckets",
    ]
    /// Objects whose fields' names are free.
    private static let named: Set<String> = ["metrics", "missing", "before", "peak", "after", "violations", "distributions"]

    private static func renaming(_ value: Any, isNamed: Bool, _ change: (String) -> String) -> Any {
        if let fields = value as? [String: Any] {
            var changed: [String: Any] = [:]
            let isOrder = fields["slope"] != nil || fields["points"] != nil
            for (name, field) in fields {
                let isCalls = name == "calls" && field is [String: Any]
                let isFixed = words.contains(name) || (name == "order" && isOrder) || (name == "exact")
                let isFree = named.contains(name) && (field as? [String: Any])?["allocated"] == nil
                let inner =
                    isCalls
                    ? (field as? [String: Any] ?? [:]).mapValues { renaming($0, isNamed: true, change) } as Any
                    : renaming(field, isNamed: isFree, change)
                changed[isNamed ? change(name) : name] = isFixed ? field : inner
            }
            return changed
        }
        if let list = value as? [Any] { return list.map { renaming($0, isNamed: false, change) } }
        if let text = value as? String { return change(text) }
        return value
    }
}
