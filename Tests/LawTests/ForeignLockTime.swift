@testable import Rx

extension ForeignCaller {
    private static let timed: Set = ["schedule", "cancel"]
    /// Nothing waits for time to pass.
    private static let idle: Set = endOfObserver.union(["stop"])

    /// Operators with a timer, on a scheduler of the user's.
    static let time = [
        ForeignCaller("buffer by time", inputs: 1, usesTime: true, callOuts: timed) {
            $0.source(0).buffer(timeSpan: .seconds(1), count: 100, scheduler: $0.scheduler)
        },
        ForeignCaller("buffer by count", inputs: 1, usesTime: true, callOuts: timed) {
            $0.source(0).buffer(timeSpan: .seconds(1), count: 1, scheduler: $0.scheduler)
        },
        ForeignCaller("window by time", inputs: 1, usesTime: true, callOuts: timed) {
            $0.source(0).window(timeSpan: .seconds(1), count: 100, scheduler: $0.scheduler).flatMap { $0 }
        },
        ForeignCaller("window by count", inputs: 1, usesTime: true, callOuts: timed) {
            $0.source(0).window(timeSpan: .seconds(1), count: 1, scheduler: $0.scheduler).flatMap { $0 }
        },
        ForeignCaller("debounce, idle", inputs: 1, warm: [], usesTime: true, callOuts: ["schedule"], observes: idle) {
            $0.source(0).debounce(.seconds(1), scheduler: $0.scheduler)
        },
        ForeignCaller("debounce", inputs: 1, usesTime: true, callOuts: ["cancel"], prepare: sendOnce(0)) {
            $0.source(0).debounce(.seconds(1), scheduler: $0.scheduler)
        },
        ForeignCaller("throttle, between elements", inputs: 1, usesTime: true, callOuts: timed, observes: idle, prepare: sendOnce(0)) {
            $0.source(0).throttle(.seconds(1), scheduler: $0.scheduler)
        },
        ForeignCaller("throttle", inputs: 1, usesTime: true, callOuts: ["cancel"], prepare: sendTwice) {
            $0.source(0).throttle(.seconds(1), scheduler: $0.scheduler)
        },
        ForeignCaller("delay, idle", inputs: 1, warm: [], usesTime: true, callOuts: ["schedule"], observes: idle) {
            $0.source(0).delay(.seconds(1), scheduler: $0.scheduler)
        },
        ForeignCaller("delay", inputs: 1, usesTime: true, callOuts: ["cancel"], prepare: sendOnce(0)) {
            $0.source(0).delay(.seconds(1), scheduler: $0.scheduler)
        },
        ForeignCaller(
            "delaySubscription", inputs: 1, usesTime: true, callOuts: ["schedule", "cancel", "subscribe to 0"],
            observes: endOfObserver
        ) {
            $0.source(0).delaySubscription(.seconds(1), scheduler: $0.scheduler)
        },
        ForeignCaller(
            "delaySubscription, subscribed", inputs: 1, usesTime: true, callOuts: ["dispose 0"],
            prepare: { $0.scheduler.passTime() }
        ) {
            $0.source(0).delaySubscription(.seconds(1), scheduler: $0.scheduler)
        },
        ForeignCaller(
            "take(for:)", inputs: 1, usesTime: true,
            callOuts: timed.union(["subscribe to 0", "closure above 0", "dispose 0"])
        ) {
            $0.source(0).take(for: .seconds(1), scheduler: $0.scheduler)
        },
        ForeignCaller(
            "skip for a time, closed", inputs: 1, usesTime: true,
            callOuts: timed.union(["subscribe to 0", "closure above 0", "dispose 0"]), observes: idle
        ) {
            $0.source(0).skip(.seconds(1), scheduler: $0.scheduler)
        },
        ForeignCaller(
            "skip for a time, open", inputs: 1, usesTime: true, callOuts: ["closure above 0"],
            prepare: { $0.scheduler.passTime() }
        ) {
            $0.source(0).skip(.seconds(1), scheduler: $0.scheduler)
        },
        ForeignCaller("timeout", usesTime: true, callOuts: timed.union(["subscribe to 1", "dispose 0"])) {
            $0.source(0).timeout(.seconds(1), other: $0.source(1), scheduler: $0.scheduler)
        },
        ForeignCaller(
            "timeout, expired", warm: [1], usesTime: true, callOuts: ["closure above 1", "dispose 1"],
            prepare: { $0.scheduler.passTime() }
        ) {
            $0.source(0).timeout(.seconds(1), other: $0.source(1), scheduler: $0.scheduler)
        },
        ForeignCaller(
            "interval", inputs: 0, warm: [], usesTime: true, callOuts: ["schedule", "cancel"],
            observes: endOfObserver.union(["onNext"])
        ) {
            Observable<Int>.interval(.seconds(1), scheduler: $0.scheduler)
        },
        ForeignCaller("timer", inputs: 0, warm: [], usesTime: true, callOuts: ["schedule", "cancel"]) {
            Observable<Int>.timer(.seconds(1), scheduler: $0.scheduler)
        },
    ]

