import Foundation
import Rx
import RxPlatform
import Testing

@testable import LawSupport

/// G2 where several dispose, or something else ends the subscription at the same time.
@Suite struct DisposeRaceLaws {
    /// Subscriptions that dispose one another, each from inside its own delivery, in a circle.
    @Test(arguments: Core.underLaw, [2, 3, 4])
    func subscriptionsThatDisposeEachOtherInACircleDoNotDeadlock(core: Core, count: Int) {
        core.run {
            race(rounds: 300, threads: count) { number in
                Circle(count, wrapped: number % 2 == 1)
            } body: { circle, index in
                circle.subjects[index].onNext(1)
                circle.subjects[index].onNext(2)
            } check: { circle in
                circle.late.value == 0 ? nil : "\(circle.late.value) deliveries after all had been disposed"
            }
        }
    }

    /// Also when the thread that was inside does it, and when something comes too late. The thread sanitizer would tell.
    @Test(arguments: Core.underLaw, [false, true])
    func aTearDownComesAfterWhatWasDoneBeforeItsDispose(core: Core, late: Bool) throws {
        for _ in 0..<20 {
            let plain = Plain(), isInside = AtomicFlag(), isDisposed = AtomicFlag(), seen = AtomicCount(), stop = PublishSubject<Void>()
            let hasStopped = Word(0)  // Relaxed: an ordinary flag would order what is tested.
            func giveTime() {
                isInside.set()
                _ = eventually { hasStopped.load() == 1 }
            }
            let tearDown = Disposables.create { if plain.value == 1 { seen.add() } }
            let source = Observable<Int>.create { observer in
                if !late { observer.onNext(1) } else { giveTime() }
                return tearDown
            }
            .take(until: stop)
            _ = core.run {
                together([
                    { source.subscribe(onNext: { _ in giveTime() }, onDisposed: isDisposed.set).dispose() },
                    {
                        try demand(eventually { isInside.isSet }, "nobody came in")
                        plain.value = 1
                        stop.onNext(())
                        hasStopped.store(1)
                    },
                ])
            }
            #expect(isDisposed.isSet)
            #expect(seen.value == 1)
        }
    }

    private final class Plain: @unchecked Sendable {  // Sendable: that it is ordered is what is tested.
        @exclusivity(unchecked) var value = 0
    }

    private final class Circle: @unchecked Sendable {  // Sendable: constant after `init`.
        let subjects: [PublishSubject<Int>]
        let late = AtomicCount()
        private var subscriptions: [any Disposable] = []

        /// - Parameter wrapped: whether the handlers run in a child of the subscription instead of its own gate.
        init(_ count: Int, wrapped: Bool) {
            subjects = (0..<count).map { _ in PublishSubject() }
            let inside = AtomicCount()
            for index in 0..<count {
                func handle(_ number: Int) {
                    if number == 2 { late.add() }
                    inside.add()
                    _ = eventually(within: 5) { inside.value >= count }
                    self.subscriptions[(index + 1) % count].dispose()
                }
                let output = subjects[index].asObservable()
                subscriptions.append(
                    wrapped
                        ? Observable.merge(output.do(onNext: handle), .never()).subscribe()
                        : output.subscribe(onNext: handle))
            }
        }
    }

    /// Everybody disposes everybody.
    @Test(arguments: Core.underLaw, [2, 4])
    func subscriptionsThatAllDisposeAllDoNotDeadlock(core: Core, count: Int) {
        core.run {
            race(rounds: 300, threads: count) { _ in
                let subjects = (0..<count).map { _ in PublishSubject<Int>() }
                let late = AtomicCount()
                var all: [any Disposable] = []
                for subject in subjects {
                    all.append(
                        subject.subscribe(onNext: { number in
                            if number == 3 { late.add() }
                            if number == 1 { for subscription in all { subscription.dispose() } }
                        }))
                }
                return (subjects, late)
            } body: { round, index in
                for number in 0..<4 { round.0[index].onNext(number) }
            } check: { round in
                // Each subscription was ended from its own handler or before: it can't hear a 3.
                round.1.value == 0 ? nil : "\(round.1.value) deliveries after dispose()"
            }
        }
    }

