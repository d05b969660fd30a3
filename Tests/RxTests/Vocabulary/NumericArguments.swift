import Foundation
import Rx
import RxBlocking
import RxTest

/// Every call of the vocabulary that takes a number, with values from both ends and the middle: it is defined, or refused with a message
/// that names it.
struct NumericArguments: Sendable {
    let call: String
    let values: [Double]
    let isRefused: @Sendable (Double) -> Bool
    let run: @Sendable (Double) -> Void

    static let ends: [Double] = [-9.3e18, -1, 0, 1, 2, 9.3e18]

    /// Whole numbers, of which the outermost stand for those of `Int`.
    private static func whole(
        _ call: String, refused: @escaping @Sendable (Int) -> Bool = { _ in false }, _ run: @escaping @Sendable (Int) -> Void
    ) -> NumericArguments {
        @Sendable func int(_ value: Double) -> Int { Int(exactly: value) ?? (value < 0 ? .min : .max) }
        return NumericArguments(call: call, values: ends, isRefused: { refused(int($0)) }, run: { run(int($0)) })
    }

    private static var source: Observable<Int> { Observable.of(1, 2, 3) }
    private static func isNegative(_ value: Int) -> Bool { value < 0 }
    private static func isNotPositive(_ value: Int) -> Bool { value <= 0 }

    static let counts: [NumericArguments] = [
        whole("take(_:)", refused: isNegative) { expectEnd(source.take($0), prefix($0)) },
        whole("take(_:)", refused: isNegative) {
            expectEnd(source.asInfallible(onErrorJustReturn: 0).take($0).asObservable(), prefix($0))
        },
        whole("takeLast(_:)", refused: isNegative) { expectEnd(source.takeLast($0), Array([1, 2, 3].suffix($0))) },
        whole("skip(_:)") { expectEnd(source.skip($0), Array([1, 2, 3].dropFirst(max(0, $0)))) },
        whole("skip(_:)") { _ = source.asDriver(onErrorJustReturn: 0).skip($0) },
        whole("element(at:)", refused: isNegative) { expectEnd(source.element(at: $0).catchAndReturn(-1), [$0 < 3 ? $0 + 1 : -1]) },
        whole("retry(_:)", refused: isNegative) {
            expectEnd(Observable.just(1).concat(Observable.error(RxError.unknown)).retry(min($0, 5)), $0 == 0 ? [] : nil)
            expectEnd(source.retry($0), $0 == 0 ? [] : [1, 2, 3])
        },
        whole("retry(_:)", refused: isNotPositive) { _ = Single.just(1).retry($0).subscribe() },
        whole("retry(_:)", refused: isNegative) { _ = Maybe.just(1).retry($0).subscribe() },
        whole("retry(_:)", refused: isNegative) { _ = Completable.empty().retry($0).subscribe() },
        whole("range(start:count:)", refused: isNegative) { expectEnd(Observable.range(start: 0, count: $0).take(2), Array([0, 1].prefix($0))) },
        whole("range(start:count:)", refused: { $0 > 1 }) { expectEnd(Observable.range(start: Int.max, count: max(0, $0)), nil) },
        whole("range(start:count:)") { expectEnd(Observable.range(start: $0, count: $0 == .max ? 1 : 2).take(1), [$0]) },
        whole("merge(maxConcurrent:)", refused: isNotPositive) {
            expectEnd(Observable.of(source, source).merge(maxConcurrent: $0).reduce(0, accumulator: +), [12])
        },
        whole("merge(maxConcurrent:)", refused: isNotPositive) {
            let inner = source.asDriver(onErrorJustReturn: 0)
            _ = Driver.of(inner, inner).merge(maxConcurrent: $0)
        },
        whole("buffer(timeSpan:count:scheduler:)", refused: isNegative) { count in
            let buffers = source.buffer(timeSpan: .never, count: count, scheduler: SerialScheduler())
            expectEnd(buffers.map(\.count), count == 1 ? [1, 1, 1, 0] : count == 2 ? [2, 1] : [3])
        },
        whole("window(timeSpan:count:scheduler:)", refused: isNegative) { count in
            let windows = source.window(timeSpan: .never, count: count, scheduler: SerialScheduler())
            expectEnd(windows.flatMap { $0 }, [1, 2, 3])
        },
        whole("replay(_:)", refused: isNegative) {
            let shared = source.replay($0)
            _ = shared.connect()
            _ = shared.subscribe()
        },
        whole("share(replay:scope:)", refused: isNegative) { expectEnd(source.share(replay: $0), [1, 2, 3]) },
        whole("share(replay:scope:)", refused: isNegative) { expectEnd(source.share(replay: $0, scope: .forever), [1, 2, 3]) },
        whole("share(replay:scope:)", refused: isNegative) { _ = source.asInfallible(onErrorJustReturn: 0).share(replay: $0).subscribe() },
        whole("ReplaySubject.create(bufferSize:)", refused: isNegative) {
            let subject = ReplaySubject<Int>.create(bufferSize: $0)
            for element in 1...3 { subject.onNext(element) }
            subject.onCompleted()
            expectEnd(subject, Array([1, 2, 3].suffix($0)))
        },
        whole("ReplayRelay.create(bufferSize:)", refused: isNegative) {
            let relay = ReplayRelay<Int>.create(bufferSize: $0)
            for element in 1...3 { relay.accept(element) }
            _ = relay.subscribe()
        },
    ]

