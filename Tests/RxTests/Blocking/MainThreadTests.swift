import Rx
import RxBlocking
import RxTest
import XCTest

/// An `XCTestCase` runs on the main thread and not in work of the main queue, so that queue's work can be done meanwhile.
final class MainThreadTests: XCTestCase {
    func testWorkOfTheMainQueueIsDoneWhileTheMainThreadWaits() throws {
        for core in Core.allCases {
            try core.run { () throws in
                XCTAssertTrue(Thread.isMainThread)
                let source = Observable.of(1, 2).observe(on: SerialDispatchQueueScheduler(qos: .default))
                    .observe(on: MainScheduler.asyncInstance)
                    .do(onNext: { _ in MainScheduler.ensureExecutingOnScheduler() })
                XCTAssertEqual(try source.toBlocking(timeout: 20).toArray(), [1, 2])
            }
        }
    }

    func testTimerOfTheMainSchedulerEndsTheWaiting() throws {
        for core in Core.allCases {
            try core.run { () throws in
                let source = Observable<Int>.interval(.milliseconds(5), scheduler: MainScheduler.instance).take(3)
                XCTAssertEqual(try source.toBlocking(timeout: 20).toArray(), [0, 1, 2])
            }
        }
    }

    func testDriverDeliversOnTheMainQueue() throws {
        for core in Core.allCases {
            try core.run { () throws in
                let source = Observable.of(1, 2).observe(on: SerialDispatchQueueScheduler(qos: .default))
                let driver = source.asDriver(onErrorJustReturn: 0)
                    .do(onNext: { _ in MainScheduler.ensureExecutingOnScheduler() })
                XCTAssertEqual(try driver.toBlocking(timeout: 20).toArray(), [1, 2])
            }
        }
    }

    func testMainThreadThatTimesOutGoesOn() {
        let result = Observable<Int>.never().toBlocking(timeout: 0.02).materialize()
        guard case .failed(let elements, let error) = result else { return XCTFail("it completed") }
        XCTAssertEqual(elements, [])
        XCTAssertEqual("\(error)", "\(RxError.timeout)")
    }
}

final class AssertionTests: XCTestCase {
    func testEqualEventsOfTraitsPass() {
        XCTAssertEqual([SingleEvent<Int>.success(1), .failure(Failure.first)], [.success(1), .failure(Failure.first)])
        XCTAssertEqual(
            [MaybeEvent<Int>.success(1), .error(Failure.first), .completed], [.success(1), .error(Failure.first), .completed])
        XCTAssertEqual([CompletableEvent.error(Failure.first), .completed], [.error(Failure.first), .completed])
    }

    func testOtherEventsAreNotEqual() {
        XCTAssertNotEqual(MaybeEvent<Int>.success(1), .success(2))
        XCTAssertNotEqual(MaybeEvent<Int>.error(Failure.first), .error(Failure.second))
        XCTAssertNotEqual(MaybeEvent<Int>.success(1), .completed)
        XCTAssertNotEqual(CompletableEvent.error(Failure.first), .error(Failure.second))
        XCTAssertNotEqual(CompletableEvent.error(Failure.first), .completed)
    }

    func testRecordedEventsOfOneSequenceAreComparedOnBothCores() {
        for core in Core.allCases {
            core.run {
                let scheduler = TestScheduler(initialClock: 0)
                let source = scheduler.createHotObservable([.next(210, 1), .next(220, nil), .completed(230)] as RecordedEvents<Int?>)
                let events = scheduler.start { source }.events
                XCTAssertEqual(events, [.next(210, 1), .next(220, nil), .completed(230)])
                XCTAssertRecordedElements(events, [1, nil])
                XCTAssertEqual(events.compactMap(\.value), [.next(1), .next(nil), .completed])
                XCTAssertNotEqual(events, [.next(210, 1), .next(221, nil), .completed(230)])
            }
        }
    }
}
