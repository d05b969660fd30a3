import Rx
import RxMarbles
import RxTest
import Testing

@Suite struct MarbleTests {
    @Test(arguments: Core.allCases)
    func hotStringsAreEventsFromNowOn(core: Core) throws {
        try core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.hot("-a-(bc)-|")
            expect(
                source.recordedEvents,
                [.next(1, "a"), .next(3, "b"), .next(3, "c"), .completed(8)])
            try scheduler.expect("-a-(bc)-|") { source }
            try source.expect(subscriptions: "^-------!")
            let later = scheduler.hot("1-#", of: Int.self)
            expect(later.recordedEvents, [.next(8, 1), .error(10, MarbleError())])
        }
    }

    @Test(arguments: Core.allCases)
    func coldStringsBeginWithTheSubscription(core: Core) throws {
        try core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.cold("-x--|", ["x": 7])
            try scheduler.expect("-a--b|", ["a": 7, "b": 70]) {
                Observable.concat(source.take(1), Observable.just(70).delay(.seconds(3), scheduler: scheduler))
            }
            try source.expect(subscriptions: "^!")
        }
    }

    @Test(arguments: Core.allCases)
    func expectationSubscribesAndDisposesWhenItIsTold(core: Core) throws {
        try core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.hot("-1-2-3-4-5|", of: Int.self)
            try scheduler.expect("   -----3-4", subscribed: "----^---!") { source }
            try source.expect(subscriptions: "----^---!")
        }
    }

    @Test(arguments: Core.allCases)
    func mismatchIsThrownAndDrawn(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.hot("-a-b|", ["a": 1, "b": 20])
            let mismatch = #expect(throws: MarbleMismatch.self) {
                try scheduler.expect("-a--b|", ["a": 1, "b": 20], file: "File.swift", line: 7) { source.map { $0 } }
            }
            let text = """
                File.swift:7: what came isn't what was expected
                expected  -a--b|
                came      -a-b|
                """
            #expect(mismatch?.description == text)
        }
    }

    @Test(arguments: Core.allCases)
    func anotherErrorAndAnotherElementAndAnotherTimeAreMismatches(core: Core) {
        core.run {
            for (came, expected) in [("-1#", "-1|"), ("-1|", "-2|"), ("-1|", "--1|"), ("-1|", "-1"), ("-1", "-1|")] {
                let scheduler = TestScheduler(initialClock: 0)
                let source = scheduler.hot(came)
                #expect(throws: MarbleMismatch.self) { try scheduler.expect(expected) { source } }
            }
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.hot("-#", error: Failure.first)
            #expect(throws: MarbleMismatch.self) { try scheduler.expect("-#", error: Failure.second) { source } }
        }
    }

    @Test func subscriptionThatLastsIsNoSubscriptionThatEnds() throws {
        let scheduler = TestScheduler(initialClock: 0)
        let source = scheduler.hot("---")
        let subscription = source.subscribe()
        try source.expect(subscriptions: "^")
        #expect(throws: MarbleMismatch.self) { try source.expect(subscriptions: "^--!") }
        #expect(throws: MarbleMismatch.self) { try source.expect(subscriptions: "^", "^") }
        subscription.dispose()
    }

    @Test func wideElementsWidenTheirTickInEveryRow() {
        let diagram = MarbleDiagram(
            rows: [
                .init(name: "a", marks: [.init(tick: 1, text: "1"), .init(tick: 3, text: "2"), .init(tick: 4, text: "|", isLast: true)]),
                .init(name: "ten", marks: [.init(tick: 1, text: "10"), .init(tick: 3, text: "20"), .init(tick: 3, text: "|", isLast: true)]),
                .init(name: "late", begin: 2, marks: [.init(tick: 3, text: "x")]),
            ],
            lastTick: 5)
        let text = """
            a     -1--2----|
            ten   -10-(20|)
            late     -x------
            """
        #expect(diagram.description == text)
    }

    /// Of millions of ticks only those are drawn at which something comes.
    @Test func whatComesLateIsDrawnWithoutAllThatLiesBetween() {
        let rows: [MarbleDiagram.Row] = [
            .init(name: "a", marks: [.init(tick: 1, text: "1"), .init(tick: 2, text: "2"), .init(tick: .max, text: "|", isLast: true)]),
            .init(name: "b", marks: [.init(tick: 5_000_000, text: "x")]),
        ]
        #expect(MarbleDiagram(rows: rows).description == "a  -12 … - … |\nb  --- … x … -")
        #expect(MarbleDiagram(rows: rows).lines(from: .min).count == 2)
    }

    /// A test that fails says so, however late something came.
    @Test(arguments: [0, -5, Int.min]) func whatComesAtTheEndOfTimeIsAMismatch(clock: Int) {
        let scheduler = TestScheduler(initialClock: clock)
        #expect(throws: MarbleMismatch.self) {
            try scheduler.expect("-a|") { Observable.just("a").delay(.seconds(.max), scheduler: scheduler) }
        }
    }
}
