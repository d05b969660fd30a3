import LineSockets
import Rx
import RxBlocking
import RxTest
import Testing

@testable import ChatApp

/// A channel whose other end is a marble diagram. It keeps what is sent to it.
private final class MarbleChannel: LineChannel, @unchecked Sendable {  // Sendable: used on the scheduler's thread only.
    let lines: Observable<String>
    private(set) var sent: [String] = []
    private(set) var isClosed = false

    init(_ lines: Observable<String>) { self.lines = lines }

    func send(_ line: String) { sent.append(line) }
    func close() { isClosed = true }
}

@Suite struct ChatServerTests {
    private let scheduler = TestScheduler(initialClock: 0)
    private let values: [Character: String] = ["A": "ada", "G": "grace", "h": "hello", "m": "good morning", " ": ""]

    /// Runs a room with a guest for each diagram; the first character is when that guest connects.
    private func room(_ guests: String...) -> [MarbleChannel] {
        let channels = guests.map { MarbleChannel(scheduler.hot($0, values).asObservable()) }
        let subscription = ChatServer().open(to: Observable.from(channels.map { $0 as any LineChannel }))
        scheduler.start()
        subscription.dispose()
        return channels
    }

    @Test func whatOneSaysAllHear() {
        let channels = room("-A-h---", "--G--m-")
        let talk = ["said ada hello", "said grace good morning"]
        for channel in channels { #expect(channel.sent.filter { $0.hasPrefix("said") } == talk) }
    }

    @Test func whoComesAndGoesIsTold() {
        let channels = room("-A-----", "--G-|", "------")
        for channel in channels {
            #expect(channel.sent.filter { $0.hasPrefix("here") } == ["here", "here ada", "here ada grace", "here ada"])
            #expect(channel.sent.filter { !$0.hasPrefix("here") } == ["joined ada", "joined grace", "left grace"])
        }
    }

    @Test func aLostConnectionIsAGuestWhoLeaves() {
        #expect(room("-A-------", "--G-#")[0].sent.suffix(2) == ["here ada", "left grace"])
    }

    @Test func aGuestWithoutANameIsNobody() {
        #expect(room("-A-----", "----|")[0].sent == ["here", "here ada", "joined ada"])
    }

    @Test func twoOfOneNameAreTwo() {
        let names = room("-A---", "--A-|")[0].sent.filter { $0.hasPrefix("here") }
        #expect(names == ["here", "here ada", "here ada ada", "here ada"])
    }

    @Test func linesAreWhatTheySay() {
        for line in [ChatLine.joined("ada"), .left("ada"), .said("ada", "a b  c"), .here([]), .here(["ada", "grace"])] {
            #expect(ChatLine(line: line.line) == line)
        }
        for line in ["", "joined", "joined ada grace", "said ada", "went ada"] { #expect(ChatLine(line: line) == nil, "\(line)") }
    }
}

@Suite struct ChatClientTests {
    private let scheduler = TestScheduler(initialClock: 0)

    @Test func aGuestReadsTheOthersAndWhoIsThere() {
        let lines: [Character: String] = [
            "0": "here", "1": "here ada", "j": "joined ada", "2": "here ada grace", "J": "joined grace", "s": "said grace hello",
            "o": "said ada hello", "l": "left grace", "?": "what?",
        ]
        let channel = MarbleChannel(scheduler.hot("-0(1j)-(2J)-s-o-?(1l)|", lines).asObservable())
        let typed = scheduler.hot("------a-b|", ["a": "hello", "b": "bye"]).asObservable()
        let read = scheduler.createObserver(String.self)
        let subscription = ChatClient(name: "ada").transcript(over: channel, typed: typed).subscribe(read)
        scheduler.start()
        subscription.dispose()
        #expect(
            read.events.compactMap(\.value.element) == [
                "nobody else is here", "here: grace", "grace has come", "grace: hello", "> hello", "nobody else is here", "grace has gone",
            ])
        #expect(read.events.last?.value == .completed)
        #expect(channel.sent == ["ada", "hello", "bye"])
        #expect(channel.isClosed)
    }

    @Test func whoStopsReadingStopsSending() {
        let channel = MarbleChannel(.never())
        let typed = scheduler.hot("-a-b-c-")
        let subscription = ChatClient(name: "ada").transcript(over: channel, typed: typed.asObservable()).subscribe()
        scheduler.scheduleAt(2) { subscription.dispose() }
        scheduler.start()
        #expect(channel.sent == ["ada", "a"])
        #expect(typed.subscriptions == [Subscription(0, 2)])
    }

    /// Over sockets: each of them says something when all are there, and goes when all have been heard.
    @Test func overLoopbackAllHearAll() throws {
        let names = ["ada", "edsger", "grace"]
        let listener = try LineListener(), serving = ChatServer().open(to: listener.channels)
        defer { serving.dispose() }

        let transcripts = names.map { name -> Observable<[String]> in
            let read = PublishSubject<String>()
            let others = names.filter { $0 != name }
            let everybody = read.filter { $0 == "here: \(others.joined(separator: ", "))" }.take(1)
            let heard = read.filter { $0.hasSuffix("hello") }.take(names.count).ignoreElements().asObservable()
            let typed = everybody.map { _ in "hello" }.concat(Observable.never()).take(until: heard.materialize())
            return Observable.deferred { ChatClient(name: name).transcript(over: try LineSocket(port: listener.port), typed: typed) }
                .do(onNext: { read.onNext($0) })
                .filter { $0.hasSuffix("hello") }
                .toArray().asObservable()
        }
        let came = try Observable.zip(transcripts).toBlocking(timeout: 60).single()
        for (name, lines) in zip(names, came) {
            #expect(lines.sorted() == (["> hello"] + names.filter { $0 != name }.map { "\($0): hello" }).sorted())
        }
    }
}
