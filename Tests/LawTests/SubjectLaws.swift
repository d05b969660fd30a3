import Rx
import Testing

@testable import LawSupport

/// Subjects: who is told what, and in which order, while observers come and go.
@Suite struct SubjectLaws {
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case publish, behavior, replay

        var testDescription: String { rawValue }

        /// What observers subscribe to, without a replay of what was before the first element, and what sends.
        func make() -> (Observable<Int>, (Event<Int>) -> Void) {
            switch self {
            case .publish:
                let subject = PublishSubject<Int>()
                return (subject, subject.on)
            case .behavior:
                let subject = BehaviorSubject(value: -1)
                return (subject.filter { $0 >= 0 }, subject.on)
            case .replay:
                let subject = ReplaySubject<Int>.create(bufferSize: 1)
                return (subject, subject.on)
            }
        }
    }

    /// Who is left of many keeps the order, however the gaps in the list are closed.
    @Test(arguments: Core.underLaw, Kind.allCases)
    func observersAreToldInTheOrderInWhichTheyCame(core: Core, kind: Kind) {
        core.run {
            var random = Random.stream(1)
            for _ in 0..<50 {
                let (output, send) = kind.make()
                var told: [Int] = [], here: [(number: Int, subscription: any Disposable)] = []
                for step in 0..<60 {
                    if random.below(3) == 0, !here.isEmpty {
                        here.remove(at: random.below(here.count)).subscription.dispose()
                    } else {
                        here.append((step, output.subscribe(onNext: { _ in told.append(step) })))
                    }
                }
                told = []
                send(.next(1))
                #expect(told == here.map(\.number), "seed \(Random.seed)")
                for (_, subscription) in here { subscription.dispose() }
            }
        }
    }

    /// In a process of its own: a list that was freed under the one who walks it ends the process.
    @Test func aListThatGrowsUnderADeliveryKeepsItsObservers() async {
        await #expect(processExitsWith: .success) {
            for core in Core.underLaw {
                for kind in Kind.allCases {
                    for residents in 2...9 {
                        let (output, send) = core.run { kind.make() }
                        var heard = [[Int]](repeating: [], count: 30)
                        for index in 0..<residents {
                            _ = output.subscribe(onNext: { element in
                                heard[index].append(element)
                                guard index == 0, element == 1 else { return }
                                for late in residents..<30 { _ = output.subscribe(onNext: { heard[late].append($0) }) }
                            })
                        }
                        send(.next(1))
                        send(.next(2))
                        #expect(heard[..<residents].allSatisfy { $0 == [1, 2] }, "\(core), \(kind), \(residents)")
                        let expected = kind == .publish ? [2] : [1, 2]
                        #expect(heard[residents...].allSatisfy { $0 == expected }, "\(core), \(kind), \(residents)")
                        send(.completed)  // An observer holds the subject that holds it.
                    }
                }
            }
        }
    }

    /// One sends, another one comes and goes as it likes: those who stay hear everything, those who come a part without gaps.
    @Test(arguments: Core.underLaw, Kind.allCases)
    func observersThatComeAndGoDisturbNobody(core: Core, kind: Kind) {
        core.run {
            let count = 100
            race(rounds: 150, threads: 2) { number in
                var random = Random.stream(number)
                let subject = kind.make(), resident = Probe<Int>()
                _ = subject.0.subscribe(resident)
                return (subject.0, subject.1, resident, LockedLog<Probe<Int>>(), (0..<20).map { _ in random.below(3) })
            } body: {
                (round: (Observable<Int>, (Event<Int>) -> Void, Probe<Int>, LockedLog<Probe<Int>>, [Int]), index: Int) in
                let (output, send, _, guests, choices) = round
                if index == 0 {
                    for number in 0..<count { send(.next(number)) }
                } else {
                    var subscriptions: [any Disposable] = []
                    for choice in choices {
                        let guest = Probe<Int>()
                        guests.append(guest)
                        subscriptions.append(output.subscribe(guest))
                        if choice == 0 { subscriptions.removeFirst().dispose() }
                    }
                    for subscription in subscriptions.reversed() { subscription.dispose() }
                }
            } check: { _, _, resident, guests, _ in
                if let fault = resident.fault { return fault }
                if resident.elements != Array(0..<count) { return "who stayed heard \(resident.elements)" }
                for guest in guests.entries {
                    if let fault = guest.fault { return fault }
                    let heard = guest.elements
                    if let first = heard.first, heard != Array(first..<(first + heard.count)) { return "\(heard)" }
                }
                return nil
            }
        }
    }

    /// Those who leave between two events, and those whom another thread disposes during one.
    @Test(arguments: Core.underLaw, Kind.allCases)
    func whoHasLeftIsFreedThoughTheSubjectStays(core: Core, kind: Kind) {
        core.run {
            for leavesDuringAnEvent in [false, true] {
                let (output, send) = kind.make(), captured = AtomicCount()
                var guests: [any Disposable] = []
                func leave() {
                    for guest in guests { guest.dispose() }
                    guests = []
                }
                let resident = output.subscribe(onNext: { _ in if leavesDuringAnEvent { onThread(leave) } })
                for _ in 0..<20 {
                    let object = Captured(captured)
                    guests.append(output.subscribe(onNext: { _ in withExtendedLifetime(object) {} }))
                }
                send(.next(1))
                leave()
                #expect(captured.value == 0)
                resident.dispose()
            }
        }
    }

    enum Ending: CaseIterable {
        case dispose, disposeInside, disposeElsewhere, completion, error, endOfTheSubject, lossOfTheSubject, lossInside
    }

    /// How an observer comes to a publish subject: in sight of the compiler or not, with something in between, with handlers of the end.
    static let waysToSubscribe: [@Sendable (PublishSubject<Int>, @escaping (Int) -> Void, Captured) -> any Disposable] = [
        { subject, onNext, _ in subject.subscribe(onNext: onNext) },
        { subject, onNext, object in
            subject.subscribe(onNext: onNext, onError: { _ in hold(object) }, onCompleted: { hold(object) }, onDisposed: { hold(object) })
        },
        { subject, onNext, _ in (subject as Observable<Int>).subscribe(onNext: onNext) },
        { subject, onNext, object in subject.asObservable().subscribe(onNext: onNext, onError: { _ in hold(object) }) },
        { subject, onNext, _ in subject.subscribe { if case .next(let element) = $0 { onNext(element) } } },
        { subject, onNext, _ in subject.map { $0 }.subscribe(onNext: onNext) },
        { subject, onNext, object in subject.filter { _ in true }.subscribe(onNext: onNext, onCompleted: { hold(object) }) },
    ]

    /// Though the program keeps the subscription.
    @Test(arguments: Core.underLaw, Ending.allCases)
    func whatAnObserverCapturesIsFreedAtItsEnd(core: Core, ending: Ending) {
        core.run {
            for (way, subscribe) in SubjectLaws.waysToSubscribe.enumerated() {
                let captured = AtomicCount()
                var told = 0
                var subject: PublishSubject<Int>? = PublishSubject()
                let subscription = SingleAssignmentDisposable()
                // In a function of its own: it must not hold what the observer is to hold alone.
                func begin(_ subject: PublishSubject<Int>, lose: @escaping () -> Void) {
                    let object = Captured(captured)
                    subscription.setDisposable(
                        subscribe(
                            subject,
                            { element in
                                hold(object)
                                told += 1
                                guard element == 2 else { return }
                                if ending == .disposeInside { subscription.dispose() }
                                if ending == .disposeElsewhere { onThread { subscription.disposeWithoutWaiting() } }
                                if ending == .lossInside { lose() }
                                hold(object)
                            }, object))
                }
                begin(subject!, lose: { subject = nil })
                for element in 1...20 { subject?.onNext(element) }
                if case .dispose = ending { subscription.dispose() }
                if case .completion = ending { subject?.onCompleted() }
                if case .error = ending { subject?.onError(TestError(number: 1)) }
                if case .endOfTheSubject = ending { subject?.dispose() }
                if case .lossOfTheSubject = ending { subject = nil }
                // Who was left without a word isn't disposed of yet: what it does then is due.
                let isLeft = [.endOfTheSubject, .lossOfTheSubject, .lossInside].contains(ending)
                #expect(captured.value == (isLeft && way == 1 ? 1 : 0), "way \(way)")
                subject?.onNext(21)
                let isShort = [.disposeInside, .disposeElsewhere, .lossInside].contains(ending)
                #expect(told == (isShort ? 2 : 20), "way \(way)")
                subscription.dispose()
                subject?.dispose()
                #expect(captured.value == 0, "way \(way)")
            }
        }
    }

    /// The subject and the subscription end at once, perhaps while there is an event: one of them frees what the observer captures.
    @Test(arguments: Core.underLaw, SubjectLaws.waysToSubscribe.indices)
    func whatAnObserverCapturesIsFreedOnceWhoeverEndsIt(core: Core, way: Int) {
        core.run {
            race(rounds: 1000, threads: 3) { number in
                let captured = AtomicCount(), subject = PublishSubject<Int>(), sends = number % 4 == 0
                func begin() -> any Disposable {
                    let object = Captured(captured)
                    return SubjectLaws.waysToSubscribe[way](subject, { _ in hold(object) }, object)
                }
                return (subject, begin(), captured, sends)
            } body: { (round: (PublishSubject<Int>, any Disposable, AtomicCount, Bool), index: Int) in
                if index == 0 { round.0.dispose() }
                if index == 1 { round.1.dispose() }
                if index == 2, round.3 { round.0.onNext(1) }
            } check: { _, subscription, captured, _ in
                withExtendedLifetime(subscription) { captured.value == 0 ? nil : "\(captured.value) of the observer's objects left" }
            }
        }
    }

    /// The subject forgets its observers while one of them gets its replay, here or on another thread.
    @Test(arguments: Core.underLaw, [false, true])
    func whatAnObserverCapturesStaysDuringItsReplay(core: Core, elsewhere: Bool) {
        core.run {
            let subject = ReplaySubject<Int>.create(bufferSize: 3), captured = AtomicCount()
            for number in 1...3 { subject.onNext(number) }
            var told: [Int] = [], alive: [Int] = []
            func begin() -> any Disposable {
                let object = Captured(captured)
                return subject.subscribe(onNext: { element in
                    hold(object)
                    told.append(element)
                    if element == 1, elsewhere { onThread { subject.dispose() } }
                    if element == 1, !elsewhere { subject.dispose() }
                    alive.append(captured.value)
                })
            }
            let subscription = begin()
            #expect(told == [1, 2, 3])
            #expect(alive == [1, 1, 1])
            #expect(captured.value == 0)
            subscription.dispose()
        }
    }

    /// What another thread sends during a replay waits for its end, and its sender doesn't.
    @Test(arguments: Core.underLaw, [1, 3])
    func whatComesDuringAReplayFollowsIt(core: Core, replayed: Int) {
        core.run {
            let behavior = BehaviorSubject(value: 0), replay = ReplaySubject<Int>.create(bufferSize: replayed)
            for number in 1...3 {
                behavior.onNext(number)
                replay.onNext(number)
            }
            for (output, send) in [(behavior, behavior.on), (replay, replay.on)] as [(Observable<Int>, (Event<Int>) -> Void)] {
                let first = output === behavior ? 3 : 4 - replayed
                let probe = Probe<Int> { event in
                    if event.element == first { onThread { send(.next(4)) } }
                }
                let subscription = output.subscribe(probe)
                #expect(probe.fault == nil)
                #expect(probe.elements == Array(first...4))
                subscription.dispose()
            }
        }
    }

    @Test(arguments: Core.underLaw, Kind.allCases)
    func whoSubscribesAfterTheEndIsToldIt(core: Core, kind: Kind) {
        core.run {
            for error in [nil, TestError(number: 1)] {
                let (output, send) = kind.make(), probe = Probe<Int>()
                send(.next(1))
                send(error.map(Event.error) ?? .completed)
                send(.next(2))
                send(.error(TestError(number: 2)))
                _ = output.subscribe(probe)
                #expect(probe.fault == nil)
                #expect(probe.elements == (kind == .replay ? [1] : []))
                #expect(probe.stops == 1)
                #expect(probe.error as? TestError == error)
            }
        }
    }
}

private func hold(_ object: Captured) { withExtendedLifetime(object) {} }
