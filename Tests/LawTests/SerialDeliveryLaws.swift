import Rx
import Testing

@testable import LawSupport

/// G1: `next* (error | completed)?`; two calls of one observer never overlap, whatever threads send.
@Suite struct SerialDeliveryLaws {
    @Test(arguments: Core.underLaw, Entrance.allCases)
    func manySendersAreHeardOneAtATimeAndNothingIsLost(core: Core, entrance: Entrance) {
        core.run {
            for senders in [2, 5, 8] {
                let count = 1000 / senders
                let opened = entrance.open(senders)
                let probe = Probe<NumberedElement>()
                let subscription = opened.output.subscribe(probe)
                together(
                    (0..<senders).map { sender in
                        {
                            let send = opened.sender(sender)
                            for index in 0..<count { send(.next(NumberedElement(sender: sender, index: index))) }
                            opened.finish(sender)
                        }
                    })
                #expect(probe.fault == nil)
                #expect(probe.isCompleted)
                for sender in 0..<senders {
                    let heard = probe.elements.filter { $0.sender == sender }.map(\.index)
                    #expect(heard == Array(0..<count), "sender \(sender) of \(senders)")
                }
                subscription.dispose()
            }
        }
    }

    /// The other thread finds somebody inside: it leaves its elements there and doesn't wait.
    @Test(arguments: Core.underLaw, Entrance.allCases)
    func whatAnotherThreadSendsDuringADeliveryFollowsIt(core: Core, entrance: Entrance) {
        core.run {
            for history in [0, 30] {
                let opened = entrance.open(2), last = NumberedElement(sender: 0, index: history)
                let probe = Probe<NumberedElement> { event in
                    guard event.element == last else { return }
                    onThread { for index in 0..<3 { opened.sender(1)(.next(NumberedElement(sender: 1, index: index))) } }
                }
                let subscription = opened.output.subscribe(probe)
                for index in 0...history { opened.sender(0)(.next(NumberedElement(sender: 0, index: index))) }
                #expect(probe.fault == nil)
                let followed = probe.elements.dropFirst(history + 1)
                #expect(followed.map(\.index) == [0, 1, 2])
                subscription.dispose()
                probe.forget()
            }
        }
    }

    @Test(arguments: Core.underLaw)
    func combineLatestAndZipTakeInWhatAnotherThreadSendsDuringARow(core: Core) {
        core.run {
            for zips in [false, true] {
                let a = PublishSubject<Int>(), b = PublishSubject<Int>()
                let rows = zips ? Observable.zip([a, b]) : Observable.combineLatest([a, b])
                let probe = Probe<[Int]> { event in
                    if event.element == [1, 10] { onThread { for number in [11, 12] { b.onNext(number) } } }
                }
                let subscription = rows.subscribe(probe)
                b.onNext(10)
                a.onNext(1)
                a.onNext(2)
                #expect(probe.fault == nil)
                #expect(probe.elements == (zips ? [[1, 10], [2, 11]] : [[1, 10], [1, 11], [1, 12], [2, 12]]))
                subscription.dispose()
            }
        }
    }

    @Test(arguments: Core.underLaw, Entrance.allCases)
    func ofManyStopEventsOneIsHeardAndNothingAfterIt(core: Core, entrance: Entrance) {
        core.run {
            let senders = 3
            race(rounds: 200, threads: senders) { _ in
                let opened = entrance.open(senders), probe = Probe<NumberedElement>()
                return (opened, probe, opened.output.subscribe(probe))
            } body: { round, index in
                let send = round.0.sender(index)
                for number in 0..<5 { send(.next(NumberedElement(sender: index, index: number))) }
                send(.error(TestError(number: index)))
                send(.next(NumberedElement(sender: index, index: 5)))
                send(.completed)
            } check: { (_, probe: Probe<NumberedElement>, _) in
                if let fault = probe.fault { return fault }
                if probe.stops != 1 { return "\(probe.stops) stop events" }
                guard let error = probe.error as? TestError else { return "not the error" }
                for sender in 0..<senders {
                    let heard = probe.elements.filter { $0.sender == sender }.map(\.index)
                    if heard != Array(0..<heard.count) || heard.count > 5 { return "sender \(sender): \(heard)" }
                    if sender == error.number, heard.count < 5 { return "the stop event overtook an element" }
                }
                return nil
            }
        }
    }

