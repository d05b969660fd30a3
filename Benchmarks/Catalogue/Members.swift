import BenchKit
import Rx

/// One row of what is called rather than subscribed to: `body` does it as often as it is told; `count` is how much is in the tally then.
func member(
    _ id: String, _ title: String, _ covers: [String], unit: String = "call", count: @escaping @Sendable (Int) -> Int = { $0 },
    _ body: @escaping @Sendable (Int, Tally) -> Void
) -> CoveringRows {
    let calls = row(id, title, unit: unit, events: 200) { run in
        let tally = Tally(), n = run.n
        run.timed { body(n, tally) }
        try run.expect(tally.count, count(n), "what is counted")
    }
    return CoveringRows(rows: [calls], covers: covers)
}
