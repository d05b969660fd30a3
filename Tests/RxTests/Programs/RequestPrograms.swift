import Rx
import RxTest
import Testing

/// Programs that talk to a server: retrying with back-off, polling that pauses, paging.
@Suite struct RequestPrograms {
    // MARK: Retry with back-off

    /// Tries again after 1, 2, 4 … seconds, at most `attempts` times in all; gives up at once when `isFatal`.
    private func backingOff<Element>(
        _ request: Observable<Element>, attempts: Int, scheduler: TestScheduler, isFatal: @escaping (any Error) -> Bool
    ) -> Observable<Element> {
        request.retry(when: { (errors: Observable<any Error>) in
            errors.enumerated().flatMap { attempt, error -> Observable<Int> in
                if isFatal(error) || attempt + 1 >= attempts { return .error(error) }
                return .timer(.seconds(1 << attempt), scheduler: scheduler)
            }
        })
    }

    @Test(arguments: Core.allCases)
    func requestIsTriedAgainLaterAndLater(core: Core) throws {
        try core.run {
            let scheduler = TestScheduler(initialClock: 0)
            var failures = 3
            let request = scheduler.cold("-#"), answer = scheduler.cold("-a|")
            let flaky = Observable<String>.deferred {
                failures -= 1
                return failures >= 0 ? request.asObservable() : answer.asObservable()
            }
            // Tries at 0, 2, 5 and 10.
            try scheduler.expect("-----------a|") {
                backingOff(flaky, attempts: 5, scheduler: scheduler, isFatal: { _ in false })
            }
            try request.expect(subscriptions: "^!", "--^!", "-----^!")
        }
    }

    @Test(arguments: Core.allCases)
    func requestIsGivenUpAfterSoManyAttemptsOrAFatalError(core: Core) throws {
        try core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let request = scheduler.cold("-#", error: Failure.first)
            try scheduler.expect("------#", error: Failure.first) {
                backingOff(request.asObservable(), attempts: 3, scheduler: scheduler, isFatal: { _ in false })
            }
            #expect(request.subscriptions.count == 3)
            let other = TestScheduler(initialClock: 0)
            let fatal = other.cold("-#", error: Failure.second)
            try other.expect("-#", error: Failure.second) {
                backingOff(
                    fatal.asObservable(), attempts: 3, scheduler: other,
                    isFatal: { if case Failure.second = $0 { true } else { false } })
            }
            #expect(fatal.subscriptions.count == 1)
        }
    }

    @Test(arguments: Core.allCases)
    func disposingEndsTheWaiting(core: Core) throws {
        try core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let request = scheduler.cold("-#")
            try scheduler.expect("", subscribed: "^--!") {
                backingOff(request.asObservable(), attempts: 9, scheduler: scheduler, isFatal: { _ in false })
            }
            #expect(request.subscriptions.count == 2)
        }
    }

    // MARK: Polling with pause

    /// Asks at once and then every 3 seconds while it isn't paused; a request that runs when the pause begins is cancelled,
    /// and only changes are told.
    private func polling(
        _ request: Observable<String>, paused: Observable<Bool>, scheduler: TestScheduler
    ) -> Observable<String> {
        paused.startWith(false).distinctUntilChanged()
            .flatMapLatest { isPaused -> Observable<String> in
                if isPaused { return .never() }
                return Observable<Int>.timer(.seconds(0), period: .seconds(3), scheduler: scheduler)
                    .flatMapLatest { _ in request.catch { _ in .empty() } }
            }
            .distinctUntilChanged()
    }

    @Test(arguments: Core.allCases)
    func pollingStopsWhileItIsPaused(core: Core) throws {
        try core.run {
            let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
            var version = 0
            let answer = scheduler.cold("--a|")
            let request = answer.map { _ in
                version += 1
                return "\(version / 2)"
            }
            // Polls at 0, 3, 6 (cancelled), then at 10, 13, 16 …
            let paused = scheduler.hot("-------p--g", ["p": true, "g": false])
            try scheduler.expect("--0--1---------2", subscribed: "^---------------!") {
                polling(request, paused: paused.asObservable(), scheduler: scheduler)
            }
            try answer.expect(
                subscriptions: "^--!", "---^--!", "------^!", "----------^--!", "-------------^--!")
        }
    }

    // MARK: Paging

    private struct Page: Equatable {
        let items: [Int]
        let next: Int?
    }

    /// The items so far, one list for each page; the next page is asked for by `more`, once, however often that sends while a
    /// page is on its way. Completes with the last page.
    private func paging(
        from first: Int, more: Observable<Void>, load: @escaping (Int) -> Observable<Page>
    ) -> Observable<[Int]> {
        .deferred {
            let cursor = BehaviorSubject(value: first)
            return cursor.concatMap(load)
                .scan(Page(items: [], next: first)) { Page(items: $0.items + $1.items, next: $1.next) }
                .take(until: { $0.next == nil }, behavior: .inclusive)
                .flatMapLatest { page -> Observable<[Int]> in
                    guard let next = page.next else { return .just(page.items) }
                    let asking = more.take(1).flatMap { _ -> Observable<[Int]> in
                        cursor.onNext(next)
                        return .empty()
                    }
                    return Observable.just(page.items).concat(asking)
                }
        }
    }

    @Test(arguments: Core.allCases)
    func pagesAreLoadedWhenTheyAreAskedFor(core: Core) throws {
        try core.run {
            let scheduler = TestScheduler(initialClock: 0)
            var loaded: [Int] = []
            let more = scheduler.hot("----m----mmm-------m")
            let pages = [0: Page(items: [1, 2], next: 1), 1: Page(items: [3], next: 2), 2: Page(items: [4], next: nil)]
            try scheduler.expect(
                "--a---b----(c|)", ["a": [1, 2], "b": [1, 2, 3], "c": [1, 2, 3, 4]]
            ) {
                paging(from: 0, more: more.map { _ in () }) { number in
                    loaded.append(number)
                    return Observable.just(pages[number]!).delaySubscription(.seconds(2), scheduler: scheduler)
                }
            }
            #expect(loaded == [0, 1, 2])
        }
    }

    @Test(arguments: Core.allCases)
    func thousandPagesThatAreThereAtOnceNeedNoStack(core: Core) {
        core.run {
            var lists = 0, last = 0
            _ = paging(from: 0, more: .just(())) { number in
                .just(Page(items: [number], next: number < 999 ? number + 1 : nil))
            }.subscribe(onNext: { items in
                lists += 1
                last = items.count
            })
            #expect(lists == 1000)
            #expect(last == 1000)
        }
    }
}
