import Rx
import RxTest
import Testing

/// Stretches of time and counts at their limits: none at all, and less than that.
@Suite struct LimitTests {
    /// What `operate` makes of three elements and completion, with when it was subscribed to.
    private func run<Element>(
        _ operate: (TestableObservable<Int>, TestScheduler) -> Observable<Element>
    ) -> (events: [String], spans: [Subscription]) {
        let scheduler = TestScheduler(initialClock: 0)
        let source = scheduler.createHotObservable([.next(210, 1), .next(210, 2), .next(220, 3), .completed(230)])
        let operated = operate(source, scheduler)
        return (scheduler.start { operated }.events.map { "\($0)" }, source.subscriptions)
    }

    @Test(arguments: Core.allCases, [0, -5])
    func timersWithoutTimeFireATickLater(core: Core, seconds: Int) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            expect(
                scheduler.start { Observable<Int>.timer(.seconds(seconds), scheduler: scheduler) }, [.next(201, 0), .completed(201)])
            let second = TestScheduler(initialClock: 0), third = TestScheduler(initialClock: 0)
            expect(
                second.start(disposed: 204) { Observable<Int>.interval(.seconds(seconds), scheduler: second) },
                [.next(201, 0), .next(202, 1), .next(203, 2)])
            expect(
                third.start(disposed: 208) { Observable<Int>.timer(.seconds(seconds), period: .seconds(3), scheduler: third) },
                [.next(201, 0), .next(204, 1), .next(207, 2)])
        }
    }

    @Test(arguments: Core.allCases, [0, -5])
    func operatorsWithoutTimeTakeATick(core: Core, seconds: Int) {
        core.run {
            let time = RxTimeInterval.seconds(seconds)
            let debounced = run { $0.debounce(time, scheduler: $1) }
            expect(debounced.events, ["next(2) @ 211", "next(3) @ 221", "completed @ 230"])
            let throttled = run { $0.throttle(time, scheduler: $1) }
            expect(throttled.events, ["next(1) @ 210", "next(2) @ 210", "next(3) @ 220", "completed @ 230"])
            let delayed = run { $0.delay(time, scheduler: $1) }
            expect(delayed.events, ["next(1) @ 211", "next(2) @ 212", "next(3) @ 221", "completed @ 231"])
            expect(delayed.spans, [Subscription(200, 230)])
            let late = run { $0.delaySubscription(time, scheduler: $1) }
            expect(late.events, ["next(1) @ 210", "next(2) @ 210", "next(3) @ 220", "completed @ 230"])
            expect(late.spans, [Subscription(201, 230)])
            let timedOut = run { $0.timeout(time, scheduler: $1) }
            expect(timedOut.events, ["error(Sequence timeout.) @ 201"])
            expect(timedOut.spans, [Subscription(200, 201)])
            let taken = run { $0.take(for: time, scheduler: $1) }
            expect(taken.events, ["completed @ 201"])
            expect(taken.spans, [Subscription(200, 201)])
            let skipped = run { $0.skip(time, scheduler: $1) }
            expect(skipped.events, ["next(1) @ 210", "next(2) @ 210", "next(3) @ 220", "completed @ 230"])
        }
    }

    @Test(arguments: Core.allCases)
    func timeThatNeverEndsBringsNothing(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            expect(scheduler.start { Observable<Int>.timer(.never, scheduler: scheduler) }, [])
            expect(run { $0.timeout(.never, scheduler: $1) }.events, ["next(1) @ 210", "next(2) @ 210", "next(3) @ 220", "completed @ 230"])
            expect(run { $0.take(for: .never, scheduler: $1) }.events, ["next(1) @ 210", "next(2) @ 210", "next(3) @ 220", "completed @ 230"])
            expect(run { $0.debounce(.never, scheduler: $1) }.events, ["next(3) @ 230", "completed @ 230"])
        }
    }

    @Test(arguments: Core.allCases)
    func countsOfNoneAndLess(core: Core) {
        core.run {
            let all = ["next(1) @ 210", "next(2) @ 210", "next(3) @ 220", "completed @ 230"]
            for count in [0, -1, .min] { expect(run { source, _ in source.skip(count) }.events, all) }
            expect(run { source, _ in source.skip(.max) }.events, ["completed @ 230"])
            expect(run { source, _ in source.take(.max) }.events, all)
            expect(run { source, _ in source.takeLast(.max) }.events, ["next(1) @ 230", "next(2) @ 230", "next(3) @ 230", "completed @ 230"])
            let first = run { source, _ in source.element(at: 0) }
            expect(first.events, ["next(1) @ 210", "completed @ 210"])
            expect(first.spans, [Subscription(200, 210)])
            expect(run { source, _ in source.element(at: 3) }.events, ["error(Argument out of range.) @ 230"])
            expect(
                run { $0.buffer(timeSpan: .seconds(100), count: 1, scheduler: $1) }.events,
                [
                    "next([1]) @ 210", "next([2]) @ 210", "next([3]) @ 220", "next([]) @ 230", "completed @ 230",
                ])
            for unlimited in [0, .max] {
                expect(
                    run { $0.buffer(timeSpan: .seconds(15), count: unlimited, scheduler: $1) }.events,
                    [
                        "next([1, 2]) @ 215", "next([3]) @ 230", "completed @ 230",
                    ])
            }
            expect(
                run { $0.window(timeSpan: .seconds(100), count: 1, scheduler: $1).flatMap { $0.toArray() } }.events,
                [
                    "next([1]) @ 210", "next([2]) @ 210", "next([3]) @ 220", "next([]) @ 230", "completed @ 230",
                ])
        }
    }

    @Test(arguments: Core.allCases)
    func aSchedulerThatIsGivenHasATurnForEachEvent(core: Core) {
        core.run {
            func made(_ disposed: Int = 1000, _ make: @escaping (TestScheduler) -> Observable<Int>) -> [String] {
                let scheduler = TestScheduler(initialClock: 0)
                return scheduler.start(disposed: disposed) { make(scheduler) }.events.map { "\($0)" }
            }
            expect(made { .just(7, scheduler: $0) }, ["next(7) @ 201", "completed @ 202"])
            expect(made { .of(7, 8, scheduler: $0) }, ["next(7) @ 201", "next(8) @ 202", "completed @ 203"])
            expect(made { .from([7, 8], scheduler: $0) }, ["next(7) @ 201", "next(8) @ 202", "completed @ 203"])
            expect(made { .from(7..<8, scheduler: $0) }, ["next(7) @ 201", "completed @ 202"])
            expect(made { .from([], scheduler: $0) }, ["completed @ 201"])
            expect(made { .from(optional: 7, scheduler: $0) }, ["next(7) @ 201", "completed @ 202"])
            expect(made { .from(optional: nil, scheduler: $0) }, ["completed @ 201"])
            expect(made { .range(start: 7, count: 1, scheduler: $0) }, ["next(7) @ 201", "completed @ 202"])
            expect(made { .range(start: .max, count: 0, scheduler: $0) }, ["completed @ 201"])
            expect(made(203) { .repeatElement(7, scheduler: $0) }, ["next(7) @ 201", "next(7) @ 202"])
            expect(
                made { .generate(initialState: 0, condition: { $0 < 2 }, scheduler: $0, iterate: { $0 + 1 }) },
                [
                    "next(0) @ 201", "next(1) @ 202", "completed @ 203",
                ])
            expect(
                made { .generate(initialState: 0, condition: { _ in true }, scheduler: $0, iterate: { _ in throw Failure.thrown }) },
                ["next(0) @ 201", "error(thrown) @ 202"])
        }
    }
}
