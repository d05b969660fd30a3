import Rx
import RxTest
import Testing

private typealias FlatMap = (Observable<Int>, @escaping (Int) -> Observable<Int>) -> Observable<Int>
private var flatMaps: [FlatMap] { [{ $0.flatMap($1) }, { $0.flatMapFirst($1) }, { $0.flatMapLatest($1) }] }

/// When operators tear down what runs side by side: see `TearDownOrderTests`.
@Suite struct TearDownOfSeveralTests {
    @Test(arguments: tearDownCases)
    func flatMapAndMergeTearDownWhatHasCompletedBeforeTheyComplete(core: Core, holding: Holding) {
        staged(core) {
            let inners = TearDownScene(holding)
            inners.subscribe(Observable.of("a", "b").flatMap(inners.source))
            let merged = TearDownScene(holding)
            merged.subscribe(.merge(merged.source("a"), merged.source("b")))
            for scene in [inners, merged] {
                scene.complete("a")
                scene.complete("b")
                scene.expect("+a +b -a -b completed")
            }
            let first = TearDownScene(holding)
            first.subscribe(Observable.of("a").flatMapFirst(first.source))
            first.complete("a")
            first.expect("+a -a completed")
            let source = TearDownScene(holding)
            source.subscribe(source.source("a").flatMap { Observable.just($0) })
            source.complete("a")
            source.expect("+a -a completed")
        }
    }

    @Test(arguments: tearDownCases)
    func flatMapPassesAnErrorOnBeforeItTearsDown(core: Core, holding: Holding) {
        staged(core) {
            let scene = TearDownScene(holding)
            scene.subscribe(Observable.of("a").concat(Observable.never()).flatMap(scene.source))
            scene.fail("a")
            scene.expect("+a error(first) -a")
        }
    }

    @Test(arguments: tearDownCases)
    func flatMapFirstAndMergePassAnErrorOnBeforeTheyTearDown(core: Core, holding: Holding) {
        staged(core) {
            let first = TearDownScene(holding)
            first.subscribe(Observable.of("a").concat(Observable.never()).flatMapFirst(first.source))
            first.fail("a")
            first.expect("+a error(first) -a")
            for failing in ["a", "b"] {
                let merged = TearDownScene(holding)
                merged.subscribe(.merge(merged.source("a"), merged.source("b")))
                merged.fail(failing)
                merged.expect("+a +b error(first) -a -b")
            }
        }
    }

    @Test(arguments: tearDownCases)
    func flatMapsTearDownASourceThatHasCompletedBeforeTheyComplete(core: Core, holding: Holding) {
        staged(core) {
            for flatten in flatMaps {
                let scene = TearDownScene(holding)
                scene.subscribe(flatten(scene.source("a")) { Observable.just($0) })
                scene.complete("a")
                scene.expect("+a -a completed")
                let running = TearDownScene(holding)
                running.subscribe(flatten(running.source("a")) { _ in running.source("b") })
                running.send(1, to: "a")
                running.complete("a")
                running.complete("b")
                running.expect("+a +b -a -b completed")
            }
        }
    }

    @Test(arguments: tearDownCases)
    func flatMapsPassAnErrorOfTheSourceOnBeforeTheyTearItDown(core: Core, holding: Holding) {
        staged(core) {
            for flatten in flatMaps {
                let scene = TearDownScene(holding)
                scene.subscribe(flatten(scene.source("a")) { Observable.just($0) })
                scene.fail("a")
                scene.expect("+a error(first) -a")
                let running = TearDownScene(holding)
                running.subscribe(flatten(running.source("a")) { _ in running.source("b") })
                running.send(1, to: "a")
                running.fail("a")
                running.expect("+a +b error(first) -a -b")
            }
        }
    }

    @Test(arguments: tearDownCases)
    func flatMapLatestTearsDownAnInnerThatHasStoppedBeforeItPassesThatOn(core: Core, holding: Holding) {
        staged(core) {
            let scene = TearDownScene(holding)
            scene.subscribe(Observable.of("a").flatMapLatest(scene.source))
            scene.complete("a")
            scene.expect("+a -a completed")
            let failing = TearDownScene(holding)
            failing.subscribe(Observable.of("a").map(failing.source).switchLatest())
            failing.fail("a")
            failing.expect("+a -a error(first)")
            let source = TearDownScene(holding)
            source.subscribe(source.source("a").flatMapLatest { Observable.just($0) })
            source.complete("a")
            source.expect("+a -a completed")
        }
    }

    /// Also by one that is over at once.
    @Test(arguments: tearDownCases)
    func flatMapLatestTearsDownTheInnerBeforeItGoesOnWithTheNext(core: Core, holding: Holding) {
        staged(core) {
            let others: [(Observable<Int>, String)] = [
                (.just(7), "next(7)"), (.just(7).map { $0 }, "next(7)"), (.error(Failure.first), "error(first) -outer"),
                (
                    .create {
                        $0.onError(Failure.first); return Disposables.create()
                    }, "error(first) -outer"
                ),
            ]
            for (other, heard) in others {
                let scene = TearDownScene(holding)
                scene.subscribe(scene.source("outer").flatMapLatest { $0 == 0 ? scene.source("a") : other })
                scene.send(0, to: "outer")
                scene.send(1, to: "outer")
                scene.expect("+outer +a -a \(heard)")
            }
            let empty = TearDownScene(holding)
            empty.subscribe(empty.source("outer").flatMapLatest { $0 == 0 ? empty.source("a") : .empty() })
            empty.send(0, to: "outer")
            empty.send(1, to: "outer")
            empty.complete("outer")
            empty.expect("+outer +a -a -outer completed")
        }
    }

    @Test(arguments: tearDownCases)
    func zipAndCombineLatestTearDownASourceThatHasStoppedBeforeTheyPassThatOn(core: Core, holding: Holding) {
        staged(core) {
            typealias Combine = (Observable<Int>, Observable<Int>) -> Observable<Int>
            let operators: [Combine] = [
                { .zip($0, $1, resultSelector: +) }, { .combineLatest($0, $1, resultSelector: +) },
            ]
            for combine in operators {
                let scene = TearDownScene(holding)
                scene.subscribe(combine(scene.source("a"), scene.source("b")))
                scene.complete("a")
                scene.complete("b")
                scene.expect("+a +b -a -b completed")
                let failing = TearDownScene(holding)
                failing.subscribe(combine(failing.source("a"), failing.source("b")))
                failing.fail("b")
                failing.expect("+a +b -b error(first) -a")
            }
        }
    }

    @Test(arguments: tearDownCases)
    func zipAndCombineLatestOfACollectionCompleteBeforeTheyTearDownTheLast(core: Core, holding: Holding) {
        staged(core) {
            typealias Combine = ([Observable<Int>]) -> Observable<Int>
            let operators: [Combine] = [
                { .zip($0, resultSelector: { $0[0] }) }, { .combineLatest($0, resultSelector: { $0[0] }) },
            ]
            for combine in operators {
                let scene = TearDownScene(holding)
                scene.subscribe(combine([scene.source("a"), scene.source("b")]))
                scene.complete("a")
                scene.complete("b")
                scene.expect("+a +b -a completed -b")
            }
        }
    }
}
