import Rx

/// What a search box shows.
struct SearchBoxState: Equatable {
    enum Answer: Equatable {
        case nothing
        case searching
        case found([FoundLine])
        case failed(String)
    }

    var text = ""
    var answer = Answer.nothing
}

/// A search box: what somebody types, and what is found of it.
struct SearchBox {
    let keyboard: any Keyboard
    let source: any TextSource
    /// How long somebody has to rest before it is searched.
    var rest = RxTimeInterval.milliseconds(250)
    /// Of that time.
    let scheduler: any SchedulerType

    /// The text at each press, the answer when it comes. It completes after the last answer when the keyboard has ended.
    ///
    /// Keys come on one thread, answers on another one; an observer is called by one at a time all the same.
    var states: Observable<SearchBoxState> {
        // Once for the text, once for the answers.
        keyboard.presses.multicast({ PublishSubject<KeyPress>() }) { presses in
            let text =
                presses
                .take(while: { $0 != .end })
                .scan("") { text, press in press.applied(to: text) }
                .startWith("")
            return Observable.combineLatest(text, answers(for: text)) { SearchBoxState(text: $0, answer: $1) }
        }
        .distinctUntilChanged()
    }

    private func answers(for text: Observable<String>) -> Observable<SearchBoxState.Answer> {
        text.skip(1)
            .debounce(rest, scheduler: scheduler)
            .map { $0.split(separator: " ").joined(separator: " ") }
            .distinctUntilChanged()
            .flatMapLatest { query -> Observable<SearchBoxState.Answer> in
                if query.isEmpty { return .just(.nothing) }
                return source.lines(for: query)
                    .map { .found($0) }
                    .catch { .just(.failed("\($0)")) }
                    .startWith(.searching)
            }
            .startWith(.nothing)
    }
}
