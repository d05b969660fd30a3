import Foundation
import Rx
import Testing

@testable import LawSupport

/// The time of a timer may come, on another thread, before the call that sets it has returned. Whoever keeps its disposable then must not
/// put it in the place of the next one's.
@Suite struct EarlyTimerLaws {
    /// Its first timer comes during the call that sets it; the others when they are told.
    private final class Scheduler: SchedulerType, @unchecked Sendable {  // Sendable: the variables are guarded by `mutex`.
        private let mutex = NSLock()
        private var count = 0
        private var waiting: [() -> Void] = []

        var now: Date { Date(timeIntervalSinceReferenceDate: 0) }

        func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable { action(state) }

        func scheduleRelative<State>(
            _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
        ) -> any Disposable {
            let revoked = BooleanDisposable()
            let run = { if !revoked.isDisposed { _ = action(state) } }
            let isFirst = mutex.withLock {
                count += 1
                if count > 1 { waiting.append(run) }
                return count == 1
            }
            if isFirst { together([run]) }
            return revoked
        }

        /// Lets the time of what waits come.
        func fire() {
            let due = mutex.withLock {
                defer { waiting = [] }
                return waiting
            }
            for run in due { run() }
        }
    }

    /// Three times come: each has its array, or its window, or its tick.
    private func counts(_ source: (Scheduler) -> Observable<Int>) -> Int {
        let scheduler = Scheduler(), told = AtomicCount()
        let subscription = source(scheduler).subscribe(onNext: { _ in told.add() })
        defer { subscription.dispose() }
        for _ in 0..<2 { scheduler.fire() }
        return told.value
    }

    @Test(arguments: Core.underLaw)
    func aBufferGoesOn(core: Core) {
        core.run { #expect(counts { Observable<Int>.never().buffer(timeSpan: .seconds(1), count: 0, scheduler: $0).map(\.count) } == 3) }
    }

    @Test(arguments: Core.underLaw)
    func aWindowIsFollowedByTheNext(core: Core) {
        // One more, as the first is there from the beginning.
        core.run { #expect(counts { Observable<Int>.never().window(timeSpan: .seconds(1), count: 10, scheduler: $0).map { _ in 0 } } == 4) }
    }

    @Test(arguments: Core.underLaw)
    func periodicWorkGoesOn(core: Core) {
        core.run { #expect(counts { Observable<Int>.interval(.seconds(1), scheduler: $0) } == 3) }
    }
}
