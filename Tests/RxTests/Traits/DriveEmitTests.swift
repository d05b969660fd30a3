import Rx
import RxTest
import Testing

@Suite struct DriveEmitTests {
    @Test(arguments: Core.allCases)
    func driveTellsObserversRelaysAndClosures(core: Core) {
        withSharingScheduler(core) { scheduler in
            let journal = Journal()
            let observer = AnyObserver<Int>(eventHandler: journal.event("observer"))
            let optional = AnyObserver<Int?>(eventHandler: journal.event("optional"))
            let behavior = BehaviorRelay(value: 0), optionalBehavior = BehaviorRelay<Int?>(value: nil)
            let replay = ReplayRelay<Int>.create(bufferSize: 1), optionalReplay = ReplayRelay<Int?>.create(bufferSize: 1)
            let driver = Driver.just(1)
            let subscriptions: [any Disposable] = [
                driver.drive(observer, observer), driver.drive(optional), driver.drive(behavior, behavior),
                driver.drive(optionalBehavior), driver.drive(replay), driver.drive(optionalReplay), driver.drive(),
                driver.drive(
                    onNext: { journal.add("closure \($0)") }, onCompleted: { journal.add("closure completed") },
                    onDisposed: { journal.add("closure disposed") }),
                driver.drive(
                    with: journal, onNext: { $0.add("object \($1)") }, onCompleted: { $0.add("object completed") },
                    onDisposed: { $0.add("object disposed") }),
            ]
            expect(journal.lines, [])
            scheduler.start()
            expect(
                journal.lines,
                [
                    "observer next(1)", "observer next(1)", "observer completed", "observer completed",
                    "optional next(Optional(1))", "optional completed",
                    "closure 1", "closure completed", "closure disposed",
                    "object 1", "object completed", "object disposed",
                ])
            #expect(behavior.value == 1)
            #expect(optionalBehavior.value == 1)
            var replayed: [Int?] = []
            replay.subscribe(onNext: { replayed.append($0) }).dispose()
            optionalReplay.subscribe(onNext: { replayed.append($0) }).dispose()
            expect(replayed, [1, 1])
            for subscription in subscriptions { subscription.dispose() }
        }
    }

    @Test(arguments: Core.allCases)
    func driveWithAClosureSubscribesAsItDoes(core: Core) {
        withSharingScheduler(core) { scheduler in
            var elements: [Int] = []
            func subscribe(_ source: Observable<Int>) -> any Disposable { source.subscribe(onNext: { elements.append($0) }) }
            func scale(_ source: Observable<Int>) -> (Int) -> any Disposable {
                { factor in source.subscribe(onNext: { elements.append($0 * factor) }) }
            }
            let subscriptions = [Driver.just(1).drive(subscribe), Driver.just(2).drive(scale, curriedArgument: 10)]
            scheduler.start()
            expect(elements, [1, 20])
            for subscription in subscriptions { subscription.dispose() }
        }
    }

    @Test(arguments: Core.allCases)
    func emitTellsObserversRelaysAndClosures(core: Core) {
        withSharingScheduler(core) { scheduler in
            let journal = Journal()
            let observer = AnyObserver<Int>(eventHandler: journal.event("observer"))
            let optional = AnyObserver<Int?>(eventHandler: journal.event("optional"))
            let publish = PublishRelay<Int>(), optionalPublish = PublishRelay<Int?>()
            let behavior = BehaviorRelay(value: 0), optionalBehavior = BehaviorRelay<Int?>(value: nil)
            let replay = ReplayRelay<Int>.create(bufferSize: 1), optionalReplay = ReplayRelay<Int?>.create(bufferSize: 1)
            let told = [
                publish.subscribe(onNext: { journal.add("publish \($0)") }),
                optionalPublish.subscribe(onNext: { journal.add("optional publish \($0 ?? 0)") }),
            ]
            let signal = Signal.just(1)
            let subscriptions: [any Disposable] = [
                signal.emit(to: observer), signal.emit(to: optional), signal.emit(to: publish),
                signal.emit(to: optionalPublish), signal.emit(to: behavior), signal.emit(to: optionalBehavior),
                signal.emit(to: replay), signal.emit(to: optionalReplay), signal.emit(),
                signal.emit(onNext: { journal.add("closure \($0)") }, onDisposed: { journal.add("closure disposed") }),
                signal.emit(with: journal, onNext: { $0.add("object \($1)") }, onCompleted: { $0.add("object completed") }),
            ]
            scheduler.start()
            expect(
                journal.lines,
                [
                    "observer next(1)", "observer completed", "optional next(Optional(1))", "optional completed",
                    "publish 1", "optional publish 1", "closure 1", "closure disposed", "object 1", "object completed",
                ])
            #expect(behavior.value == 1)
            #expect(optionalBehavior.value == 1)
            var replayed: [Int?] = []
            replay.subscribe(onNext: { replayed.append($0) }).dispose()
            optionalReplay.subscribe(onNext: { replayed.append($0) }).dispose()
            expect(replayed, [1, 1])
            for subscription in told + subscriptions { subscription.dispose() }
        }
    }

    @Test(arguments: Core.allCases)
    func objectsAreHeldWeaklyAndTheSubscriptionStays(core: Core) {
        withSharingScheduler(core) { scheduler in
            let relay = BehaviorRelay(value: 1)
            var object: Journal? = Journal()
            weak let alive = object
            let driver = relay.asDriver()
            let subscriptions = [
                driver.drive(with: object!, onNext: { $0.add("\($1)") }),
                relay.asSignal(onErrorJustReturn: 0).emit(with: object!, onNext: { $0.add("\($1)") }),
            ]
            scheduler.start()
            expect(object!.lines, ["1", "1"])
            object = nil
            #expect(alive == nil)
            relay.accept(2)
            scheduler.start()
            var latest: [Int] = []
            driver.drive(onNext: { latest.append($0) }).dispose()
            expect(latest, [2])
            for subscription in subscriptions { subscription.dispose() }
        }
    }
}
