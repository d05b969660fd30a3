import Rx
import RxTest
import Testing

/// A source that has stopped, and what follows from that: which of both comes first. Programs rely on it when two things
/// can't be open at once, or when they share a connection.
@Suite struct TearDownOrderTests {
    // MARK: One after the other

    @Test(arguments: tearDownCases)
    func concatTearsDownBeforeItSubscribesToTheNextAndCompletesBeforeItTearsDownTheLast(core: Core, holding: Holding) {
        staged(core) {
            let scene = TearDownScene(holding)
            scene.subscribe(scene.source("a").concat(scene.source("b")).concat(scene.source("c")))
            for name in ["a", "b", "c"] { scene.complete(name) }
            scene.expect("+a -a +b -b +c completed -c")
        }
    }

    @Test(arguments: tearDownCases)
    func concatTearsDownBeforeItSendsASingleElement(core: Core, holding: Holding) {
        staged(core) {
            let scene = TearDownScene(holding)
            scene.subscribe(.concat([scene.source("a"), .just(1), scene.source("b")]))
            scene.complete("a")
            scene.expect("+a -a next(1) +b")
        }
    }

    @Test(arguments: tearDownCases)
    func concatDisposedByTheTearDownSubscribesToNothingMore(core: Core, holding: Holding) {
        staged(core) {
            let scene = TearDownScene(holding), subscription = SerialDisposable()
            let first = scene.source("a").do(onDispose: { subscription.disposable = Disposables.create() })
            subscription.disposable = first.concat(scene.source("b")).subscribe()
            scene.complete("a")
            scene.expect("+a -a")
        }
    }

    @Test(arguments: tearDownCases)
    func retryDisposedByTheTearDownSubscribesToNothingMore(core: Core, holding: Holding) {
        staged(core) {
            let scene = TearDownScene(holding), subscription = SerialDisposable()
            let failing = scene.source("a").do(onDispose: { subscription.disposable = Disposables.create() })
            subscription.disposable = failing.retry(2).subscribe()
            scene.fail("a")
            scene.expect("+a -a")
        }
    }

    @Test(arguments: tearDownCases)
    func concatOfAFailedSourcePassesTheErrorOnBeforeItTearsDown(core: Core, holding: Holding) {
        staged(core) {
            let scene = TearDownScene(holding)
            scene.subscribe(scene.source("a").concat(scene.source("b")))
            scene.fail("a")
            scene.expect("+a error(first) -a")
        }
    }

    @Test(arguments: tearDownCases)
    func concatMapAndConcatTearDownBeforeTheySubscribeToTheNextOrComplete(core: Core, holding: Holding) {
        staged(core) {
            let mapped = TearDownScene(holding)
            mapped.subscribe(Observable.of("a", "b").concatMap(mapped.source))
            let nested = TearDownScene(holding)
            nested.subscribe(Observable.of("a", "b").map(nested.source).concat())
            for scene in [mapped, nested] {
                scene.complete("a")
                scene.complete("b")
                scene.expect("+a -a +b -b completed")
            }
        }
    }

    @Test(arguments: tearDownCases)
    func limitedMergeTearsDownBeforeItSubscribesToOneThatWaits(core: Core, holding: Holding) {
        staged(core) {
            let scene = TearDownScene(holding)
            scene.subscribe(Observable.of("a", "b", "c").map(scene.source).merge(maxConcurrent: 2))
            for name in ["b", "a", "c"] { scene.complete(name) }
            scene.expect("+a +b -b +c -a -c completed")
        }
    }

    @Test(arguments: tearDownCases)
    func limitedMergePassesAnErrorOnBeforeItTearsDown(core: Core, holding: Holding) {
        staged(core) {
            for failing in ["a", "b"] {
                let scene = TearDownScene(holding)
                scene.subscribe(Observable.of("a", "b", "c").map(scene.source).merge(maxConcurrent: 2))
                scene.fail(failing)
                scene.expect("+a +b error(first) -a -b")
            }
            let mapped = TearDownScene(holding)
            mapped.subscribe(Observable.of("a", "b").concatMap(mapped.source))
            mapped.fail("a")
            mapped.expect("+a error(first) -a")
        }
    }

    @Test(arguments: tearDownCases)
    func concatMapPassesOnHowItsSourceStopsBeforeItTearsThatDown(core: Core, holding: Holding) {
        staged(core) {
            let scene = TearDownScene(holding)
            scene.subscribe(scene.source("a").concatMap { Observable.just($0) })
            scene.complete("a")
            scene.expect("+a completed -a")
            let failing = TearDownScene(holding)
            failing.subscribe(failing.source("a").concatMap { _ in failing.source("b") })
            failing.send(1, to: "a")
            failing.fail("a")
            failing.expect("+a +b error(first) -a -b")
        }
    }

    @Test(arguments: tearDownCases)
    func retryTearsDownBeforeItSubscribesAgainAndPassesTheLastErrorOnBeforeItTearsDown(core: Core, holding: Holding) {
        staged(core) {
            let scene = TearDownScene(holding)
            scene.subscribe(scene.source("a").retry(3))
            for _ in 1...3 { scene.fail("a") }
            scene.expect("+a -a +a -a +a error(first) -a")
            let completing = TearDownScene(holding)
            completing.subscribe(completing.source("a").retry())
            completing.complete("a")
            completing.expect("+a completed -a")
        }
    }

