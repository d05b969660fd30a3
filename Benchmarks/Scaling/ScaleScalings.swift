import BenchKit
import Rx

/// What each of very many costs: subscriptions, timers, groups, stages. One event is one of them. Time is processor time, since at
/// these sizes caches decide; bytes are those that they hold of the heap. What it takes to dispose of one among them all is
/// counted in instructions as well, which caches don't change.
let scaleScalings = [
    scale("scale.subscriptions", "very many subscriptions to one subject", of: "subscriptions", unit: "subscription") { run, size, _ in
        let subject = PublishSubject<Int>(), sum = Sum()
        var subscriptions: [any Disposable] = []
        subscriptions.reserveCapacity(size)
        run.timedWithHeap(size, "subscription") {
            for _ in 0..<size { subscriptions.append(subject.subscribe(onNext: { sum.addValue($0) })) }
        }
        run.time("onNext", size, "subscription", after: eventsBefore) { subject.onNext(1) }
        run.time("dispose one", few, "dispose") {
            for number in 0..<few { subscriptions[scattered(number, size)].dispose() }
        }
        run.time("dispose", size - few, "subscription") { for subscription in subscriptions { subscription.dispose() } }
        subject.onNext(1)
        try run.expect(sum.value, size * eventsBefore, "sum of all elements")
    },
    scaling(
        "scale.subscriptions.dispose-one", "one more of very many subscriptions to one subject, and any of them disposed of",
        parameter: "subscriptions", sizes: countedSizes, unit: "subscription", events: countedEvents
    ) { run, size, _ in
        let subject = PublishSubject<Int>(), sum = Sum(), n = run.n
        let subscriptions = (0..<size + n).map { _ in subject.subscribe(onNext: { sum.addValue($0) }) }
        run.timed { for number in 0..<n { subscriptions[scattered(number, size + n)].dispose() } }
        subject.onNext(1)
        for subscription in subscriptions { subscription.dispose() }
        try run.expect(sum.value, size, "subscriptions left")
    },
    scale("scale.timers", "very many timers on one scheduler", of: "timers", unit: "timer") { run, size, core in
        let scheduler = SerialScheduler(core: core), timersBefore = Resources.count(.timers)
        var delays = Delays(seed: run.seed), subscriptions: [any Disposable] = []
        subscriptions.reserveCapacity(size)
        run.timedWithHeap(size, "timer") {
            for _ in 0..<size { subscriptions.append(delays.timer(on: scheduler)) }
        }
        let timersAlive = Resources.count(.timers) - timersBefore
        run.time("dispose one", few, "dispose") {
            for number in 0..<few { subscriptions[scattered(number, size)].dispose() }
        }
        run.time("dispose", size - few, "timer") { for subscription in subscriptions { subscription.dispose() } }
        try run.expect(timersAlive, size, "timers alive")
        try run.expect(Resources.count(.timers) - timersBefore, 0, "timers alive after dispose")
    },
    scaling(
        "scale.timers.dispose-one", "one more of very many timers on one scheduler, and any of them disposed of", parameter: "timers",
        sizes: countedSizes, unit: "timer", events: countedEvents
    ) { run, size, core in
        let scheduler = SerialScheduler(core: core), timersBefore = Resources.count(.timers), n = run.n
        var delays = Delays(seed: run.seed)
        let subscriptions = (0..<size + n).map { _ in delays.timer(on: scheduler) }
        run.timed { for number in 0..<n { subscriptions[scattered(number, size + n)].dispose() } }
        let timersAlive = Resources.count(.timers) - timersBefore
        for subscription in subscriptions { subscription.dispose() }
        try run.expect(timersAlive, size, "timers alive")
    },
    scale("scale.groups", "groupBy into very many groups", of: "groups", sizes: [100, 1000, 10_000, 100_000], unit: "group") { run, size, _ in
        let subject = PublishSubject<Int>(), sum = Sum()
        var groups: [any Disposable] = []
        groups.reserveCapacity(size)
        let subscription = subject.groupBy { $0 }
            .subscribe(onNext: { group in groups.append(group.subscribe(onNext: { sum.addValue($0) })) })
        run.timedWithHeap(size, "group") {
            for key in 0..<size { subject.onNext(key) }
        }
        run.time("onNext", size, "group", after: eventsBefore) {
            for number in 0..<size { subject.onNext(scattered(number, size)) }
        }
        run.time("dispose", size, "group") {
            for group in groups { group.dispose() }
            subscription.dispose()
        }
        try run.expect(sum.value, (eventsBefore + 1) * sumBelow(size), "sum of all elements")
    },
    scale("scale.stages", "a chain of very many stages", of: "stages", sizes: [100, 300, 1000, 3000, 10_000], unit: "stage") { run, size, _ in
        let subject = PublishSubject<Int>(), sum = Sum()
        var sequence = Observable<Int>.empty()
        let before = liveHeapBytes()
        run.time("compose", size, "stage") { sequence = chain(subject, size) }
        let composed = bytesEach(before, liveHeapBytes(), size)
        report(run, "composed heap", composed, unit: "B/stage", orBecause: "needs jemalloc")
        var subscription: any Disposable = Disposables.create()
        run.timedWithHeap(size, "stage") { subscription = sequence.subscribe(onNext: { sum.addValue($0) }) }
        run.time("onNext", size, "stage", after: eventsBefore) { subject.onNext(0) }
        run.time("dispose", size, "stage") {
            subscription.dispose()
            subscription = Disposables.create()
        }
        run.time("free", size, "stage") { sequence = .empty() }
        try run.expect(sum.value, size * eventsBefore, "sum of all elements")
    },
]

