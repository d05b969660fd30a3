import Rx
import RxTest
import Testing

@Suite struct CombiningTests {
    @Test(arguments: Core.allCases)
    func startWithSendsItsElementsDuringSubscribe(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .completed(220)])
            expect(
                scheduler.start { source.startWith(8, 9) },
                [.next(200, 8), .next(200, 9), .next(210, 1), .completed(220)])
            expect(source, subscribed: [200...220])
        }
    }

    @Test(arguments: Core.allCases)
    func startWithSendsBeforeItSubscribesToTheSource(core: Core) {
        core.run {
            let journal = Journal()
            let source = Observable<Int>.create { observer in
                journal.add("subscribed")
                observer.onError(Failure.first)
                return Disposables.create()
            }
            _ = source.startWith(1).subscribe(journal.event("got"))
            expect(journal.lines, ["got next(1)", "subscribed", "got error(first)"])
        }
    }

    @Test(arguments: Core.allCases)
    func concatSubscribesToTheSecondWhenTheFirstHasCompleted(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let first = scheduler.createHotObservable([.next(210, 1), .completed(230)])
            let second = scheduler.createHotObservable([.next(220, 11), .next(240, 12), .completed(250)])
            expect(
                scheduler.start { first.concat(second) }, [.next(210, 1), .next(240, 12), .completed(250)])
            expect(first, subscribed: [200...230])
            expect(second, subscribed: [230...250])
        }
    }

    @Test(arguments: Core.allCases)
    func concatDoesNotGoOnAfterAnErrorOrADispose(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let first = scheduler.createHotObservable([.next(210, 1), .error(230, Failure.first)])
            let second = scheduler.createHotObservable([.next(240, 12)])
            expect(scheduler.start { first.concat(second) }, [.next(210, 1), .error(230, Failure.first)])
            expect(second, subscribed: [])
            let other = TestScheduler(initialClock: 0)
            let sources = [5, 10, 15].map { other.createColdObservable([.next($0, $0), .completed(20)]) }
            let all = sources.map { $0.asObservable() }
            expect(other.start(disposed: 232) { Observable.concat(all) }, [.next(205, 5), .next(230, 10)])
            expect(sources[0], subscribed: [200...220])
            expect(sources[1], subscribed: [220...232])
            expect(sources[2], subscribed: [])
        }
    }

    @Test(arguments: Core.allCases)
    func concatAsksForTheNextSourceOnlyWhenItIsDue(core: Core) {
        core.run {
            let journal = Journal()
            let sources = (1...3).lazy.map { number -> Observable<Int> in
                journal.add("made \(number)")
                return .just(number)
            }
            _ = Observable.concat(AnySequence(sources)).take(2).subscribe(journal.event("got"))
            expect(journal.lines, ["made 1", "got next(1)", "made 2", "got next(2)", "got completed"])
        }
    }

    @Test(arguments: Core.allCases)
    func combineLatestCompletesWithTheLastSource(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let first = scheduler.createHotObservable([.next(210, 1), .completed(220)])
            let second = scheduler.createHotObservable([.next(215, 10), .next(230, 20), .completed(240)])
            expect(
                scheduler.start { Observable.combineLatest(first, second) { $0 + $1 } },
                [.next(215, 11), .next(230, 21), .completed(240)])
            expect(first, subscribed: [200...220])
            expect(second, subscribed: [200...240])
        }
    }

    @Test(arguments: Core.allCases)
    func combineLatestCompletesWithAValueThatCanNeverBeCombined(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let first = scheduler.createHotObservable([.completed(220)], of: Int.self)
            let second = scheduler.createHotObservable([.next(215, 10), .next(230, 20), .completed(240)])
            expect(scheduler.start { Observable.combineLatest(first, second) { $0 + $1 } }, [.completed(230)])
            expect(second, subscribed: [200...230])
            let other = TestScheduler(initialClock: 0)
            let third = other.createHotObservable([.completed(220)], of: Int.self)
            let fourth = other.createHotObservable([.next(215, 10), .next(230, 20), .completed(240)])
            expect(
                other.start { Observable.combineLatest([third.asObservable(), fourth.asObservable()]) },
                [.completed(230)])
        }
    }

    @Test(arguments: Core.allCases)
    func collectionsOfNoSourceCombineToOneValueAndZipToNone(core: Core) {
        core.run {
            let none: [Observable<Int>] = []
            let scheduler = TestScheduler(initialClock: 0)
            expect(
                scheduler.start { Observable.combineLatest(none) { $0.count } }, [.next(200, 0), .completed(200)])
            let other = TestScheduler(initialClock: 0)
            expect(other.start { Observable.zip(none) { $0.count } }, [.completed(200)])
        }
    }

    @Test(arguments: Core.allCases)
    func disposeEndsAllSourcesOfCombineLatestAndZip(core: Core) {
        core.run {
            for zips in [false, true] {
                let scheduler = TestScheduler(initialClock: 0)
                let first = scheduler.createHotObservable([.next(210, 1), .next(230, 2)])
                let second = scheduler.createHotObservable([.next(220, 10), .next(240, 20)])
                let result = scheduler.start(disposed: 225) {
                    zips
                        ? Observable.zip(first, second) { $0 + $1 }
                        : Observable.combineLatest(first, second) { $0 + $1 }
                }
                expect(result, [.next(220, 11)])
                expect(first, subscribed: [200...225])
                expect(second, subscribed: [200...225])
            }
        }
    }

    @Test(arguments: Core.allCases)
    func zipOfSeveralArgumentsCompletesOnlyWithTheLastSource(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let first = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(228)])
            let second = scheduler.createHotObservable([
                .next(215, 10), .next(225, 20), .next(235, 30), .completed(250),
            ])
            expect(
                scheduler.start { Observable.zip(first, second) { $0 + $1 } },
                [.next(215, 11), .next(225, 22), .completed(250)])
            expect(first, subscribed: [200...228])
            expect(second, subscribed: [200...250])
        }
    }

    @Test(arguments: Core.allCases)
    func zipOfACollectionCompletesWithAValueThatCanFormNoRow(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let first = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(228)])
            let second = scheduler.createHotObservable([
                .next(215, 10), .next(225, 20), .next(235, 30), .completed(250),
            ])
            let sources = [first.asObservable(), second.asObservable()]
            expect(
                scheduler.start { Observable.zip(sources) { $0.reduce(0, +) } },
                [.next(215, 11), .next(225, 22), .completed(235)])
            expect(second, subscribed: [200...235])
        }
    }

    @Test(arguments: Core.allCases)
    func zipQueuesWithoutABoundAndDropsTheQueuesAtAnError(core: Core) {
        core.run {
            let journal = Journal()
            let slow = PublishSubject<Int>()
            _ = Observable.zip(Observable.range(start: 0, count: 1000), slow) { "\($0)/\($1)" }
                .subscribe(journal.event("got"))
            slow.onNext(1)
            slow.onNext(2)
            slow.onError(Failure.first)
            expect(journal.lines, ["got next(0/1)", "got next(1/2)", "got error(first)"])
        }
    }

    @Test(arguments: Core.allCases)
    func withLatestFromDropsElementsUntilTheSecondHasOne(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let first = scheduler.createHotObservable([
                .next(210, 1), .next(220, 2), .next(230, 3), .next(240, 4), .completed(250),
            ])
            let second = scheduler.createHotObservable([.next(215, 10), .next(225, 20), .completed(235)])
            expect(
                scheduler.start { first.withLatestFrom(second) { $0 + $1 } },
                [.next(220, 12), .next(230, 23), .next(240, 24), .completed(250)])
            expect(first, subscribed: [200...250])
            expect(second, subscribed: [200...235])
        }
    }

    @Test(arguments: Core.allCases)
    func withLatestFromEndsWithAnErrorOfEitherSide(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let first = scheduler.createHotObservable([.next(220, 1), .completed(250)])
            let second = scheduler.createHotObservable([.next(215, 10), .error(225, Failure.second)])
            expect(
                scheduler.start { first.withLatestFrom(second) }, [.next(220, 10), .error(225, Failure.second)])
            expect(first, subscribed: [200...225])
        }
    }

    @Test(arguments: Core.allCases)
    func withLatestFromSubscribesToTheSecondFirst(core: Core) {
        core.run {
            var seen: [Int] = []
            _ = Observable.just(1).withLatestFrom(Observable.just(2)) { $0 * 10 + $1 }
                .subscribe(onNext: { seen.append($0) })
            expect(seen, [12])
        }
    }

    @Test(arguments: Core.allCases)
    func ambFollowsWhoeverSendsFirst(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let first = scheduler.createHotObservable([.next(220, 1), .next(225, 2)])
            let second = scheduler.createHotObservable([.next(210, 10), .next(230, 20), .completed(240)])
            expect(scheduler.start { first.amb(second) }, [.next(210, 10), .next(230, 20), .completed(240)])
            expect(first, subscribed: [200...210])
            expect(second, subscribed: [200...240])
        }
    }

    @Test(arguments: Core.allCases)
    func stopEventWinsAmbToo(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let first = scheduler.createHotObservable([.next(220, 1)])
            let second = scheduler.createHotObservable([.error(210, Failure.second)], of: Int.self)
            expect(scheduler.start { first.amb(second) }, [.error(210, Failure.second)])
            expect(first, subscribed: [200...210])
            let other = TestScheduler(initialClock: 0)
            let sources = [230, 215, 220].map { other.createHotObservable([.next($0, $0), .completed(250)]) }
            let all = sources.map { $0.asObservable() }
            expect(other.start { Observable.amb(all) }, [.next(215, 215), .completed(250)])
            expect(sources[0], subscribed: [200...215])
            expect(sources[2], subscribed: [200...215])
        }
    }

    @Test(arguments: Core.allCases)
    func loserOfAmbIsDisposedBeforeTheEventIsForwarded(core: Core) {
        core.run {
            let journal = Journal()
            let winner = PublishSubject<Int>()
            let loser = Observable<Int>.create { _ in Disposables.create { journal.add("loser disposed") } }
            let subscription = loser.amb(winner).subscribe(journal.event("got"))
            winner.onNext(1)
            expect(journal.lines, ["loser disposed", "got next(1)"])
            subscription.dispose()
        }
    }

    @Test(arguments: Core.allCases)
    func ambOfNothingNeverSends(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let none: [Observable<Int>] = []
            expect(scheduler.start { Observable.amb(none) }, [])
        }
    }

    @Test(arguments: Core.allCases)
    func concatOfNothingCompletesAndArgumentsAreTakenInTurn(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let none: [Observable<Int>] = []
            expect(scheduler.start { Observable.concat(none) }, [.completed(200)])
            let other = TestScheduler(initialClock: 0)
            let sources = (1...3).map { other.createColdObservable([.next(10, $0), .completed(10)]) }
            let all = sources.map { $0.asObservable() }
            expect(
                other.start { Observable.concat(all[0], all[1], all[2]) },
                [.next(210, 1), .next(220, 2), .next(230, 3), .completed(230)])
            expect(sources[2], subscribed: [220...230])
        }
    }
}
