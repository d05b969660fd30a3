/// Small files of results and of counts.
enum MeasuredFiles {
    static let environment = #"{"date": "2026-11-28T10:00:00Z", "commit": "c0ffee123", "compiler": "Swift 6", "processor": "A processor"}"#

    static func results(_ rows: [String], environment: String = environment, head: String = "") -> String {
        #"{"schema": "rxbench/2", "complete": true, "passed": true, "order": [], "forks": 5, \#(head) "environment": \#(environment), "#
            + #""rows": [\#(rows.joined(separator: ","))]}"#
    }

    static func timed(_ id: String, _ variant: String, kind: String = "workload", title: String = "a title", nanoseconds: Double) -> String {
        #"{"benchmark": "\#(id)", "variant": "\#(variant)", "title": "\#(title)", "kind": "\#(kind)", "unit": "an event", "#
            + #""time": {"samples": [1], "nanosecondsPerEvent": {"median": \#(nanoseconds)}}, "allocations": {"perSubscription": {"mallocs": 7}}}"#
    }

    /// - Parameter figures: `"kind": {"value": …, "stability": …}`.
    static func counted(_ id: String, _ variant: String, _ figures: String) -> String {
        #"{"benchmark": "\#(id)", "variant": "\#(variant)", "counts": {"perEvent": {\#(figures)}}}"#
    }

    static func delay(_ p50: Double, _ p99: Double, largest: Double = 1e6, hidden: Bool = false) -> String {
        #"{"unit": "ns", "percentiles": {"p50": {"value": \#(p50)}, "p99": {"value": \#(p99), "hidden": \#(hidden)}}, "#
            + #""histogram": {"count": 3, "largest": \#(largest)}}"#
    }

    static func late(_ id: String, _ variant: String, _ delay: String, floor: String? = nil, more: String = "") -> String {
        #"{"benchmark": "\#(id)", "variant": "\#(variant)", "latency": {\#(floor.map { #""floor": "\#($0)", "# } ?? "")"rate": 2500000, "#
            + #""distributions": {"delay": \#(delay)}, "jitter": \#(delay)}\#(more)}"#
    }

    /// Of rows as arrays.
    static func baseline(_ rows: String..., kinds: String = #"["instructions", "mallocs", "atomics"]"#) -> String {
        #"{"kinds": \#(kinds), "commit": "c0ffee456", "rows": [\#(rows.joined(separator: ","))]}"#
    }
}
