import Rx
import Testing

@testable import LawSupport

/// What went wrong in other Rx libraries where several sources meet, replayed. The name is the law; the comment names the library
/// and the thread that tells of it.
@Suite struct BugsOfOtherLibrariesCombining {
    enum Pairing: String, CaseIterable, CustomTestStringConvertible {
        case takeUntil, skipUntil, sample, withLatestFrom, combineLatest, zip, merge, amb

        var testDescription: String { rawValue }

        func build(_ first: Observable<Int>, _ second: Observable<Int>) -> Observable<Int> {
            switch self {
            case .takeUntil: first.take(until: second)
            case .skipUntil: first.skip(until: second)
            case .sample: first.sample(second)
            case .withLatestFrom: first.withLatestFrom(second) { $0 + $1 }
            case .combineLatest: Observable.combineLatest(first, second) { $0 + $1 }
            case .zip: Observable.zip(first, second) { $0 + $1 }
            case .merge: Observable.merge(first, second)
            case .amb: first.amb(second)
            }
        }
    }

    /// RxJava 2809, RxDart 433: one of two sources ends the whole, and the other one stays subscribed to.
    @Test(arguments: Core.underLaw, Pairing.allCases)
    func anErrorOfEitherSourceLetsGoOfBoth(core: Core, pairing: Pairing) {
        core.run {
            for failing in [0, 1] {
                let sources = [PublishSubject<Int>(), PublishSubject<Int>()], probe = Probe<Int>()
                _ = pairing.build(sources[0].asObservable(), sources[1].asObservable()).subscribe(probe)
                sources[failing].onError(TestError())
                #expect(probe.error is TestError)
                #expect(sources.map(\.hasObservers) == [false, false])
                sources[1 - failing].onNext(1)
                sources[1 - failing].onCompleted()
                #expect(probe.fault == nil && probe.elements == [])
            }
        }
    }

    /// rxRust 173, 179, 184, 267: an observer that sends to a source of what it hears finds it borrowed.
    @Test(arguments: Core.underLaw, Pairing.allCases)
    func whoHearsAPairingMaySendToItsSources(core: Core, pairing: Pairing) {
        core.run {
            let sources = [PublishSubject<Int>(), PublishSubject<Int>()]
            var isFirst = true
            let probe = Probe<Int> { event in
                guard event.element != nil, isFirst else { return }
                isFirst = false
                sources[0].onNext(10)
                sources[1].onNext(100)
                sources[0].onNext(20)
            }
            onThread {
                let subscription = pairing.build(sources[0].asObservable(), sources[1].asObservable()).subscribe(probe)
                switch pairing {
                case .takeUntil, .amb, .merge: sources[0].onNext(1)
                case .skipUntil, .withLatestFrom:
                    sources[1].onNext(2)
                    sources[0].onNext(1)
                case .sample, .combineLatest, .zip:
                    sources[0].onNext(1)
                    sources[1].onNext(2)
                }
                subscription.dispose()
            }
            // The order of what is sent to different sources from inside a delivery isn't promised.
            let heard = probe.elements
            let isRight =
                switch pairing {
                case .takeUntil: heard == [1] || heard == [1, 10]
                case .skipUntil, .amb: heard == [1, 10, 20]
                case .sample: heard == [1, 10] || heard == [1, 20]
                case .withLatestFrom: heard.count == 3 && heard.first == 3 && heard.last == 120
                case .combineLatest: heard.count == 4 && heard.first == 3 && heard.last == 120
                case .zip: heard == [3, 110]
                case .merge: heard.filter { $0 < 100 } == [1, 10, 20] && heard.contains(100)
                }
            #expect(isRight, "\(heard)")
            #expect(probe.fault == nil)
            #expect(probe.isCompleted == (pairing == .takeUntil))
            probe.forget()
        }
    }

    /// RxJava 778, 4377: each source sends one element and completes, on a thread of its own, and there is no row or no end.
    @Test(arguments: Core.underLaw, 0..<4)
    func sourcesOfOneElementOnTwoThreadsMakeOneRow(core: Core, shape: Int) {
        core.run {
            race(rounds: 400, threads: 2) { _ in
                let sources = [PublishSubject<Int>(), PublishSubject<Int>()], probe = Probe<[Int]>()
                let output: Observable<[Int]>
                switch shape {
                case 0: output = Observable.zip(sources[0], sources[1]) { [$0, $1] }
                case 1: output = Observable.zip(sources)
                case 2: output = Observable.combineLatest(sources[0], sources[1]) { [$0, $1] }
                default: output = Observable.combineLatest(sources)
                }
                _ = output.subscribe(probe)
                return (sources, probe)
            } body: { (round: ([PublishSubject<Int>], Probe<[Int]>), index: Int) in
                round.0[index].onNext(index)
                round.0[index].onCompleted()
            } check: { _, probe in
                if let fault = probe.fault { return fault }
                return probe.elements == [[0, 1]] && probe.isCompleted ? nil : "\(probe.elements), \(probe.stops) stop events"
            }
        }
    }

    /// Rx.NET 824: with more than two sources that send during `subscribe`, what came first is forgotten when its source completes.
    @Test(arguments: Core.underLaw, 2...6)
    func manySourcesThatAreOverAtOnceMakeOneRow(core: Core, count: Int) {
        core.run {
            let kinds: [(Int) -> Observable<Int>] = [
                { .just($0) }, { .of($0) },
                { number in
                    Observable.create { observer in
                        observer.onNext(number)
                        observer.onCompleted()
                        return Disposables.create()
                    }
                },
            ]
            for kind in kinds {
                let sources = (0..<count).map(kind)
                for rows in [Observable.zip(sources), Observable.combineLatest(sources)] {
                    let probe = Probe<[Int]>()
                    _ = rows.subscribe(probe)
                    #expect(probe.elements == [Array(0..<count)])
                    #expect(probe.isCompleted)
                }
                let sums = [
                    Observable.zip(kind(1), kind(2), kind(3), kind(4)) { $0 + $1 + $2 + $3 },
                    Observable.combineLatest(kind(1), kind(2), kind(3), kind(4)) { $0 + $1 + $2 + $3 },
                ]
                for sum in sums {
                    let probe = Probe<Int>()
                    _ = sum.subscribe(probe)
                    #expect(probe.elements == [10])
                    #expect(probe.isCompleted)
                }
            }
        }
    }