    static let times: [NumericArguments] = [
        NumericArguments(
            call: "TestScheduler.init", values: [-.infinity, -1, 0, 1e-10, 1.5e-9, 1 / 3, 1e-9, 0.001, 0.1, 1, 100, 1e10, .infinity, .nan],
            isRefused: { !([1e-9, 0.001, 0.1, 1, 100].contains($0)) },
            run: { _ = TestScheduler(initialClock: 0, resolution: $0).start(disposed: .max) { source } }),
        whole("TestScheduler.init") { clock in
            for delayed in [false, true] {
                let scheduler = TestScheduler(initialClock: clock, simulateProcessingDelay: delayed)
                _ = scheduler.hot("-a-b|").subscribe()
                _ = scheduler.cold("-a-b|").delay(.seconds(1), scheduler: scheduler).subscribe()
                scheduler.start()
            }
        },
        whole("TestScheduler.scheduleAt") { time in
            let scheduler = TestScheduler(initialClock: 0)
            scheduler.scheduleAt(time) {}
            _ = scheduler.createHotObservable([.next(time, 1)]).subscribe()
            _ = scheduler.createColdObservable([.next(time, 1)]).subscribe()
            scheduler.start()
        },
        whole("VirtualTimeScheduler.advanceTo") { TestScheduler(initialClock: 0).advanceTo($0) },
        whole("VirtualTimeScheduler.sleep", refused: isNegative) { TestScheduler(initialClock: 1).sleep($0) },
        whole("VirtualTimeScheduler.scheduleRelativeVirtual") {
            let scheduler = TestScheduler(initialClock: 1)
            _ = scheduler.scheduleRelativeVirtual((), dueTime: $0) { _ in Disposables.create() }
            scheduler.start()
        },
        whole("TestScheduler.start", refused: { $0 > 200 }) { created in
            _ = TestScheduler(initialClock: 0).start(created: created, subscribed: 200, disposed: 1000) { source }
        },
        whole("TestScheduler.start", refused: { !(100...1000).contains($0) }) { subscribed in
            _ = TestScheduler(initialClock: 0).start(created: 100, subscribed: subscribed, disposed: 1000) { source }
        },
        whole("TestScheduler.start", refused: { $0 < 200 }) { disposed in
            _ = TestScheduler(initialClock: 0).start(disposed: disposed) { source }
        },
        NumericArguments(
            call: "toBlocking(timeout:)", values: [-.infinity, -9.3e18, -1, 0, 1e-9, 1, 9.3e18, .infinity, .nan], isRefused: \.isNaN,
            run: { timeout in
                if timeout <= 0 {
                    _ = try? Observable<Int>.never().toBlocking(timeout: timeout).first()
                } else if !(timeout < 1) {
                    _ = try? source.toBlocking(timeout: timeout).toArray()
                }
            }),
        NumericArguments(
            call: "VirtualTimeScheduler.schedulePeriodic", values: [-1e9, 0, 1, 1e9], isRefused: { $0 <= 0 },
            run: { period in
                let scheduler = HistoricalScheduler()
                _ = Observable<Int>.interval(.nanoseconds(Int(period)), scheduler: scheduler).take(3).subscribe()
                scheduler.start()
            }),
    ]

    static let all = counts + times

    /// Those that are refused: a number in `all`, and the value.
    static let refused: [(number: Int, value: Double)] = all.indices.flatMap { number in
        all[number].values.filter(all[number].isRefused).map { (number, $0) }
    }

    private static func prefix(_ count: Int) -> [Int] { Array([1, 2, 3].prefix(count)) }

    /// Runs it; expects these elements, if given, and the end.
    private static func expectEnd(_ sequence: Observable<Int>, _ elements: [Int]?) {
        var came: [Int] = [], hasEnded = false
        _ = sequence.subscribe(onNext: { came.append($0) }, onDisposed: { hasEnded = true })
        guard hasEnded else { fatalError("it has not ended") }
        if let elements, came != elements { fatalError("\(came) came, not \(elements)") }
    }
}