    /// All that `dispose()` waits for includes what another thread's `dispose()` of the same subscription is still doing.
    @Test(arguments: Core.underLaw, [0, 20])
    func aSecondDisposeWaitsForTheFirst(core: Core, history: Int) {
        core.run {
            race(rounds: 2000, threads: 2) { _ in
                let subject = PublishSubject<Int>(), returned = AtomicCount(), late = AtomicCount(), ends = AtomicCount()
                let subscription = subject.subscribe(
                    onNext: { _ in },
                    onDisposed: {
                        ends.add()
                        if returned.value > 0 { late.add() }
                        for _ in 0..<30 { _ = returned.value }
                        if returned.value > 0 { late.add() }
                    })
                for number in 0..<history { subject.onNext(number) }  // On thread 0, which so gets the bias.
                return (subscription, returned, late, ends)
            } body: { (round: (any Disposable, AtomicCount, AtomicCount, AtomicCount), index: Int) in
                round.0.dispose()
                round.1.add()
            } check: { round in
                if round.3.value != 1 { return "onDisposed ran \(round.3.value) times" }
                return round.2.value == 0 ? nil : "onDisposed ran after a dispose() had returned"
            }
        }
    }

    /// The thread that sends has the bias, so it looks at no word that others write before it goes in.
    @Test(arguments: Core.underLaw)
    func aBiasedSenderThatDisposesTogetherWithAnotherThreadDeliversNothingAfterwards(core: Core) {
        core.run {
            race(rounds: 3000, threads: 2) { _ in
                let subject = PublishSubject<Int>(), returned = AtomicFlag(), late = AtomicCount(), heard = AtomicCount()
                let subscription = subject.subscribe(onNext: { _ in
                    heard.add()
                    if returned.isSet { late.add() }
                })
                for number in 0..<30 { subject.onNext(number) }  // On thread 0, which so gets the bias.
                return (subject, subscription, returned, late, heard)
            } body: { (round: (PublishSubject<Int>, any Disposable, AtomicFlag, AtomicCount, AtomicCount), index: Int) in
                if index == 0 { round.0.onNext(30) }
                round.1.dispose()
                round.2.set()
                for number in 31..<34 { round.0.onNext(number) }
            } check: { round in
                if round.4.value < 30 { return "\(round.4.value) of 30 elements were heard before" }
                return round.3.value == 0 ? nil : "\(round.3.value) deliveries after a dispose() had returned"
            }
        }
    }

    /// The thread inside waits in a `dispose()` of its own, for somebody else: that is no circle.
    @Test(arguments: Core.underLaw)
    func disposeWaitsForAThreadThatItselfWaitsInDispose(core: Core) {
        core.run {
            let a = PublishSubject<Int>(), b = PublishSubject<Int>()
            let isInsideA = AtomicFlag(), isInsideB = AtomicFlag(), mayEnd = AtomicFlag(), endedA = AtomicFlag(), early = AtomicFlag()
            let subscriptionB = b.subscribe(onNext: { _ in
                isInsideB.set()
                if !eventually({ mayEnd.isSet }) { early.set() }
            })
            let subscriptionA = a.subscribe(onNext: { _ in
                isInsideA.set()
                subscriptionB.dispose()
                for _ in 0..<300 { giveWay() }
                endedA.set()
            })
            together([
                { b.onNext(1) },
                { if eventually({ isInsideB.isSet }) { a.onNext(1) } },
                {
                    guard eventually({ isInsideA.isSet }) else { return }
                    for _ in 0..<300 { giveWay() }  // Until that one waits; should it not yet, the law still holds.
                    subscriptionA.dispose()
                    if !endedA.isSet { early.set() }
                },
                {
                    guard eventually({ isInsideA.isSet }) else { return }
                    for _ in 0..<1000 { giveWay() }
                    mayEnd.set()
                },
            ])
            #expect(endedA.isSet)
            #expect(!early.isSet, "dispose() returned while the closure was running")
        }
    }

