import Foundation
import Rx
import RxTest
import Testing

private final class Lamp: ReactiveCompatible {
    var colors: [String] = []
    var color = "" {
        didSet { colors.append(color) }
    }
}

@Suite struct BinderTests {
    @Test(arguments: Core.allCases)
    func binderWritesEachElementOnItsScheduler(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0), lamp = Lamp()
            let journal = Journal()
            let binder = Binder(lamp, scheduler: scheduler) { (lamp: Lamp, color: String) in
                lamp.color = color
                journal.add("\(scheduler.clock) \(color)")
            }
            let source = scheduler.createHotObservable([.next(210, "red"), .next(220, "green"), .completed(230)])
            let subscription = source.bind(to: binder)
            scheduler.start()
            expect(lamp.colors, ["red", "green"])
            expect(journal.lines, ["211 red", "221 green"])
            subscription.dispose()
        }
    }

    @Test(arguments: Core.allCases)
    func binderHoldsItsTargetWeakly(core: Core) {
        core.run {
            var lamp: Lamp? = Lamp()
            weak let alive = lamp
            let journal = Journal()
            let binder = Binder(lamp!, scheduler: CurrentThreadScheduler.instance) { (_: Lamp, color: String) in
                journal.add(color)
            }
            binder.onNext("red")
            lamp = nil
            #expect(alive == nil)
            binder.onNext("green")
            expect(journal.lines, ["red"])
        }
    }

    @Test(arguments: Core.allCases)
    func elementThatIsOnItsWayDoesNotKeepTheTarget(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0), journal = Journal()
            var lamp: Lamp? = Lamp()
            weak let alive = lamp
            let binder = Binder(lamp!, scheduler: scheduler) { (_: Lamp, color: String) in journal.add(color) }
            binder.onNext("red")
            lamp = nil
            #expect(alive == nil)
            scheduler.start()
            expect(journal.lines, [])
        }
    }

    @Test(arguments: Core.allCases)
    func binderIgnoresCompletionAndServesSeveralSources(core: Core) {
        core.run {
            let lamp = Lamp()
            let binder = Binder(lamp, scheduler: CurrentThreadScheduler.instance) { (lamp: Lamp, color: String) in
                lamp.color = color
            }
            _ = Observable.of("red", "green").bind(to: binder)
            _ = Observable.just("blue").bind(to: binder.asObserver())
            expect(lamp.colors, ["red", "green", "blue"])
        }
    }

    @Test func errorThatReachesABindingTraps() async {
        await #expect(processExitsWith: .failure) {
            Binder(Lamp(), scheduler: CurrentThreadScheduler.instance) { (_: Lamp, _: Int) in }.onError(Failure.first)
        }
        await #expect(processExitsWith: .failure) { _ = Observable<Int>.error(Failure.first).bind(onNext: { _ in }) }
        await #expect(processExitsWith: .failure) { _ = Observable<Int>.error(Failure.first).bind(to: PublishRelay<Int>()) }
        await #expect(processExitsWith: .failure) {
            _ = Observable<Int>.error(Failure.first).bind(with: Lamp(), onNext: { _, _ in })
        }
    }

    @Test func messageOfATrapSaysWhereAndWhat() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Hooks.recordCallStackOnError = true
            Hooks.customCaptureSubscriptionCallstack = { ["the binding"] }
            BindingPlaces.relay()
        }
        expectPlace(BindingPlaces.line + 1, in: result?.standardErrorContent)
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("Binding error: first\nthe binding"))
    }

    @Test func messageOfEachKindOfBindingNamesItsLine() async {
        let onNext = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { BindingPlaces.onNext() }
        expectPlace(BindingPlaces.line + 2, in: onNext?.standardErrorContent)
        let with = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { BindingPlaces.with() }
        expectPlace(BindingPlaces.line + 3, in: with?.standardErrorContent)
        let binder = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { BindingPlaces.binder() }
        expectPlace(BindingPlaces.line + 4, in: binder?.standardErrorContent)
        let property = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { BindingPlaces.property() }
        expectPlace(BindingPlaces.line + 5, in: property?.standardErrorContent)
    }

    private func expectPlace(_ line: Int, in content: [UInt8]?, sourceLocation: SourceLocation = #_sourceLocation) {
        let message = String(decoding: content ?? [], as: UTF8.self)
        #expect(message.contains("RxTests/BinderTests.swift:\(line): "), "\(message)", sourceLocation: sourceLocation)
    }
}

/// Bindings that an error reaches. Not in a test: code within `#expect` is where that begins.
private enum BindingPlaces {
    static let line = #line
    static func relay() { _ = Observable<Int>.error(Failure.first).bind(to: PublishRelay<Int>()) }
    static func onNext() { _ = Observable<Int>.error(Failure.first).bind(onNext: { _ in }) }
    static func with() { _ = Observable<Int>.error(Failure.first).bind(with: Lamp(), onNext: { _, _ in }) }
    static func binder() { _ = Observable<Int>.error(Failure.first).bind(to: Binder(Lamp()) { (_: Lamp, _: Int) in }) }
    static func property() { ControlProperty(values: Observable<Int>.never(), valueSink: PublishSubject<Int>()).onError(Failure.first) }
}

@Suite struct ReactiveTests {
    @Test(arguments: Core.allCases) @MainActor
    func propertyOfAnObjectIsABinderThatHoldsItWeakly(core: Core) {
        core.run {
            var lamp: Lamp? = Lamp()
            weak let alive = lamp
            let colors = PublishSubject<String>()
            let subscription = colors.bind(to: lamp!.rx.color)
            colors.onNext("red")
            // On the main queue it is written at once.
            expect(lamp!.colors, ["red"])
            lamp = nil
            #expect(alive == nil)
            colors.onNext("green")
            #expect(colors.hasObservers)
            subscription.dispose()
        }
    }

    @Test func rxHasItsBaseAndItsType() {
        let lamp = Lamp()
        let isBase = lamp.rx.base === lamp
        #expect(isBase)
        #expect(Lamp.rx == Reactive<Lamp>.self)
        #expect(Reactive(3).base == 3)
        let object = NSObject()
        let isObject = object.rx.base === object
        #expect(isObject)
    }

    @Test func propertyOfRxCanBeSet() {
        var lamp = Lamp()
        lamp.rx.brightness = 3
        expect(lamp.colors, ["brightness 3"])
        Lamp.rx = Reactive<Lamp>.self
    }
}

extension Reactive where Base == Lamp {
    fileprivate var brightness: Int {
        get { base.color.count }
        set { base.color = "brightness \(newValue)" }
    }
}
