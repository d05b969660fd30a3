import BenchKit
import Foundation
import Rx

/// From other worlds and into them: notifications, asynchronous sequences, properties of objects.
let bridges: [CoveringRows] = [
    member(
        "notification/event", "NotificationCenter.rx.notification: a notification",
        ["Reactive.notification(_:object:)", "ReactiveCompatible.rx [rx: Reactive<Self> {]", "Reactive.init(_:)", "Reactive.base"],
        unit: "notification"
    ) { n, tally in
        let center = NotificationCenter(), subscription = center.rx.notification(name).subscribe(onNext: { _ in tally.add(1) })
        for _ in 0..<n { center.post(name: name, object: nil) }
        subscription.dispose()
    },
    member(
        "notification/sender/event", "NotificationCenter.rx.notification with a sender: a notification",
        ["Reactive.notification(_:object:)"], unit: "notification"
    ) { n, tally in
        let center = NotificationCenter()
        let subscription = center.rx.notification(name, object: holder).subscribe(onNext: { _ in tally.add(1) })
        for _ in 0..<n { center.post(name: name, object: holder) }
        subscription.dispose()
    },
    member(
        "notification/subscribe", "NotificationCenter.rx.notification: to subscribe and dispose", ["Reactive.notification(_:object:)"],
        unit: "subscription", count: { _ in 0 }
    ) { n, tally in
        let center = NotificationCenter(), notifications = center.rx.notification(name)
        for _ in 0..<n { notifications.subscribe(onNext: { _ in tally.add(1) }).dispose() }
    },
    member(
        "notification/dispose", "NotificationCenter.rx.notification: to dispose after a notification, before another one",
        ["Reactive.notification(_:object:)"], unit: "subscription"
    ) { n, tally in
        let center = NotificationCenter(), notifications = center.rx.notification(name)
        for _ in 0..<n {
            let subscription = notifications.subscribe(onNext: { _ in tally.add(1) })
            center.post(name: name, object: nil)
            subscription.dispose()
            center.post(name: name, object: nil)
        }
    },
    member(
        "Reactive/property/event", "object.rx.property as an observer: an element", ["Reactive.subscript(dynamicMember:)"], unit: "element"
    ) { n, tally in
        let target = Target(tally), number = target.rx.number
        withExtendedLifetime(target) {
            for i in 0..<n { number.onNext(i) }
        }
    },
    member(
        "Reactive/property", "object.rx.property.onNext(…)", ["Reactive.subscript(dynamicMember:)", "ReactiveCompatible.rx [rx: Reactive<Self> {]"]
    ) { n, tally in
        let target = Target(tally)
        for i in 0..<n { target.rx.number.onNext(i) }
    },
    valueRows("values", "observable.values", ["ObservableConvertibleType.values"]) { $0.values },
    valueRows("values/buffering", "observable.values(buffering: .unbounded)", []) { $0.values(buffering: .unbounded) },
    valueRows("infallible/values", "infallible.values", ["InfallibleType.values"], canFail: false) {
        $0.asInfallible(onErrorJustReturn: 0).values
    },
    valueRows("driver/values", "driver.values", ["SharedSequence.values"], canFail: false) {
        let driver = $0.asDriver(onErrorJustReturn: 0)
        return MainActor.assumeIsolated { driver.values }
    },
    fromAsyncSequence,
]

private let name = Notification.Name("rxbench.catalogue")

private final class Target: ReactiveCompatible {
    private let tally: Tally
    var number: Int {
        get { tally.sum }
        set { tally.add(newValue) }
    }

    init(_ tally: Tally) { self.tally = tally }
}

#if compiler(>=6.2)
/// Of a type that a task uses which doesn't know it otherwise.
private typealias UsableInTasks = SendableMetatype
#else
private typealias UsableInTasks = Any
#endif

