public import BenchKit
import Foundation
import Rx
import Synchronization

/// A bit of everything that a server does all day: subjects that several threads send to, merges, shares, hops between schedulers, timers, and
/// subscriptions that come and go.
public let mixedProgram = SoakProgram(
    "subjects, merges, timers, shares, hops, subscriptions that come and go", variants: ["lock", "queue"]
) { soak in
    let core = try core(of: soak.variant)
    try core.run { try MixedProgram(soak, core).run() }
}

private final class MixedProgram: @unchecked Sendable {  // Sendable: what is no constant is atomic, or the main loop's alone.
    private let soak: Soak
    private let core: Core
    private let left = PublishSubject<Sent>(), right = PublishSubject<Sent>()
    private let state = BehaviorSubject(value: 0), history = ReplaySubject<Int>.create(bufferSize: 8)
    private let scheduler: SerialScheduler, other: SerialScheduler
    private let running = CompositeDisposable()
    private let sent = Atomic(0), arrived = Atomic(0)
    private let done = DispatchSemaphore(value: 0)

    private struct Sent: Sendable {
        let number: Int
        let time: UInt64
    }

    init(_ soak: Soak, _ core: Core) {
        self.soak = soak
        self.core = core
        scheduler = SerialScheduler(core: core)
        other = SerialScheduler(core: core)
    }

    func run() throws {
        // From two threads, through a merge and a hop, each with how long it took.
        keep(
            Observable.merge(left, right).observe(on: scheduler).subscribe(onNext: { [self] message in
                soak.record(Int(Clock.monotonic() - message.time))
                arrived.add(1, ordering: .relaxed)
                if message.number.isMultiple(of: 16) { state.onNext(message.number) }
            }))
        let shared = state.map { $0 / 16 }.share(replay: 1, scope: .whileConnected)
        keep(shared.subscribe(onNext: { [history] in history.onNext($0) }))
        // What is looked for is old before it is found, most of the time.
        let found = shared.flatMapLatest { [other] number in Observable.just(number).delay(.milliseconds(2), scheduler: other) }
        keep(found.debounce(.milliseconds(1), scheduler: other).subscribe(onNext: { _ in }))
        let ticks = Observable<Int>.interval(.milliseconds(5), scheduler: other).withLatestFrom(shared)
        keep(ticks.buffer(timeSpan: .milliseconds(50), count: 7, scheduler: scheduler).subscribe(onNext: { _ in }))
        for subject in [left, right] {
            Thread { [self] in
                core.run { send(to: subject) }
                done.signal()
            }.start()
        }
        var generator = SeededGenerator(seed: soak.seed)
        while !soak.isOver { comeAndGo(shared, Int(generator.next() % 5)) }
        done.wait()
        done.wait()
        let end = Clock.monotonic() + 10_000_000_000
        while arrived.load(ordering: .acquiring) < sent.load(ordering: .acquiring), Clock.monotonic() < end {
            Clock.sleep(until: Clock.monotonic() + 1_000_000)
        }
        running.dispose()
        try soak.expect(arrived.load(ordering: .acquiring), sent.load(ordering: .acquiring), "messages that came through")
    }

    private func keep(_ subscription: any Disposable) { _ = running.insert(subscription) }

    /// About 5,000 messages a second.
    private func send(to subject: PublishSubject<Sent>) {
        var number = 0, due = Clock.monotonic()
        while !soak.isOver {
            for _ in 0..<5 {
                sent.add(1, ordering: .relaxed)
                // From when it was to be sent: a stop of this thread is a stop for what it sends.
                subject.onNext(Sent(number: number, time: due))
                number += 1
            }
            due += 1_000_000
            Clock.sleep(until: due)
        }
    }

    /// A subscription of some kind, for a millisecond or so.
    private func comeAndGo(_ shared: Observable<Int>, _ kind: Int) {
        let subscription: any Disposable =
            switch kind {
            case 0: shared.observe(on: other).subscribe(onNext: { _ in })
            case 1: history.take(4).subscribe(onNext: { _ in })
            case 2: Observable.combineLatest(state, history).throttle(.milliseconds(1), scheduler: scheduler).subscribe(onNext: { _ in })
            case 3: Observable<Int>.timer(.milliseconds(1), scheduler: other).concat(Observable.never()).subscribe(onNext: { _ in })
            default: Observable.just(1).subscribe(on: scheduler).retry(2).subscribe(onNext: { _ in })
            }
        Clock.sleep(until: Clock.monotonic() + 1_000_000)
        subscription.dispose()
    }
}