    @Test(arguments: tearDownCases)
    func catchOfASequenceTearsDownBeforeItSubscribesToTheNext(core: Core, holding: Holding) {
        staged(core) {
            let scene = TearDownScene(holding)
            scene.subscribe(.catch(sequence: [scene.source("a"), scene.source("b")]))
            scene.fail("a")
            scene.fail("b")
            scene.expect("+a -a +b error(first) -b")
        }
    }

    @Test(arguments: tearDownCases)
    func retryWhenTearsDownBeforeItPublishesAnErrorAndAfterItPassedOneOn(core: Core, holding: Holding) {
        staged(core) {
            let scene = TearDownScene(holding), journal = scene.journal
            scene.subscribe(
                scene.source("a").retry(when: { (errors: Observable<Failure>) in
                    errors.do(onNext: { _ in journal.add("published") })
                }))
            scene.fail("a")
            scene.expect("+a -a published +a")
            let other = TearDownScene(holding)
            other.subscribe(other.source("a").retry(when: { (errors: Observable<RxError>) in errors }))
            other.fail("a")
            other.expect("+a error(first) -a")
        }
    }

    // MARK: By dispose

    @Test(arguments: tearDownCases)
    func whereASecondSequenceJoinsInTheSourceIsTornDownFirst(core: Core, holding: Holding) {
        staged(core) {
            func expect(_ line: String, _ join: (Observable<Int>, Observable<Int>) -> Observable<Int>) {
                let scene = TearDownScene(holding)
                scene.subscribe(join(scene.source("a"), scene.source("b")))
                scene.end()
                scene.expect(line)
            }
            expect("+b +a -a -b") { $0.take(until: $1) }
            expect("+a +b -a -b") { $0.skip(until: $1) }
            expect("+b +a -a -b") { $0.withLatestFrom($1) }
        }
    }

    // MARK: What overlaps

    @Test(arguments: tearDownCases)
    func andThenSubscribesToTheSecondBeforeItTearsDownTheFirst(core: Core, holding: Holding) {
        staged(core) {
            let scene = TearDownScene(holding), first = scene.source("a").ignoreElements().asCompletable()
            scene.subscribe(first.andThen(scene.source("b")))
            scene.complete("a")
            scene.complete("b")
            scene.expect("+a +b -a completed -b")
            let concat = TearDownScene(holding)
            func completable(_ name: String) -> Completable { concat.source(name).ignoreElements().asCompletable() }
            concat.keep(completable("a").concat(completable("b")).subscribe())
            concat.complete("a")
            concat.expect("+a -a +b")
        }
    }

    /// `concat` tears down first, `andThen` doesn't: where one is within the other, the outer one decides what happens between
    /// its own sources, whatever the inner one does between its.
    @Test(arguments: tearDownCases)
    func theOutermostOfNestedConcatsDecidesWhetherTwoSourcesOverlap(core: Core, holding: Holding) {
        staged(core) {
            let outer = TearDownScene(holding), first = outer.source("a").ignoreElements().asCompletable()
            outer.subscribe(first.andThen(outer.source("b").concat(outer.source("c"))))
            for name in ["a", "b", "c"] { outer.complete(name) }
            outer.expect("+a +b -a -b +c completed -c")
            let inner = TearDownScene(holding), second = inner.source("b").ignoreElements().asCompletable()
            inner.subscribe(inner.source("a").concat(second.andThen(inner.source("c"))))
            for name in ["a", "b", "c"] { inner.complete(name) }
            inner.expect("+a -a +b +c -b completed -c")
        }
    }

    @Test(arguments: tearDownCases)
    func catchAndIfEmptySubscribeToTheOtherBeforeTheyTearDownTheSource(core: Core, holding: Holding) {
        staged(core) {
            let failing = TearDownScene(holding)
            failing.subscribe(failing.source("a").catch { _ in failing.source("b") })
            failing.fail("a")
            failing.expect("+a +b -a")
            let empty = TearDownScene(holding)
            empty.subscribe(empty.source("a").ifEmpty(switchTo: empty.source("b")))
            empty.complete("a")
            empty.expect("+a +b -a")
        }
    }

    @Test(arguments: tearDownCases)
    func timeoutSubscribesToTheOtherBeforeItTearsDownTheSource(core: Core, holding: Holding) {
        staged(core) {
            let scene = TearDownScene(holding), scheduler = TestScheduler(initialClock: 0)
            scene.subscribe(scene.source("a").timeout(.seconds(5), other: scene.source("b"), scheduler: scheduler))
            scheduler.advanceTo(10)
            scene.send(1, to: "a")
            scene.send(2, to: "b")
            scene.expect("+a +b -a next(2)")
        }
    }

    // MARK: Upstream first

    @Test(arguments: Core.allCases)
    func tearDownGoesDownTheChainHoweverItEnds(core: Core) {
        staged(core) {
            let ends: [(PublishSubject<Int>, any Disposable) -> Void] = [
                { subject, _ in subject.onCompleted() }, { subject, _ in subject.onError(Failure.first) },
                { _, subscription in subscription.dispose() },
            ]
            for end in ends {
                let subject = PublishSubject<Int>(), journal = Journal()
                let subscription = subject.do(onDispose: { journal.add("upstream") }).take(until: Observable<Int>.never())
                    .do(onDispose: { journal.add("between") }).amb(Observable.never())
                    .do(onDispose: { journal.add("downstream") }).subscribe(onError: { _ in })
                end(subject, subscription)
                #expect(journal.lines == ["upstream", "between", "downstream"])
            }
        }
    }
}
