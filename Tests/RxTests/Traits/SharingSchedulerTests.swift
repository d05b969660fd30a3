import Foundation
import Rx
import RxTest
import Testing

@Suite(.serialized) struct SharingSchedulerTests {
    private func isMade(_ scheduler: TestScheduler) -> Bool { SharingScheduler.make() as AnyObject === scheduler }

    @Test func schedulerIsTheMainSchedulerUnlessMocked() {
        let scheduler = TestScheduler(initialClock: 0)
        SharingScheduler.mock(scheduler: scheduler) {
            let isMock = isMade(scheduler)
            #expect(isMock)
            let isShared = DriverSharingStrategy.scheduler as AnyObject === scheduler
                && SignalSharingStrategy.scheduler as AnyObject === scheduler
            #expect(isShared)
        }
        let isMock = isMade(scheduler)
        #expect(!isMock)
    }

    @Test func innermostMockOfTheThreadCounts() {
        let outer = TestScheduler(initialClock: 0), inner = TestScheduler(initialClock: 0)
        SharingScheduler.mock(scheduler: outer) {
            SharingScheduler.mock(makeScheduler: { inner }) {
                let isInner = isMade(inner)
                #expect(isInner)
            }
            let isOuter = isMade(outer)
            #expect(isOuter)
        }
    }

    @Test func mockEndsWhenItsActionThrows() {
        let scheduler = TestScheduler(initialClock: 0)
        #expect(throws: Failure.first) {
            try SharingScheduler.mock(scheduler: scheduler) { throw Failure.first }
        }
        let isMock = isMade(scheduler)
        #expect(!isMock)
    }

    @Test func otherThreadWithoutAMockGetsTheLatestOne() {
        let scheduler = TestScheduler(initialClock: 0)
        SharingScheduler.mock(scheduler: scheduler) {
            let done = DispatchSemaphore(value: 0)
            nonisolated(unsafe) var isSame = false
            let test = self
            // Another test's mock may be later; then it is asked again.
            Thread {
                for _ in 0..<1000 where !isSame {
                    isSame = test.isMade(scheduler)
                    if !isSame { Thread.sleep(forTimeInterval: 0.001) }
                }
                done.signal()
            }.start()
            done.wait()
            #expect(isSame)
        }
    }

    @Test func defaultIsTheMainScheduler() async {
        await #expect(processExitsWith: .success) {
            guard SharingScheduler.make() is MainScheduler else { fatalError("not the main scheduler") }
            guard DriverSharingStrategy.scheduler is MainScheduler else { fatalError("not the main scheduler") }
        }
    }
}
