import BenchKit
import Dispatch

/// What calls cost: the least that one event through so many closures can take.
let callFloors = [
    floor(
        "closure-call", "call of one unknown closure",
        events: Events(quick: 2_000_000, ci: 4_000_000, full: 4_000_000)
    ) { run in
        let sum = Sum(), n = run.n
        let unknown = opaque(Receiver { sum.addValue($0) })
        run.timed {
            for i in 0..<n { unknown.call(i) }
        }
        try run.expect(sum.value, sumBelow(n), "sum")
    },
    floor(
        "closures-12-inlined", "12 closures composed at run time, the user's function inlined into each",
        events: Events(quick: 200_000, ci: 400_000, full: 400_000)
    ) { run in
        try callChain(run) { next in stage(before: next) }
    },
    floor(
        "closures-12-opaque", "12 closures composed at run time, the user's function called by each",
        events: Events(quick: 200_000, ci: 400_000, full: 400_000)
    ) { run in
        let unknown = opaque(Transform { $0 &+ 1 })
        try callChain(run) { next in stage(before: next, unknown.call) }
    },
    floor("loop-barrier", "plain loop whose sum must be in memory each time", events: Events(1_000_000)) { run in
        var sum = 0
        let n = run.n
        run.timed {
            for i in 0..<n {
                sum &+= i
                blackHole(sum)
            }
        }
        try run.expect(sum, sumBelow(n), "sum")
    },
    floor(
        "flatmap-by-hand", "unknown closure makes an inner sequence of one, a loop flattens it", events: Events(1_000_000)
    ) { run in
        let sum = Sum(), n = run.n
        let selector = opaque(Selector { .just($0 &+ 1) })
        let next = opaque(Receiver { sum.addValue($0) })
        run.timed {
            for i in 0..<n {
                switch selector.call(i) {
                case .just(let element): next.call(element)
                case .many(let elements): for element in elements { next.call(element) }
                }
            }
        }
        try run.expect(sum.value, sumBelow(n) + n, "sum")
    },
    floor(
        "clock-read", "reading the monotonic clock", unit: "reading",
        events: Events(quick: 50_000, ci: 200_000, full: 200_000)
    ) { run in
        var last: UInt64 = 0, stepsBack = 0
        let n = run.n
        run.timed {
            for _ in 0..<n {
                let now = DispatchTime.now().uptimeNanoseconds
                if now < last { stepsBack += 1 }
                last = now
            }
        }
        try run.expect(stepsBack, 0, "steps back")
    },
]

/// A benchmark of kind `floor`, which uses nothing of the library.
func floor(
    _ name: String, _ title: String, unit: String = "event", isSingleThreaded: Bool = true, threads: Int = 1,
    events: Events, body: @escaping @Sendable (Run) throws -> Void
) -> Benchmark {
    Benchmark(
        "floor." + name, title, unit: unit, kind: .floor, isSingleThreaded: isSingleThreaded, threads: threads,
        events: events, body: body)
}

// In structs: a closure that goes through a generic function by itself comes back in thunks, which cost more than it does.
private struct Receiver { let call: (Int) -> Void }
private struct Transform { let call: (Int) -> Int }
private struct Selector { let call: (Int) -> Inner }

private enum Inner {
    case just(Int)
    case many([Int])
}

/// Pushes through twelve stages that are put together at run time.
private func callChain(_ run: Run, _ append: (@escaping (Int) -> Void) -> (Int) -> Void) throws {
    let sum = Sum(), n = run.n
    var head: (Int) -> Void = { sum.addValue($0) }
    for _ in 0..<12 { head = append(head) }
    let call = head
    run.timed {
        for i in 0..<n { call(i) }
    }
    try run.expect(sum.value, sumBelow(n) + 12 * n, "sum")
}

@inline(never)
private func stage(before next: @escaping (Int) -> Void) -> (Int) -> Void {
    { next($0 &+ 1) }
}

@inline(never)
private func stage(before next: @escaping (Int) -> Void, _ transform: @escaping (Int) -> Int) -> (Int) -> Void {
    { next(transform($0)) }
}
