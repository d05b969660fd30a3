import BenchKit
import Foundation
import Rx
import Synchronization

/// How long a thread is kept that subscribes and disposes while others send to the same subject.
let lifetimeLatencies = [
    lifetimes("lifetime/senders=1/work=0us", senders: 1, work: 0, rate),
    lifetimes("lifetime/senders=2/work=0us", senders: 2, work: 0, rate),
    lifetimes("lifetime/senders=2/work=10us", senders: 2, work: 10_000, rate),
    lifetimes("lifetime/senders=2/work=0us/load=flood", senders: 2, work: 0, .flood),
].flatMap { $0 }

private let rate = Latency.Load.rate(20_000)

/// `dispose()` waits for a delivery that is running, so a handler of 10 µs may keep it for that long.
private func lifetimes(_ id: String, senders: Int, work: UInt64, _ load: Latency.Load) -> [Benchmark] {
    let title = "subscribe and dispose while \(senders == 1 ? "a thread sends" : "\(senders) threads send"), a handler of \(work / 1000) µs"
    return [
        latency(
            id, title, unit: "subscription", Latency(senders: senders, load: load, floor: "floor." + id, length: length(load))
        ) { trial, core in
            let subject = PublishSubject<Trial.Message>()
            let others = subject.subscribe(onNext: { trial.deliver($0) })
            defer { others.dispose() }
            try comeAndGo(
                trial, core, subscribe: { subject.subscribe(onNext: { _ in compute(nanoseconds: work) }) }, dispose: { $0.dispose() },
                send: { subject.onNext($0) })
        },
        floor(
            id, "\(title): a mutex by hand, held while it delivers", unit: "subscription",
            Latency(senders: senders, load: load, length: length(load))
        ) { trial in
            let subject = HandSubject()
            let others = subject.subscribe { trial.deliver($0) }
            defer { subject.dispose(others) }
            try comeAndGo(
                trial, nil, subscribe: { subject.subscribe { _ in compute(nanoseconds: work) } }, dispose: { subject.dispose($0) },
                send: { subject.send($0) })
        },
    ]
}

/// One subscription every 0.2 ms: three usual trials have too few for p99.9. A flood of seconds is none that anybody has.
private func length(_ load: Latency.Load) -> Double { load == .flood ? 2 : 6 }

/// Subscribes and disposes, over and over, on a thread of its own while the trial sends.
private func comeAndGo<Subscription>(
    _ trial: Trial, _ core: Core?, subscribe: @escaping @Sendable () -> Subscription, dispose: @escaping @Sendable (Subscription) -> Void,
    send: @escaping @Sendable (Trial.Message) -> Void
) throws {
    let isOver = StopFlag(), isRecorded = StopFlag(), done = DispatchSemaphore(value: 0)
    let subscribing = trial.recorder("subscribe"), disposing = trial.recorder("dispose")
    @Sendable func work() {
        while !isOver.isSet {
            let begin = Clock.monotonic()
            let subscription = subscribe()
            let subscribed = Clock.monotonic()
            Clock.sleep(until: subscribed + 200_000)
            let asked = Clock.monotonic()
            dispose(subscription)
            let disposed = Clock.monotonic()
            if !isRecorded.isSet { continue }
            disposing.record(Int(disposed - asked))
            subscribing.record(Int(subscribed - begin))
        }
    }
    Thread {
        if let core { core.run { work() } } else { work() }
        done.signal()
    }.start()
    defer {
        isOver.set()
        done.wait()
    }
    try trial.send { message in
        if message.isRecorded, message.number == 0 { isRecorded.set() }
        send(message)
    }
}

/// What keeps the same promise to who disposes: when that returns, nothing is delivered any more. A mutex does, if it is held meanwhile.
private final class HandSubject: @unchecked Sendable {  // Sendable: `mutex` guards the handlers.
    private let mutex = NSRecursiveLock()
    @exclusivity(unchecked) private var handlers: [(key: Int, body: @Sendable (Trial.Message) -> Void)] = []
    @exclusivity(unchecked) private var nextKey = 0

    func send(_ message: Trial.Message) {
        mutex.lock()
        for handler in handlers { handler.body(message) }
        mutex.unlock()
    }

    func subscribe(_ body: @escaping @Sendable (Trial.Message) -> Void) -> Int {
        mutex.lock()
        defer { mutex.unlock() }
        nextKey += 1
        handlers.append((nextKey, body))
        return nextKey
    }

    func dispose(_ key: Int) {
        mutex.lock()
        defer { mutex.unlock() }
        handlers.removeAll { $0.key == key }
    }
}
