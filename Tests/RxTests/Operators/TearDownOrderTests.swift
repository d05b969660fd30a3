import Foundation
import Rx
import RxTest
import Testing

/// What a subscription holds until it is torn down.
enum Holding: CaseIterable, Sendable {
    case disposable, onDispose, resource
    /// As `onDispose`, further up: behind an operator that gives its source a lifetime of its own.
    case onDisposeUpstream
}

private let cases = Core.allCases.flatMap { core in Holding.allCases.map { (core, $0) } }

/// Sequences that a test ends by hand, and what it hears of them: `+a` and `-a` when `a` is subscribed to and torn down.
private final class Scene {
    private let holding: Holding
    private var subjects: [String: PublishSubject<Int>] = [:]
    let journal = Journal()

    private let subscriptions = CompositeDisposable()

    init(_ holding: Holding) {
        self.holding = holding
        Scene.ofThread.append(self)
    }

    /// Those of the test that runs on this thread.
    static var ofThread: [Scene] {
        get { Thread.current.threadDictionary["scenes"] as? [Scene] ?? [] }
        set { Thread.current.threadDictionary["scenes"] = newValue }
    }

    /// Lets go of everything: what a test leaves running holds itself.
    func end() {
        subscriptions.dispose()
        subjects = [:]
    }

    func source(_ name: String) -> Observable<Int> {
        let journal = journal
        return Observable.deferred { [self] in
            let subject = PublishSubject<Int>()
            subjects[name] = subject
            let begin = { journal.add("+\(name)") }, end = { journal.add("-\(name)") }
            switch holding {
            case .disposable:
                return .create { observer in
                    begin()
                    return Disposables.create(subject.subscribe(observer), Disposables.create(with: end))
                }
            case .onDispose: return subject.do(onSubscribe: begin, onDispose: end)
            case .resource:
                return .using(
                    {
                        begin()
                        return CompositeDisposable(disposables: [Disposables.create(with: end)])
                    },
                    observableFactory: { (_: CompositeDisposable) in subject.asObservable() })
            case .onDisposeUpstream:
                return subject.do(onSubscribe: begin, onDispose: end).take(until: Observable<Int>.never()).map { $0 }
                    .amb(Observable.never())
            }
        }
    }

    func subscribe(_ result: Observable<Int>) {
        keep(result.subscribe { [journal] in journal.add("\($0)") })
    }

    func keep(_ subscription: any Disposable) { _ = subscriptions.insert(subscription) }
    func send(_ element: Int, to name: String) { subjects[name]?.onNext(element) }
    func complete(_ name: String) { subjects[name]?.onCompleted() }
    func fail(_ name: String) { subjects[name]?.onError(Failure.first) }

    func expect(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(journal.lines.joined(separator: " ") == line, sourceLocation: sourceLocation)
    }
}

/// Runs a test on a core, and ends its scenes.
private func staged(_ core: Core, _ body: () -> Void) {
    core.run(body)
    for scene in Scene.ofThread { scene.end() }
    Scene.ofThread = []
}

private typealias FlatMap = (Observable<Int>, @escaping (Int) -> Observable<Int>) -> Observable<Int>
private var flatMaps: [FlatMap] { [{ $0.flatMap($1) }, { $0.flatMapFirst($1) }, { $0.flatMapLatest($1) }] }

/// A source that has stopped, and what follows from that: which of both comes first. Programs rely on it when two things
/// can't be open at once, or when they share a connection.
@Suite struct TearDownOrderTests {
    // MARK: One after the other

    @Test(arguments: cases)
    func concatTearsDownBeforeItSubscribesToTheNextAndCompletesBeforeItTearsDownTheLast(core: Core, holding: Holding) {
        staged(core) {
            let scene = Scene(holding)
            scene.subscribe(scene.source("a").concat(scene.source("b")).concat(scene.source("c")))
            for name in ["a", "b", "c"] { scene.complete(name) }
            scene.expect("+a -a +b -b +c completed -c")
        }
    }

    @Test(arguments: cases)
    func concatTearsDownBeforeItSendsASingleElement(core: Core, holding: Holding) {
        staged(core) {
            let scene = Scene(holding)
            scene.subscribe(.concat([scene.source("a"), .just(1), scene.source("b")]))
            scene.complete("a")
            scene.expect("+a -a next(1) +b")
        }
    }

