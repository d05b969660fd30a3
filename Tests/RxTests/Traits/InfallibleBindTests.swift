import Rx
import RxTest
import Testing

@Suite struct InfallibleBindTests {
    @Test(arguments: Core.allCases)
    func bindTellsEachRelay(core: Core) {
        core.run {
            let publish = PublishRelay<Int>(), optionalPublish = PublishRelay<Int?>(), journal = Journal()
            let told = [
                publish.subscribe(onNext: { journal.add("publish \($0)") }),
                optionalPublish.subscribe(onNext: { journal.add("optional \($0 ?? 0)") }),
            ]
            let behavior = BehaviorRelay(value: 0), optionalBehavior = BehaviorRelay<Int?>(value: nil)
            let replay = ReplayRelay<Int>.create(bufferSize: 1), optionalReplay = ReplayRelay<Int?>.create(bufferSize: 1)
            let one = Infallible.just(1)
            let bindings = [
                one.bind(to: publish), one.bind(to: optionalPublish), one.bind(to: behavior),
                one.bind(to: optionalBehavior), one.bind(to: replay), one.bind(to: optionalReplay),
            ]
            expect(journal.lines, ["publish 1", "optional 1"])
            #expect(behavior.value == 1)
            #expect(optionalBehavior.value == 1)
            var replayed: [Int?] = []
            replay.subscribe(onNext: { replayed.append($0) }).dispose()
            optionalReplay.subscribe(onNext: { replayed.append($0) }).dispose()
            expect(replayed, [1, 1])
            for disposable in told + bindings { disposable.dispose() }
        }
    }

    @Test(arguments: Core.allCases)
    func bindTellsObserversAndClosures(core: Core) {
        core.run {
            let journal = Journal()
            let observer = AnyObserver<Int>(eventHandler: journal.event("observer"))
            let optional = AnyObserver<Int?>(eventHandler: journal.event("optional"))
            let one = Infallible.just(1)
            _ = one.bind(to: observer, observer)
            _ = one.bind(to: optional)
            _ = one.bind(onNext: { journal.add("closure \($0)") })
            let name = one.bind(to: { (source: Infallible<Int>) in "\(type(of: source))" })
            let sum: String = one.bind(to: { source in { number in "\(type(of: source)) \(number)" } }, curriedArgument: 7)
            expect(
                journal.lines,
                [
                    "observer next(1)", "observer next(1)", "observer completed", "observer completed",
                    "optional next(Optional(1))", "optional completed", "closure 1",
                ])
            expect([name, sum], ["Infallible<Int>", "Infallible<Int> 7"])
        }
    }
}
