import Foundation
import Rx

/// The schedulers stay: what is raced over is what works on them.
enum StressSchedulers {
    private static let lock = SerialScheduler(core: .lock)
    private static let queue = SerialScheduler(core: .queue)
    static let dispatch = SerialDispatchQueueScheduler(internalSerialQueueName: "rxbench.stress")
    static let concurrent = ConcurrentDispatchQueueScheduler(qos: .default)
    static let operations = OperationQueueScheduler(operationQueue: OperationQueue())

    /// Makes them all, so that they are counted before anything is compared with the counts.
    static func make() { _ = (lock, queue, dispatch, concurrent, operations) }

    /// On the core that is current.
    static var own: SerialScheduler { Core.current == .queue ? queue : lock }
}

/// Timers are short enough to fire during a race.
private let moment = RxTimeInterval.microseconds(20)

/// Operators whose work changes threads or waits for a time.
let timeArenas: [Arena] =
    [
        crossing("observe(on:)") { StressSchedulers.own },
        crossing("observe(on:), Dispatch") { StressSchedulers.dispatch },
        crossing("observe(on:), concurrent Dispatch") { StressSchedulers.concurrent },
        crossing("observe(on:), operations") { StressSchedulers.operations },
        Arena("observe(on:), the current thread") {
            OperatorRig(OperatorRig.subjects(1)) { sources, _ in sources[0].observe(on: CurrentThreadScheduler.instance) }
        },
        timed("subscribe(on:)", OperatorTraits(deliveries: [.some])) { $0[0].subscribe(on: StressSchedulers.own) },
        timed("delaySubscription", OperatorTraits(deliveries: [.some])) {
            $0[0].delaySubscription(moment, scheduler: StressSchedulers.own)
        },
        timed("take(for:)", OperatorTraits(deliveries: [.some])) { $0[0].take(for: moment, scheduler: StressSchedulers.own) },
        timed("skip(_:scheduler:)", OperatorTraits(deliveries: [.some])) { $0[0].skip(moment, scheduler: StressSchedulers.own) },
        timed("delay") { $0[0].delay(moment, scheduler: StressSchedulers.own) },
        timed("debounce", OperatorTraits(deliveries: [.some])) { $0[0].debounce(moment, scheduler: StressSchedulers.own) },
        timed("throttle", OperatorTraits(deliveries: [.some])) { $0[0].throttle(moment, scheduler: StressSchedulers.own) },
        timed("buffer") {
            $0[0].buffer(timeSpan: moment, count: 2, scheduler: StressSchedulers.own).concatMap { Observable.from($0) }
        },
        timed("window") { $0[0].window(timeSpan: moment, count: 2, scheduler: StressSchedulers.own).flatMap { $0 } },
        timed("timeout(_:other:scheduler:)", OperatorTraits(deliveries: [.some, .some])) {
            $0[0].timeout(moment, other: $0[1], scheduler: StressSchedulers.own)
        },
        timed("generate", OperatorTraits(deliveries: [], warm: [])) { _ in
            Observable.generate(initialState: 0, condition: { $0 < 3 }, scheduler: StressSchedulers.own, iterate: { $0 + 1 })
                .map { SentElement(sender: 0, index: $0) }
        },
        timed("timer", OperatorTraits(deliveries: [], warm: [])) { _ in
            Observable<Int>.timer(moment, scheduler: StressSchedulers.own).map { SentElement(sender: 0, index: $0) }
        },
        timed("interval", OperatorTraits(deliveries: [], warm: [], stops: false)) { _ in
            Observable<Int>.interval(moment, scheduler: StressSchedulers.own).map { SentElement(sender: 0, index: $0) }
        },
    ]

private func timed(
    _ name: String, _ traits: OperatorTraits = OperatorTraits(),
    _ build: @escaping @Sendable ([Observable<SentElement>]) -> Observable<SentElement>
) -> Arena {
    Arena(name, traits, rounds: 2000, spread: 15) {
        OperatorRig(OperatorRig.subjects(traits.deliveries.count)) { sources, _ in build(sources) }
    }
}

private func crossing(_ name: String, _ scheduler: @escaping @Sendable () -> any ImmediateSchedulerType) -> Arena {
    Arena(name, rounds: 2000, spread: 13) {
        OperatorRig(OperatorRig.subjects(1)) { sources, checker in
            sources[0].map {
                checker.called(); return $0
            }.observe(on: scheduler()).map {
                checker.called(); return $0
            }
        }
    }
}
