import BenchKit
import Foundation
import Rx
import RxBlocking

/// To wait for what has come by the time it is waited for: how long a thread waits otherwise is the source's affair.
let blocking: [Covered] = [
    waited("toArray", "BlockingObservable.toArray()") { try $0.toArray().first },
    waited("materialize", "BlockingObservable.materialize()") { blocking in
        if case .completed(let elements) = blocking.materialize() { elements.first } else { nil }
    },
    waited("first", "BlockingObservable.first()") { try $0.first() },
    waited("last", "BlockingObservable.last()") { try $0.last() },
    waited("single", "BlockingObservable.single()") { try $0.single() },
    waited("single/predicate", "BlockingObservable.single(_:)") { try $0.single { $0 == 1 } },
]

private func waited(_ name: String, _ covers: String, _ element: @escaping @Sendable (BlockingObservable<Int>) throws -> Int?) -> Covered {
    let waiting = row("toBlocking/\(name)", "Observable.just(1).toBlocking(), and \(name)", unit: "call", events: 200) { run in
        let tally = Tally(), n = run.n
        try run.timed {
            for _ in 0..<n { if let element = try element(Observable.just(1).toBlocking()) { tally.add(element) } }
        }
        runMainQueue()
        try run.expect(tally.count, n, "elements")
    }
    return Covered(rows: [waiting], covers: [covers, "ObservableConvertibleType.toBlocking(timeout:)"])
}

/// Has the main queue do what the main thread has put on it, which nothing else does while rows run there.
func runMainQueue() {
    if Thread.isMainThread { _ = RunLoop.main.run(mode: .default, before: Date()) }
}
