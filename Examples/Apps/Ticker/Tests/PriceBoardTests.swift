import LineSockets
import Rx
import RxBlocking
import RxTest
import Testing

@testable import TickerApp

@Suite struct PriceBoardTests {
    /// A tick is a second.
    private let scheduler = TestScheduler(initialClock: 0)
    private let values: [Character: String] = ["a": "ACME 100", "b": "ACME 101.5", "g": "GLOBEX 7", "?": "what?"]

    private func observer() -> TestableObserver<PriceTable> { scheduler.createObserver(PriceTable.self) }

    @Test func quotesMakeATable() throws {
        let seen = observer()
        let board = PriceBoard(lines: scheduler.hot("-ag?b---", values).asObservable(), scheduler: scheduler)
        let subscription = board.tables.subscribe(seen)
        scheduler.start()
        subscription.dispose()
        #expect(seen.events.map(\.time) == [0, 1, 2, 4])
        #expect(try #require(seen.events.last?.value.element).lines == ["connected", "ACME        101.50    +1.50", "GLOBEX        7.00    +0.00"])
    }

    @Test func whatIsKnownStaysWhileTheConnectionIsLost() {
        let seen = observer()
        let lines = scheduler.cold("-a-#", values)
        let board = PriceBoard(lines: lines.asObservable(), scheduler: scheduler)
        let subscription = board.tables.subscribe(seen)
        scheduler.advanceTo(9)
        subscription.dispose()
        // Lost at 3, connected again a second later.
        #expect(
            seen.events.map { "\($0.time) \($0.value.element.map { "\($0.isConnected) \($0.rows.count)" } ?? "?")" } == [
                "0 false 0", "1 true 1", "3 false 1", "5 true 1", "7 false 1", "9 true 1",
            ])
        #expect(lines.subscriptions.map(\.subscribe) == [0, 4, 8])
    }

    @Test func anEndIsALossToo() {
        let lines = scheduler.cold("-a|", values)
        let subscription = PriceBoard(lines: lines.asObservable(), scheduler: scheduler).tables.subscribe()
        scheduler.advanceTo(4)
        subscription.dispose()
        #expect(lines.subscriptions.map(\.subscribe) == [0, 3])
    }

    @Test func pausesGrowUntilSomethingComes() {
        // The fifth connection works for a moment.
        var attempts = 0
        let lines = Observable<String>.deferred {
            attempts += 1
            return self.scheduler.cold(attempts == 5 ? "a#" : "#", self.values).asObservable()
        }
        var times: [Int] = []
        let counted = lines.do(onSubscribe: { times.append(self.scheduler.clock) })
        let subscription = PriceBoard(lines: counted, scheduler: scheduler).tables.subscribe()
        scheduler.advanceTo(40)
        subscription.dispose()
        let pauses = zip(times.dropFirst(), times).map { $0 - $1 }
        // The fifth connection lives for a second.
        #expect(pauses == [1, 2, 4, 8, 1 + 1, 2, 4, 8, 8])
    }

    @Test func thereIsOneConnectionForAllWhoLookAsLongAsAnybodyDoes() {
        let lines = scheduler.hot("-a-b-g--", values)
        let board = PriceBoard(lines: lines.asObservable(), scheduler: scheduler)
        let first = observer(), late = observer()
        let one = board.tables.subscribe(first)
        var other: (any Disposable)?
        scheduler.scheduleAt(4) { other = board.tables.subscribe(late) }
        scheduler.scheduleAt(6) { one.dispose() }
        scheduler.scheduleAt(7) { other?.dispose() }
        scheduler.start()
        #expect(lines.subscriptions == [Subscription(0, 7)])
        #expect(late.events.first?.time == 4)
        #expect(late.events.first?.value == first.events.dropLast().last?.value)
    }
}

@Suite struct PriceServerTests {
    @Test func aQuoteIsWhatItsLineSays() {
        #expect(PriceQuote(line: PriceQuote("ACME", 101.25).line) == PriceQuote("ACME", 101.25))
        for line in ["", "ACME", "ACME much", "ACME 1 2", "ACME nan"] { #expect(PriceQuote(line: line) == nil, "\(line)") }
    }

    @Test func walksAreAllTheSame() {
        func walked() -> [PriceQuote] {
            let scheduler = TestScheduler(initialClock: 0)
            let walk = PriceQuote.walk(["A", "B"], every: .seconds(1), scheduler: scheduler)
            return scheduler.start(created: 0, subscribed: 0, disposed: 50) { walk }.events.compactMap(\.value.element)
        }
        #expect(walked().count == 49)
        #expect(walked() == walked())
        #expect(walked().prefix(4).map(\.symbol) == ["A", "B", "A", "B"])
    }

    /// Over sockets: the server hangs up after each second quote, and the board goes on.
    @Test func overLoopbackABoardSurvivesAServerThatHangsUp() throws {
        let listener = try LineListener()
        let quotes = Observable.of(PriceQuote("ACME", 1), PriceQuote("GLOBEX", 2))
        let serving = PriceServer(quotes: quotes).serve(listener.channels).subscribe()
        defer { serving.dispose() }

        let board = PriceBoard(
            lines: .deferred { try LineSocket(port: listener.port).lines }, pauses: 1...1, scheduler: SerialScheduler())
        let table = try board.tables.take(until: { $0.quotes == 7 }, behavior: .inclusive).toBlocking(timeout: 60).last()
        #expect(table?.rows.mapValues(\.price) == ["ACME": 1, "GLOBEX": 2])
        #expect(table?.isConnected == true)
    }
}
