import Foundation
import Rx
import Testing

@testable import LawSupport

@Suite struct TimeoutLaws {
    /// The timer fires while an element is on its way; that thread sets it anew for the rest, and before it has left the gate
    /// the timer fires again. So it is that thread that finds the time to be up, and has to go on with the other source.
    @Test(arguments: Core.underLaw)
    func timeThatIsUpDuringADeliveryLeadsToTheOtherSource(core: Core) {
        core.run {
            let scheduler = HurriedScheduler(), source = PublishSubject<Int>(), other = PublishSubject<Int>()
            var heard: [Int] = []
            let subscription = source.timeout(.seconds(1), other: other, scheduler: scheduler).subscribe(onNext: {
                heard.append($0)
                scheduler.isHurried = true
                scheduler.fire()
            })
            source.onNext(1)
            other.onNext(2)
            #expect(heard == [1, 2])
            subscription.dispose()
        }
    }
}

/// Once it is in a hurry, its timers fire on another thread before `scheduleRelative` returns.
private final class HurriedScheduler: SchedulerType, @unchecked Sendable {  // Sendable: the threads take turns.
    var isHurried = false
    private var clock = Date(timeIntervalSinceReferenceDate: 0)
    private var last: (() -> Void)?

    var now: Date { clock }

    func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable {
        scheduleRelative(state, dueTime: .seconds(0), action: action)
    }

    func scheduleRelative<State>(
        _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
    ) -> any Disposable {
        let state = UncheckedBox(state)
        last = { _ = action(state.value) }
        if isHurried { fire() }
        return Disposables.create()
    }

    func fire() {
        clock += 1
        let run = last
        last = nil
        onThread { run?() }
    }
}
