import Rx
import Testing

@testable import LawSupport

/// What went wrong in other Rx libraries where sequences of sequences are flattened, grouped or cut, replayed. The name is the law;
/// the comment names the library and the thread that tells of it.
@Suite struct BugsOfOtherLibrariesFlattening {
    enum Flattening: String, CaseIterable, CustomTestStringConvertible {
        case flatMap, concatMap, mergeOfTwo, flatMapLatest, flatMapFirst

        var testDescription: String { rawValue }

        func build<Inner>(_ outer: Observable<Inner>, _ inner: @escaping (Inner) -> Observable<Int>) -> Observable<Int> {
            switch self {
            case .flatMap: outer.flatMap(inner)
            case .concatMap: outer.concatMap(inner)
            case .mergeOfTwo: outer.map(inner).merge(maxConcurrent: 2)
            case .flatMapLatest: outer.flatMapLatest(inner)
            case .flatMapFirst: outer.flatMapFirst(inner)
            }
        }
    }

    /// RxJava 5832: the outer sequence fails, and the inner one goes on.
    @Test(arguments: Core.underLaw, Flattening.allCases)
    func anErrorOfTheOuterSequenceEndsTheInnerOnes(core: Core, flattening: Flattening) {
        core.run {
            let outer = PublishSubject<Int>(), inner = PublishSubject<Int>(), probe = Probe<Int>()
            _ = flattening.build(outer.asObservable()) { _ in inner.asObservable() }.subscribe(probe)
            outer.onNext(1)
            inner.onNext(1)
            outer.onError(TestError())
            #expect(!inner.hasObservers)
            inner.onNext(2)
            #expect(probe.elements == [1])
            #expect(probe.error is TestError)
        }
    }

    /// RxJava 4512, 6914, 7596: of an inner sequence that begins while the whole is disposed, nobody disposes the subscription.
    @Test(arguments: Core.underLaw, Flattening.allCases)
    func everyInnerSequenceThatBeginsEnds(core: Core, flattening: Flattening) {
        core.run {
            race(rounds: 300, threads: 2) { _ in
                let outer = PublishSubject<Int>(), inner = CountedSource(), isOver = AtomicFlag(), late = AtomicCount()
                let output = flattening.build(outer.asObservable()) { _ in inner.observable.startWith(0).scan(0) { $0 + $1 } }
                return (outer, inner, output.subscribe(onNext: { _ in if isOver.isSet { late.add() } }), isOver, late)
            } body: { (round: (PublishSubject<Int>, CountedSource, any Disposable, AtomicFlag, AtomicCount), index: Int) in
                if index == 0 {
                    for number in 0..<3 { round.0.onNext(number) }
                } else {
                    round.2.dispose()
                    round.3.set()
                }
            } check: { _, inner, _, _, late in
                let (begun, ended) = (inner.begun.value, inner.ended.value)
                if begun != ended { return "\(begun) began, \(ended) ended" }
                if late.value > 0 { return "\(late.value) elements after dispose" }
                return inner.subject.hasObservers ? "an inner sequence is still subscribed to" : nil
            }
        }
    }

    /// trikot.streams 111: the inner sequence before is disposed after the new one has been subscribed to.
    @Test(arguments: Core.underLaw)
    func aNewInnerSequenceBeginsWhenTheOneBeforeHasEnded(core: Core) {
        core.run {
            let outer = PublishSubject<Int>()
            var log: [String] = []
            let subscription = outer.flatMapLatest { number in
                Observable<Int>.create { _ in
                    log.append("+\(number)")
                    return Disposables.create { log.append("-\(number)") }
                }
            }.subscribe()
            for number in 1...3 { outer.onNext(number) }
            #expect(log == ["+1", "-1", "+2", "-2", "+3"])
            subscription.dispose()
            #expect(log.last == "-3")
        }
    }

