import Rx
import Testing

@testable import LawSupport

/// One connection for all: the first N subscribers, the last one, and the end may come at the same time.
@Suite struct SharingLaws {
    enum Sharing: String, CaseIterable, CustomTestStringConvertible {
        case share, shareReplay1, shareReplay2, shareForever, publishRefCount, replayRefCount, refCountMadeElsewhere

        var testDescription: String { rawValue }

        func apply(_ source: Observable<Int>) -> Observable<Int> {
            switch self {
            case .share: source.share()
            case .shareReplay1: source.share(replay: 1)
            case .shareReplay2: source.share(replay: 2)
            case .shareForever: source.share(replay: 1, scope: .forever)
            case .publishRefCount: source.publish().refCount()
            case .replayRefCount: source.replay(1).refCount()
            case .refCountMadeElsewhere: ConnectableMadeElsewhere(source.publish()).refCount()
            }
        }
    }

    @Test(arguments: Core.underLaw, Sharing.allCases)
    func theFirstSubscribersConnectOnceAndAllHearEverythingAfterwards(core: Core, sharing: Sharing) {
        core.run {
            let threads = 3
            race(rounds: 300, threads: threads) { _ in
                let source = CountedSource()
                return (source, sharing.apply(source.observable), (0..<threads).map { _ in Probe<Int>() }, Barrier(threads))
            } body: { (round: (CountedSource, Observable<Int>, [Probe<Int>], Barrier), index: Int) in
                let (source, shared, probes, barrier) = round
                let subscription = shared.subscribe(probes[index])
                guard barrier.meet() else { return }
                if index == 0 { for number in 0..<3 { source.subject.onNext(number) } }
                guard barrier.meet() else { return }
                subscription.dispose()
            } check: { round in
                let (source, _, probes, _) = round
                if source.begun.value != 1 { return "\(source.begun.value) connections" }
                if source.ended.value != 1 { return "\(source.ended.value) connections ended" }
                for probe in probes where probe.elements != [0, 1, 2] || probe.fault != nil {
                    return probe.fault ?? "\(probe.elements)"
                }
                return nil
            }
        }
    }

    /// Subscribers come and go: as many connections begin as end, never two at once, and the last one has gone in the end.
    @Test(arguments: Core.underLaw, Sharing.allCases)
    func connectionsEndWithTheirLastSubscriber(core: Core, sharing: Sharing) {
        core.run {
            race(rounds: 300, threads: 2) { _ in
                let source = CountedSource()
                return (source, sharing.apply(source.observable))
            } body: { (round: (CountedSource, Observable<Int>), index: Int) in
                for _ in 0..<5 {
                    let subscription = round.1.subscribe(onNext: { _ in })
                    if index == 0 { round.0.subject.onNext(1) }
                    subscription.dispose()
                }
            } check: { (source, _) in
                let (begun, ended) = (source.begun.value, source.ended.value)
                if begun != ended || begun < 1 { return "\(begun) connections began, \(ended) ended" }
                return source.subject.hasObservers ? "the source is still subscribed to" : nil
            }
        }
    }

    /// The end of a connection is told to its subscribers when the next one may have begun: from inside that very event.
    @Test(arguments: Core.underLaw, Sharing.allCases.filter { $0 != .shareForever })
    func anOldConnectionEndsNothingOfTheNext(core: Core, sharing: Sharing) {
        core.run {
            let source = CountedSource(), shared = sharing.apply(source.observable.take(until: { $0 == 1 }, behavior: .inclusive))
            let second = Probe<Int>(), third = Probe<Int>()
            _ = shared.subscribe(onCompleted: { _ = shared.subscribe(second) })
            source.subject.onNext(1)
            _ = shared.subscribe(third)
            source.subject.onNext(2)
            #expect(source.begun.value == 2)
            #expect(second.elements == [2])
            #expect(third.elements == [2])
            source.subject.onNext(1)
            #expect(source.ended.value == 2)
            #expect(second.isCompleted && third.isCompleted)
        }
    }