private let few = 200
/// What is around costs the more the larger it is, and is in both iterations whose difference counts: with 200 events, the allocator's chores in it, which were counted then,
/// moved the cost of one by up to half; with 1,000 and 24,000 around them, by up to 40 %, up on one core and down on the other. Of three
/// thousand, twice as many are still less than half: nothing is closed up because of them.
private let countedEvents = 1000
private let countedSizes = [3000, 5000, 8000, 12_000]
/// Gates belong to their thread by then.
private let eventsBefore = 16

private func scale(
    _ id: String, _ title: String, of items: String, sizes: [Int] = [1000, 10_000, 100_000, 1_000_000], unit: String,
    body: @escaping @Sendable (_ run: Run, _ size: Int, _ core: Core) throws -> Void
) -> Scaling {
    .timed(id, title, parameter: items, sizes: sizes, unit: unit, variants: ["lock", "queue"]) { run, size in
        let core = try Core(variant: run.variant)
        try core.run { try body(run, size, core) }
    }
}

/// All numbers below `size`, far from their neighbours: the factor and the sizes have no divisor in common.
private func scattered(_ number: Int, _ size: Int) -> Int { number &* 7919 % size }

extension Delays {
    fileprivate mutating func timer(on scheduler: SerialScheduler) -> any Disposable {
        Observable<Int>.timer(.milliseconds(next()), scheduler: scheduler).subscribe(onNext: { _ in })
    }
}

extension Run {
    /// Times `body`, which makes that many items, and tells the bytes that each of them holds.
    fileprivate func timedWithHeap(_ items: Int, _ unit: String, _ body: () -> Void) {
        let before = liveHeapBytes()
        timed(body)
        report(self, "live heap", bytesEach(before, liveHeapBytes(), items), unit: "B/\(unit)", orBecause: "needs jemalloc")
    }

    /// A figure of its own: processor time of `body` for each of its items, the last time of so many.
    fileprivate func time(_ name: String, _ items: Int, _ unit: String, after times: Int = 1, _ body: () -> Void) {
        for _ in 1..<times { body() }
        metric(name, processorNanoseconds(body) / Double(items), unit: "ns/\(unit)")
    }
}