private func valueRows<Values: AsyncSequence>(
    _ name: String, _ title: String, _ covers: [String], canFail: Bool = true, of values: @escaping @Sendable (PublishSubject<Int>) -> Values
) -> CoveringRows where Values.AsyncIterator: UsableInTasks {
    var rows = elementRows(name, title, of: values)
    rows.append(leavingRow("\(name)/subscribe", "\(title): to subscribe, and drop the iterator", of: values) { _, _ in })
    rows.append(cancellingRow("\(name)/dispose", "\(title): to cancel the task that waits for an element", of: values))
    if canFail {
        rows.append(
            leavingRow("\(name)/error", "\(title): an error", of: values) { iterator, subject in
                subject.onError(plannedFailure)
                do { _ = try await iterator.next() } catch is PlannedFailure { return }
                throw WrongResult("no error came")
            })
    }
    return CoveringRows(rows: rows, covers: covers)
}

/// Elements that this thread sends and a task takes, until it has them all; and those that it sends first and takes itself then.
private func elementRows<Values: AsyncSequence>(
    _ name: String, _ title: String, of values: @escaping @Sendable (PublishSubject<Int>) -> Values
) -> [Benchmark] where Values.AsyncIterator: UsableInTasks {
    let title = "an element through \(title)"
    let event = row("\(name)/event", "\(title) to a task", unit: "element", events: 10_000, isSingleThreaded: false) { run in
        let n = run.n, subject = PublishSubject<Int>()
        let count = try onCurrentCoreInTasks {
            try run.timed {
                // Some subscribe only when they are iterated: here, so that nothing is missed.
                nonisolated(unsafe) var iterator = values(subject).makeAsyncIterator()
                let task = StartedTask { try await takeAll(&iterator) }
                send(n, to: subject)
                return try task.result()
            }
        }
        try run.expect(count, n, "elements")
    }
    let buffered = asynchronousRow("\(name)/buffered/event", "\(title), taken once all are there", unit: "element", events: 10_000) { run in
        let n = run.n, subject = PublishSubject<Int>()
        let count = try await run.timed {
            var iterator = values(subject).makeAsyncIterator()
            send(n, to: subject)
            return try await takeAll(&iterator)
        }
        try run.expect(count, n, "elements")
    }
    return [event, buffered]
}

/// One iteration after the other, each of a subject of its own, which nothing observes in the end.
private func leavingRow<Values: AsyncSequence>(
    _ id: String, _ title: String, of values: @escaping @Sendable (PublishSubject<Int>) -> Values,
    _ iterate: @escaping @Sendable (inout Values.AsyncIterator, PublishSubject<Int>) async throws -> Void
) -> Benchmark {
    asynchronousRow(id, title, unit: "subscription", events: 1_000) { run in
        let n = run.n
        var observed = 0
        try await run.timed {
            for _ in 0..<n {
                let subject = PublishSubject<Int>()
                do {
                    var iterator = values(subject).makeAsyncIterator()
                    try await iterate(&iterator, subject)
                }
                if subject.hasObservers { observed += 1 }
            }
        }
        try run.expect(observed, 0, "subscriptions that went on")
    }
}

/// A task of the same thread's waits for an element until it is cancelled.
private func cancellingRow<Values: AsyncSequence>(
    _ id: String, _ title: String, of values: @escaping @Sendable (PublishSubject<Int>) -> Values
) -> Benchmark where Values.AsyncIterator: UsableInTasks {
    leavingRow(id, title, of: values) { iterator, _ in
        nonisolated(unsafe) var waiting = iterator
        let elements = try await cancelled { () -> Int in
            do { return try await waiting.next() == nil ? 0 : 1 } catch is CancellationError { return 0 }
        }
        if elements != 0 { throw WrongResult("an element came of a subject that had sent none") }
    }
}

private func send(_ n: Int, to subject: PublishSubject<Int>) {
    for i in 0..<n { subject.onNext(i) }
    subject.onCompleted()
}

private func takeAll(_ iterator: inout some AsyncIteratorProtocol) async throws -> Int {
    var count = 0
    while try await iterator.next() != nil { count += 1 }
    return count
}

/// Numbers that a task need not wait for. What it does from the first request on is counted, until the end has been delivered.
private struct ReadyNumbers: AsyncSequence, Sendable {
    let count: Int, isFailing: Bool, section: CountedSection