    /// Work that changes threads.
    static let threads = [
        ForeignCaller("observe(on:), a user's scheduler", inputs: 1, usesTime: true, callOuts: timed, prepare: sendOnce(0)) {
            $0.source(0).observe(on: $0.scheduler)
        },
        ForeignCaller("observe(on:)", inputs: 1, usesBackground: true, callOuts: ["closure above 0"]) {
            $0.source(0).observe(on: $0.background!)
        },
        ForeignCaller("observe(on:), the current thread", inputs: 1, callOuts: ["closure above 0"]) {
            $0.source(0).observe(on: CurrentThreadScheduler.instance)
        },
        ForeignCaller(
            "subscribe(on:), a user's scheduler", inputs: 1, usesTime: true, callOuts: timed.union(["subscribe to 0"]),
            observes: endOfObserver
        ) {
            $0.source(0).subscribe(on: $0.scheduler)
        },
        ForeignCaller(
            "subscribe(on:), a user's scheduler, subscribed", inputs: 1, usesTime: true, callOuts: ["schedule", "dispose 0"],
            prepare: { $0.scheduler.passTime() }
        ) {
            $0.source(0).subscribe(on: $0.scheduler)
        },
        ForeignCaller(
            "subscribe(on:)", inputs: 1, usesBackground: true, callOuts: ["subscribe to 0", "dispose 0"],
            prepare: { $0.settle() }
        ) {
            $0.source(0).subscribe(on: $0.background!)
        },
        ForeignCaller("on(core:)", inputs: 1, callOuts: ["subscribe to 0", "dispose 0"]) {
            $0.source(0).on(core: Core.current == .lock ? .queue : .lock)
        },
    ]

    /// Sequences that are made of a user's closures.
    static let creating = [
        ForeignCaller("create", inputs: 1, callOuts: ["subscribe", "dispose"]) { stage in
            let subscribed = stage.closure("subscribe"), disposed = stage.closure("dispose"), source = stage.source(0)
            return .create { observer in
                subscribed()
                let subscription = source.subscribe(observer)
                return Disposables.create(with: {
                    disposed()
                    subscription.disposeWithoutWaiting()
                })
            }
        },
        ForeignCaller("create of a subscription", inputs: 1, callOuts: ["closure above 0", "dispose 0"]) { stage in
            let source = stage.source(0)
            return .create { source.subscribe($0) }
        },
        ForeignCaller("switching to a create of a subscription", callOuts: ["closure above 1", "dispose 1"], prepare: sendOnce(0)) { stage in
            let source = stage.source(1), inner = Observable<ForeignObject>.create { source.subscribe($0) }
            return stage.source(0).flatMapLatest { _ in inner }
        },
        ForeignCaller("generate", inputs: 0, warm: [], usesTime: true, callOuts: ["schedule", "cancel", "condition", "iterate"]) {
            stage in
            let condition = stage.closure("condition"), iterate = stage.closure("iterate")
            return Observable.generate(
                initialState: 0,
                condition: {
                    condition(); return $0 < 3
                }, scheduler: stage.scheduler,
                iterate: {
                    iterate(); return $0 + 1
                })
        },
        ForeignCaller("generate, on the current thread", inputs: 0, warm: [], callOuts: ["condition", "iterate"]) { stage in
            let condition = stage.closure("condition"), iterate = stage.closure("iterate")
            return Observable.generate(
                initialState: 0,
                condition: {
                    condition(); return $0 < 3
                },
                iterate: {
                    iterate(); return $0 + 1
                })
        },
        ForeignCaller("deferred", inputs: 1, callOuts: ["factory"]) { stage in
            let call = stage.closure("factory"), source = stage.source(0)
            return .deferred {
                call(); return source
            }
        },
        ForeignCaller("using", inputs: 1, callOuts: ["factory", "resource"]) { stage in
            let call = stage.closure("factory"), source = stage.source(0), release = stage.closure("resource")
            return .using(
                {
                    call(); return AnonymousDisposable(release)
                }, observableFactory: { _ in source })
        },
    ]

    private static func sendTwice(_ stage: ForeignStage) {
        for _ in 0..<2 { stage.inputs[0].onNext(stage.element()) }
    }
}
