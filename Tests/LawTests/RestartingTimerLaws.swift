import Foundation
import RxPlatform
import Testing

@testable import LawSupport
@testable import Rx

/// The timer of `debounce` and `timeout`, which each event puts off.
@Suite struct RestartingTimerLaws {
    /// Whether the subscription's gate is biased to this thread; nil where no gate ever is: in a build without bias, and without its fence.
    private static func isBiasedToThisThread(_ subscription: any Disposable) -> Bool? {
        #if RX_WITHOUT_BIAS
        nil
        #else
        hasAsymmetricFence ? (subscription as? Segment)?.bias.thread.load() == threadToken() : nil
        #endif
    }

    /// A timer that has been put off waits for the rest without going inside the gate: the thread that sends keeps its bias.
    @Test(arguments: [Core.lock, .queue])
    func aTimerThatHasBeenPutOffDoesNotDisturbWhoSends(core: Core) throws {
        try core.run {
            let timers = HandTimers(), source = PublishSubject<Int>()
            var heard: [Int] = []
            let subscription = source.debounce(.seconds(100), scheduler: timers).subscribe(onNext: { heard.append($0) })
            for number in 0..<40 { source.onNext(number) }
            try #require(RestartingTimerLaws.isBiasedToThisThread(subscription) != false)
            #expect(timers.dueTimes.count == 1, "an element has set a timer of its own")

            onThread { timers.fire(0) }
            #expect(heard == [])
            #expect(RestartingTimerLaws.isBiasedToThisThread(subscription) != false)
            let rest = try #require(timers.dueTimes.dropFirst().first?.inSeconds)
            #expect(rest > 0 && rest <= 100, "it waits for \(rest) s of 100")

            onThread { timers.fire(1) }
            #expect(heard == [39], "nothing has come since the last time that it was put off")
            #expect(timers.dueTimes.count == 2)

            source.onNext(40)
            #expect(timers.dueTimes.count == 3, "an element after the silence sets it anew")
            subscription.dispose()
            #expect(timers.live == [])
        }
    }

    /// The timer that waits for the rest is another one than who was told of first.
    @Test(arguments: Core.underLaw)
    func theTimerThatWaitsForTheRestEndsWithTheSubscription(core: Core) {
        core.run {
            let timers = HandTimers(), source = PublishSubject<Int>()
            let subscription = source.timeout(.seconds(100), scheduler: timers).subscribe(onNext: { _ in })
            source.onNext(1)
            timers.fire(0)
            #expect(timers.live == [1])
            subscription.dispose()
            #expect(timers.live == [])
        }
    }

    /// As a timer is set for the rest another event puts it off, and it fires before who set it has noted it down: the one that is set
    /// then is the one to end.
    @Test(arguments: Core.underLaw)
    func aTimerThatFiresBeforeItIsNotedDownDoesNotReplaceTheNextOne(core: Core) {
        core.run {
            let timers = HandTimers(), source = PublishSubject<Int>()
            let subscription = source.debounce(.seconds(100), scheduler: timers).subscribe(onNext: { _ in })
            source.onNext(1)
            source.onNext(2)
            timers.onSet = { number in
                guard number == 1 else { return }
                source.onNext(3)
                timers.fire(1)
            }
            timers.fire(0)
            #expect(timers.live == [2])
            subscription.dispose()
            #expect(timers.live == [])
            timers.onSet = nil
        }
    }

    /// A source that goes without a stop event and a timer that has fired leave nobody who could tell the observer anything: what that
    /// captures is freed though the subscription is kept.
    @Test(arguments: Core.underLaw)
    func theObserverGoesWithTheSourceAndTheTimer(core: Core) {
        final class Captured {}
        core.run {
            let timers = HandTimers()
            var source: PublishSubject<Int>? = PublishSubject<Int>(), captured: Captured? = Captured()
            weak let seen = captured
            let subscription = source!.debounce(.seconds(100), scheduler: timers).subscribe(onNext: { [captured] _ in _ = captured })
            captured = nil
            source!.onNext(1)
            source = nil
            #expect(seen != nil, "its timer is to tell it")
            timers.fire(0)
            #expect(seen == nil)
            subscription.dispose()
        }
    }

    /// It fires while an event is on its way that puts it off, and finds out only once it is inside.
    @Test(arguments: Core.underLaw)
    func anEventThatIsOnItsWayPutsItOff(core: Core) {
        core.run {
            let timers = HandTimers(), source = PublishSubject<Int>()
            var heard: [Int] = [], errors = 0
            let subscription = source.timeout(.seconds(100), scheduler: timers).subscribe(
                onNext: {
                    heard.append($0)
                    if $0 == 1 { onThread { timers.fire(0) } }
                }, onError: { _ in errors += 1 })
            source.onNext(1)
            #expect(timers.live == [1], "it waits for the rest")
            source.onNext(2)
            #expect(heard == [1, 2])
            #expect(errors == 0)
            subscription.dispose()
        }
    }

    /// It fires on a processor whose clock is behind that of the one that restarted it: it waits for all of its time, it isn't over.
    @Test(arguments: Core.underLaw)
    func aClockThatIsBehindDoesNotEndItsTime(core: Core) {
        let timers = HandTimers(), segment = Segment(core: core), junction = Junction(segment)
        var expirations = 0
        let timer = RestartingTimer(junction, .seconds(100), timers) { expirations += 1 }
        junction.pass((), to: timer.restart)
        timer.lastRestart.store(UInt(UptimeClock.now) + 50_000_000_000)
        timers.fire(0)
        #expect(timers.dueTimes.dropFirst().map(\.inSeconds) == [100])
        #expect(expirations == 0)
        segment.dispose()
    }

    /// The subscription ends while its timer is set for the rest.
    @Test(arguments: Core.underLaw)
    func aTimerThatIsSetAsTheSubscriptionEndsEndsAtOnce(core: Core) {
        core.run {
            let timers = HandTimers(), source = PublishSubject<Int>()
            let subscription = source.debounce(.seconds(100), scheduler: timers).subscribe(onNext: { _ in })
            source.onNext(1)
            source.onNext(2)
            timers.onSet = { if $0 == 1 { subscription.dispose() } }
            timers.fire(0)
            #expect(timers.dueTimes.count == 2)
            #expect(timers.live == [])
            timers.onSet = nil
        }
    }
}

/// Timers that a test fires by hand, on a scheduler that passes for one whose timers go by uptime.
private final class HandTimers: SchedulerType, MonotonicTimers, @unchecked Sendable {  // Sendable: the threads take turns.
    /// Of those that have neither fired nor been ended.
    private var actions: [(() -> Void)?] = []
    private(set) var dueTimes: [RxTimeInterval] = []
    /// The numbers of those that have neither fired nor been ended.
    private(set) var live: [Int] = []
    /// Runs once a timer is set, before that returns.
    var onSet: ((Int) -> Void)?

    var now: Date { Date() }

    func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable {
        scheduleRelative(state, dueTime: .seconds(0), action: action)
    }

    func scheduleRelative<State>(
        _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
    ) -> any Disposable {
        let number = actions.count, state = UncheckedBox(state)
        actions.append { _ = action(state.value) }
        dueTimes.append(dueTime)
        live.append(number)
        onSet?(number)
        return Disposables.create { _ = self.take(number) }
    }

    func fire(_ number: Int) { take(number)?() }

    private func take(_ number: Int) -> (() -> Void)? {
        defer { actions[number] = nil }
        live.removeAll { $0 == number }
        return actions[number]
    }
}