    @Test(arguments: Core.underLaw, [false, true])
    func disposeRacingWithCompletionEndsOnce(core: Core, merged: Bool) {
        core.run {
            race(rounds: 1500, threads: 2) { _ in
                let subject = PublishSubject<Int>(), returned = AtomicFlag()
                let stops = AtomicCount(), ends = AtomicCount(), late = AtomicCount()
                let output = merged ? Observable.merge(subject, .empty()) : subject.asObservable()
                let subscription = output.subscribe(
                    onNext: { _ in if returned.isSet { late.add() } },
                    onCompleted: {
                        stops.add()
                        for _ in 0..<30 where returned.isSet { late.add() }
                    },
                    onDisposed: {
                        ends.add()
                        for _ in 0..<30 where returned.isSet { late.add() }
                    })
                return (subject, subscription, returned, [stops, ends, late])
            } body: { (round: (PublishSubject<Int>, any Disposable, AtomicFlag, [AtomicCount]), index: Int) in
                if index == 0 {
                    round.1.dispose()
                    round.2.set()
                } else {
                    round.0.onNext(1)
                    round.0.onCompleted()
                }
            } check: { round in
                let (stops, ends, late) = (round.3[0].value, round.3[1].value, round.3[2].value)
                if ends != 1 || stops > 1 { return "\(stops) stop events, onDisposed ran \(ends) times" }
                return late == 0 ? nil : "a closure ran after dispose() had returned"
            }
        }
    }

    /// The replay of a subject is a delivery like any other.
    @Test(arguments: Core.underLaw, [1, 2])
    func disposeDuringAReplayEndsTheReplay(core: Core, depth: Int) {
        core.run {
            let replay = ReplaySubject<Int>.createUnbounded()
            for number in 0..<100 { replay.onNext(number) }
            race(rounds: 500, threads: 2) { _ in
                let start = PublishSubject<Int>(), returned = AtomicFlag(), started = AtomicFlag(), late = AtomicCount()
                let inner: Observable<Int> = depth == 1 ? replay : Observable.merge(replay)
                let subscription = start.flatMap { _ in inner }.subscribe(onNext: { number in
                    if returned.isSet { late.add() }
                    if number == 10 { started.set() }
                    for _ in 0..<5 { _ = returned.isSet }
                    if returned.isSet { late.add() }
                })
                return (start, subscription, returned, started, late)
            } body: { (round: (PublishSubject<Int>, any Disposable, AtomicFlag, AtomicFlag, AtomicCount), index: Int) in
                if index == 0 {
                    _ = eventually(within: 10) { round.3.isSet }
                    round.1.dispose()
                    round.2.set()
                } else {
                    round.0.onNext(1)
                }
            } check: { round in
                round.4.value == 0 ? nil : "the replay went on after dispose() had returned"
            }
            var mapped: [Int] = [], heard: [Int] = []
            let own = SingleAssignmentDisposable(), start = PublishSubject<Int>()
            let inner = replay.map { number in
                mapped.append(number)
                return number
            }
            own.setDisposable(
                start.flatMap { _ in inner }.subscribe(onNext: {
                    heard.append($0)
                    if $0 == 3 { own.dispose() }
                }))
            start.onNext(1)
            #expect(heard == [0, 1, 2, 3])
            #expect(mapped == heard)
        }
    }

