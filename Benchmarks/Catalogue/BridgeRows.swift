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
    valuesRow("values", "an element through observable.values to a task", ["ObservableConvertibleType.values"]) { subject in
        let values = subject.values
        return StartedTask {
            var count = 0
            for try await _ in values { count += 1 }
            return count
        }
    },
    valuesRow("values/buffering", "an element through observable.values(buffering: .unbounded) to a task", []) { subject in
        // It subscribes when it is iterated: here, so that nothing is missed.
        nonisolated(unsafe) var iterator = subject.values(buffering: .unbounded).makeAsyncIterator()
        return StartedTask {
            var count = 0
            while try await iterator.next() != nil { count += 1 }
            return count
        }
    },
    valuesRow("infallible/values", "an element through infallible.values to a task", ["InfallibleType.values"]) { subject in
        let values = subject.asInfallible(onErrorJustReturn: 0).values
        return StartedTask {
            var count = 0
            for await _ in values { count += 1 }
            return count
        }
    },
    valuesRow("driver/values", "an element through driver.values to a task", ["SharedSequence.values"]) { subject in
        let driver = subject.asDriver(onErrorJustReturn: 0)
        let values = MainActor.assumeIsolated { driver.values }
        return StartedTask {
            var count = 0
            for await _ in values { count += 1 }
            return count
        }
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

/// Elements that this thread sends and a task takes, until it has them all.
private func valuesRow(
    _ name: String, _ title: String, _ covers: [String], consume: @escaping @Sendable (PublishSubject<Int>) -> StartedTask
) -> Covered {
    let event = row("\(name)/event", title, unit: "element", events: 10_000, isSingleThreaded: false) { run in
        let n = run.n, subject = PublishSubject<Int>()
        let count = try onCurrentCoreInTasks {
            try run.timed {
                let task = consume(subject)
                for i in 0..<n { subject.onNext(i) }
                subject.onCompleted()
                return try task.result()
            }
        }
        try run.expect(count, n, "elements")
    }
    return Covered(rows: [event], covers: covers)
}

/// The elements of an asynchronous sequence that has them all beforehand.
private let fromAsyncSequence = Covered(
    rows: [
        row(
            "AsyncSequence/asObservable/event", "asyncStream.asObservable(): an element",
            unit: "element", events: 10_000, isSingleThreaded: false
        ) { run in
            let tally = Tally(), n = run.n, done = DispatchSemaphore(value: 0)
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            for i in 0..<n { continuation.yield(i) }
            continuation.finish()
            let subscription = run.timed {
                let subscription = stream.asObservable().subscribe(onNext: { tally.add($0) }, onDisposed: { done.signal() })
                done.wait()
                return subscription
            }
            subscription.dispose()
            try run.expect(tally.count, n, "elements")
        },
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
