import Foundation
import Rx
import Testing

@testable import LawSupport

/// What waits in `observe(on:)` when a subscription ends is freed then, though the program keeps the observer of the source, which sends to it.
@Suite struct WaitingElementLaws {
    /// An element that refers to the observer of its source.
    private final class Referring {
        private let observer: AnyObserver<Referring>
        private let captured: Captured

        init(_ observer: AnyObserver<Referring>, _ alive: AtomicCount) {
            self.observer = observer
            captured = Captured(alive)
        }
    }

    enum Ending: CaseIterable { case disposal, disposalElsewhere, downstream }

    /// A source that gives its observer away.
    private static func source<Element>(_ take: @escaping (AnyObserver<Element>) -> Void) -> Observable<Element> {
        Observable.create { observer in
            take(observer)
            return Disposables.create()
        }
    }

    private static func end(_ subscription: any Disposable, _ stop: PublishSubject<Void>, _ ending: Ending) {
        switch ending {
        case .disposal: subscription.dispose()
        case .disposalElsewhere: onThread { subscription.dispose() }
        case .downstream: stop.onNext(())
        }
    }

    /// Whether its scheduler will get round to it or not.
    @Test func whatWaitsForItsSchedulerIsFreedWhenItsEndReturns() async {
        await #expect(processExitsWith: .success) {
            for core in Core.underLaw {
                for place in CaptureLaws.Place.allCases {
                    for ending in Ending.allCases {
                        place.whileWorkWaits { scheduler in
                            core.run {
                                let alive = AtomicCount(), stop = PublishSubject<Void>()
                                var kept: AnyObserver<Captured>?
                                let subscription = WaitingElementLaws.source { kept = $0 }
                                    .observe(on: scheduler).take(until: stop).subscribe(onNext: { _ in })
                                for _ in 0..<3 { kept?.onNext(Captured(alive)) }
                                #expect(alive.value == 3)
                                WaitingElementLaws.end(subscription, stop, ending)
                                #expect(alive.value == 0, "\(core), \(place), \(ending): \(alive.value) are left")
                                kept?.onNext(Captured(alive))
                                #expect(alive.value == 0, "\(core), \(place), \(ending): one that came later is left")
                                withExtendedLifetime((kept, subscription, stop)) {}
                            }
                        }
                    }
                }
            }
        }
    }

    /// Its source keeps its observer, and this keeps what waits; so nobody else may.
    @Test func anElementThatRefersToTheObserverOfItsSourceIsFreed() async {
        await #expect(processExitsWith: .success) {
            for core in Core.underLaw {
                for place in CaptureLaws.Place.allCases {
                    let alive = AtomicCount(), before = Resources.count(.subscriptions)
                    place.whileWorkWaits { scheduler in
                        core.run {
                            var kept: AnyObserver<Referring>?
                            let subscription = WaitingElementLaws.source { kept = $0 }.observe(on: scheduler).subscribe(onNext: { _ in })
                            for _ in 0..<3 { kept.map { $0.onNext(Referring($0, alive)) } }
                            subscription.dispose()
                        }
                        #expect(alive.value == 0, "\(core), \(place): \(alive.value) are left")
                    }
                    let isFreed = eventually(within: 10) { Resources.count(.subscriptions) == before }
                    #expect(isFreed, "\(core), \(place): subscriptions are left")
                }
            }
        }
    }

    /// Some have been taken and not delivered, others come meanwhile.
    @Test(arguments: Core.underLaw)
    func whatWaitsBehindTheElementThatIsBeingDeliveredIsFreed(core: Core) {
        let serial = SerialScheduler(), historical = HistoricalScheduler()
        for scheduler in [serial, historical] as [any ImmediateSchedulerType] {
            for endsElsewhere in [true, false] {
                core.run {
                    let alive = AtomicCount(), isOver = DispatchSemaphore(value: 0), latch = DispatchSemaphore(value: 0)
                    let subscription = SingleAssignmentDisposable()
                    nonisolated(unsafe) var kept: AnyObserver<Captured>?  // Written once, before anybody sends.
                    let send = { for _ in 0..<5 { kept?.onNext(Captured(alive)) } }
                    subscription.setDisposable(
                        Self.source { kept = $0 }.observe(on: scheduler).subscribe(onNext: { _ in
                            if scheduler is SerialScheduler { latch.wait() }
                            onThread(send)
                            if endsElsewhere { onThread(subscription.disposeWithoutWaiting) } else { subscription.dispose() }
                        }))
                    send()
                    latch.signal()
                    historical.start()
                    _ = serial.schedule(()) { _ in
                        isOver.signal()
                        return Disposables.create()
                    }
                    isOver.wait()
                    #expect(alive.value == 0, "\(type(of: scheduler)), from elsewhere: \(endsElsewhere): \(alive.value) are left")
                    withExtendedLifetime((kept, subscription)) {}
                }
            }
        }
    }

    /// Its source was sending it, and a stage above `observe(on:)` has ended the subscription, while others waited or none.
    @Test(arguments: Core.underLaw)
    func whatComesWhenTheEndHasComeIsFreed(core: Core) {
        for place in [CaptureLaws.Place.serialScheduler, .virtual] {
            for last in 0..<3 {
                place.whileWorkWaits { scheduler in
                    core.run {
                        let alive = AtomicCount(), subscription = SingleAssignmentDisposable()
                        var kept: AnyObserver<(Int, Captured)>?
                        subscription.setDisposable(
                            Self.source { kept = $0 }.do(onNext: { number, _ in if number == last { subscription.dispose() } })
                                .observe(on: scheduler).subscribe())
                        for number in 0...last { kept?.onNext((number, Captured(alive))) }
                        #expect(alive.value == 0, "\(place), behind \(last) others: \(alive.value) are left")
                        withExtendedLifetime(kept) {}
                    }
                }
            }
        }
    }

    /// `subscribe(on:)` leaves the tear-down to its scheduler.
    @Test(arguments: Core.underLaw)
    func whatWaitsIsFreedThoughItsTurnComesBeforeTheTearDown(core: Core) {
        let serial = SerialScheduler(), historical = HistoricalScheduler()
        for scheduler in [serial, historical] as [any ImmediateSchedulerType] {
            core.run {
                let alive = AtomicCount(), latch = DispatchSemaphore(value: 0), isOver = DispatchSemaphore(value: 0)
                let tearDowns = HistoricalScheduler()
                var kept: AnyObserver<Captured>?
                let subscription = Self.source { kept = $0 }.observe(on: scheduler).subscribe(on: tearDowns).subscribe()
                tearDowns.start()
                _ = serial.schedule(()) { _ in
                    latch.wait()
                    return Disposables.create()
                }
                for _ in 0..<3 { kept?.onNext(Captured(alive)) }
                subscription.dispose()
                latch.signal()
                historical.start()
                _ = serial.schedule(()) { _ in
                    isOver.signal()
                    return Disposables.create()
                }
                isOver.wait()
                #expect(alive.value == 0, "\(type(of: scheduler)): \(alive.value) are left")
                tearDowns.start()
                withExtendedLifetime((kept, subscription)) {}
            }
        }
    }

    @Test(arguments: Core.underLaw)
    func whatIsSentDuringTheEndIsFreed(core: Core) {
        core.run {
            let serial = SerialScheduler(), concurrent = Concurrent.scheduler
            race(rounds: 600, threads: 2) { round in
                let alive = AtomicCount()
                var kept: AnyObserver<Captured>?
                let scheduler: any ImmediateSchedulerType = round % 2 == 0 ? serial : concurrent
                let subscription = Self.source { kept = $0 }.observe(on: scheduler).subscribe(onNext: { _ in })
                return (alive, kept!, subscription)
            } body: { (round: (AtomicCount, AnyObserver<Captured>, any Disposable), index: Int) in
                if index == 1 { return round.2.dispose() }
                for _ in 0..<10 { round.1.onNext(Captured(round.0)) }
            } check: { alive, _, _ in
                eventually(within: 10) { alive.value == 0 } ? nil : "\(alive.value) are left"
            }
        }
    }
}
