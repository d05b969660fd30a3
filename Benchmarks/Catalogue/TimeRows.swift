import Rx

let time = timeRows(Int.self, .all)
#if ELEMENTS
let timeOfElements = timeRows(String.self, .elements) + timeRows(Wide.self, .elements) + timeRows(Reference.self, .elements)
#endif

func timeRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(Delay<Input>.self),
        rows.of(DelaySubscription<Input>.self),
        rows.of(Debounce<Input>.self),
        rows.of(ThrottleLatest<Input>.self),
        rows.of(ThrottleFirst<Input>.self),
        rows.of(Timeout<Input>.self),
        rows.of(TimeoutOther<Input>.self),
        rows.of(TakeFor<Input>.self),
        rows.of(SkipFor<Input>.self),
        rows.of(ObserveOnVirtual<Input>.self),
        rows.of(ObserveOnTrampoline<Input>.self),
        rows.of(ObserveOnMain<Input>.self),
        rows.of(SubscribeOnTrampoline<Input>.self),
        rows.of(SubscribeOnMain<Input>.self),
    ]
}

private enum Delay<Input: RowElement>: Entry {
    static var name: String { "delay" }
    static var title: String { "delay(.seconds(1), scheduler: scheduler)" }
    static var covers: [String] { ["ObservableType.delay(_:scheduler:)"] }
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        source.delay(.seconds(1), scheduler: context.scheduler)
    }
}

private enum DelaySubscription<Input: RowElement>: Entry {
    static var name: String { "delaySubscription" }
    static var title: String { "delaySubscription(.seconds(1), scheduler: scheduler)" }
    static var covers: [String] { ["ObservableType.delaySubscription(_:scheduler:)"] }
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        source.delaySubscription(.seconds(1), scheduler: context.scheduler)
    }
}

private enum Debounce<Input: RowElement>: Entry {
    static var name: String { "debounce" }
    static var title: String { "debounce(.seconds(1), scheduler: scheduler)" }
    static var covers: [String] { ["ObservableType.debounce(_:scheduler:)"] }
    static func elements(_ n: Int) -> Int { min(n, 1) }
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        source.debounce(.seconds(1), scheduler: context.scheduler)
    }
}

private enum ThrottleLatest<Input: RowElement>: Entry {
    static var name: String { "throttle/latest" }
    static var title: String { "throttle(.seconds(1), scheduler: scheduler)" }
    static var covers: [String] { ["ObservableType.throttle(_:latest:scheduler:)"] }
    static func elements(_ n: Int) -> Int { min(n, 2) }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        source.throttle(.seconds(1), scheduler: context.scheduler)
    }
}

private enum ThrottleFirst<Input: RowElement>: Entry {
    static var name: String { "throttle/first" }
    static var title: String { "throttle(.seconds(1), latest: false, scheduler: scheduler)" }
    static var covers: [String] { ["ObservableType.throttle(_:latest:scheduler:)"] }
    static func elements(_ n: Int) -> Int { min(n, 1) }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        source.throttle(.seconds(1), latest: false, scheduler: context.scheduler)
    }
}

private enum Timeout<Input: RowElement>: Entry {
    static var name: String { "timeout" }
    static var title: String { "timeout(.seconds(1), scheduler: scheduler)" }
    static var covers: [String] { ["ObservableType.timeout(_:scheduler:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        source.timeout(.seconds(1), scheduler: context.scheduler)
    }
}

private enum TimeoutOther<Input: RowElement>: Entry {
    static var name: String { "timeout/other" }
    static var title: String { "timeout(.seconds(1), other: Observable.empty(), scheduler: scheduler)" }
    static var covers: [String] { ["ObservableType.timeout(_:other:scheduler:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        source.timeout(.seconds(1), other: Observable.empty(), scheduler: context.scheduler)
    }
}

private enum TakeFor<Input: RowElement>: Entry {
    static var name: String { "take/for" }
    static var title: String { "take(for: .seconds(3600), scheduler: scheduler)" }
    static var covers: [String] { ["ObservableType.take(for:scheduler:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        source.take(for: .seconds(3600), scheduler: context.scheduler)
    }
}

private enum SkipFor<Input: RowElement>: Entry {
    static var name: String { "skip/for" }
    static var title: String { "skip(.seconds(1), scheduler: scheduler)" }
    static var covers: [String] { ["ObservableType.skip(_:scheduler:)"] }
    static func elements(_ n: Int) -> Int { 0 }
    static var ofOne: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        source.skip(.seconds(1), scheduler: context.scheduler)
    }
}

private enum ObserveOnVirtual<Input: RowElement>: Entry {
    static var name: String { "observe-on/historical" }
    static var title: String { "observe(on: scheduler)" }
    static var covers: [String] { ["ObservableType.observe(on:)"] }
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> { source.observe(on: context.scheduler) }
}

private enum ObserveOnTrampoline<Input: RowElement>: Entry {
    static var name: String { "observe-on/current-thread" }
    static var title: String { "observe(on: CurrentThreadScheduler.instance)" }
    static var covers: [String] { ["ObservableType.observe(on:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.observe(on: CurrentThreadScheduler.instance) }
}

private enum ObserveOnMain<Input: RowElement>: Entry {
    static var name: String { "observe-on/main" }
    static var title: String { "observe(on: MainScheduler.instance)" }
    static var covers: [String] { ["ObservableType.observe(on:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.observe(on: MainScheduler.instance) }
}

private enum SubscribeOnTrampoline<Input: RowElement>: Entry {
    static var name: String { "subscribe-on/current-thread" }
    static var title: String { "subscribe(on: CurrentThreadScheduler.instance)" }
    static var covers: [String] { ["ObservableType.subscribe(on:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.subscribe(on: CurrentThreadScheduler.instance) }
}

private enum SubscribeOnMain<Input: RowElement>: Entry {
    static var name: String { "subscribe-on/main" }
    static var title: String { "subscribe(on: MainScheduler.instance)" }
    static var covers: [String] { ["ObservableType.subscribe(on:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.subscribe(on: MainScheduler.instance) }
}