    /// RxDart 511: the outer sequence has completed, then the last inner one does, and nobody hears of it.
    @Test(arguments: Core.underLaw, Flattening.allCases)
    func theLastOfOuterAndInnerSequencesCompletesTheWhole(core: Core, flattening: Flattening) {
        core.run {
            for innerEndsFirst in [false, true] {
                let outer = PublishSubject<Int>(), inner = BehaviorSubject(value: 1), probe = Probe<Int>()
                _ = flattening.build(outer.asObservable()) { _ in inner.asObservable() }.subscribe(probe)
                outer.onNext(0)
                if innerEndsFirst { inner.onCompleted() } else { outer.onCompleted() }
                #expect(probe.stops == 0)
                if innerEndsFirst { outer.onCompleted() } else { inner.onCompleted() }
                #expect(probe.elements == [1])
                #expect(probe.isCompleted)
            }
        }
    }

    /// RxJava 5851: an error and a completion come together, and completion is heard.
    @Test(arguments: Core.underLaw, 0..<4)
    func anErrorIsNotLostToACompletionAtTheSameTime(core: Core, shape: Int) {
        core.run {
            race(rounds: 300, threads: 2) { _ in
                let sources = [PublishSubject<Int>(), PublishSubject<Int>()], probe = Probe<Int>()
                let output: Observable<Int>
                switch shape {
                case 0: output = Observable.merge(sources.map { $0.asObservable() })
                case 1: output = Observable.of(0, 1).flatMap { sources[$0] }
                case 2: output = Observable.from(sources).merge(maxConcurrent: 2)
                default: output = Observable.combineLatest(sources).map { $0[0] }
                }
                _ = output.subscribe(probe)
                return (sources, probe)
            } body: { (round: ([PublishSubject<Int>], Probe<Int>), index: Int) in
                if index == 0 { round.0[0].onError(TestError()) } else { round.0[1].onCompleted() }
            } check: { sources, probe in
                if let fault = probe.fault { return fault }
                return probe.error is TestError && !sources[1].hasObservers ? nil : "\(probe.stops) stop events, but no error"
            }
        }
    }

    /// RxJava 6945, 4981: with a limit, inner sequences that are there at once and others on a scheduler hang or change places.
    @Test(arguments: Core.underLaw, [1, 2, 3])
    func innerSequencesAtOnceAndOnASchedulerAllRunUnderALimit(core: Core, limit: Int) {
        core.run {
            let scheduler = SerialScheduler(core: core)
            for round in 0..<20 {
                let probe = Probe<Int>()
                _ = Observable.range(start: 1, count: 40).map { number -> Observable<Int> in
                    switch (number + round) % 4 {
                    case 0: Observable.just(number).observe(on: scheduler)
                    case 1: Observable.just(number)
                    case 2:
                        Observable.create { observer in
                            observer.onNext(number)
                            observer.onCompleted()
                            return Disposables.create()
                        }
                    default: Observable.just(number).subscribe(on: scheduler)
                    }
                }.merge(maxConcurrent: limit).subscribe(probe)
                let isOver = eventually { probe.isCompleted }
                #expect(isOver)
                #expect(probe.fault == nil)
                #expect(probe.elements.sorted() == Array(1...40))
                if limit == 1 { #expect(probe.elements == Array(1...40)) }
                if !isOver { return }
            }
        }
    }

    /// RxSwift 2615, 2523, ReactiveCocoa 3140: what has waited for one slow inner sequence runs by recursion when that one is over.
    @Test func innerSequencesThatHaveWaitedForASlowOneNeedNoStack() async {
        await #expect(processExitsWith: .success) {
            for core in Core.underLaw {
                for mixture in 0...3 {
                    core.run {
                        onThread(stackSize: .smallStack) {
                            let outer = PublishSubject<Int>(), slow = PublishSubject<Int>()
                            var sum = 0, isCompleted = false
                            _ = outer.concatMap { number -> Observable<Int> in
                                switch mixture == 3 ? number % 3 : mixture {
                                case _ where number == 0: slow.asObservable()
                                case 0: Observable.just(1)
                                case 1: Observable.of(1)
                                default:
                                    Observable.create { observer in
                                        observer.onNext(1)
                                        observer.onCompleted()
                                        return Disposables.create()
                                    }
                                }
                            }.subscribe(onNext: { sum += $0 }, onCompleted: { isCompleted = true })
                            for number in 0...20_000 { outer.onNext(number) }
                            outer.onCompleted()
                            slow.onCompleted()
                            precondition(sum == 20_000 && isCompleted)
                        }
                    }
                }
            }
        }
    }

