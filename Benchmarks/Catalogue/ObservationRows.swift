import BenchKit
import Observation
import Rx

/// `@Observable` objects: through the library, and as the toolchain has it.
let observations: [CoveringRows] = [
    member(
        "tracking/event", "tracking { object.number } on the current thread: a change", [], unit: "change", count: { $0 + 1 }
    ) { n, tally in
        let object = Watched()
        let numbers = Rx.Observable.tracking(on: CurrentThreadScheduler.instance) { object.number }
        let subscription = numbers.subscribe(onNext: { tally.add($0) })
        for i in 0..<n { object.number = i + 1 }
        subscription.dispose()
    },
    member(
        "tracking/subscribe", "tracking { object.number }: to subscribe, have the value, and dispose", [], unit: "subscription"
    ) { n, tally in
        let object = Watched()
        let numbers = Rx.Observable.tracking(on: CurrentThreadScheduler.instance) { object.number }
        for _ in 0..<n { numbers.subscribe(onNext: { tally.add($0) }).dispose() }
    },
    member(
        "tracking/dispose", "tracking { object.number } on the current thread: to dispose after a change, before another one", [],
        unit: "subscription", count: { 2 * $0 }
    ) { n, tally in
        let object = Watched()
        let numbers = Rx.Observable.tracking(on: CurrentThreadScheduler.instance) { object.number }
        for i in 0..<n {
            let subscription = numbers.subscribe(onNext: { tally.add($0) })  // The value, then the change.
            object.number = 2 * i + 1
            subscription.dispose()
            object.number = 2 * i + 2
        }
    },
    CoveringRows(
        rows: [
            neighbour(
                "observation/change", "withObservationTracking: a change, and to track again", unit: "change", isSingleThreaded: true
            ) { run in
                let n = run.n, object = Watched(), changes = Changes()
                run.timed {
                    for i in 0..<n {
                        withObservationTracking {
                            _ = object.number
                        } onChange: {
                            changes.count += 1
                        }
                        object.number = i + 1
                    }
                }
                try run.expect(changes.count, n, "changes")
            },
            neighbour(
                "observation/unobserved", "a change of an observable object that nobody tracks", unit: "change", isSingleThreaded: true
            ) { run in
                let n = run.n, object = Watched()
                run.timed { for i in 0..<n { object.number = i + 1 } }
                try run.expect(object.number, n, "number")
            },
        ],
        covers: []),
]

@Observable private final class Watched: @unchecked Sendable {  // Sendable: used by one thread.
    var number = 0
}

private final class Changes: @unchecked Sendable {  // Sendable: used by one thread.
    var count = 0
}
