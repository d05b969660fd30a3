import Foundation
import Rx
import RxBlocking
import RxTest
import Testing

@testable import SearchApp

/// Types a marble diagram: `<` is backspace, `.` the end, any other character itself.
private struct MarbleKeyboard: Keyboard {
    let presses: Observable<KeyPress>

    init(_ marbles: String, _ scheduler: TestScheduler) {
        presses = scheduler.hot(marbles).map { text in
            switch text {
            case "<": .backspace
            case ".": .end
            default: .character(Character(text))
            }
        }
    }
}

/// Answers each query with a line of its name, or an error, after so many ticks; and keeps what it was asked.
private final class SlowSource: TextSource {
    private let scheduler: TestScheduler
    private let marbles: [String: String]
    private(set) var asked: [String] = []
    private(set) var left: [String] = []

    init(_ marbles: [String: String], _ scheduler: TestScheduler) {
        self.marbles = marbles
        self.scheduler = scheduler
    }

    func lines(for query: String) -> Observable<[FoundLine]> {
        asked.append(query)
        var isThrough = false
        return scheduler.cold(marbles[query] ?? "-(a|)").map { _ in [line(query)] }
            .do(onError: { _ in isThrough = true }, onCompleted: { isThrough = true }, onDispose: { if !isThrough { self.left.append(query) } })
    }
}

private func line(_ text: String) -> FoundLine { FoundLine(file: "page.md", number: 1, text: text) }

@Suite struct SearchBoxTests {
    private let scheduler = TestScheduler(initialClock: 0)

    /// What is shown, and when; it is searched after two ticks without a press.
    private func shown(_ typed: String, _ source: SlowSource) -> [String] {
        let box = SearchBox(keyboard: MarbleKeyboard(typed, scheduler), source: source, rest: .seconds(2), scheduler: scheduler)
        let observer = scheduler.createObserver(SearchBoxState.self)
        let subscription = box.states.subscribe(observer)
        scheduler.start()
        subscription.dispose()
        return observer.events.map { event in
            guard let state = event.value.element else { return "\(event.time) \(event.value.isCompleted ? "|" : "#")" }
            return "\(event.time) \(SearchPage().lines(of: state).joined(separator: " / "))"
        }
    }

    @Test func itIsSearchedWhenSomebodyRests() {
        let source = SlowSource([:], scheduler)
        #expect(
            shown("-r-x---", source) == [
                "0 Search: ", "1 Search: r", "3 Search: rx", "5 Search: rx / …", "6 Search: rx / page.md:1: rx / 1 found",
            ])
        #expect(source.asked == ["rx"])
    }

    @Test func anOlderAnswerNeverComesAfterANewerQuestion() {
        let source = SlowSource(["a": "---------(a|)", "ab": "-(a|)"], scheduler)
        let came = shown("-a---b----------", source)
        #expect(source.asked == ["a", "ab"])
        #expect(source.left == ["a"])
        #expect(came.filter { $0.contains("found") } == ["8 Search: ab / page.md:1: ab / 1 found"])
    }

    @Test func spacesAndWhatIsTakenBackAskNothingAnew() {
        let source = SlowSource([:], scheduler)
        _ = shown("-a---- ----b<----", source)
        #expect(source.asked == ["a"])
    }

    @Test func anEmptyTextShowsNothing() {
        let source = SlowSource([:], scheduler)
        #expect(shown("-a----<----", source).last == "8 Search: ")
    }

    @Test func afterAnErrorTheNextQuestionIsAnswered() {
        let source = SlowSource(["a": "-#"], scheduler)
        let came = shown("-a----b----", source)
        #expect(came.contains("4 Search: a / It can't be searched: #"))
        #expect(came.last == "9 Search: ab / page.md:1: ab / 1 found")
    }

    @Test func itCompletesAfterTheLastAnswer() {
        let source = SlowSource(["rx": "----(a|)"], scheduler)
        #expect(shown("-rx.", source).suffix(2) == ["7 Search: rx / page.md:1: rx / 1 found", "7 |"])
    }
}

@Suite struct TextIndexTests {
    private func found(_ query: String) throws -> [Int] {
        let text = "An observer is called\nby one thread at a time.\n\nDispose: the observer\nis not called any more."
        let index = TextIndex([("page.md", text)], scheduler: CurrentThreadScheduler.instance)
        return try index.lines(for: query).toBlocking(timeout: 60).single().map(\.number)
    }

    @Test func allWordsHaveToBeThere() throws {
        #expect(try found("observer") == [1, 4])
        #expect(try found("dispose observer") == [4])
        #expect(try found("thread observer") == [])
    }

    @Test func beginningsOfWordsAreEnoughInAnyCase() throws {
        #expect(try found("OBS") == [1, 4])
        #expect(try found("server") == [])
        #expect(try found("more") == [5])
        #expect(try found("...") == [])
    }
}

@Suite struct KeyDecoderTests {
    @Test func bytesAreKeys() {
        var decoder = KeyDecoder()
        #expect(decoder.presses(in: [0x61, 0x7f, 0x15, 0x0d]) == [.character("a"), .backspace, .clear, .end])
    }

    @Test func charactersMayBeCut() {
        var decoder = KeyDecoder()
        let bytes = Array("é✓".utf8)
        #expect(decoder.presses(in: bytes.prefix(1)) == [])
        #expect(decoder.presses(in: bytes.dropFirst()) == [.character("é"), .character("✓")])
    }

    /// More than one read takes, and the end.
    @Test func allOfAPipeIsRead() throws {
        let pipe = Pipe()
        pipe.fileHandleForWriting.write(Data(repeating: UInt8(ascii: "a"), count: 1000))
        try pipe.fileHandleForWriting.close()
        let keyboard = TerminalKeyboard(descriptor: pipe.fileHandleForReading.fileDescriptor)
        let presses = try keyboard.presses.toBlocking(timeout: 60).toArray()
        #expect(presses == Array(repeating: .character("a"), count: 1000))
        try pipe.fileHandleForReading.close()
    }

    @Test func arrowsAreLeftOut() {
        var decoder = KeyDecoder()
        #expect(decoder.presses(in: "a\u{1b}[A\u{1b}[3~b".utf8) == [.character("a"), .character("b")])
    }
}