    @Test(arguments: cases)
    func concatDisposedByTheTearDownSubscribesToNothingMore(core: Core, holding: Holding) {
        staged(core) {
            let scene = Scene(holding), subscription = SerialDisposable()
            let first = scene.source("a").do(onDispose: { subscription.disposable = Disposables.create() })
            subscription.disposable = first.concat(scene.source("b")).subscribe()
            scene.complete("a")
            scene.expect("+a -a")
        }
    }

    @Test(arguments: cases)
    func retryDisposedByTheTearDownSubscribesToNothingMore(core: Core, holding: Holding) {
        staged(core) {
            let scene = Scene(holding), subscription = SerialDisposable()
            let failing = scene.source("a").do(onDispose: { subscription.disposable = Disposables.create() })
            subscription.disposable = failing.retry(2).subscribe()
            scene.fail("a")
            scene.expect("+a -a")
        }
    }

    @Test(arguments: cases)
    func concatOfAFailedSourcePassesTheErrorOnBeforeItTearsDown(core: Core, holding: Holding) {
        staged(core) {
            let scene = Scene(holding)
            scene.subscribe(scene.source("a").concat(scene.source("b")))
            scene.fail("a")
            scene.expect("+a error(first) -a")
        }
    }

    @Test(arguments: cases)
    func concatMapAndConcatTearDownBeforeTheySubscribeToTheNextOrComplete(core: Core, holding: Holding) {
        staged(core) {
            let mapped = Scene(holding)
            mapped.subscribe(Observable.of("a", "b").concatMap(mapped.source))
            let nested = Scene(holding)
            nested.subscribe(Observable.of("a", "b").map(nested.source).concat())
            for scene in [mapped, nested] {
                scene.complete("a")
                scene.complete("b")
                scene.expect("+a -a +b -b completed")
            }
        }
    }

    @Test(arguments: cases)
    func limitedMergeTearsDownBeforeItSubscribesToOneThatWaits(core: Core, holding: Holding) {
        staged(core) {
            let scene = Scene(holding)
            scene.subscribe(Observable.of("a", "b", "c").map(scene.source).merge(maxConcurrent: 2))
            for name in ["b", "a", "c"] { scene.complete(name) }
            scene.expect("+a +b -b +c -a -c completed")
        }
    }

    @Test(arguments: cases)
    func limitedMergePassesAnErrorOnBeforeItTearsDown(core: Core, holding: Holding) {
        staged(core) {
            for failing in ["a", "b"] {
                let scene = Scene(holding)
                scene.subscribe(Observable.of("a", "b", "c").map(scene.source).merge(maxConcurrent: 2))
                scene.fail(failing)
                scene.expect("+a +b error(first) -a -b")
            }
            let mapped = Scene(holding)
            mapped.subscribe(Observable.of("a", "b").concatMap(mapped.source))
            mapped.fail("a")
            mapped.expect("+a error(first) -a")
        }
    }

    @Test(arguments: cases)
    func concatMapPassesOnHowItsSourceStopsBeforeItTearsThatDown(core: Core, holding: Holding) {
        staged(core) {
            let scene = Scene(holding)
            scene.subscribe(scene.source("a").concatMap { Observable.just($0) })
            scene.complete("a")
            scene.expect("+a completed -a")
            let failing = Scene(holding)
            failing.subscribe(failing.source("a").concatMap { _ in failing.source("b") })
            failing.send(1, to: "a")
            failing.fail("a")
            failing.expect("+a +b error(first) -a -b")
        }
    }

    @Test(arguments: cases)
    func retryTearsDownBeforeItSubscribesAgainAndPassesTheLastErrorOnBeforeItTearsDown(core: Core, holding: Holding) {
        staged(core) {
            let scene = Scene(holding)
            scene.subscribe(scene.source("a").retry(3))
            for _ in 1...3 { scene.fail("a") }
            scene.expect("+a -a +a -a +a error(first) -a")
            let completing = Scene(holding)
            completing.subscribe(completing.source("a").retry())
            completing.complete("a")
            completing.expect("+a completed -a")
        }
    }

    @Test(arguments: cases)
    func catchOfASequenceTearsDownBeforeItSubscribesToTheNext(core: Core, holding: Holding) {
        staged(core) {
            let scene = Scene(holding)
            scene.subscribe(.catch(sequence: [scene.source("a"), scene.source("b")]))
            scene.fail("a")
            scene.fail("b")
            scene.expect("+a -a +b error(first) -b")
        }
    }

