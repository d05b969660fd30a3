import Rx
import RxTest
import Testing

/// A search field that asks a server while somebody types: not for each letter, not twice for the same text, never showing
/// an answer to an older question, and going on after a failed request.
private final class Autocomplete {
    private(set) var requests: [String] = []
    private let scheduler: TestScheduler
    private let answers: [String: TestableObservable<String>]

    init(_ scheduler: TestScheduler, answers: [String: TestableObservable<String>]) {
        self.scheduler = scheduler
        self.answers = answers
    }

    func suggestions(for typed: Observable<String>) -> Observable<String> {
        typed
            .map { $0.lowercased() }
            .debounce(.seconds(2), scheduler: scheduler)
            .distinctUntilChanged()
            .flatMapLatest { [self] text -> Observable<String> in
                text.isEmpty ? .just("") : ask(text).catchAndReturn("error")
            }
    }

    private func ask(_ text: String) -> Observable<String> {
        .deferred { [self] in
            requests.append(text)
            return (answers[text]?.asObservable() ?? .error(Failure.first))
                .timeout(.seconds(8), scheduler: scheduler)
        }
    }
}

@Suite struct AutocompleteProgram {
    private let letters: [Character: String] = [
        "s": "s", "w": "sw", "W": "SW", "r": "rx", "e": "", "f": "fails", "t": "slow",
    ]

    @Test(arguments: Core.allCases)
    func answersOnlyTheLatestQuestion(core: Core) throws {
        try core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let swift = scheduler.cold("-------1|", ["1": "swift"]), rx = scheduler.cold("--2|", ["2": "rxswift"])
            let program = Autocomplete(scheduler, answers: ["sw": swift, "rx": rx])
            let typed = scheduler.hot("sw-----r----", letters)
            try scheduler.expect("     -----------2", ["2": "rxswift"]) { program.suggestions(for: typed.asObservable()) }
            #expect(program.requests == ["sw", "rx"])
            try swift.expect(subscriptions: "---^-----!")
            try rx.expect(subscriptions: "---------^--!")
        }
    }

    @Test(arguments: Core.allCases)
    func asksOnceForTheSameText(core: Core) throws {
        try core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let swift = scheduler.cold("-1|", ["1": "swift"])
            let program = Autocomplete(scheduler, answers: ["sw": swift])
            let typed = scheduler.hot("sw----s-W---W------|", letters)
            try scheduler.expect("     ----1--------------|", ["1": "swift"]) { program.suggestions(for: typed.asObservable()) }
            #expect(program.requests == ["sw"])
        }
    }

    @Test(arguments: Core.allCases)
    func goesOnAfterAFailureAndAfterSilence(core: Core) throws {
        try core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let swift = scheduler.cold("-1|", ["1": "swift"]), silence = scheduler.cold("-----------")
            let program = Autocomplete(scheduler, answers: ["sw": swift, "slow": silence])
            let typed = scheduler.hot("f----t---------------w---e---", letters)
            try scheduler.expect(
                "--x------------x--------1--_", ["x": "error", "1": "swift", "_": ""]
            ) { program.suggestions(for: typed.asObservable()) }
            #expect(program.requests == ["fails", "slow", "sw"])
            try silence.expect(subscriptions: "-------^-------!")
        }
    }
}
