import Rx

/// Operators of time on a scheduler whose timers go by uptime, where those of the other rows are in virtual time. No time comes while they run: the
/// calling thread does all. To be disposed of with an element behind it is to revoke the timer that waits.
let liveTime: [CoveringRows] = [
    RowSet.all.of(DelayLive.self), RowSet.all.of(DebounceLive.self), RowSet.all.of(ThrottleLatestLive.self), RowSet.all.of(ThrottleFirstLive.self),
    RowSet.all.of(ThrottleLatestOverLive.self), RowSet.all.of(ThrottleFirstOverLive.self), RowSet.all.of(TimeoutLive.self),
    RowSet.all.of(TakeForLive.self), RowSet.all.of(SkipForLive.self), RowSet.all.of(BufferLive.self), RowSet.all.of(WindowLive.self),
]

/// Those of both cores, made at once and for good: what the first run of a row leaves behind is no leak.
private let liveSchedulers: (lock: SerialScheduler, queue: SerialScheduler) = (liveScheduler(.lock), liveScheduler(.queue))

/// The system's timer stays set for work that was due before any of a row's, and was disposed of: to set it would wake a thread of the system's.
private func liveScheduler(_ core: Core) -> SerialScheduler {
    let scheduler = SerialScheduler(core: core)
    scheduler.scheduleRelative(0, dueTime: .seconds(1800)) { _ in Disposables.create() }.dispose()
    return scheduler
}

private var live: SerialScheduler { Core.current == .queue ? liveSchedulers.queue : liveSchedulers.lock }

private protocol Live: Branch {}

extension Live {
    static var aspects: Aspects { [.event, .dispose] }
}

/// Each waits for its time, which doesn't come.
private enum DelayLive: Live {
    static let name = "delay/live", title = "delay(.seconds(3600), scheduler: SerialScheduler())"
    static var covers: [String] { ["ObservableType.delay(_:scheduler:)"] }
    static func elements(_ n: Int) -> Int { 0 }
    static var ofOne: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> {
        source.delay(.seconds(3600), scheduler: live)
    }
}

/// The source's completion sends the last.
private enum DebounceLive: Live {
    static let name = "debounce/live", title = "debounce(.seconds(3600), scheduler: SerialScheduler())"
    static var covers: [String] { ["ObservableType.debounce(_:scheduler:)"] }
    static func elements(_ n: Int) -> Int { min(n, 1) }
    static var ofOne: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> {
        source.debounce(.seconds(3600), scheduler: live)
    }
}

/// All but the first wait for the end of the first's hour, each in place of the one before.
private enum ThrottleLatestLive: Live {
    static let name = "throttle/latest/live", title = "throttle(.seconds(3600), scheduler: SerialScheduler())"
    static var covers: [String] { ["ObservableType.throttle(_:latest:scheduler:)"] }
    static func elements(_ n: Int) -> Int { min(n, 1) }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> {
        source.throttle(.seconds(3600), scheduler: live)
    }
}

/// All but the first are dropped, which the coarse clock tells.
private enum ThrottleFirstLive: Live {
    static let name = "throttle/first/live", title = "throttle(.seconds(3600), latest: false, scheduler: SerialScheduler())"
    static var covers: [String] { ["ObservableType.throttle(_:latest:scheduler:)"] }
    static func elements(_ n: Int) -> Int { min(n, 1) }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> {
        source.throttle(.seconds(3600), latest: false, scheduler: live)
    }
}

/// Each element looks at the clock, finds that the stretch is over, and begins one: none is so short that it can't have passed, but that of no
/// length.
private enum ThrottleLatestOverLive: Live {
    static let name = "throttle/latest/live/over", title = "throttle(.nanoseconds(0), scheduler: SerialScheduler())"
    static var covers: [String] { ["ObservableType.throttle(_:latest:scheduler:)"] }
    static var aspects: Aspects { .event }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> {
        source.throttle(.nanoseconds(0), scheduler: live)
    }
}

/// As the one before, after the coarse clock hasn't told.
private enum ThrottleFirstOverLive: Live {
    static let name = "throttle/first/live/over", title = "throttle(.nanoseconds(0), latest: false, scheduler: SerialScheduler())"
    static var covers: [String] { ["ObservableType.throttle(_:latest:scheduler:)"] }
    static var aspects: Aspects { .event }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> {
        source.throttle(.nanoseconds(0), latest: false, scheduler: live)
    }
}

private enum TimeoutLive: Live {
    static let name = "timeout/live", title = "timeout(.seconds(3600), scheduler: SerialScheduler())"
    static var covers: [String] { ["ObservableType.timeout(_:scheduler:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> {
        source.timeout(.seconds(3600), scheduler: live)
    }
}

private enum TakeForLive: Live {
    static let name = "take/for/live", title = "take(for: .seconds(3600), scheduler: SerialScheduler())"
    static var covers: [String] { ["ObservableType.take(for:scheduler:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> {
        source.take(for: .seconds(3600), scheduler: live)
    }
}

private enum SkipForLive: Live {
    static let name = "skip/for/live", title = "skip(.seconds(3600), scheduler: SerialScheduler())"
    static var covers: [String] { ["ObservableType.skip(_:scheduler:)"] }
    static func elements(_ n: Int) -> Int { 0 }
    static var ofOne: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> {
        source.skip(.seconds(3600), scheduler: live)
    }
}

/// A timer for each array.
private enum BufferLive: Live {
    static let name = "buffer/count/live", title = "buffer(timeSpan: .seconds(3600), count: 10, scheduler: SerialScheduler())"
    static var covers: [String] { ["ObservableType.buffer(timeSpan:count:scheduler:)"] }
    static func elements(_ n: Int) -> Int { n / 10 + 1 }
    static var ofOne: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<[Int]> {
        source.buffer(timeSpan: .seconds(3600), count: 10, scheduler: live)
    }
}

/// A timer for each window.
private enum WindowLive: Live {
    static let name = "window/count/live", title = "window(timeSpan: .seconds(3600), count: 10, scheduler: SerialScheduler())"
    static var covers: [String] { ["ObservableType.window(timeSpan:count:scheduler:)"] }
    static func elements(_ n: Int) -> Int { n / 10 + 1 }
    static var atOnce: Int { 1 }
    static var ofOne: Int { 1 }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Observable<Int>> {
        source.window(timeSpan: .seconds(3600), count: 10, scheduler: live)
    }
}