    /// RxJava 2961, 6373, ReactiveUI.Primitives 79: `amb` has two winners, disposes the winner, or keeps the loser.
    @Test(arguments: Core.underLaw)
    func ambHasOneWinnerAndLetsGoOfTheOther(core: Core) {
        core.run {
            race(rounds: 400, threads: 2) { _ in
                let sources = [CountedSource(), CountedSource()], probe = Probe<Int>()
                _ = sources[0].observable.amb(sources[1].observable).subscribe(probe)
                return (sources, probe)
            } body: { (round: ([CountedSource], Probe<Int>), index: Int) in
                for _ in 0..<3 { round.0[index].subject.onNext(index) }
            } check: { sources, probe in
                if let fault = probe.fault { return fault }
                guard let winner = probe.elements.first else { return "nobody has won" }
                if probe.elements != [winner, winner, winner] { return "\(probe.elements)" }
                if sources[winner].ended.value != 0 { return "the winner was disposed" }
                if sources[1 - winner].ended.value != 1 { return "the loser was not disposed" }
                sources[winner].subject.onCompleted()
                return probe.isCompleted && sources[winner].ended.value == 1 ? nil : "no end"
            }
        }
    }

    /// Rx.NET 1414, RxPY 455, 236: sources that send at the same time bring operators that count or add up out of step.
    @Test(arguments: Core.underLaw, 0..<5)
    func operatorsThatCountAreRightForSeveralSenders(core: Core, shape: Int) {
        core.run {
            race(rounds: 200, threads: 3) { _ in
                let subject = PublishSubject<Int>(), probe = Probe<Int>()
                let output: Observable<Int>
                switch shape {
                case 0: output = subject.take(1)
                case 1: output = subject.take(3)
                case 2: output = Observable.merge(subject.scan(0) { $0 + $1 }.element(at: 14), .empty())
                case 3: output = subject.enumerated().map(\.index).skip(12).take(3)
                default: output = subject.first().asObservable().map { $0 ?? 0 }
                }
                _ = output.subscribe(probe)
                return (subject, probe)
            } body: { (round: (PublishSubject<Int>, Probe<Int>), _: Int) in
                for _ in 0..<5 { round.0.onNext(1) }
            } check: { subject, probe in
                if let fault = probe.fault { return fault }
                let expected = [[1], [1, 1, 1], [15], [12, 13, 14], [1]][shape]
                if probe.elements != expected || !probe.isCompleted { return "\(probe.elements), \(probe.stops) stop events" }
                return subject.hasObservers ? "the source is still subscribed to" : nil
            }
        }
    }

    /// RxJava 3309, 6664: a closure of an operator fails, and the source goes on, or the closure is called again.
    @Test(arguments: Core.underLaw)
    func aClosureThatFailsEndsItsSourceAndIsNotCalledAgain(core: Core) {
        core.run {
            func fail<Result>(_ calls: AtomicCount) throws -> Result {
                calls.add()
                throw TestError()
            }
            let operators: [(PublishSubject<Int>, AtomicCount) -> Observable<Int>] = [
                { source, calls in source.map { _ in try fail(calls) } },
                { source, calls in source.filter { _ in try fail(calls) } },
                { source, calls in source.compactMap { _ in try fail(calls) } },
                { source, calls in source.scan(0) { _, _ in try fail(calls) } },
                { source, calls in source.reduce(0) { _, _ in try fail(calls) } },
                { source, calls in source.startWith(0).distinctUntilChanged { _, _ in try fail(calls) }.skip(1) },
                { source, calls in source.take(while: { _ in try fail(calls) }) },
                { source, calls in source.skip(while: { _ in try fail(calls) }) },
                { source, calls in source.single { _ in try fail(calls) } },
                { source, calls in source.do(onNext: { _ in try fail(calls) as Void }) },
                { source, calls in source.flatMap { _ in try fail(calls) as Observable<Int> } },
                { source, calls in source.flatMapFirst { _ in try fail(calls) as Observable<Int> } },
                { source, calls in source.flatMapLatest { _ in try fail(calls) as Observable<Int> } },
                { source, calls in source.concatMap { _ in try fail(calls) as Observable<Int> } },
                { source, calls in source.groupBy { _ in try fail(calls) as Int }.flatMap { $0 } },
                { source, calls in source.withLatestFrom(Observable.just(1)) { _, _ in try fail(calls) } },
                { source, calls in Observable.zip(source, Observable.of(1, 2)) { _, _ in try fail(calls) } },
                { source, calls in Observable.combineLatest([source.asObservable(), .just(1)]) { _ in try fail(calls) } },
            ]
            for (index, build) in operators.enumerated() {
                let source = PublishSubject<Int>(), calls = AtomicCount(), probe = Probe<Int>()
                _ = build(source, calls).subscribe(probe)
                for number in 1...3 { source.onNext(number) }
                #expect(calls.value == 1, "operator \(index)")
                #expect(probe.elements == [] && probe.error is TestError, "operator \(index)")
                #expect(!source.hasObservers, "operator \(index)")
            }
        }
    }
}
