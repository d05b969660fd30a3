import Rx
import RxTest
import Testing

@Suite struct BatchTests {
    /// Two elements fill a batch at 220; one comes before the time is up at 270; none before 320; one before the end.
    private static let events: RecordedEvents<Int> = [
        .next(210, 1), .next(220, 2), .next(260, 3), .next(330, 4), .completed(340),
    ]

    @Test(arguments: Core.allCases)
    func bufferSendsWhenFullOrWhenTheTimeIsUpEvenIfEmpty(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable(Self.events)
            let result = scheduler.start { source.buffer(timeSpan: .seconds(50), count: 2, scheduler: scheduler) }
            expect(
                result,
                [
                    .next(220, [1, 2]), .next(270, [3]), .next(320, []), .next(340, [4]), .completed(340),
                ])
            expect(source, subscribed: [200...340])
        }
    }

    @Test(arguments: Core.allCases)
    func bufferSendsAnEmptyRestAtCompletion(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
            let result = scheduler.start { source.buffer(timeSpan: .seconds(50), count: 2, scheduler: scheduler) }
            expect(result, [.next(220, [1, 2]), .next(230, []), .completed(230)])
        }
    }

    @Test(arguments: Core.allCases)
    func bufferDropsItsRestAtAnErrorAndAtDispose(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .error(220, Failure.first)])
            let result = scheduler.start { source.buffer(timeSpan: .seconds(50), count: 2, scheduler: scheduler) }
            expect(result, [.error(220, Failure.first)])
            let other = TestScheduler(initialClock: 0)
            let endless = other.createHotObservable(Self.events)
            let cut = other.start(disposed: 300) { endless.buffer(timeSpan: .seconds(50), count: 2, scheduler: other) }
            expect(cut, [.next(220, [1, 2]), .next(270, [3])])
            expect(endless, subscribed: [200...300])
        }
    }

    @Test(arguments: Core.allCases)
    func windowOpensTheNextOneRightAfterTheLast(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable(Self.events)
            let result = scheduler.start {
                source.window(timeSpan: .seconds(50), count: 2, scheduler: scheduler).enumerated()
                    .flatMap { number, window in
                        window.map { "\(number): \($0)" }.startWith("open \(number)")
                            .concat(Observable.just("close \(number)"))
                    }
            }
            expect(
                result,
                [
                    .next(200, "open 0"), .next(210, "0: 1"), .next(220, "0: 2"), .next(220, "close 0"),
                    .next(220, "open 1"), .next(260, "1: 3"), .next(270, "close 1"),
                    .next(270, "open 2"), .next(320, "close 2"),
                    .next(320, "open 3"), .next(330, "3: 4"), .next(340, "close 3"), .completed(340),
                ])
            expect(source, subscribed: [200...340])
        }
    }

    @Test(arguments: Core.allCases)
    func windowPassesAnErrorToTheOpenWindowAndToTheResult(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .error(220, Failure.first)])
            let journal = Journal()
            let result = scheduler.start {
                source.window(timeSpan: .seconds(50), count: 2, scheduler: scheduler).map { window -> Int in
                    _ = window.subscribe(journal.event("window"))
                    return 0
                }
            }
            expect(journal.lines, ["window next(1)", "window error(first)"])
            expect(result, [.next(200, 0), .error(220, Failure.first)])
        }
    }

    @Test(arguments: Core.allCases)
    func openWindowKeepsTheSourceAfterTheResultWasDisposed(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable(Self.events)
            let inner = scheduler.createObserver(Int.self)
            _ = scheduler.start(disposed: 215) {
                source.window(timeSpan: .seconds(50), count: 2, scheduler: scheduler).map { window -> Int in
                    _ = window.subscribe(inner)
                    return 0
                }
            }
            expect(inner, [.next(210, 1), .next(220, 2), .completed(220)])
            expect(source, subscribed: [200...220])
        }
    }

    @Test(arguments: Core.allCases)
    func groupByAnnouncesAGroupBeforeItsFirstElementAndStopsGroupsFirst(core: Core) {
        core.run {
            let journal = Journal()
            _ = Observable.of("a1", "b1", "a2").groupBy { $0.first! }.subscribe { event in
                guard let group = event.element else { return journal.add("result \(event)") }
                journal.add("group \(group.key)")
                _ = group.subscribe(journal.event("\(group.key)"))
            }
            expect(Array(journal.lines.prefix(5)), ["group a", "a next(a1)", "group b", "b next(b1)", "a next(a2)"])
            expect(journal.lines[5..<7].sorted(), ["a completed", "b completed"])
            expect(Array(journal.lines.dropFirst(7)), ["result completed"])
        }
    }

    /// Keys that are plain bytes are found by these; what is the same key is up to the type all the same.
    @Test(arguments: Core.allCases)
    func groupByTellsKeysApartAsTheirTypeDoes(core: Core) {
        struct Letter: Hashable {
            let byte: UInt8
            private var folded: UInt8 { byte | 32 }
            init(_ character: Character) { byte = character.asciiValue! }
            static func == (left: Letter, right: Letter) -> Bool { left.folded == right.folded }
            func hash(into hasher: inout Hasher) { hasher.combine(folded) }
        }
        struct Padded: Hashable { let wide: Int32, narrow: Int8 }
        enum Only: Hashable { case one }

        /// The elements of each group, in order of appearance.
        func groups<Key: Hashable>(_ count: Int, _ key: @escaping (Int) -> Key) -> [[Int]] {
            var groups: [[Int]] = []
            _ = Observable.from(Array(0..<count)).groupBy(keySelector: key).subscribe(onNext: { group in
                let index = groups.count
                groups.append([])
                _ = group.subscribe(onNext: { groups[index].append($0) })
            })
            return groups
        }
        core.run {
            // More keys than are remembered, twice and then backwards.
            let many = groups(3_000) { ($0 < 2_000 ? $0 % 1_000 : 2_999 - $0) << 20 }
            #expect(many == (0..<1_000).map { [$0, $0 + 1_000, 2_999 - $0] })
            let zeros: [Double] = [0, -0.0, 1, -0.0, 0]
            #expect(groups(5) { zeros[$0] } == [[0, 1, 3, 4], [2]])
            #expect(groups(3) { _ in Double.nan } == [[0], [1], [2]])
            let letters = Array("aBAbCca")
            #expect(groups(7) { Letter(letters[$0]) } == [[0, 2, 6], [1, 3], [4, 5]])
            #expect(groups(6) { Padded(wide: Int32($0 % 3), narrow: -1) } == [[0, 3], [1, 4], [2, 5]])
            #expect(groups(3) { _ in Only.one } == [[0, 1, 2]])
            #expect(groups(4) { $0 % 2 == 0 ? Int?.some($0) : nil } == [[0], [1, 3], [2]])
            #expect(groups(4) { "\($0 % 2)" } == [[0, 2], [1, 3]])
        }
    }

    @Test(arguments: Core.allCases)
    func lateSubscriberOfAGroupMissesWhatWasSent(core: Core) {
        core.run {
            let source = PublishSubject<Int>()
            var groups: [GroupedObservable<Int, Int>] = []
            let subscription = source.groupBy { $0 % 2 }.subscribe(onNext: { groups.append($0) })
            source.onNext(1)
            source.onNext(2)
            let journal = Journal()
            _ = groups[0].subscribe(journal.event("odd"))
            source.onNext(3)
            source.onNext(4)
            source.onCompleted()
            expect(journal.lines, ["odd next(3)", "odd completed"])
            expect(groups.map(\.key), [1, 0])
            subscription.dispose()
        }
    }

    @Test(arguments: Core.allCases)
    func errorAndThrowOfGroupByReachGroupsAndResult(core: Core) {
        core.run {
            let journal = Journal()
            let source = PublishSubject<Int>()
            func observe() {
                _ =
                    source
                    .groupBy { number -> Int in
                        if number == 9 { throw Failure.thrown }
                        return 0
                    }
                    .subscribe { event in
                        guard let group = event.element else { return journal.add("\(event)") }
                        _ = group.subscribe(journal.event("group"))
                    }
            }
            observe()
            source.onNext(1)
            source.onNext(9)
            #expect(!source.hasObservers)
            expect(journal.lines, ["group next(1)", "group error(thrown)", "error(thrown)"])
            observe()
            source.onNext(2)
            source.onError(Failure.first)
            expect(Array(journal.lines.dropFirst(3)), ["group next(2)", "group error(first)", "error(first)"])
        }
    }

    @Test(arguments: Core.allCases)
    func subscribedGroupKeepsTheSourceAfterTheResultWasDisposed(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([
                .next(210, 1), .next(220, 2), .next(230, 3), .next(240, 4), .next(250, 5),
            ])
            let odd = scheduler.createObserver(Int.self)
            var inner: (any Disposable)?
            scheduler.scheduleAt(240) { inner?.dispose() }
            let result = scheduler.start(disposed: 225) {
                source.groupBy { $0 % 2 }.map { group -> Int in
                    if group.key == 1 { inner = group.subscribe(odd) }
                    return group.key
                }
            }
            expect(result, [.next(210, 1), .next(220, 0)])
            expect(odd, [.next(210, 1), .next(230, 3)])
            expect(source, subscribed: [200...240])
        }
    }
}
