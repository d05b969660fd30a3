import Foundation
import Rx
import RxTest
import Testing

/// A hot sequence of indexes and the cold sequences that they stand for.
private struct Nested {
    let scheduler = TestScheduler(initialClock: 0)
    let outer: TestableObservable<Int>
    let inners: [TestableObservable<Int>]
    let journal = Journal()

    init(outer: RecordedEvents<Int>, inners: [RecordedEvents<Int>]) {
        self.outer = scheduler.createHotObservable(outer)
        self.inners = inners.map(scheduler.createColdObservable)
    }

    func select(_ index: Int) -> TestableObservable<Int> {
        journal.add("\(index)@\(scheduler.clock)")
        return inners[index]
    }

    /// The second inner sequence begins while the first one runs, the third one afterwards.
    static func overlapping() -> Nested {
        Nested(
            outer: [.next(210, 0), .next(220, 1), .next(280, 2), .completed(290)],
            inners: [
                [.next(5, 1), .next(25, 2), .completed(30)],
                [.next(10, 11), .next(15, 12), .completed(40)],
                [.next(5, 21), .completed(30)],
            ])
    }
}

private final class Weak<Object: AnyObject> {
    weak var object: Object?
}

private final class ErrorObject: Error, @unchecked Sendable {}

private func events<Element>(_ source: Observable<Element>) -> [Event<Element>] {
    var events: [Event<Element>] = []
    source.subscribe { events.append($0) }.dispose()
    return events
}

@Suite struct FlatMapTests {
    @Test(arguments: Core.allCases)
    func flatMapRunsAllInnersAtOnceAndCompletesWithTheLast(core: Core) {
        core.run {
            let nested = Nested.overlapping()
            let result = nested.scheduler.start { nested.outer.flatMap(nested.select) }
            expect(
                result,
                [
                    .next(215, 1), .next(230, 11), .next(235, 2), .next(235, 12), .next(285, 21), .completed(310),
                ])
            expect(nested.outer, subscribed: [200...290])
            expect(nested.inners[0], subscribed: [210...240])
            expect(nested.inners[1], subscribed: [220...260])
            expect(nested.inners[2], subscribed: [280...310])
        }
    }

    @Test(arguments: Core.allCases)
    func flatMapCompletesWithItsSourceIfThatIsTheLast(core: Core) {
        core.run {
            let nested = Nested(outer: [.next(210, 0), .completed(290)], inners: [[.next(5, 1), .completed(30)]])
            let result = nested.scheduler.start { nested.outer.flatMap(nested.select) }
            expect(result, [.next(215, 1), .completed(290)])
        }
    }

    @Test(arguments: Core.allCases)
    func innerErrorEndsAll(core: Core) {
        core.run {
            let nested = Nested(
                outer: [.next(210, 0), .next(220, 1), .next(240, 0)],
                inners: [[.next(5, 1), .next(40, 2)], [.error(10, Failure.second)]])
            let result = nested.scheduler.start { nested.outer.flatMap(nested.select) }
            expect(result, [.next(215, 1), .error(230, Failure.second)])
            expect(nested.outer, subscribed: [200...230])
            expect(nested.inners[0], subscribed: [210...230])
            expect(nested.inners[1], subscribed: [220...230])
            expect(nested.journal.lines, ["0@210", "1@220"])
        }
    }

    @Test(arguments: Core.allCases)
    func outerErrorEndsAll(core: Core) {
        core.run {
            let nested = Nested(
                outer: [.next(210, 0), .error(230, Failure.first)], inners: [[.next(5, 1), .next(40, 2)]])
            let result = nested.scheduler.start { nested.outer.flatMap(nested.select) }
            expect(result, [.next(215, 1), .error(230, Failure.first)])
            expect(nested.inners[0], subscribed: [210...230])
        }
    }

    @Test(arguments: Core.allCases)
    func disposeEndsTheSourceAndAllInners(core: Core) {
        core.run {
            let nested = Nested.overlapping()
            let result = nested.scheduler.start(disposed: 232) { nested.outer.flatMap(nested.select) }
            expect(result, [.next(215, 1), .next(230, 11)])
            expect(nested.outer, subscribed: [200...232])
            expect(nested.inners[0], subscribed: [210...232])
            expect(nested.inners[1], subscribed: [220...232])
            expect(nested.inners[2], subscribed: [])
        }
    }