    @Test(arguments: Core.underLaw, NonWaitingEnd.allCases)
    func disposeWithoutWaitingReturnsWhileADeliveryRuns(core: Core, end: NonWaitingEnd) {
        core.run {
            let subject = PublishSubject<Int>(), isInside = AtomicFlag(), returned = AtomicFlag(), waited = AtomicFlag()
            var heard: [Int] = []
            let subscription = subject.subscribe(onNext: {
                heard.append($0)
                isInside.set()
                if !eventually(within: 10, { returned.isSet }) { waited.set() }
            })
            let endIt = end.prepared(for: subscription)
            together([
                { for number in 1...3 { subject.onNext(number) } },
                {
                    _ = eventually { isInside.isSet }
                    endIt()
                    returned.set()
                },
            ])
            #expect(!waited.isSet)
            #expect(heard == [1])
        }
    }

    /// The ways to end a subscription without waiting for what it delivers on another thread.
    enum NonWaitingEnd: CaseIterable {
        case itself, bag, composite, removed, replaced

        func prepared(for subscription: any Disposable) -> () -> Void {
            switch self {
            case .itself: return subscription.disposeWithoutWaiting
            case .bag:
                let bag = DisposeBag(disposing: subscription)
                return bag.disposeWithoutWaiting
            case .composite: return CompositeDisposable(disposables: [subscription]).disposeWithoutWaiting
            case .removed:
                let composite = CompositeDisposable(), key = composite.insert(subscription)!
                return { composite.removeWithoutWaiting(for: key) }
            case .replaced:
                let serial = SerialDisposable()
                serial.disposable = subscription
                return { serial.replaceWithoutWaiting(with: Disposables.create()) }
            }
        }
    }

    /// What a user's scheduler returns may be a subscription, whose own `dispose()` waits for the work that it runs.
    @Test(arguments: Core.underLaw, [true, false])
    func whatASchedulerReturnsIsEndedWithoutWaiting(core: Core, isSwitchedAway: Bool) {
        core.run {
            let subject = PublishSubject<Int>(), isInside = AtomicFlag(), returned = AtomicFlag(), waited = AtomicFlag()
            let source = Observable<Int>.create { _ in
                isInside.set()
                if !eventually(within: 10, { returned.isSet }) { waited.set() }
                return Disposables.create()
            }
            let delayed = source.delaySubscription(.milliseconds(1), scheduler: SchedulerOfTimers())
            let subscription = subject.flatMapLatest { $0 == 1 ? delayed : .never() }.subscribe()
            subject.onNext(1)
            _ = eventually { isInside.isSet }
            onThread {
                if isSwitchedAway { subject.onNext(2) } else { subscription.disposeWithoutWaiting() }
                returned.set()
            }
            #expect(!waited.isSet)
            subscription.dispose()
        }
    }

    /// `value()` looks at the end of a subject that another thread brings about. For the thread sanitizer, too.
    @Test(arguments: Core.underLaw)
    func theValueOfASubjectThatEndsIsTheLastOneOrTheError(core: Core) {
        core.run {
            let wrong = LockedLog<String>()
            race(rounds: 500, threads: 2) { _ in
                BehaviorSubject(value: 7)
            } body: { (subject: BehaviorSubject<Int>, index: Int) in
                if index == 1 { return subject.onError(TestError(number: 1)) }
                for _ in 0..<2 {
                    let result = Result { try subject.value() }
                    switch result {
                    case .success(7): break
                    case .failure(let error) where error as? TestError == TestError(number: 1): break
                    default: wrong.append("\(result)")
                    }
                }
            } check: { _ in
                wrong.entries.first
            }
        }
    }
}

/// Runs work by subscribing to a timer, and returns the subscription.
private struct SchedulerOfTimers: SchedulerType {
    private let scheduler = SerialScheduler()

    var now: Date { scheduler.now }

    func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable {
        scheduleRelative(state, dueTime: .nanoseconds(1), action: action)
    }

    func scheduleRelative<State>(
        _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
    ) -> any Disposable {
        Observable<Int>.timer(dueTime, scheduler: scheduler).subscribe(onNext: { _ in _ = action(state) })
    }
}