    /// Some may wait for the end of the connection before when the next one, which the first of them makes, has ended already: they connect
    /// anew, one after the other.
    @Test(arguments: Core.underLaw, Sharing.allCases.filter { $0 != .shareForever })
    func whoComesWhileAConnectionEndsHasTheNext(core: Core, sharing: Sharing) {
        core.run {
            for leaving in [nil, 0, 1, 2] {
                let probes = (0..<3).map { _ in Probe<Int>() }, begun = AtomicCount(), ended = AtomicCount()
                var shared: Observable<Int>?
                let source = Observable<Int>.create { observer in
                    let number = begun.value
                    begun.add(1)
                    if number > 0 {
                        observer.onNext(number)
                        observer.onCompleted()
                        return Disposables.create { ended.add(1) }
                    }
                    return Disposables.create {
                        ended.add(1)
                        let subscriptions = probes.map { probe in shared?.subscribe(probe) }
                        if let leaving { subscriptions[leaving]?.dispose() }
                    }
                }
                shared = sharing.apply(source)
                shared?.subscribe().dispose()
                let heard = probes.map(\.elements)
                for (index, probe) in probes.enumerated() where index != leaving {
                    #expect(probe.isCompleted && probe.elements.count == 1, "\(sharing), \(String(describing: leaving)): \(heard)")
                }
                #expect(begun.value == ended.value)
                shared = nil
            }
        }
    }

    /// As above, by hand: a connection that has been disposed is disposed again when there is another one.
    @Test(arguments: Core.underLaw)
    func disposingAnOldConnectionAgainEndsNothing(core: Core) {
        core.run {
            let source = CountedSource(), shared = source.observable.publish(), probe = Probe<Int>()
            let first = shared.connect()
            first.dispose()
            let second = shared.connect()
            first.dispose()
            _ = shared.subscribe(probe)
            let third = shared.connect()
            #expect(source.begun.value == 2)
            source.subject.onNext(1)
            #expect(probe.elements == [1])
            third.dispose()
            #expect(source.ended.value == 2)
            second.dispose()
            #expect(source.ended.value == 2)
        }
    }

    /// The first subscriber has had enough before the connection is made.
    @Test(arguments: Core.underLaw)
    func whoLeavesDuringItsReplayConnectsNothing(core: Core) {
        core.run {
            let source = CountedSource(), shared = Sharing.shareForever.apply(source.observable), probe = Probe<Int>()
            let first = shared.subscribe(onNext: { _ in })
            source.subject.onNext(1)
            first.dispose()
            _ = shared.take(1).subscribe(probe)
            #expect(probe.elements == [1])
            #expect(source.begun.value == source.ended.value)
            #expect(!source.subject.hasObservers)
        }
    }

    /// A source of groups or windows has several readers: one of the outer sequence, and one of each inner one.
    @Test(arguments: Core.underLaw, [false, true])
    func theSourceOfGroupsOrWindowsStaysForTheLastReader(core: Core, windows: Bool) {
        core.run {
            let source = PublishSubject<Int>(), probe = Probe<Int>()
            let inner: Observable<Observable<Int>> =
                windows
                ? source.window(timeSpan: .seconds(1000), count: 1000, scheduler: SerialScheduler(core: core))
                : source.groupBy { $0 % 2 }.map { $0.asObservable() }
            var readings: [any Disposable] = []
            let outer = inner.subscribe(onNext: { readings.append($0.subscribe(probe)) })
            for number in 1...2 { source.onNext(number) }
            outer.dispose()
            source.onNext(3)
            if !windows { readings.removeFirst().dispose() }  // That of the odd ones.
            source.onNext(4)
            #expect(probe.elements == [1, 2, 3, 4])
            #expect(readings.count == 1 && source.hasObservers)
            for reading in readings { reading.dispose() }
            #expect(!source.hasObservers)
        }
    }

    /// The source completes while others subscribe: each of them hears one stop event, of this connection or of a later one.
    @Test(arguments: Core.underLaw, [Sharing.share, .shareReplay1, .shareReplay2, .publishRefCount])
    func whoSubscribesWhileTheConnectionEndsHearsAnEnd(core: Core, sharing: Sharing) {
        core.run {
            race(rounds: 500, threads: 2) { _ in
                let begun = AtomicCount()
                let subject = PublishSubject<Int>()
                // The first connection ends with the subject, later ones at once.
                let source = Observable<Int>.deferred { begun.add() == 1 ? subject.asObservable() : .empty() }
                let shared = sharing.apply(source), probes = (0..<3).map { _ in Probe<Int>() }
                _ = shared.subscribe(probes[0])
                return (subject, shared, probes)
            } body: { (round: (PublishSubject<Int>, Observable<Int>, [Probe<Int>]), index: Int) in
                if index == 0 { return round.0.onCompleted() }
                for probe in round.2.dropFirst() { _ = round.1.subscribe(probe) }
            } check: { round in
                for (index, probe) in round.2.enumerated() where probe.stops != 1 || probe.fault != nil {
                    return probe.fault ?? "subscriber \(index) heard \(probe.stops) stop events"
                }
                return nil
            }
        }
    }
}
