import Foundation
import Rx

/// Operators on a scheduler of a program's own, whose clock the library can't go by: a timer for each delay, and one that ends each stretch.
let ownSchedulers: [CoveringRows] = [
    RowSet.all.of(DelayOwn.self),
    RowSet.all.of(DelaySubscriptionOwn.self),
    RowSet.all.of(DebounceOwn.self),
    RowSet.all.of(ThrottleLatestOwn.self),
    RowSet.all.of(ThrottleFirstOwn.self),
    RowSet.all.of(TimeoutOwn.self),
    RowSet.all.of(ObserveOnOwn.self),
    RowSet.all.of(SubscribeOnOwn.self),
    RowSet.all.of(DelayAtOnce.self), RowSet.all.of(DebounceAtOnce.self), RowSet.all.of(ObserveOnAtOnce.self),
]

private protocol OwnlyScheduled: Entry where Input == Int {}

extension OwnlyScheduled {
    static var usesTime: Bool { true }
}

private enum DelayOwn: OwnlyScheduled {
    static let name = "delay/own", title = "delay(.seconds(1), scheduler: own)"
    static let covers = ["ObservableType.delay(_:scheduler:)"]
    @inline(__always)
    static func apply(_ source: Observable<Int>, _ context: Context<Int>) -> Observable<Int> {
        source.delay(.seconds(1), scheduler: OwnScheduler(context.scheduler))
    }
}

private enum DelaySubscriptionOwn: OwnlyScheduled {
    static let name = "delaySubscription/own", title = "delaySubscription(.seconds(1), scheduler: own)"
    static let covers = ["ObservableType.delaySubscription(_:scheduler:)"]
    @inline(__always)
    static func apply(_ source: Observable<Int>, _ context: Context<Int>) -> Observable<Int> {
        source.delaySubscription(.seconds(1), scheduler: OwnScheduler(context.scheduler))
    }
}

private enum DebounceOwn: OwnlyScheduled {
    static let name = "debounce/own", title = "debounce(.seconds(1), scheduler: own)"
    static let covers = ["ObservableType.debounce(_:scheduler:)"]
    static func elements(_ n: Int) -> Int { min(n, 1) }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _ context: Context<Int>) -> Observable<Int> {
        source.debounce(.seconds(1), scheduler: OwnScheduler(context.scheduler))
    }
}

private enum ThrottleLatestOwn: OwnlyScheduled {
    static let name = "throttle/latest/own", title = "throttle(.seconds(1), scheduler: own)"
    static let covers = ["ObservableType.throttle(_:latest:scheduler:)"]
    static func elements(_ n: Int) -> Int { min(n, 2) }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _ context: Context<Int>) -> Observable<Int> {
        source.throttle(.seconds(1), scheduler: OwnScheduler(context.scheduler))
    }
}

private enum ThrottleFirstOwn: OwnlyScheduled {
    static let name = "throttle/first/own", title = "throttle(.seconds(1), latest: false, scheduler: own)"
    static let covers = ["ObservableType.throttle(_:latest:scheduler:)"]
    static func elements(_ n: Int) -> Int { min(n, 1) }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _ context: Context<Int>) -> Observable<Int> {
        source.throttle(.seconds(1), latest: false, scheduler: OwnScheduler(context.scheduler))
    }
}

private enum TimeoutOwn: OwnlyScheduled {
    static let name = "timeout/own", title = "timeout(.seconds(3600), scheduler: own)"
    static let covers = ["ObservableType.timeout(_:scheduler:)"]
    static var aspects: Aspects { [.event, .error, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _ context: Context<Int>) -> Observable<Int> {
        source.timeout(.seconds(3600), scheduler: OwnScheduler(context.scheduler))
    }
}

private enum ObserveOnOwn: OwnlyScheduled {
    static let name = "observe-on/own", title = "observe(on: own)"
    static let covers = ["ObservableType.observe(on:)"]
    @inline(__always)
    static func apply(_ source: Observable<Int>, _ context: Context<Int>) -> Observable<Int> {
        source.observe(on: OwnScheduler(context.scheduler))
    }
}

private enum SubscribeOnOwn: OwnlyScheduled {
    static let name = "subscribe-on/own", title = "subscribe(on: own)"
    static let covers = ["ObservableType.subscribe(on:)"]
    // Not that of subscribing, in which no time passes after the end: work that ends what is upstream would wait for ever, on a scheduler it holds.
    static var aspects: Aspects { [.event, .complete, .error, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _ context: Context<Int>) -> Observable<Int> {
        source.subscribe(on: OwnScheduler(context.scheduler))
    }
}

private enum DelayAtOnce: OwnlyScheduled {
    static let name = "delay/own-at-once", title = "delay(.seconds(1), scheduler: own), which does it while it is scheduled"
    static let covers = ["ObservableType.delay(_:scheduler:)"]
    static var usesTime: Bool { false }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> {
        source.delay(.seconds(1), scheduler: AtOnceScheduler())
    }
}

private enum DebounceAtOnce: OwnlyScheduled {
    static let name = "debounce/own-at-once", title = "debounce(.seconds(1), scheduler: own), which does it while it is scheduled"
    static let covers = ["ObservableType.debounce(_:scheduler:)"]
    static var usesTime: Bool { false }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> {
        source.debounce(.seconds(1), scheduler: AtOnceScheduler())
    }
}

private enum ObserveOnAtOnce: OwnlyScheduled {
    static let name = "observe-on/own-at-once", title = "observe(on: own), which does it while it is scheduled"
    static let covers = ["ObservableType.observe(on:)"]
    static var usesTime: Bool { false }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> {
        source.observe(on: AtOnceScheduler())
    }
}

/// Its work is done when virtual time says so, which nobody sees who only knows that it is a scheduler. Sendable: a row uses it on one thread.
private final class OwnScheduler: SchedulerType, @unchecked Sendable {
    private let inner: HistoricalScheduler

    init(_ inner: HistoricalScheduler) { self.inner = inner }

    var now: RxTime { inner.now }

    func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable {
        inner.schedule(state, action: action)
    }

    func scheduleRelative<State>(
        _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
    ) -> any Disposable {
        inner.scheduleRelative(state, dueTime: dueTime, action: action)
    }
}

/// As tests have some, where time is of no interest.
private struct AtOnceScheduler: SchedulerType {
    var now: RxTime { Date(timeIntervalSince1970: 0) }

    func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable { action(state) }

    func scheduleRelative<State>(
        _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
    ) -> any Disposable { action(state) }
}
