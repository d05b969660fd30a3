import Dispatch
@testable import LawSupport
@testable import Rx
import RxPlatform
import Testing

extension SchedulerLaws {  // Since that suite is serialised.
    /// Subscriptions to the timer operator: who is told, and what becomes of the observer.
    @Suite struct TimerSubscriptionLaws {
        /// Each way to subscribe hears the same, and its subscription ends with it.
        @Test(arguments: [Core.lock, .queue])
        func whoeverSubscribesHearsItsElementAndItsEnd(core: Core) {
            let timer = Observable<Int>.timer(.milliseconds(1), scheduler: SerialScheduler(core: core))
            for way in Way.allCases {
                let probe = Probe<Int>(), subscription = core.run { way.subscribe(probe, to: timer) }
                #expect(eventually { probe.stops == 1 }, "\(way)")
                #expect(probe.elements == [0] && probe.isCompleted && probe.fault == nil, "\(way)")
                #expect(eventually { subscription.isSettled }, "\(way)")
            }
        }

        enum Way: CaseIterable {
            case closures, closuresWithOnDisposed, event, observer, operator_

            func subscribe(_ probe: Probe<Int>, to source: Observable<Int>) -> any Disposable {
                func next(_ element: Int) { probe.on(.next(element)) }
                func complete() { probe.on(.completed) }
                return switch self {
                case .closures: source.subscribe(onNext: next, onCompleted: complete)
                case .closuresWithOnDisposed: source.subscribe(onNext: next, onCompleted: complete, onDisposed: {})
                case .event: source.subscribe { probe.on($0) }
                case .observer: source.subscribe(probe)
                case .operator_: source.map { $0 }.subscribe { probe.on($0) }
                }
            }
        }

        enum Holder: CaseIterable {
            case nobody, create, createElsewhere
        }

        /// Also where it is in what a user's closure made, and where that is torn down on another thread.
        @Test(arguments: [Core.lock, .queue], Holder.allCases)
        func whoDisposesWaitsForItsObserver(core: Core, holder: Holder) {
            core.run {
                let timer = Observable<Int>.timer(.milliseconds(1), scheduler: SerialScheduler(core: core))
                for way in Way.allCases {
                    let begun = AtomicCount(), done = AtomicCount(), returned = AtomicCount()
                    let probe = Probe<Int> { event in
                        if event.isStopEvent { return }
                        begun.add()
                        for _ in 0..<1000 where returned.value == 0 { giveWay() }
                        done.add()
                    }
                    func subscribe() -> any Disposable { way.subscribe(probe, to: timer) }
                    let created = Observable<Never>.create { _ in core.run { subscribe() } }
                    let subscription =
                        switch holder {
                        case .nobody: subscribe()
                        case .create: created.subscribe()
                        case .createElsewhere: created.subscribe(on: SerialScheduler(core: core)).subscribe()
                        }
                    #expect(eventually { begun.value == 1 })
                    subscription.dispose()
                    let wasDone = done.value == 1
                    returned.add()
                    #expect(wasDone, "\(way), \(holder): dispose() has returned while its observer was running")
                    #expect(eventually { done.value == 1 })
                    #expect(probe.fault == nil)
                }
            }
        }

        /// Before its time: what `subscribe(on:)` leaves to its scheduler is freed there.
        @Test(arguments: [Core.lock, .queue])
        func oneThatIsTornDownElsewhereIsFreed(core: Core) {
            core.run {
                let captured = AtomicCount(), told = AtomicCount(), begun = AtomicCount()
                func begin() -> any Disposable {
                    let object = Captured(captured)
                    return Observable<Never>.create { _ in
                        defer { begun.add() }
                        return Observable<Int>.timer(.seconds(100_000), scheduler: SerialScheduler(core: core)).subscribe(
                            onNext: { _ in withExtendedLifetime(object) { _ = told.add() } }, onCompleted: { withExtendedLifetime(object) {} })
                    }.subscribe(on: SerialScheduler(core: core)).subscribe()
                }
                let subscription = begin()
                #expect(eventually { begun.value == 1 })
                subscription.dispose()
                #expect(eventually { captured.value == 0 })
                #expect(told.value == 0)
                withExtendedLifetime(subscription) {}
            }
        }

        enum Ending: CaseIterable {
            case dispose, itsTime, disposeInside, disposeElsewhere, never
        }

        static let places: [@Sendable (Observable<Int>) -> Observable<Int>] = [{ $0 }, { $0.map { $0 } }, { $0.filter { _ in true } }]

        /// Though the program keeps the subscription.
        @Test(arguments: Core.underLaw, SchedulerLaws.Serial.allCases)
        func whatItsObserverCapturesIsFreedAtItsEnd(core: Core, kind: SchedulerLaws.Serial) {
            core.run {
                for ending in Ending.allCases {
                    for place in TimerSubscriptionLaws.places { endOne(ending, place, kind.make()) }
                }
            }
        }

        private func endOne(_ ending: Ending, _ place: (Observable<Int>) -> Observable<Int>, _ scheduler: any SchedulerType) {
            let captured = AtomicCount(), told = AtomicCount(), completed = AtomicCount(), subscription = SingleAssignmentDisposable()
            let due: RxTimeInterval = ending == .dispose ? .seconds(100_000) : ending == .never ? .never : .milliseconds(1)
            // In a function of its own: it must not hold what the observer is to hold alone.
            func begin() {
                let object = Captured(captured)
                func hold() { withExtendedLifetime(object) {} }
                subscription.setDisposable(
                    place(.timer(due, scheduler: scheduler)).subscribe(
                        onNext: {
                            #expect($0 == 0)
                            told.add()
                            if ending == .disposeInside { subscription.dispose() }
                            if ending == .disposeElsewhere { onThread { subscription.disposeWithoutWaiting() } }
                            hold()
                        },
                        onCompleted: {
                            completed.add()
                            hold()
                        }))
            }
            begin()
            if ending == .dispose { subscription.dispose() }
            guard eventually({ captured.value == 0 }) else {
                Issue.record("\(ending): \(captured.value) of the observer's objects left")
                return
            }
            #expect(told.value == (ending == .dispose || ending == .never ? 0 : 1), "\(ending)")
            #expect(completed.value == (ending == .itsTime ? 1 : 0), "\(ending)")
            subscription.dispose()
        }

        /// Its time comes while it is disposed of: it is told, and completed, or not, and one of the two threads frees its observer.
        @Test(arguments: Core.underLaw, SchedulerLaws.Serial.allCases)
        func itEndsOnceThoughItsTimeComesMeanwhile(core: Core, kind: SchedulerLaws.Serial) {
            core.run {
                let scheduler = kind.make(), captured = AtomicCount()
                for number in 0..<1000 {
                    let probe = Probe<Int>(), way = Way.allCases[number / 20 % Way.allCases.count]
                    func begin() -> any Disposable {
                        let object = Captured(captured), holder = Probe<Int> { event in withExtendedLifetime(object) { probe.on(event) } }
                        return way.subscribe(holder, to: .timer(.microseconds(number % 20), scheduler: scheduler))
                    }
                    let subscription = begin()
                    let end = UptimeClock.now + UInt64(number % 50 * 1000)
                    while UptimeClock.now < end {}
                    subscription.dispose()
                    let told = probe.elements.count
                    #expect(probe.fault == nil)
                    guard eventually({ captured.value == 0 }) else {
                        Issue.record("round \(number), \(way): \(captured.value) of the observer's objects left")
                        return
                    }
                    #expect(probe.elements.count == told, "told after dispose() has returned")
                    withExtendedLifetime(subscription) {}
                }
            }
        }
    }
}