    /// RxJava 2890: the completion of an inner sequence brings the next one, and that is run twice or not at all.
    @Test(arguments: Core.underLaw, Flattening.allCases)
    func theCompletionOfAnInnerSequenceMayBringTheNextOne(core: Core, flattening: Flattening) {
        core.run {
            let outer = PublishSubject<Int>(), probe = Probe<Int>()
            let subscription = flattening.build(outer.asObservable()) { number in
                Observable<Int>.create { observer in
                    observer.onNext(number)
                    observer.onCompleted()
                    return Disposables.create { if number < 9 { outer.onNext(number + 1) } else { outer.onCompleted() } }
                }
            }.subscribe(probe)
            outer.onNext(1)
            #expect(probe.fault == nil)
            #expect(probe.elements == Array(1...9))
            #expect(probe.isCompleted)
            subscription.dispose()
        }
    }

    /// RxJava 2794: an element of the same key is sent while the group is being announced, and there are two groups of it.
    @Test(arguments: Core.underLaw)
    func whatIsSentWhileAGroupIsAnnouncedBelongsToIt(core: Core) {
        core.run {
            let source = PublishSubject<Int>(), probe = Probe<Int>()
            var keys: [Int] = []
            let subscription = source.groupBy { $0 % 2 }.do(onNext: { group in
                keys.append(group.key)
                if keys.count == 1 { for number in [3, 2, 5] { source.onNext(number) } }
            }).flatMap { $0 }.subscribe(probe)
            source.onNext(1)
            #expect(keys == [1, 0])
            #expect(probe.elements == [1, 3, 2, 5])
            subscription.dispose()
            #expect(!source.hasObservers)
        }
    }

    /// Rx.NET 153: two subscriptions of one `groupBy` count their groups together.
    @Test(arguments: Core.underLaw)
    func subscriptionsOfOneGroupByHaveGroupsOfTheirOwn(core: Core) {
        core.run {
            let source = CountedSource(), groups = source.observable.groupBy { $0 % 2 }.flatMap { $0 }
            let probes = (0..<3).map { _ in Probe<Int>() }
            var subscriptions = [groups.subscribe(probes[0])]
            source.subject.onNext(1)
            subscriptions[0].dispose()
            #expect(source.ended.value == 1)
            subscriptions += probes[1...].map { groups.subscribe($0) }
            source.subject.onNext(2)
            subscriptions[2].dispose()
            #expect(source.ended.value == 2)
            source.subject.onNext(3)
            #expect(probes.map(\.elements) == [[1], [2, 3], [2]])
            subscriptions[1].dispose()
            #expect(source.ended.value == 3)
        }
    }

    /// RxJava 5881, 6596, 7048: a window or group that nobody has subscribed to keeps the source for ever.
    @Test(arguments: Core.underLaw, [false, true])
    func whatNobodyReadsKeepsNoSource(core: Core, windows: Bool) {
        core.run {
            let source = PublishSubject<Int>()
            let inner: Observable<Observable<Int>> =
                windows
                ? source.window(timeSpan: .seconds(1000), count: 2, scheduler: SerialScheduler(core: core))
                : source.groupBy { $0 % 3 }.map { $0.asObservable() }
            var readings: [any Disposable] = [], unread: [Observable<Int>] = []
            let outer = inner.subscribe(onNext: { reading in
                if readings.isEmpty { readings.append(reading.subscribe()) } else { unread.append(reading) }
            })
            for number in 0..<5 { source.onNext(number) }
            outer.dispose()
            // The first window has ended; the first group has a reader.
            #expect(source.hasObservers != windows)
            for reading in readings { reading.dispose() }
            #expect(!source.hasObservers)
            #expect(unread.count == 2)
        }
    }
}