    @Test(arguments: Core.allCases)
    func flatMapOfScalarsIsAsSynchronousAsTheyAre(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3), .completed(240)])
            let result = scheduler.start {
                source.flatMap { $0 == 2 ? Observable<Int>.empty() : .just($0 * 10) }
            }
            expect(result, [.next(210, 10), .next(230, 30), .completed(240)])
            let other = TestScheduler(initialClock: 0)
            let failing = other.createHotObservable([.next(210, 1), .next(220, 2)])
            expect(
                other.start { failing.flatMap { _ in Observable<Int>.error(Failure.first) } },
                [
                    .error(210, Failure.first)
                ])
            expect(failing, subscribed: [200...210])
        }
    }

    /// A scalar is kept in words of its observable or in a box, which depends on its type.
    @Test(arguments: Core.allCases)
    func scalarsOfEverySizeAreFlattenedUnchanged(core: Core) {
        struct Halves: Equatable { var low: Int32, high: Float }
        struct Padded: Equatable { var wide: Int32, narrow: Int8 }
        core.run {
            func check<Element>(_ element: Element, _ isSame: (Element, Element) -> Bool) {
                let source = Observable.of(1, 2), name = Comment(rawValue: "\(Element.self)")
                let results: [[Event<Element>]] = [
                    events(source.flatMap { _ in Observable.just(element) }),
                    events(source.flatMapFirst { _ in Observable.just(element) }),
                    events(source.flatMapLatest { _ in Observable.just(element) }),
                    events(Observable.merge(.just(element), .just(element))),
                    events(Observable.concat(.just(element), .just(element))),
                    events(source.concatMap { _ in Observable.just(element) }),
                ]
                for result in results {
                    #expect(result.count == 3, name)
                    #expect(result.prefix(2).allSatisfy { $0.element.map { isSame($0, element) } ?? false }, name)
                    #expect(result.last?.isCompleted == true, name)
                }
            }
            check((), { _, _ in true })
            check(true, ==)
            check(Int8.min, ==)
            check(Float(1.5), ==)
            check(Padded(wide: .max, narrow: -1), ==)
            check(UInt64.max - 1, ==)
            check(-0.0, { $0.bitPattern == $1.bitPattern })
            check(Halves(low: -3, high: 2.5), ==)
            check(Int?.some(7), ==)
            check(Int?.none, ==)
            check((Int.min, Int.max), ==)
            check((1, true, 3), ==)
            check(SIMD2<Int>(1, 2), ==)
            check("text that is longer than a small string's fifteen bytes", ==)
            check([1, 2, 3], ==)
            check(NSObject(), ===)
        }
    }

    @Test(arguments: Core.allCases)
    func whatAFlattenedScalarHoldsIsFreed(core: Core) {
        core.run {
            let kept = Weak<NSObject>(), failure = Weak<ErrorObject>(), latest = Weak<NSObject>()
            _ = Observable.of(1, 2).flatMap { _ in
                let object = NSObject()
                kept.object = object
                return Observable.just(object)
            }.subscribe(onNext: { #expect($0 === kept.object) })
            _ = Observable.of(1, 2).flatMapLatest { _ in
                let object = NSObject()
                latest.object = object
                return Observable.just(object)
            }.subscribe(onNext: { #expect($0 === latest.object) })
            _ = Observable.just(1).flatMap { _ in
                let error = ErrorObject()
                failure.object = error
                return Observable<Int>.error(error)
            }.subscribe(onError: { #expect($0 as? ErrorObject === failure.object) })
            #expect(kept.object == nil)
            #expect(latest.object == nil)
            #expect(failure.object == nil)
        }
    }

    @Test(arguments: Core.allCases)
    func flatMapFirstDropsElementsWhileAnInnerRunsWithoutCallingTheSelector(core: Core) {
        core.run {
            let nested = Nested.overlapping()
            let result = nested.scheduler.start { nested.outer.flatMapFirst(nested.select) }
            expect(result, [.next(215, 1), .next(235, 2), .next(285, 21), .completed(310)])
            expect(nested.journal.lines, ["0@210", "2@280"])
            expect(nested.inners[0], subscribed: [210...240])
            expect(nested.inners[1], subscribed: [])
            expect(nested.outer, subscribed: [200...290])
        }
    }

    @Test(arguments: Core.allCases)
    func flatMapFirstPassesErrorsOfBothSidesAndEndsBoth(core: Core) {
        core.run {
            let inner = Nested(outer: [.next(210, 0)], inners: [[.next(5, 1), .error(10, Failure.second)]])
            expect(
                inner.scheduler.start { inner.outer.flatMapFirst(inner.select) },
                [.next(215, 1), .error(220, Failure.second)])
            expect(inner.outer, subscribed: [200...220])
            let outer = Nested(outer: [.next(210, 0), .error(212, Failure.first)], inners: [[.next(5, 1)]])
            expect(outer.scheduler.start { outer.outer.flatMapFirst(outer.select) }, [.error(212, Failure.first)])
            expect(outer.inners[0], subscribed: [210...212])
            let cut = Nested.overlapping()
            _ = cut.scheduler.start(disposed: 225) { cut.outer.flatMapFirst(cut.select) }
            expect(cut.inners[0], subscribed: [210...225])
        }
    }

    @Test(arguments: Core.allCases)
    func flatMapLatestSwitchesToTheNewestInner(core: Core) {
        core.run {
            let nested = Nested.overlapping()
            let result = nested.scheduler.start { nested.outer.flatMapLatest(nested.select) }
            expect(result, [.next(215, 1), .next(230, 11), .next(235, 12), .next(285, 21), .completed(310)])
            expect(nested.inners[0], subscribed: [210...220])
            expect(nested.inners[1], subscribed: [220...260])
            expect(nested.outer, subscribed: [200...290])
        }
    }

    @Test(arguments: Core.allCases)
    func flatMapLatestDisposesTheOldInnerBeforeItSubscribesToTheNew(core: Core) {
        core.run {
            let journal = Journal()
            let source = PublishSubject<Int>()
            let subscription =
                source
                .flatMapLatest { number in
                    Observable<Int>.create { _ in
                        journal.add("subscribed \(number)")
                        return Disposables.create { journal.add("disposed \(number)") }
                    }
                }
                .subscribe()
            source.onNext(1)
            source.onNext(2)
            subscription.dispose()
            expect(journal.lines, ["subscribed 1", "disposed 1", "subscribed 2", "disposed 2"])
        }
    }

    @Test(arguments: Core.allCases)
    func flatMapLatestEndsWithAnErrorOfTheCurrentInnerOnly(core: Core) {
        core.run {
            let nested = Nested(
                outer: [.next(210, 0), .next(220, 1)],
                inners: [[.next(5, 1), .error(15, Failure.first)], [.error(20, Failure.second)]])
            let result = nested.scheduler.start { nested.outer.flatMapLatest(nested.select) }
            expect(result, [.next(215, 1), .error(240, Failure.second)])
            expect(nested.outer, subscribed: [200...240])
        }
    }

    @Test(arguments: Core.allCases)
    func switchLatestCompletesWhenTheSourceAndTheLastInnerHave(core: Core) {
        core.run {
            let nested = Nested.overlapping()
            let result = nested.scheduler.start(disposed: 300) {
                nested.outer.map(nested.select).switchLatest()
            }
            expect(result, [.next(215, 1), .next(230, 11), .next(235, 12), .next(285, 21)])
            expect(nested.inners[2], subscribed: [280...300])
        }
    }

    @Test(arguments: Core.allCases)
    func concatMapSelectsOnArrivalAndSubscribesInTurn(core: Core) {
        core.run {
            let nested = Nested.overlapping()
            let result = nested.scheduler.start { nested.outer.concatMap(nested.select) }
            expect(nested.journal.lines, ["0@210", "1@220", "2@280"])
            expect(
                result,
                [
                    .next(215, 1), .next(235, 2), .next(250, 11), .next(255, 12), .next(285, 21), .completed(310),
                ])
            expect(nested.inners[0], subscribed: [210...240])
            expect(nested.inners[1], subscribed: [240...280])
            expect(nested.inners[2], subscribed: [280...310])
            expect(nested.outer, subscribed: [200...290])
        }
    }

    @Test(arguments: Core.allCases)
    func concatMapForgetsWhatWaitsWhenAnInnerFails(core: Core) {
        core.run {
            let nested = Nested(
                outer: [.next(210, 0), .next(220, 1), .next(230, 1)],
                inners: [[.next(5, 1), .error(30, Failure.second)], [.next(10, 2)]])
            let result = nested.scheduler.start { nested.outer.concatMap(nested.select) }
            expect(result, [.next(215, 1), .error(240, Failure.second)])
            expect(nested.inners[1], subscribed: [])
            expect(nested.outer, subscribed: [200...240])
        }
    }

    @Test(arguments: Core.allCases)
    func concatMapDisposesTheInnerThatRunsAndNeverStartsTheRest(core: Core) {
        core.run {
            let nested = Nested.overlapping()
            let result = nested.scheduler.start(disposed: 238) { nested.outer.concatMap(nested.select) }
            expect(result, [.next(215, 1), .next(235, 2)])
            expect(nested.inners[0], subscribed: [210...238])
            expect(nested.inners[1], subscribed: [])
        }
    }
}