    func makeAsyncIterator() -> Iterator { Iterator(numbers: self) }

    struct Iterator: AsyncIteratorProtocol {
        let numbers: ReadyNumbers
        var sent = 0

        mutating func next() async throws -> Int? {
            if sent == 0 { numbers.section.begin() }
            if sent == numbers.count {
                if numbers.isFailing { throw plannedFailure }
                return nil
            }
            sent += 1
            return sent - 1
        }
    }
}

/// Some such sequences one after the other, each until it ends.
private func readyNumbers(_ run: Run, sequences: Int, of count: Int, isFailing: Bool = false) throws {
    let tally = Tally(), section = run.countedSection
    nonisolated(unsafe) var ends = 0  // Of one task after the other, each before this thread goes on.
    run.timed {
        for _ in 0..<sequences {
            let numbers = ReadyNumbers(count: count, isFailing: isFailing, section: section)
            let subscription = numbers.asObservable().subscribe(
                onNext: { tally.add($0) }, onError: { _ in tally.fail() }, onCompleted: { ends += 1 }, onDisposed: { section.end() })
            section.wait()
            subscription.dispose()
        }
    }
    try run.expect(tally.count, sequences * count, "elements")
    try run.expect([ends, tally.errors], isFailing ? [0, sequences] : [sequences, 0], "ends and errors")
}

/// One whose task disposes of the subscription when it asks for the first element, and has that one all the same.
private struct SelfDisposing: AsyncSequence, Sendable {
    let disposal: SelfDisposal

    func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

    struct Iterator: AsyncIteratorProtocol {
        let sequence: SelfDisposing
        var hasEnded = false

        mutating func next() async throws -> Int? {
            if hasEnded { return nil }
            hasEnded = true
            sequence.disposal.dispose()
            return 1
        }
    }
}

/// Into an observable. The elements, the end and the error are counted where they are delivered, in the task.
private let fromAsyncSequence = CoveringRows(
    rows: [
        row(
            "AsyncSequence/asObservable/dispose", "asyncSequence.asObservable(): to dispose, from its task", unit: "subscription", events: 1_000,
            isSingleThreaded: false
        ) { run in
            try disposedByTasks(run) { disposal, tally in
                SelfDisposing(disposal: disposal).asObservable().subscribe(onNext: { tally.add($0) }, onError: { _ in tally.fail() })
            }
        }.countingSections(),
        row(
            "AsyncSequence/asObservable/event", "asyncSequence.asObservable(): an element", unit: "element", events: 10_000, isSingleThreaded: false
        ) { run in try readyNumbers(run, sequences: 1, of: run.n) }.countingSections(),
        row(
            "AsyncSequence/asObservable/complete", "asyncSequence.asObservable(): the end of one that is empty, in its task", unit: "subscription",
            events: 1_000, isSingleThreaded: false
        ) { run in try readyNumbers(run, sequences: run.n, of: 0) }.countingSections(),
        row(
            "AsyncSequence/asObservable/error", "asyncSequence.asObservable(): the error of one that fails, in its task", unit: "subscription",
            events: 1_000, isSingleThreaded: false
        ) { run in try readyNumbers(run, sequences: run.n, of: 0, isFailing: true) }.countingSections(),
        row(
            "AsyncSequence/asObservable/subscribe", "asyncStream.asObservable(): to subscribe and have it complete", unit: "subscription",
            events: 1_000, isSingleThreaded: false
        ) { run in
            let tally = Tally(), n = run.n, done = DispatchSemaphore(value: 0)
            run.timed {
                for _ in 0..<n {
                    let ended = AsyncStream<Int> { $0.finish() }
                    let subscription = ended.asObservable().subscribe(onNext: { tally.add($0) }, onDisposed: { done.signal() })
                    done.wait()
                    subscription.dispose()
                }
            }
            try run.expect(tally.count, 0, "elements")
        },
    ],
    covers: ["AsyncSequence.asObservable(priority:)"])
