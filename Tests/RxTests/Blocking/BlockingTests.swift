import Foundation
import Rx
import RxBlocking
import RxTest
import Testing

@Suite struct BlockingTests {
    /// Each source sends on a thread of its own, not on one of those that run the tests.
    private static let schedulers: [@Sendable () -> any SchedulerType] = [
        { SerialDispatchQueueScheduler(qos: .default) }, { ConcurrentDispatchQueueScheduler(qos: .utility) },
    ]

    @Test(arguments: Core.allCases)
    func toArrayWaitsForAllElements(core: Core) throws {
        try core.run { () throws in
            expect(try Observable.of(1, 2, 3).toBlocking().toArray(), [1, 2, 3])
            expect(try Observable<Int>.empty().toBlocking().toArray(), [])
            for scheduler in Self.schedulers {
                let later = Observable.of(1, 2, 3).delay(.milliseconds(20), scheduler: scheduler())
                expect(try later.toBlocking().toArray(), [1, 2, 3])
            }
            #expect(throws: Failure.first) {
                try Observable.of(1).concat(Observable.error(Failure.first)).toBlocking().toArray()
            }
        }
    }

    @Test(arguments: Core.allCases)
    func firstDisposesAfterOneElement(core: Core) throws {
        try core.run { () throws in
            var seen: [Int] = [], disposals = 0
            let source = Observable.from(1...).do(onNext: { seen.append($0) }, onDispose: { disposals += 1 })
            #expect(try source.toBlocking().first() == 1)
            expect(seen, [1])
            #expect(disposals == 1)
            #expect(try Observable<Int>.empty().toBlocking().first() == nil)
            #expect(throws: Failure.first) { try Observable<Int>.error(Failure.first).toBlocking().first() }
            let later = Observable<Int>.interval(.milliseconds(5), scheduler: SerialDispatchQueueScheduler(qos: .default))
            #expect(try later.skip(2).toBlocking().first() == 2)
        }
    }

    @Test(arguments: Core.allCases)
    func lastIsTheLastElement(core: Core) throws {
        try core.run { () throws in
            #expect(try Observable.of(1, 2, 3).toBlocking().last() == 3)
            #expect(try Observable<Int>.empty().toBlocking().last() == nil)
            #expect(throws: Failure.first) {
                try Observable.of(1).concat(Observable.error(Failure.first)).toBlocking().last()
            }
        }
    }

    @Test(arguments: Core.allCases)
    func singleIsTheOnlyElement(core: Core) throws {
        try core.run { () throws in
            #expect(try Observable.just(1).toBlocking().single() == 1)
            #expect(throws: RxError.self) { try Observable<Int>.empty().toBlocking().single() }
            var seen: [Int] = []
            let error = #expect(throws: RxError.self) {
                try Observable.from(1...).do(onNext: { seen.append($0) }).toBlocking().single()
            }
            #expect(error?.debugDescription == RxError.moreThanOneElement.debugDescription)
            expect(seen, [1, 2])
        }
    }

    @Test(arguments: Core.allCases)
    func singleWithAPredicateLooksOnlyAtWhatMatches(core: Core) throws {
        try core.run { () throws in
            #expect(try Observable.of(1, 2, 3).toBlocking().single { $0 == 2 } == 2)
            let none = #expect(throws: RxError.self) { try Observable.of(1, 2, 3).toBlocking().single { $0 > 3 } }
            #expect(none?.debugDescription == RxError.noElements.debugDescription)
            let two = #expect(throws: RxError.self) { try Observable.of(1, 2, 3).toBlocking().single { $0 > 1 } }
            #expect(two?.debugDescription == RxError.moreThanOneElement.debugDescription)
            #expect(throws: Failure.thrown) { try Observable.of(1).toBlocking().single { _ in throw Failure.thrown } }
        }
    }

    @Test(arguments: Core.allCases)
    func materializeKeepsWhatCameBeforeTheError(core: Core) {
        core.run {
            let failing = Observable.of(1, 2).concat(Observable.error(Failure.first))
            guard case .failed(let elements, let error) = failing.toBlocking().materialize() else {
                Issue.record("it completed")
                return
            }
            expect(elements, [1, 2])
            #expect(error as? Failure == .first)
            guard case .completed(let all) = Observable.of(1, 2).toBlocking().materialize() else {
                Issue.record("it failed")
                return
            }
            expect(all, [1, 2])
        }
    }

    @Test(arguments: Core.allCases)
    func timeoutEndsTheWaitingAndTheSubscription(core: Core) {
        core.run {
            var disposals = 0
            let endless = Observable<Int>.never().startWith(1).do(onDispose: { disposals += 1 })
            let start = Date()
            guard case .failed(let elements, let error) = endless.toBlocking(timeout: 0.05).materialize() else {
                Issue.record("it completed")
                return
            }
            #expect(Date().timeIntervalSince(start) >= 0.05)
            expect(elements, [1])
            #expect((error as? RxError)?.debugDescription == RxError.timeout.debugDescription)
            #expect(disposals == 1)
        }
    }

    @Test(arguments: Core.allCases)
    func anyConvertibleSequenceCanBeWaitedFor(core: Core) throws {
        try core.run { () throws in
            #expect(try Single.just(1).toBlocking().single() == 1)
            #expect(try Maybe<Int>.empty().toBlocking().first() == nil)
            expect(try Infallible.of(1, 2).toBlocking().toArray(), [1, 2])
            #expect(throws: Failure.first) { try Completable.error(Failure.first).toBlocking().last() }
        }
    }
}