    @Test(arguments: cases)
    func retryWhenTearsDownBeforeItPublishesAnErrorAndAfterItPassedOneOn(core: Core, holding: Holding) {
        staged(core) {
            let scene = Scene(holding), journal = scene.journal
            scene.subscribe(scene.source("a").retry(when: { (errors: Observable<Failure>) in
               errors.do(onNext: { _ in journal.add("published") })
            }))
            scene.fail("a")
            scene.expect("+a -a published +a")
            let other = Scene(holding)
            other.subscribe(other.source("a").retry(when: { (errors: Observable<RxError>) in errors }))
            other.fail("a")
            other.expect("+a error(first) -a")
        }
    }

    // MARK: By dispose

    @Test(arguments: cases)
    func whereASecondSequenceJoinsInTheSourceIsTornDownFirst(core: Core, holding: Holding) {
        staged(core) {
            func expect(_ line: String, _ join: (Observable<Int>, Observable<Int>) -> Observable<Int>) {
                let scene = Scene(holding)
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

    @Test(arguments: cases)
    func andThenSubscribesToTheSecondBeforeItTearsDownTheFirst(core: Core, holding: Holding) {
        staged(core) {
            let scene = Scene(holding), first = scene.source("a").ignoreElements().asCompletable()
            scene.subscribe(first.andThen(scene.source("b")))
            scene.complete("a")
            scene.complete("b")
            scene.expect("+a +b -a completed -b")
            let concat = Scene(holding)
            func completable(_ name: String) -> Completable { concat.source(name).ignoreElements().asCompletable() }
            concat.keep(completable("a").concat(completable("b")).subscribe())
            concat.complete("a")
            concat.expect("+a -a +b")
        }
    }

    /// `concat` tears down first, `andThen` doesn't: where one is within the other, the outer one decides what happens between
    /// its own sources, whatever the inner one does between its.
    @Test(arguments: cases)
    func theOutermostOfNestedConcatsDecidesWhetherTwoSourcesOverlap(core: Core, holding: Holding) {
        staged(core) {
            let outer = Scene(holding), first = outer.source("a").ignoreElements().asCompletable()
            outer.subscribe(first.andThen(outer.source("b").concat(outer.source("c"))))
            for name in ["a", "b", "c"] { outer.complete(name) }
            outer.expect("+a +b -a -b +c completed -c")
            let inner = Scene(holding), second = inner.source("b").ignoreElements().asCompletable()
            inner.subscribe(inner.source("a").concat(second.andThen(inner.source("c"))))
            for name in ["a", "b", "c"] { inner.complete(name) }
            inner.expect("+a -a +b +c -b completed -c")
        }
    }

    @Test(arguments: cases)
    func catchAndIfEmptySubscribeToTheOtherBeforeTheyTearDownTheSource(core: Core, holding: Holding) {
        staged(core) {
            let failing = Scene(holding)
            failing.subscribe(failing.source("a").catch { _ in failing.source("b") })
            failing.fail("a")
            failing.expect("+a +b -a")
            let empty = Scene(holding)
            empty.subscribe(empty.source("a").ifEmpty(switchTo: empty.source("b")))
            empty.complete("a")
            empty.expect("+a +b -a")
        }
    }

    @Test(arguments: cases)
    func timeoutSubscribesToTheOtherBeforeItTearsDownTheSource(core: Core, holding: Holding) {
        staged(core) {
            let scene = Scene(holding), scheduler = TestScheduler(initialClock: 0)
            scene.subscribe(scene.source("a").timeout(.seconds(5), other: scene.source("b"), scheduler: scheduler))
            scheduler.advanceTo(10)
            scene.send(1, to: "a")
            scene.send(2, to: "b")
            scene.expect("+a +b -a next(2)")
        }
    }

    // MARK: Side by side

    @Test(arguments: cases)
    func flatMapAndMergeTearDownWhatHasCompletedBeforeTheyComplete(core: Core, holding: Holding) {
        staged(core) {
            let inners = Scene(holding)
            inners.subscribe(Observable.of("a", "b").flatMap(inners.source))
            let merged = Scene(holding)
            merged.subscribe(.merge(merged.source("a"), merged.source("b")))
            for scene in [inners, merged] {
                scene.complete("a")
                scene.complete("b")
                scene.expect("+a +b -a -b completed")
            }
            let first = Scene(holding)
            first.subscribe(Observable.of("a").flatMapFirst(first.source))
            first.complete("a")
            first.expect("+a -a completed")
            let source = Scene(holding)
            source.subscribe(source.source("a").flatMap { Observable.just($0) })
            source.complete("a")
            source.expect("+a -a completed")
        }
    }

    @Test(arguments: cases)
    func flatMapPassesAnErrorOnBeforeItTearsDown(core: Core, holding: Holding) {
        staged(core) {
            let scene = Scene(holding)
            scene.subscribe(Observable.of("a").concat(Observable.never()).flatMap(scene.source))
            scene.fail("a")
            scene.expect("+a error(first) -a")
        }
    }

    @Test(arguments: cases)
    func flatMapFirstAndMergePassAnErrorOnBeforeTheyTearDown(core: Core, holding: Holding) {
        staged(core) {
            let first = Scene(holding)
            first.subscribe(Observable.of("a").concat(Observable.never()).flatMapFirst(first.source))
            first.fail("a")
            first.expect("+a error(first) -a")
            for failing in ["a", "b"] {
                let merged = Scene(holding)
                merged.subscribe(.merge(merged.source("a"), merged.source("b")))
                merged.fail(failing)
                merged.expect("+a +b error(first) -a -b")
            }
        }
    }

    @Test(arguments: cases)
    func flatMapsTearDownASourceThatHasCompletedBeforeTheyComplete(core: Core, holding: Holding) {
        staged(core) {
            for flatten in flatMaps {
                let scene = Scene(holding)
                scene.subscribe(flatten(scene.source("a")) { Observable.just($0) })
                scene.complete("a")
                scene.expect("+a -a completed")
                let running = Scene(holding)
                running.subscribe(flatten(running.source("a")) { _ in running.source("b") })
                running.send(1, to: "a")
                running.complete("a")
                running.complete("b")
                running.expect("+a +b -a -b completed")
            }
        }
    }

    @Test(arguments: cases)
    func flatMapsPassAnErrorOfTheSourceOnBeforeTheyTearItDown(core: Core, holding: Holding) {
        staged(core) {
            for flatten in flatMaps {
                let scene = Scene(holding)
                scene.subscribe(flatten(scene.source("a")) { Observable.just($0) })
                scene.fail("a")
                scene.expect("+a error(first) -a")
                let running = Scene(holding)
                running.subscribe(flatten(running.source("a")) { _ in running.source("b") })
                running.send(1, to: "a")
                running.fail("a")
                running.expect("+a +b error(first) -a -b")
            }
        }
    }

    @Test(arguments: cases)
    func flatMapLatestTearsDownAnInnerThatHasStoppedBeforeItPassesThatOn(core: Core, holding: Holding) {
        staged(core) {
            let scene = Scene(holding)
            scene.subscribe(Observable.of("a").flatMapLatest(scene.source))
            scene.complete("a")
            scene.expect("+a -a completed")
            let failing = Scene(holding)
            failing.subscribe(Observable.of("a").map(failing.source).switchLatest())
            failing.fail("a")
            failing.expect("+a -a error(first)")
            let source = Scene(holding)
            source.subscribe(source.source("a").flatMapLatest { Observable.just($0) })
            source.complete("a")
            source.expect("+a -a completed")
        }
    }

    @Test(arguments: cases)
    func zipAndCombineLatestTearDownASourceThatHasStoppedBeforeTheyPassThatOn(core: Core, holding: Holding) {
        staged(core) {
            typealias Combine = (Observable<Int>, Observable<Int>) -> Observable<Int>
            let operators: [Combine] = [
                { .zip($0, $1, resultSelector: +) }, { .combineLatest($0, $1, resultSelector: +) },
            ]
            for combine in operators {
                let scene = Scene(holding)
                scene.subscribe(combine(scene.source("a"), scene.source("b")))
                scene.complete("a")
                scene.complete("b")
                scene.expect("+a +b -a -b completed")
                let failing = Scene(holding)
                failing.subscribe(combine(failing.source("a"), failing.source("b")))
                failing.fail("b")
                failing.expect("+a +b -b error(first) -a")
            }
        }
    }

    @Test(arguments: cases)
    func zipAndCombineLatestOfACollectionCompleteBeforeTheyTearDownTheLast(core: Core, holding: Holding) {
        staged(core) {
            typealias Combine = ([Observable<Int>]) -> Observable<Int>
            let operators: [Combine] = [
                { .zip($0, resultSelector: { $0[0] }) }, { .combineLatest($0, resultSelector: { $0[0] }) },
            ]
            for combine in operators {
                let scene = Scene(holding)
                scene.subscribe(combine([scene.source("a"), scene.source("b")]))
                scene.complete("a")
                scene.complete("b")
                scene.expect("+a +b -a completed -b")
            }
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
