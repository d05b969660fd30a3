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
            let isShared =
                DriverSharingStrategy.scheduler as AnyObject === scheduler
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

    /// Whether the scheduler that is made elsewhere is the one that is expected: asked again, for the mock of another test may be later.
    private func isEventually(_ scheduler: TestScheduler, _ elsewhere: (@escaping @Sendable () -> Void) -> Void) -> Bool {
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var isSame = false
        elsewhere {
            for _ in 0..<1000 where !isSame {
                isSame = SharingScheduler.make() as AnyObject === scheduler
                if !isSame { Thread.sleep(forTimeInterval: 0.001) }
            }
            done.signal()
        }
        done.wait()
        return isSame
    }

    @Test func otherThreadWithoutATaskGetsTheLatestOne() {
        let scheduler = TestScheduler(initialClock: 0)
        SharingScheduler.mock(scheduler: scheduler) {
            let isSame = isEventually(scheduler) { Thread(block: $0).start() }
            #expect(isSame)
        }
    }

    @Test func taskThatTheActionStartsGetsItsMock() {
        let scheduler = TestScheduler(initialClock: 0)
        SharingScheduler.mock(scheduler: scheduler) {
            let isSame = isEventually(scheduler) { work in _ = Task { work() } }
            #expect(isSame)
        }
    }

    /// The tests of a suite run side by side, each in its own task: of two that aren't related neither sees the other's mock.
    @Test func otherTaskDoesNotSeeTheMockOfATask() async {
        let isSeen = await withCheckedContinuation { continuation in
            SharingScheduler.mock(scheduler: TestScheduler(initialClock: 0)) {
                let done = DispatchSemaphore(value: 0)
                nonisolated(unsafe) var isSeen = true
                Task.detached {
                    isSeen = !(SharingScheduler.make() is MainScheduler)
                    done.signal()
                }
                done.wait()
                continuation.resume(returning: isSeen)
            }
        }
        #expect(!isSeen)
    }

    /// Not even while another mock runs.
    @Test func taskThatOutlivesItsMockDoesNotSeeItAgain() {
        let scheduler = TestScheduler(initialClock: 0), other = TestScheduler(initialClock: 0)
        let begun = DispatchSemaphore(value: 0), done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var isSeen = true
        @Sendable func look() {
            begun.wait()
            isSeen = SharingScheduler.make() as AnyObject === scheduler
            done.signal()
        }
        SharingScheduler.mock(scheduler: scheduler) { _ = Task { look() } }
        SharingScheduler.mock(scheduler: other) {
            begun.signal()
            done.wait()
        }
        #expect(!isSeen)
    }

    /// As in a test of XCTest. In a process of its own, for there it is the mock of every task.
    @Test func taskSeesTheMockThatWasBegunOutsideOfTasks() async {
        await #expect(processExitsWith: .success) {
            let thread = Thread {
                let scheduler = TestScheduler(initialClock: 0)
                SharingScheduler.mock(scheduler: scheduler) {
                    let done = DispatchSemaphore(value: 0)
                    Task.detached {
                        guard SharingScheduler.make() as AnyObject === scheduler else { fatalError("another scheduler") }
                        done.signal()
                    }
                    done.wait()
                }
                exit(0)
            }
            thread.start()
            try await Task.sleep(for: .seconds(60))
            fatalError("a minute has passed")
        }
    }

    @Test func defaultIsTheMainScheduler() async {
        await #expect(processExitsWith: .success) {
            guard SharingScheduler.make() is MainScheduler else { fatalError("not the main scheduler") }
            guard DriverSharingStrategy.scheduler is MainScheduler else { fatalError("not the main scheduler") }
        }
    }
}
