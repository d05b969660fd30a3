import BenchKit
import Foundation
import Rx
import Synchronization

/// How long a thread is kept that subscribes and disposes while others send to the same subject.
let lifetimeLatencies = [
    lifetimes("lifetime/senders=1/work=0us", senders: 1, work: 0),
    lifetimes("lifetime/senders=2/work=0us", senders: 2, work: 0),
    lifetimes("lifetime/senders=2/work=10us", senders: 2, work: 10_000),
]

/// `dispose()` waits for a delivery that is running, so a handler of 10 µs may keep it for that long.
private func lifetimes(_ id: String, senders: Int, work: UInt64) -> Benchmark {
    latency(
        id, "subscribe and dispose while \(senders) threads send, a handler of \(work / 1000) µs", unit: "subscription",
        Latency(senders: senders, load: .rate(20_000))
    ) { trial, core in
        let subject = PublishSubject<Trial.Message>(), isOver = Flag(), isRecorded = Flag(), done = DispatchSemaphore(value: 0)
        let others = subject.subscribe(onNext: { trial.deliver($0) })
        let subscribing = trial.recorder("subscribe"), disposing = trial.recorder("dispose")
        Thread {
            core.run {
                while !isOver.isSet {
                    let begin = Clock.monotonic()
                    let subscription = subject.subscribe(onNext: { _ in compute(nanoseconds: work) })
                    let subscribed = Clock.monotonic()
                    Clock.sleep(until: subscribed + 200_000)
                    let asked = Clock.monotonic()
                    subscription.dispose()
                    let disposed = Clock.monotonic()
                    if !isRecorded.isSet { continue }
                    disposing.record(Int(disposed - asked))
                    subscribing.record(Int(subscribed - begin))
                }
            }
            done.signal()
        }.start()
        defer {
            isOver.set()
            done.wait()
            others.dispose()
        }
        try trial.send { message in
            if message.isRecorded, message.number == 0 { isRecorded.set() }
            subject.onNext(message)
        }
    }
}
