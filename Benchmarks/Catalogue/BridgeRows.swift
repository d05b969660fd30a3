import BenchKit
import Foundation
import Rx

/// From other worlds and into them: notifications, asynchronous sequences, properties of objects.
let bridges: [Covered] = [
    member(
        "notification/event", "NotificationCenter.rx.notification: a notification",
        ["Reactive.notification(_:object:)", "ReactiveCompatible.rx [rx: Reactive<Self> {]", "Reactive.init(_:)", "Reactive.base"], unit: "notification"
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
    valuesRow("values", "an element through observable.values", ["ObservableConvertibleType.values"]) { $0.values },
    valuesRow("values/buffering", "an element through observable.values(buffering: .unbounded)", []) { $0.values(buffering: .unbounded) },
    valuesRow("infallible/values", "an element through infallible.values", ["InfallibleType.values"]) {
        $0.asInfallible(onErrorJustReturn: 0).values
    },
    valuesRow("driver/values", "an element through driver.values", ["SharedSequence.values"]) {
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

/// Elements that this thread sends and a task takes, until it has them all; and those that it sends first and takes itself then.
private func valuesRow<Values: AsyncSequence>(
    _ name: String, _ title: String, _ covers: [String], of values: @escaping @Sendable (PublishSubject<Int>) -> Values
) -> Covered where Values.AsyncIterator: UsableInTasks {
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
    return Covered(rows: [event, buffered], covers: covers)
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

/// Into an observable. The elements, the end and the error are counted where they are delivered, in the task.
private let fromAsyncSequence = Covered(
    rows: [
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
