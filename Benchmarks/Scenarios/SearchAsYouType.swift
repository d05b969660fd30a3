import BenchKit
import Foundation
import Rx

/// Search as you type, in virtual time: keys are throttled, each new text starts a search that takes a while, may fail and
/// is tried again, and gives way to the next; two views share what is shown, one of which comes late. The keys are a
/// person's, recorded at a terminal (`KeystrokeTrace`). `SearchModel` says what must be shown and when, to the microsecond,
/// and for the recording's first pass so does `ScreenTrace`.
let search = workload(
    "real.search", "search as you type: throttle, flatMapLatest, retry, share", unit: "key", kind: .scenario,
    events: Events(quick: 1_000, ci: 4_000, full: 4_000)
) { run, _ in
    let n = run.n, keys = KeystrokeTrace.keys
    let scheduler = HistoricalScheduler(initialClock: date(0))
    let text = PublishSubject<String>()
    let screens =
        text
        .throttle(.microseconds(SearchModel.throttle), scheduler: scheduler)
        .distinctUntilChanged()
        .flatMapLatest { query in
            answers(to: query, scheduler)
                .retry(SearchModel.attempts)
                .startWith(.searching(query))
                .catchAndReturn(.failed(query))
        }
        .share(replay: 1)
    let early = View(scheduler), late = View(scheduler)
    run.timed {
        var subscriptions = [screens.subscribe(onNext: early.show, onCompleted: early.complete)]
        var typed = "", time = 0
        for index in 0..<n {
            let key = keys[index % keys.count]
            time += key.gap * 1000
            scheduler.advanceTo(date(time))
            typed = key.typed(into: typed)
            text.onNext(typed)
            if index == n / 2 { subscriptions.append(screens.subscribe(onNext: late.show, onCompleted: late.complete)) }
        }
        text.onCompleted()
        scheduler.start()
        for subscription in subscriptions { subscription.dispose() }
    }
    let model = SearchModel(keys: n), known = min(model.end, KeystrokeTrace.duration)
    try run.expectElements(
        model.early.filter { $0.time < known }, ScreenTrace.screens.filter { $0.time < known }, "what the model shows")
    try run.expectElements(early.shown, model.early, "what the first view shows")
    try run.expectElements(late.shown, model.late, "what the late view shows")
    try run.expect([early.isComplete, late.isComplete], [true, n > 0], "whether the views were completed")
}

/// One search: the answer after a while, or an error. Each subscription is an attempt.
private func answers(to query: String, _ scheduler: HistoricalScheduler) -> Observable<Screen> {
    var attempt = 0
    return .deferred {
        attempt += 1
        let outcome = SearchModel.outcome(of: query, attempt: attempt)
        return Observable<Int>.timer(.microseconds(outcome.latency), scheduler: scheduler)
            .map { _ in
                guard let count = outcome.count else { throw SearchFailed() }
                return .results(query, count: count)
            }
    }
}

private struct SearchFailed: Error {}

/// Microseconds from the start of virtual time.
private func date(_ microseconds: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(microseconds) / 1e6) }

/// Remembers what it was told to show, and when.
private final class View {
    private let scheduler: HistoricalScheduler
    @exclusivity(unchecked) private(set) var shown: [ShownScreen] = []
    @exclusivity(unchecked) private(set) var isComplete = false

    init(_ scheduler: HistoricalScheduler) { self.scheduler = scheduler }

    func show(_ screen: Screen) {
        let time = (scheduler.clock.timeIntervalSinceReferenceDate * 1e6).rounded()
        shown.append(ShownScreen(time: Int(time), screen: screen))
    }

    func complete() { isComplete = true }
}
