import Foundation
import Rx
import RxTest
import Testing

/// On the main queue, so that subscribing takes place at once.
@Suite @MainActor struct ControlTests {
    @Test(arguments: Core.allCases)
    func controlPropertySendsItsValuesAndSetsThem(core: Core) {
        core.run {
            let text = BehaviorRelay(value: "a"), journal = Journal()
            let property = ControlProperty(values: text, valueSink: AnyObserver { if let text = $0.element { journal.add("set \(text)") } })
            let subscriptions = [
                property.subscribe(onNext: { journal.add("value \($0)") }),
                property.changed.subscribe(onNext: { journal.add("changed \($0)") }),
                property.asControlProperty().asObservable().subscribe(onNext: { journal.add("observable \($0)") }),
            ]
            text.accept("b")
            property.onNext("c")
            property.onCompleted()
            expect(journal.lines, ["value a", "observable a", "value b", "changed b", "observable b", "set c"])
            for subscription in subscriptions { subscription.dispose() }
        }
    }

    @Test(arguments: Core.allCases)
    func orEmptyHasAnEmptyStringForNil(core: Core) {
        core.run {
            let text = BehaviorRelay<String?>(value: nil), set = BehaviorRelay<String?>(value: nil)
            let sink = AnyObserver<String?> { if case .next(let text) = $0 { set.accept(text) } }
            let property = ControlProperty(values: text, valueSink: sink).orEmpty
            var values: [String] = []
            let subscription = property.subscribe(onNext: { values.append($0) })
            text.accept("a")
            property.onNext("b")
            expect(values, ["", "a"])
            #expect(set.value == "b")
            subscription.dispose()
        }
    }

    @Test(arguments: Core.allCases)
    func controlEventSendsWhatHappens(core: Core) {
        core.run {
            let taps = PublishRelay<Int>(), journal = Journal()
            let event = ControlEvent(events: taps)
            let subscriptions = [
                event.subscribe(onNext: { journal.add("event \($0)") }),
                event.asControlEvent().asObservable().subscribe(onNext: { journal.add("observable \($0)") }),
                event.asInfallible().subscribe(onNext: { journal.add("infallible \($0)") }),
            ]
            taps.accept(1)
            expect(journal.lines, ["event 1", "observable 1", "infallible 1"])
            for subscription in subscriptions { subscription.dispose() }
            taps.accept(2)
            #expect(journal.lines.count == 3)
        }
    }

    @Test(arguments: Core.allCases)
    func controlsAreDriversAndSignals(core: Core) {
        withSharingScheduler(core) { scheduler in
            let text = BehaviorRelay(value: "a"), taps = PublishRelay<Int>(), journal = Journal()
            let property = ControlProperty(values: text, valueSink: AnyObserver<String> { _ in })
            let event = ControlEvent(events: taps)
            let subscriptions = [
                property.asDriver().drive(onNext: { journal.add("property \($0)") }),
                event.asDriver().drive(onNext: { journal.add("driver \($0)") }),
                event.asSignal().emit(onNext: { journal.add("signal \($0)") }),
            ]
            taps.accept(1)
            scheduler.start()
            expect(journal.lines, ["property a", "driver 1", "signal 1"])
            for subscription in subscriptions { subscription.dispose() }
        }
    }

    @Test(arguments: Core.allCases)
    func controlsAreSubscribedToOnTheMainQueue(core: Core) async {
        let (threads, found) = AsyncStream<Bool>.makeStream()
        let source = Observable<Int>.create { _ in
            MainScheduler.ensureExecutingOnScheduler()
            found.yield(true)
            return Disposables.create()
        }
        let event = ControlEvent(events: source)
        let subscription = await Task.detached { core.run { UncheckedSubscription(event.subscribe()) } }.value
        for await isMain in threads {
            #expect(isMain)
            break
        }
        subscription.value.dispose()
    }

    @Test func errorOfAControlTraps() async {
        await #expect(processExitsWith: .failure) {
            ControlProperty(values: Observable.just(1), valueSink: AnyObserver<Int> { _ in }).onError(Failure.first)
        }
        await #expect(processExitsWith: .failure) {
            await MainActor.run {
                let failing = ControlEvent(events: Observable<Int>.error(Failure.first))
                SharingScheduler.mock(scheduler: ConcurrentMainScheduler.instance) { _ = failing.asSignal().emit() }
            }
        }
    }
}

private struct UncheckedSubscription: @unchecked Sendable {
    let value: any Disposable
    init(_ value: any Disposable) { self.value = value }
}
