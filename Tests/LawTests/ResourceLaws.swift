import RxPlatform
import Testing

@testable import LawSupport
@testable import Rx

/// G3: after the end of a subscription, whatever its kind, everything is freed.
///
/// Each test runs in a process of its own, since the counts are those of the whole process.
@Suite struct ResourceLaws {
    enum Ending: CaseIterable {
        case completion, error, dispose, disposeUnused, disposeInside, disposeOutside, disposeRacing

        /// Not of a subject without synchronisation: only one thread may use that, and nobody may leave it while it tells its observers, as one
        /// would be freed while it is told (see `Core.unchecked`).
        var needsCore: Bool { self == .disposeOutside || self == .disposeRacing || self == .disposeInside }
    }

    @Test func everySubscriptionFreesAllItTookHoweverItEnds() async {
        await #expect(processExitsWith: .success) {
            for core in Core.underLaw + [.unchecked] {
                for site in ClosureSite.allCases where core != .unchecked || !site.crossesThreads {
                    _ = core.run { ResourceLaws.remains(site, .dispose) }  // Whatever is made once.
                    for ending in Ending.allCases where core != .unchecked || !ending.needsCore {
                        let remains = core.run { ResourceLaws.remains(site, ending) }
                        #expect(remains == nil, "\(core), \(site), \(ending)")
                        if remains != nil { return }  // One will do: each leak takes ten seconds to be sure of.
                    }
                }
            }
        }
    }

    /// Runs some subscriptions to their end; returns what is left of them.
    private static func remains(_ site: ClosureSite, _ ending: Ending) -> String? {
        let before = Balance.now, captured = AtomicCount()
        for _ in 0..<3 { run(site, ending, captured) }
        if before.returns(), eventually(within: 10, { captured.value == 0 }) { return nil }
        return "\(before) became \(Balance.now), \(captured.value) closures live"
    }

    private static func run(_ site: ClosureSite, _ ending: Ending, _ count: AtomicCount) {
        let source = PublishSubject<Int>(), captured = Captured(count), own = SingleAssignmentDisposable()
        let ended = AtomicFlag(), disposesInside = ending == .disposeInside
        let output = site.build(source) { withExtendedLifetime(captured) {} }
        own.setDisposable(
            output.subscribe(
                onNext: { [unowned own] _ in
                    withExtendedLifetime(captured) { if disposesInside { own.dispose() } }
                },
                onError: { _ in withExtendedLifetime(captured) {} },
                onDisposed: { ended.set() }))
        if ending != .disposeUnused { for number in 0..<3 { source.onNext(number) } }
        switch ending {
        case .completion: source.onCompleted()
        case .error: source.onError(TestError())
        case .dispose, .disposeUnused: own.dispose()
        case .disposeInside: source.onNext(3)
        case .disposeOutside: onThread { own.dispose() }
        case .disposeRacing: together([{ own.dispose() }, { source.onCompleted() }, { source.onNext(3) }])
        }
        // Some sequences don't end with their source.
        if !ended.isSet { own.dispose() }
    }

    @Test func manySendersFreeWhatTheyQueued() async {
        await #expect(processExitsWith: .success) {
            for core in Core.underLaw {
                for entrance in Entrance.allCases {
                    for completes in [false, true] {
                        let before = Balance.now
                        core.run {
                            let opened = entrance.open(3), subscription = opened.output.subscribe(onNext: { _ in giveWay() })
                            var bodies: [() -> Void] = (0..<3).map { sender in
                                {
                                    for index in 0..<200 { opened.sender(sender)(.next(NumberedElement(sender: sender, index: index))) }
                                    if completes { opened.finish(sender) }
                                }
                            }
                            if !completes { bodies.append(subscription.dispose) }
                            together(bodies)
                            subscription.dispose()
                        }
                        let returns = before.returns()
                        #expect(returns, "\(core), \(entrance): \(before) became \(Balance.now)")
                        if !returns { return }
                    }
                }
            }
        }
    }

    @Test func schedulersAndTimersAreFreed() async {
        await #expect(processExitsWith: .success) {
            for core in Core.underLaw {
                for kind in SchedulerLaws.Serial.allCases {
                    for _ in 0..<3 {
                        let before = Balance.now, captured = AtomicCount()
                        core.run {
                            let scheduler = kind.make(), object = Captured(captured), ran = AtomicCount()
                            func schedule(_ milliseconds: Int) -> any Disposable {
                                scheduler.scheduleRelative(object, dueTime: .milliseconds(milliseconds)) { _ in
                                    ran.add()
                                    return Disposables.create()
                                }
                            }
                            let early = (0..<20).map { _ in schedule(1) }
                            for timer in (0..<200).map({ _ in schedule(1_000_000) }) { timer.dispose() }
                            let ticks = Observable<Int>.interval(.milliseconds(1), scheduler: scheduler).take(3).subscribe()
                            #expect(eventually { ran.value == 20 })
                            early.forEach { $0.dispose() }
                            ticks.dispose()
                        }
                        let returns = before.returns(), isFreed = eventually(within: 10) { captured.value == 0 }
                        #expect(returns, "\(core), \(kind): \(before) became \(Balance.now)")
                        #expect(isFreed, "\(core), \(kind)")
                        if !returns || !isFreed { return }
                    }
                }
            }
        }
    }

    /// Whether their subscription ends before they are set, while they are, or never, like them.
    @Test func timersThatNeverComeAreFreed() async {
        await #expect(processExitsWith: .success) {
            for core in Core.underLaw {
                for kind in SchedulerLaws.Serial.allCases {
                    let before = Balance.now, captured = AtomicCount()
                    core.run {
                        let scheduler = kind.make(), object = Captured(captured)
                        func timer(_ due: RxTimeInterval) -> Observable<Int> { .timer(due, scheduler: scheduler) }
                        func use(_: Int) { withExtendedLifetime(object) {} }
                        let stop = PublishSubject<Void>()
                        _ = Observable<Int>.deferred {
                            stop.onNext(())
                            return timer(.seconds(100_000))
                        }
                        .take(until: stop).subscribe(onNext: use)
                        _ = timer(.never).subscribe(onNext: use)
                        race(rounds: 500, threads: 2) { _ in
                            PublishSubject<Void>()
                        } body: { stop, index in
                            if index == 0 {
                                timer(.seconds(100_000)).take(until: stop).subscribe(onNext: use).dispose()
                            } else {
                                stop.onNext(())
                            }
                        } check: { _ in
                            nil
                        }
                    }
                    let returns = before.returns(), isFreed = eventually(within: 10) { captured.value == 0 }
                    #expect(returns, "\(core), \(kind): \(before) became \(Balance.now)")
                    #expect(isFreed, "\(core), \(kind)")
                    if !returns || !isFreed { return }
                }
            }
        }
    }

    /// One of each kind: what it tells, how to send to it, how to dispose of it.
    private static func subjects() -> [(Observable<Int>, (Event<Int>) -> Void, any Disposable)] {
        [
            {
                let s = PublishSubject<Int>(); return (s, s.on, s)
            }(),
            {
                let s = BehaviorSubject(value: 0); return (s, s.on, s)
            }(),
            {
                let s = ReplaySubject<Int>.createUnbounded(); return (s, s.on, s)
            }(),
            {
                let s = AsyncSubject<Int>(); return (s, s.on, AnonymousDisposable {})
            }(),
        ]
    }

    @Test func subjectsAreFreedWithTheirObservers() async {
        await #expect(processExitsWith: .success) {
            for core in Core.underLaw {
                let before = Balance.now, captured = AtomicCount()
                core.run {
                    for ending in 0..<3 {
                        for (output, send, subject) in ResourceLaws.subjects() {
                            var subscriptions: [any Disposable] = []
                            for _ in 0..<20 {
                                let object = Captured(captured)
                                subscriptions.append(output.subscribe(onNext: { _ in withExtendedLifetime(object) {} }))
                            }
                            for number in 0..<30 { send(.next(number)) }
                            if ending == 0 { send(.completed) }
                            if ending == 1 { subject.dispose() }
                            for subscription in subscriptions { subscription.dispose() }
                        }
                    }
                }
                #expect(before.returns(), "\(core): \(before) became \(Balance.now)")
                #expect(captured.value == 0)
            }
        }
    }

    /// The subject goes, its observers' subscriptions stay or not: nobody will ever be told anything any more.
    @Test func aSubjectThatIsDroppedWithoutAStopEventFreesItsObservers() async {
        await #expect(processExitsWith: .success) {
            for core in Core.underLaw {
                for keeps in [false, true] {
                    let before = Balance.now, captured = AtomicCount()
                    var kept: [any Disposable] = [], outputs: [Observable<Int>] = []
                    core.run {
                        for (output, send, _) in ResourceLaws.subjects() {
                            for number in 0..<20 {
                                let object = Captured(captured)
                                let chain = output.map { element in withExtendedLifetime(object) { element + number } }
                                let subscription = chain.subscribe(onNext: { _ in withExtendedLifetime(object) {} })
                                if keeps { kept.append(subscription) }
                            }
                            for number in 0..<30 { send(.next(number)) }
                            outputs.append(output.map { $0 })
                        }
                    }
                    for output in outputs {  // Those who come when it has gone already.
                        let object = Captured(captured)
                        let subscription = output.subscribe(onNext: { _ in withExtendedLifetime(object) {} })
                        if keeps { kept.append(subscription) }
                    }
                    outputs = []
                    #expect(captured.value == 0, "\(core), subscriptions kept: \(keeps)")
                    for subscription in kept { subscription.dispose() }
                    kept = []
                    #expect(before.returns(), "\(core): \(before) became \(Balance.now)")
                }
            }
        }
    }

    /// Though the program holds the subscription: it keeps no subject that has gone.
    @Test func anEndedSubscriptionKeepsNoSubject() async {
        await #expect(processExitsWith: .success) {
            for core in Core.underLaw {
                for ending in 0..<4 {
                    let before = Resources.count(.subjects)
                    var kept: [any Disposable] = []
                    core.run {
                        for (output, send, subject) in ResourceLaws.subjects() {
                            let new = [output.subscribe(), output.map { $0 }.subscribe(onNext: { _ in })]
                            send(.next(1))
                            if ending == 0 { send(.completed) }
                            if ending == 1 { subject.dispose() }
                            if ending == 2 { for subscription in new { subscription.dispose() } }
                            kept += new
                        }
                    }
                    let isFreed = eventually(within: 10) { Resources.count(.subjects) == before }
                    #expect(isFreed, "\(core), ending \(ending): \(before) became \(Resources.count(.subjects))")
                    for subscription in kept { subscription.dispose() }
                }
            }
        }
    }

    /// It gets a parent while somebody is inside it, so late, and lets go of that, as that does of it.
    @Test func whoEndsWhatItIsPartOfKeepsNothing() async {
        await #expect(processExitsWith: .success) {
            for core in Core.underLaw {
                core.run {
                    let before = Resources.count(.subscriptions)
                    for shape in 0..<4 {
                        let subject = PublishSubject<Int>()
                        let parts: [Observable<Int>] = [
                            subject.asObservable(), subject.map { $0 + 1 }, .merge(subject.asObservable(), .never()),
                            subject.flatMap { Observable.merge(.just($0), .never()) },
                        ]
                        var whole: (any Disposable)?, told = 0
                        whole = Observable<Int>.create { _ in
                            parts[shape].subscribe(onNext: { _ in
                                told += 1
                                whole?.dispose()
                            })
                        }.subscribe()
                        subject.onNext(1)
                        subject.onNext(2)
                        whole = nil
                        let left = Resources.count(.subscriptions) - before
                        #expect(told == 1 && left == 0, "\(core), shape \(shape): told of \(told), \(left) are left")
                    }
                }
            }
        }
    }

    /// Though a scheduler sweeps out only many of them at once: nor does what one of them was part of, be it one object or a segment and an item.
    @Test func aTimerThatWasDisposedOfStandsForNoSubscription() async {
        await #expect(processExitsWith: .success) {
            for core in Core.underLaw {
                for kind in SchedulerLaws.Serial.allCases {
                    core.run {
                        let before = Resources.count(.subscriptions), scheduler = kind.make()
                        let timer = Observable<Int>.timer(.seconds(100_000), scheduler: scheduler)
                        let live = timer.subscribe()
                        for _ in 0..<10 {
                            timer.subscribe(onNext: { _ in }).dispose()
                            var part: (any Disposable)?
                            let whole = Observable<Int>.create { observer in
                                let timer = timer.subscribe(onDisposed: { observer.onCompleted() })
                                part = timer
                                return timer
                            }.subscribe()
                            part?.dispose()
                            withExtendedLifetime(whole) {}
                            var complete: (() -> Void)?
                            let other = Observable<Int>.create { observer in
                                complete = observer.onCompleted
                                part = timer.subscribe(onNext: { _ in })
                                return part!
                            }.subscribe()
                            part?.dispose()
                            complete?()
                            withExtendedLifetime(other) {}
                        }
                        let isFreed = eventually(within: 10) { Resources.count(.subscriptions) == before + 1 }
                        #expect(isFreed, "\(core), \(kind): \(before) became \(Resources.count(.subscriptions)), not one more")
                        live.dispose()
                    }
                }
            }
        }
    }

    @Test func whatTheUserCountsIsCounted() async {
        await #expect(processExitsWith: .success) {
            let total = Resources.total
            onThread { for _ in 0..<3 { Resources.incrementTotal() } }
            #expect(Resources.total == total + 3)
            #expect(Resources.count(.custom) == 3)
            onThread { for _ in 0..<2 { Resources.decrementTotal() } }
            #expect(Resources.decrementTotal() == total)
        }
    }
}