    @Test(arguments: Core.underLaw, [2, 4, 8])
    func combineLatestHearsItsSourcesOneAtATime(core: Core, senders: Int) {
        core.run {
            let subjects = (0..<senders).map { _ in PublishSubject<Int>() }
            let probe = Probe<[Int]>()
            let subscription = Observable.combineLatest(subjects).subscribe(probe)
            let count = 1000 / senders
            together(
                subjects.map { subject in
                    {
                        for number in 0..<count { subject.onNext(number) }
                        subject.onCompleted()
                    }
                })
            #expect(probe.fault == nil)
            #expect(probe.isCompleted)
            #expect(probe.elements.last == Array(repeating: count - 1, count: senders))
            for (row, next) in zip(probe.elements, probe.elements.dropFirst()) {
                #expect(zip(row, next).count { $0 != $1 } == 1, "\(row), then \(next)")
            }
            subscription.dispose()
        }
    }

    @Test(arguments: Core.underLaw, [2, 4, 8])
    func zipPairsWhatManySendersSend(core: Core, senders: Int) {
        core.run {
            let subjects = (0..<senders).map { _ in PublishSubject<Int>() }
            let probe = Probe<[Int]>()
            let subscription = Observable.zip(subjects).subscribe(probe)
            let count = 1000 / senders
            together(
                subjects.map { subject in
                    {
                        for number in 0..<count { subject.onNext(number) }
                        subject.onCompleted()
                    }
                })
            #expect(probe.fault == nil)
            #expect(probe.isCompleted)
            #expect(probe.elements == (0..<count).map { Array(repeating: $0, count: senders) })
            subscription.dispose()
        }
    }

    /// Subscribers that come while others send get a gapless end of what was sent.
    @Test(arguments: Core.underLaw, [1, 3])
    func whoSubscribesDuringDeliveriesMissesNothingAndHearsNothingTwice(core: Core, senders: Int) {
        core.run {
            let count = 400
            race(rounds: 40, threads: senders + 2) { _ in
                (BehaviorSubject(value: 0), ReplaySubject<Int>.create(bufferSize: 2), LockedLog<Probe<Int>>(), AtomicCount())
            } body: { (round: (BehaviorSubject<Int>, ReplaySubject<Int>, LockedLog<Probe<Int>>, AtomicCount), index: Int) in
                let (behavior, replay, probes, numbers) = round
                guard index < senders else {
                    for _ in 0..<5 {
                        for subject in [behavior, replay] as [Observable<Int>] {
                            let probe = Probe<Int>()
                            probes.append(probe)
                            _ = subject.subscribe(probe)
                        }
                    }
                    return
                }
                // One sender: consecutive numbers. Several: that the two subjects' own order is kept is all one can say.
                for _ in 0..<count / senders {
                    let number = numbers.add()
                    behavior.onNext(number)
                    replay.onNext(number)
                }
            } check: { round in
                round.0.onCompleted()
                round.1.onCompleted()
                for probe in round.2.entries {
                    if let fault = probe.fault { return fault }
                    if !probe.isCompleted { return "somebody missed the end" }
                    let heard = probe.elements
                    if Set(heard).count != heard.count { return "something was heard twice: \(heard)" }
                    if senders == 1, let first = heard.first, heard != Array(first..<(first + heard.count)) {
                        return "a gap: \(heard)"
                    }
                }
                return nil
            }
        }
    }
}
