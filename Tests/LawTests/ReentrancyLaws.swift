import Rx
import Testing

@testable import LawSupport

/// G1 on one thread: what is sent from inside a delivery is delivered after it.
@Suite struct ReentrancyLaws {
    /// Whether so much was sent before that the thread has the gate's bias.
    private static let histories = [0, 30]

    @Test(arguments: Core.underLaw, Entrance.allCases)
    func whatIsSentFromInsideADeliveryFollowsIt(core: Core, entrance: Entrance) {
        core.run {
            for history in Self.histories {
                let opened = entrance.open(1)
                let probe = Probe<NumberedElement> { event in
                    guard let item = event.element, item.sender == 1, item.index < 8 else { return }
                    for next in [item.index * 2, item.index * 2 + 1] {
                        opened.sender(0)(.next(NumberedElement(sender: 1, index: next)))
                    }
                }
                let subscription = opened.output.subscribe(probe)
                let send = opened.sender(0)
                for index in 0..<history { send(.next(NumberedElement(sender: 0, index: index))) }
                send(.next(NumberedElement(sender: 1, index: 1)))
                #expect(probe.fault == nil)
                #expect(probe.elements.dropFirst(history).map(\.index) == Array(1...15))
                subscription.dispose()
                probe.forget()
            }
        }
    }

    @Test(arguments: Core.underLaw, Entrance.allCases)
    func aStopEventSentFromInsideADeliveryEndsWhatFollows(core: Core, entrance: Entrance) {
        core.run {
            for history in Self.histories {
                let opened = entrance.open(1)
                let probe = Probe<NumberedElement> { event in
                    guard event.element == NumberedElement(sender: 1, index: 1) else { return }
                    let send = opened.sender(0)
                    send(.next(NumberedElement(sender: 1, index: 2)))
                    send(.error(TestError()))
                    send(.next(NumberedElement(sender: 1, index: 3)))
                    send(.completed)
                }
                let subscription = opened.output.subscribe(probe)
                for index in 0..<history { opened.sender(0)(.next(NumberedElement(sender: 0, index: index))) }
                opened.sender(0)(.next(NumberedElement(sender: 1, index: 1)))
                #expect(probe.fault == nil)
                #expect(probe.elements.dropFirst(history).map(\.index) == [1, 2])
                #expect(probe.error as? TestError == TestError())
                subscription.dispose()
                probe.forget()
            }
        }
    }

    /// Every observer of a subject hears the same order, also those that come after the one that sends.
    @Test(arguments: Core.underLaw)
    func allObserversHearTheSameOrder(core: Core) {
        core.run {
            let subjects: [(Observable<Int>, (Event<Int>) -> Void)] = [
                {
                    let s = PublishSubject<Int>(); return (s, s.on)
                }(),
                {
                    let s = BehaviorSubject(value: 0); return (s.skip(1), s.on)
                }(),
                {
                    let s = ReplaySubject<Int>.create(bufferSize: 1); return (s, s.on)
                }(),
            ]
            for (output, send) in subjects {
                var heard: [[Int]] = [[], [], []]
                for index in 0..<3 {
                    _ = output.subscribe(onNext: {
                        heard[index].append($0)
                        if index == 0, $0 == 1 {
                            send(.next(2))
                            send(.next(3))
                        }
                    })
                }
                send(.next(1))
                #expect(heard == [[1, 2, 3], [1, 2, 3], [1, 2, 3]])
                send(.completed)
            }
        }
    }

    @Test(arguments: Core.underLaw)
    func aSubjectsStateIsCurrentThoughItsDeliveryWaits(core: Core) {
        core.run {
            let subject = BehaviorSubject(value: 0)
            var seen: [Int] = []
            _ = subject.subscribe(onNext: {
                if $0 == 1 {
                    subject.onNext(2)
                    seen.append((try? subject.value()) ?? -1)
                }
            })
            subject.onNext(1)
            #expect(seen == [2])
            #expect((try? subject.value()) == 2)
            subject.onCompleted()
        }
    }

    /// `subscribe` from inside a delivery of the same subject replays at once, and the new observer misses nothing after it.
    @Test(arguments: Core.underLaw)
    func subscribingFromInsideADeliveryReplaysAtOnce(core: Core) {
        core.run {
            let behavior = BehaviorSubject(value: 0), replay = ReplaySubject<Int>.create(bufferSize: 1)
            for (output, send) in [(behavior, behavior.on), (replay, replay.on)] as [(Observable<Int>, (Event<Int>) -> Void)] {
                var late: [Int] = [], atOnce: [Int] = []
                _ = output.subscribe(onNext: {
                    guard $0 == 1 else { return }
                    send(.next(2))
                    _ = output.subscribe(onNext: { late.append($0) })
                    atOnce = late
                    send(.next(3))
                })
                send(.next(1))
                send(.next(4))
                #expect(atOnce == [2])
                #expect(late == [2, 3, 4])
                send(.completed)
            }
        }
    }

    @Test(arguments: Core.underLaw)
    func combineLatestTakesInWhatItsOwnRowsSend(core: Core) {
        core.run {
            let a = PublishSubject<Int>(), b = PublishSubject<Int>()
            var rows: [[Int]] = []
            let subscription = Observable.combineLatest([a, b]).subscribe(onNext: { row in
                rows.append(row)
                if row == [1, 10] {
                    a.onNext(2)
                    b.onNext(11)
                }
            })
            b.onNext(10)
            a.onNext(1)
            #expect(rows.first == [1, 10])
            #expect(rows.last == [2, 11])
            #expect(rows.count == 3)
            subscription.dispose()
        }
    }
}
