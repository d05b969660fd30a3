import Foundation
import Testing

@testable import LawSupport
@testable import Rx

/// What a scheduler of a program's own returns for its work.
@Suite struct UsersSchedulerLaws {
    /// Its work never runs. Counts how often each piece of work is ended.
    private final class CountingScheduler: SchedulerType, @unchecked Sendable {  // Sendable: used by one thread at a time.
        private(set) var ends: [AtomicCount] = []

        var now: RxTime { Date(timeIntervalSinceReferenceDate: 0) }

        func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable { add() }

        func scheduleRelative<State>(
            _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
        ) -> any Disposable { add() }

        func schedulePeriodic<State>(
            _ state: State, startAfter: RxTimeInterval, period: RxTimeInterval, action: @escaping (State) -> State
        ) -> any Disposable { add() }

        private func add() -> any Disposable {
            let count = AtomicCount()
            ends.append(count)
            return CountingDisposable(count: count)
        }
    }

    /// It doesn't know whether it has been disposed of.
    private struct CountingDisposable: Disposable {
        let count: AtomicCount

        func dispose() { count.add() }
    }

    @Test(arguments: Core.underLaw)
    func whatItReturnedIsDisposedOfOnce(core: Core) {
        core.run {
            let scheduler = CountingScheduler()
            let work = [
                scheduler.scheduleReleasing {}, scheduler.scheduleReleasing(after: .seconds(1)) {},
                scheduler.scheduleReleasing(1, startAfter: .seconds(1), period: .seconds(1)) { $0 },
            ]
            #expect(scheduler.ends.map(\.value) == [0, 0, 0])
            for _ in 0..<2 {
                for work in work {
                    work.dispose()
                    work.disposeWithoutWaiting()
                }
            }
            #expect(scheduler.ends.map(\.value) == [1, 1, 1])
        }
    }
}
