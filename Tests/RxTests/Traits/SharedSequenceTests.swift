import Rx
import RxTest
import Testing

/// Runs `body` with a scheduler that stands in for the main scheduler.
func withSharingScheduler(_ core: Core, _ body: (TestScheduler) -> Void) {
    core.run {
        let scheduler = TestScheduler(initialClock: 0)
        SharingScheduler.mock(scheduler: scheduler) { body(scheduler) }
    }
}

@Suite struct SharedSequenceTests {
    // MARK: The promises

    @Test(arguments: Core.allCases)
    func driverDeliversOnItsSchedulerAndReturnsAnElementForAnError(core: Core) {
        withSharingScheduler(core) { scheduler in
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .error(230, Failure.first)])
            // One tick later: the hop.
            expect(
                scheduler.start { source.asDriver(onErrorJustReturn: -1) },
                [.next(211, 1), .next(221, 2), .next(231, -1), .completed(231)])
            expect(source, subscribed: [200...230])
        }
    }

    @Test(arguments: Core.allCases)
    func signalDeliversOnItsSchedulerAndGoesOnWithAnotherSignalAfterAnError(core: Core) {
        withSharingScheduler(core) { scheduler in
            let source = scheduler.createHotObservable([.next(210, 1), .error(220, Failure.first)])
            let other = scheduler.createHotObservable([.next(230, 7), .completed(240)])
            let fallback = other.asSignal(onErrorJustReturn: 0)
            expect(
                scheduler.start { source.asSignal(onErrorSignalWith: fallback) },
                [.next(211, 1), .next(231, 7), .completed(241)])
        }
    }

    @Test(arguments: Core.allCases)
    func errorIsRecoveredFrom(core: Core) {
        let failing = Observable<Int>.error(Failure.first)
        let recover: (any Error) -> Int = { $0 is Failure ? 1 : 2 }
        // A hop of the error, and one of the subscription to the fallback.
        withSharingScheduler(core) { scheduler in
            expect(
                scheduler.start { failing.asDriver(onErrorRecover: { .just(recover($0)) }) },
                [.next(202, 1), .completed(202)])
        }
        withSharingScheduler(core) { scheduler in
            expect(
                scheduler.start { failing.asSignal(onErrorRecover: { .just(recover($0)) }) },
                [.next(202, 1), .completed(202)])
        }
        withSharingScheduler(core) { scheduler in
            expect(scheduler.start { failing.asDriver(onErrorDriveWith: .just(3)) }, [.next(202, 3), .completed(202)])
        }
    }

    @Test(arguments: Core.allCases)
    func driverSharesOneSubscriptionAndReplaysItsLatestElement(core: Core) {
        withSharingScheduler(core) { scheduler in
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3)])
            let driver = source.asDriver(onErrorJustReturn: -1)
            let first = scheduler.createObserver(Int.self), second = scheduler.createObserver(Int.self)
            let third = scheduler.createObserver(Int.self)
            var subscriptions: [any Disposable] = []
            scheduler.scheduleAt(205) { subscriptions.append(driver.drive(first)) }
            scheduler.scheduleAt(215) { subscriptions.append(driver.drive(second)) }
            scheduler.scheduleAt(225) { for subscription in subscriptions { subscription.dispose() } }
            scheduler.scheduleAt(228) { subscriptions = [driver.drive(third)] }
            scheduler.scheduleAt(240) { subscriptions[0].dispose() }
            scheduler.start()
            expect(first, [.next(211, 1), .next(221, 2)])
            expect(second, [.next(215, 1), .next(221, 2)])
            // Nothing of the connection before.
            expect(third, [.next(231, 3)])
            expect(source, subscribed: [205...225, 228...240])
        }
    }

    @Test(arguments: Core.allCases)
    func signalSharesOneSubscriptionAndReplaysNothing(core: Core) {
        withSharingScheduler(core) { scheduler in
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2)])
            let signal = source.asSignal(onErrorJustReturn: -1)
            let first = scheduler.createObserver(Int.self), second = scheduler.createObserver(Int.self)
            var subscriptions: [any Disposable] = []
            scheduler.scheduleAt(205) { subscriptions.append(signal.emit(to: first)) }
            scheduler.scheduleAt(215) { subscriptions.append(signal.emit(to: second)) }
            scheduler.scheduleAt(240) { for subscription in subscriptions { subscription.dispose() } }
            scheduler.start()
            expect(first, [.next(211, 1), .next(221, 2)])
            expect(second, [.next(221, 2)])
            expect(source, subscribed: [205...240])
        }
    }

    @Test(arguments: Core.allCases)
    func eachOperatorSharesItsResult(core: Core) {
        withSharingScheduler(core) { _ in
            let journal = Journal()
            let driver = Driver.deferred { Driver<Int>.never().startWith(1) }.map { element in
                journal.add("map \(element)")
                return element * 10
            }
            let subscriptions = [
                driver.drive(onNext: { journal.add("first \($0)") }), driver.drive(onNext: { journal.add("second \($0)") }),
            ]
            expect(journal.lines, ["map 1", "first 10", "second 10"])
            for subscription in subscriptions { subscription.dispose() }
        }
    }

    /// A strategy of somebody else's.
    private enum Plain: SharingStrategyProtocol {
        static var scheduler: any SchedulerType { SharingScheduler.make() }
        static func share<Element>(_ source: Observable<Element>) -> Observable<Element> { source }
    }

    @Test(arguments: Core.allCases)
    func anyStrategyWillDo(core: Core) {
        withSharingScheduler(core) { scheduler in
            let source = scheduler.createColdObservable([.next(10, 1), .completed(20)])
            let sequence = source.asSharedSequence(sharingStrategy: Plain.self, onErrorJustReturn: -1)
            expect(scheduler.start { sequence }, [.next(211, 1), .completed(221)])
            expect(sequence.asSharedSequence().map { $0 + 1 }.asInfallible().elements(scheduler), [2])
            let recovered: SharedSequence<Plain, Int> = Observable<Int>.error(Failure.first).asSharedSequence(
                onErrorDriveWith: SharedSequence.of(1, 2))
            expect(recovered.asInfallible().elements(scheduler), [1, 2])
        }
    }

    @Test(arguments: Core.allCases)
    func whatDoesNotFailIsConvertedWithoutAFallback(core: Core) {
        withSharingScheduler(core) { scheduler in
            let behavior = BehaviorRelay(value: 1), publish = PublishRelay<Int>()
            expect(behavior.asDriver().asInfallible().elements(scheduler), [1])
            expect(Infallible.of(1, 2).asDriver().asInfallible().elements(scheduler), [1, 2])
            var elements: [Int] = []
            let subscription = publish.asSignal().emit(onNext: { elements.append($0) })
            publish.accept(5)
            expect(elements, [])
            scheduler.start()
            expect(elements, [5])
            subscription.dispose()
            let driver: Driver<Int> = behavior.asDriver().asDriver()
            let signal: Signal<Int> = publish.asSignal().asSignal()
            withExtendedLifetime((driver, signal)) {}
        }
    }

    // MARK: Making

    @Test(arguments: Core.allCases)
    func makersUseTheStrategysScheduler(core: Core) {
        withSharingScheduler(core) { scheduler in
            expect(scheduler.start { Driver.just(1) }, [.next(201, 1), .completed(201)])
        }
        withSharingScheduler(core) { scheduler in
            expect(scheduler.start { Driver<Int>.empty() }, [.completed(201)])
        }
        withSharingScheduler(core) { scheduler in
            expect(scheduler.start { Driver<Int>.never() }, [])
        }
        withSharingScheduler(core) { scheduler in
            expect(scheduler.start { Driver.of(1, 2) }, [.next(201, 1), .next(202, 2), .completed(203)])
        }
        withSharingScheduler(core) { scheduler in
            expect(scheduler.start { Signal.from([1, 2]) }, [.next(201, 1), .next(202, 2), .completed(203)])
        }
        withSharingScheduler(core) { scheduler in
            expect(scheduler.start { Signal.from(AnySequence([1])) }, [.next(201, 1), .completed(202)])
        }
        withSharingScheduler(core) { scheduler in
            expect(scheduler.start { Driver.from(optional: 1) }, [.next(201, 1), .completed(202)])
        }
        withSharingScheduler(core) { scheduler in
            expect(scheduler.start { Driver<Int>.from(optional: nil) }, [.completed(201)])
        }
        withSharingScheduler(core) { scheduler in
            expect(
                scheduler.start(disposed: 235) { Driver<Int>.interval(.seconds(10)) },
                [.next(210, 0), .next(220, 1), .next(230, 2)])
        }
        withSharingScheduler(core) { scheduler in
            expect(
                scheduler.start(disposed: 235) { Signal<Int>.timer(.seconds(5), period: .seconds(20)) },
                [.next(205, 0), .next(225, 1)])
        }
    }
}

extension Infallible {
    /// What has come when `scheduler` has nothing left to do.
    fileprivate func elements(_ scheduler: TestScheduler) -> [Element] {
        var elements: [Element] = []
        let subscription = subscribe(onNext: { elements.append($0) })
        scheduler.start()
        subscription.dispose()
        return elements
    }
}
