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
        whole("skip(_:)") {
            expect(try? source.asDriver(onErrorJustReturn: 0).skip($0).toBlocking(timeout: 60).toArray(), Array([1, 2, 3].dropFirst(max(0, $0))))
        },
        whole("element(at:)", refused: isNegative) { expectEnd(source.element(at: $0).catchAndReturn(-1), [$0 < 3 ? $0 + 1 : -1]) },
        whole("retry(_:)", refused: isNegative) {
            let attempts = min($0, 5)
            expectEnd(Observable.just(1).concat(Observable.error(RxError.unknown)).retry(attempts), Array(repeating: 1, count: attempts))
            expectEnd(source.retry($0), $0 == 0 ? [] : [1, 2, 3])
        },
        whole("retry(_:)", refused: isNotPositive) { count in
            expectEnd(Single.just(1).retry(count).asObservable(), [1])
            expectAttempts(count, Single<Int>.error(RxError.unknown))
        },
        whole("retry(_:)", refused: isNegative) { count in
            expectEnd(Maybe.just(1).retry(count).asObservable(), count == 0 ? [] : [1])
            expectAttempts(count, Maybe<Int>.error(RxError.unknown))
        },
        whole("retry(_:)", refused: isNegative) { expectAttempts($0, Completable.error(RxError.unknown)) },
        whole("range(start:count:)", refused: isNegative) { expectEnd(Observable.range(start: 0, count: $0).take(2), Array([0, 1].prefix($0))) },
        whole("range(start:count:)", refused: { $0 > 1 }) { expectEnd(Observable.range(start: Int.max, count: max(0, $0)), $0 > 0 ? [.max] : []) },
        whole("range(start:count:)") { expectEnd(Observable.range(start: $0, count: $0 == .max ? 1 : 2).take(1), [$0]) },
        whole("merge(maxConcurrent:)", refused: isNotPositive) {
            expectEnd(Observable.of(source, source).merge(maxConcurrent: $0).reduce(0, accumulator: +), [12])
        },
        whole("merge(maxConcurrent:)", refused: isNotPositive) {
            let inner = source.asDriver(onErrorJustReturn: 0), merged = Driver.of(inner, inner).merge(maxConcurrent: $0)
            expect(try? merged.toBlocking(timeout: 60).toArray().sorted(), [1, 1, 2, 2, 3, 3])
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
            let shared = endless.replay($0), connection = shared.connect()
            expectReplay(shared, $0)
            connection.dispose()
        },
        whole("share(replay:scope:)", refused: isNegative) { count in
            expectEnd(source.share(replay: count), [1, 2, 3])
            expectReplayWhileObserved(endless.share(replay: count), count)
        },
        whole("share(replay:scope:)", refused: isNegative) { count in
            expectEnd(source.share(replay: count, scope: .forever), [1, 2, 3])
            expectReplayWhileObserved(endless.share(replay: count, scope: .forever), count)
        },
        whole("share(replay:scope:)", refused: isNegative) { count in
            expectEnd(source.asInfallible(onErrorJustReturn: 0).share(replay: count).asObservable(), [1, 2, 3])
            expectReplayWhileObserved(endless.asInfallible(onErrorJustReturn: 0).share(replay: count).asObservable(), count)
        },
        whole("ReplaySubject.create(bufferSize:)", refused: isNegative) {
            let subject = ReplaySubject<Int>.create(bufferSize: $0)
            for element in 1...3 { subject.onNext(element) }
            subject.onCompleted()
            expectEnd(subject, Array([1, 2, 3].suffix($0)))
        },
        whole("ReplayRelay.create(bufferSize:)", refused: isNegative) {
            let relay = ReplayRelay<Int>.create(bufferSize: $0)
            for element in 1...3 { relay.accept(element) }
            expectReplay(relay.asObservable(), $0)
        },
    ]

    static let times: [NumericArguments] = [
        NumericArguments(
            call: "TestScheduler.init", values: [-.infinity, -1, 0, 1e-10, 1.5e-9, 1 / 3, 1e-9, 0.001, 0.1, 1, 100, 1e10, .infinity, .nan],
            isRefused: { !([1e-9, 0.001, 0.1, 1, 100].contains($0)) },
            run: { expect(TestScheduler(initialClock: 0, resolution: $0).start(disposed: .max) { source }.events, recorded(at: 200)) }),
        whole("TestScheduler.init") { clock in
            for delayed in [false, true] {
                let scheduler = TestScheduler(initialClock: clock, simulateProcessingDelay: delayed)
                var hot: [String] = [], cold: [String] = []
                _ = scheduler.hot("-a-b|").subscribe(onNext: { hot.append($0) })
                _ = scheduler.cold("-a-b|").delay(.seconds(1), scheduler: scheduler).subscribe(onNext: { cold.append($0) })
                scheduler.start()
                expect(hot, ["a", "b"])
                expect(cold, clock == .max ? [] : ["a", "b"])  // From the last time later is never.
            }
        },
        whole("TestScheduler.scheduleAt") { time in
            let scheduler = TestScheduler(initialClock: 0)
            var ran: [Int] = [], hot: [Int] = [], cold: [Int] = []
            scheduler.scheduleAt(time) { ran.append(scheduler.clock) }
            _ = scheduler.createHotObservable([.next(time, 1)]).subscribe(onNext: { _ in hot.append(scheduler.clock) })
            _ = scheduler.createColdObservable([.next(time, 1)]).subscribe(onNext: { _ in cold.append(scheduler.clock) })
            scheduler.start()
            for times in [ran, hot, cold] { expect(times, [max(0, time)]) }
        },
        whole("VirtualTimeScheduler.advanceTo") { time in
            let scheduler = TestScheduler(initialClock: 0)
            scheduler.advanceTo(time)
            expect(scheduler.clock, max(0, time))
        },
        whole("VirtualTimeScheduler.sleep", refused: isNegative) {
            let scheduler = TestScheduler(initialClock: 1)
            scheduler.sleep($0)
            expect(scheduler.clock, $0 == .max ? .max : 1 + $0)
        },
        whole("VirtualTimeScheduler.scheduleRelativeVirtual") {
            let scheduler = TestScheduler(initialClock: 1)
            var ran: [Int] = []
            _ = scheduler.scheduleRelativeVirtual((), dueTime: $0) { _ in
                ran.append(scheduler.clock)
                return Disposables.create()
            }
            scheduler.start()
            expect(ran, [$0 == .max ? .max : max(1, 1 + $0)])
        },
        whole("TestScheduler.start", refused: { $0 > 200 }) { created in
            let scheduler = TestScheduler(initialClock: 0)
            expect(scheduler.start(created: created, subscribed: 200, disposed: 1000) { source }.events, recorded(at: 200))
        },
        whole("TestScheduler.start", refused: { !(100...1000).contains($0) }) { subscribed in
            _ = TestScheduler(initialClock: 0).start(created: 100, subscribed: subscribed, disposed: 1000) { source }
        },
        whole("TestScheduler.start", refused: { $0 < 200 }) { disposed in
            expect(TestScheduler(initialClock: 0).start(disposed: disposed) { source }.events, recorded(at: 200))
        },
        NumericArguments(
            call: "toBlocking(timeout:)", values: [-.infinity, -9.3e18, -1, 0, 1e-9, 1, 9.3e18, .infinity, .nan], isRefused: \.isNaN,
            run: { timeout in
                if timeout <= 0 {
                    let result = Result { try Observable<Int>.never().toBlocking(timeout: timeout).first() }
                    guard case .failure(RxError.timeout) = result else { fatalError("\(result), and no timeout") }
                } else if !(timeout < 1) {
                    expect(try? source.toBlocking(timeout: timeout).toArray(), [1, 2, 3])
                }
            }),
        NumericArguments(
            call: "VirtualTimeScheduler.schedulePeriodic", values: [-1e9, 0, 1, 1e9], isRefused: { $0 <= 0 },
            run: { period in
                let scheduler = HistoricalScheduler()
                expectEnd(Observable<Int>.interval(.nanoseconds(Int(period)), scheduler: scheduler).take(3), [0, 1, 2], scheduler.start)
            }),
    ]

    static let all = counts + times

    /// Those that are refused: a number in `all`, and the value.
    static let refused: [(number: Int, value: Double)] = all.indices.flatMap { number in
        all[number].values.filter(all[number].isRefused).map { (number, $0) }
    }

    private static func prefix(_ count: Int) -> [Int] { Array([1, 2, 3].prefix(count)) }
    private static var endless: Observable<Int> { source.concat(Observable.never()) }

    /// What an observer records of `source`.
    private static func recorded(at time: TestTime) -> [Recorded<Event<Int>>] {
        [.next(time, 1), .next(time, 2), .next(time, 3), .completed(time)]
    }

    /// A row runs in a process of its own, too, where nobody hears of an expectation.
    private static func expect<Value: Equatable>(_ value: Value, _ expected: Value) {
        if value != expected { fatalError("\(value), not \(expected)") }
    }

    /// Runs it; expects these elements and the end.
    private static func expectEnd(_ sequence: Observable<Int>, _ elements: [Int], _ run: () -> Void = {}) {
        var came: [Int] = [], hasEnded = false
        _ = sequence.subscribe(onNext: { came.append($0) }, onDisposed: { hasEnded = true })
        run()
        guard hasEnded else { fatalError("it has not ended") }
        expect(came, elements)
    }

    /// Expects the last so many of the elements that have come already, and no end.
    private static func expectReplay(_ sequence: Observable<Int>, _ count: Int) {
        var came: [Int] = [], hasEnded = false
        let subscription = sequence.subscribe(onNext: { came.append($0) }, onDisposed: { hasEnded = true })
        expect(came, [1, 2, 3].suffix(count))
        if hasEnded { fatalError("it has ended") }
        subscription.dispose()
    }

    /// As the other one, while there is an observer.
    private static func expectReplayWhileObserved(_ shared: Observable<Int>, _ count: Int) {
        let first = shared.subscribe()
        expectReplay(shared, count)
        first.dispose()
    }

    /// Expects that what fails is subscribed to so often, or five times of more.
    private static func expectAttempts<Trait, Element>(_ count: Int, _ failing: PrimitiveSequence<Trait, Element>) {
        var attempts = 0
        let counted = PrimitiveSequence<Trait, Element>.deferred {
            attempts += 1
            return failing
        }
        _ = counted.retry(min(count, 5)).asObservable().subscribe(onError: { _ in })
        expect(attempts, min(count, 5))
    }
}
