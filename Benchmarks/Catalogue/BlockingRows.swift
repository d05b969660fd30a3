import BenchKit
import Foundation
import Rx
import RxBlocking

/// To wait for what has come by the time it is waited for: how long a thread waits otherwise is the source's affair.
let blocking: [CoveringRows] = [
    waited("toArray", "BlockingObservable.toArray()") { try $0.toArray().first },
    waited("materialize", "BlockingObservable.materialize()") { blocking in
        if case .completed(let elements) = blocking.materialize() { elements.first } else { nil }
    },
    waited("first", "BlockingObservable.first()") { try $0.first() },
    waited("last", "BlockingObservable.last()") { try $0.last() },
    waited("single", "BlockingObservable.single()") { try $0.single() },
    waited("single/predicate", "BlockingObservable.single(_:)") { try $0.single { $0 == 1 } },
    ended("toArray/error", "toArray() of a source that fails", "BlockingObservable.toArray()", "failure") {
        do { _ = try failingSource.toBlocking().toArray() } catch is PlannedFailure { return true }
        return false
    },
    ended("materialize/error", "materialize() of a source that fails", "BlockingObservable.materialize()", "failure") {
        if case .failed = failingSource.toBlocking().materialize() { true } else { false }
    },
    ended("first/error", "first() of a source that fails", "BlockingObservable.first()", "failure") {
        do { _ = try failingSource.toBlocking().first() } catch is PlannedFailure { return true }
        return false
    },
    ended("single/error", "single() of a source with two elements", "BlockingObservable.single()", "failure") {
        do { _ = try lasting(1).startWith(0).toBlocking().single() } catch RxError.moreThanOneElement { return true }
        return false
    },
    ended("first/dispose", "first() of a source that goes on", "BlockingObservable.first()", "call") { try lasting(1).toBlocking().first() == 1 },
    ended("timeout/dispose", "toArray() of a source that goes on, when the time is up", "BlockingObservable.toArray()", "call") {
        do { _ = try lasting(1).toBlocking(timeout: 0).toArray() } catch RxError.timeout { return true }
        return false
    },
]

private var failingSource: Observable<Int> { failing() }

private func waited(_ name: String, _ covers: String, _ element: @escaping @Sendable (BlockingObservable<Int>) throws -> Int?) -> CoveringRows {
    let waiting = row("toBlocking/\(name)", "Observable.just(1).toBlocking(), and \(name)", unit: "call", events: 200) { run in
        let tally = Tally(), n = run.n
        try run.timed {
            for _ in 0..<n { if let element = try element(Observable.just(1).toBlocking()) { tally.add(element) } }
        }
        runMainQueue()
        try run.expect(tally.count, n, "elements")
    }
    return CoveringRows(rows: [waiting], covers: [covers, "ObservableConvertibleType.toBlocking(timeout:)"])
}

/// How waiting ends otherwise: by an error, or while the source goes on. `hasEnded` waits, and tells whether it has ended so.
private func ended(
    _ name: String, _ title: String, _ covers: String, _ unit: String, _ hasEnded: @escaping @Sendable () throws -> Bool
) -> CoveringRows {
    let waiting = row("toBlocking/\(name)", "toBlocking(), and \(title)", unit: unit, events: 200) { run in
        let tally = Tally(), n = run.n
        try run.timed { for _ in 0..<n { if try hasEnded() { tally.add(1) } } }
        runMainQueue()
        try run.expect(tally.count, n, "calls that ended so")
    }
    return CoveringRows(rows: [waiting], covers: [covers, "ObservableConvertibleType.toBlocking(timeout:)"])
}

/// Has the main queue do what the main thread has put on it, which nothing else does while rows run there.
func runMainQueue() {
    if Thread.isMainThread { _ = RunLoop.main.run(mode: .default, before: Date()) }
}
