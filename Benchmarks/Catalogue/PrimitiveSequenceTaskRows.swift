import BenchKit
import Dispatch
import Rx

/// Singles that tasks make, and tasks that wait for singles, maybes and completables.
let primitiveSequenceTasks = [createdByTask, singleValue, maybeValue, completableValue]

/// Singles whose elements or errors tasks make, one after the other, counted from there until each has come.
private func madeByTasks(_ run: Run, detached: Bool = false, isFailing: Bool = false) throws {
    let tally = Tally(), n = run.n, section = run.countedSection
    let single = Single<Int>.create(detached: detached) {
        section.begin()
        if isFailing { throw plannedFailure }
        return 1
    }
    run.timed {
        for _ in 0..<n {
            let subscription = single.subscribe(onSuccess: { tally.add($0) }, onFailure: { _ in tally.fail() }, onDisposed: { section.end() })
            section.wait()
            subscription.dispose()
        }
    }
    try run.expect([tally.count, tally.errors], isFailing ? [0, n] : [n, 0], "elements and errors")
}

/// A single whose element a task makes, until it has come.
private let createdByTask = CoveringRows(
    rows: [
        row(
            "single/create-async/event", "Single.create { await … }: an element that a task has made", unit: "element", events: 1_000,
            isSingleThreaded: false
        ) { run in try madeByTasks(run) }.countingSections(),
        row(
            "single/create-async/detached/event", "Single.create(detached: true) { await … }: an element that a task has made", unit: "element",
            events: 1_000, isSingleThreaded: false
        ) { run in try madeByTasks(run, detached: true) }.countingSections(),
        row(
            "single/create-async/error", "Single.create { await … }: an error that a task has made", unit: "subscription", events: 1_000,
            isSingleThreaded: false
        ) { run in try madeByTasks(run, isFailing: true) }.countingSections(),
        row(
            "single/create-async/dispose", "Single.create { await … }: to dispose, from its task", unit: "subscription", events: 1_000,
            isSingleThreaded: false
        ) { run in
            try disposedByTasks(run) { disposal, tally in
                Single<Int>.create {
                    disposal.dispose()
                    return 1
                }.subscribe(onSuccess: { tally.add($0) }, onFailure: { _ in tally.fail() })
            }
        }.countingSections(),
        row(
            "single/create-async/subscribe", "Single.create { await … }: to subscribe and have the element", unit: "subscription",
            events: 1_000, isSingleThreaded: false
        ) { run in
            let n = run.n, done = DispatchSemaphore(value: 0), single = Single<Int>.create(work: { 1 })
            run.timed {
                for _ in 0..<n {
                    let subscription = single.subscribe(onSuccess: { _ in done.signal() })
                    done.wait()
                    subscription.dispose()
                }
            }
            try run.expect(done.wait(timeout: .now()) == .timedOut, true, "whether each had its element once")
        },
    ],
    covers: ["PrimitiveSequenceType.create(detached:priority:work:)"])

private let singleValue = waiting("single", "Single", Single.just(1), Single.error(plannedFailure), Single.never()) { try await $0.value }
private let maybeValue = waiting("maybe", "Maybe", Maybe.just(1), Maybe.error(plannedFailure), Maybe.never()) { try await $0.value ?? 0 }
private let completableValue = waiting(
    "completable", "Completable", Completable.empty(), Completable.error(plannedFailure), Completable.never()
) {
    try await $0.value
    return 1
}

/// What gets the element that waits for it, the error, or neither before its task is cancelled: one subscription after the other.
private func waiting<Trait>(
    _ name: String, _ trait: String, _ ofOne: Trait, _ failing: Trait, _ silent: Trait, _ value: @escaping @Sendable (Trait) async throws -> Int
) -> CoveringRows where Trait: Sendable {
    func row(_ aspect: String, _ what: String, _ one: @escaping @Sendable () async throws -> Int) -> Benchmark {
        asynchronousRow("\(name)/value/\(aspect)", "\(trait).value: \(what)", unit: "subscription", events: 1_000) { run in
            let n = run.n
            let sum = try await run.timed {
                var sum = 0
                for _ in 0..<n { sum += try await one() }
                return sum
            }
            try run.expect(sum, n, "outcomes")
        }
    }
    let rows = [
        row("subscribe", "to subscribe and await the element") { try await value(ofOne) },
        row("error", "to subscribe and await an error") {
            do { _ = try await value(failing) } catch is PlannedFailure { return 1 }
            return 0
        },
        row("dispose", "to subscribe and cancel the task that waits") {
            try await cancelled {
                do { _ = try await value(silent) } catch is CancellationError { return 1 }
                return 0
            }
        },
    ]
    return CoveringRows(rows: rows, covers: ["PrimitiveSequenceType.value [\(trait)Trait]"])
}
