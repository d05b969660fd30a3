import Rx

/// Singles. A use is a subscription with its one event: no row is of events; what subscribes has the event too. What all sequences of one have in
/// common is measured with singles. How they end otherwise is in `primitiveSequenceEnds`.
let singles =
    singleRows(Int.self, .all) + [
        traitRows(FailingSingle.self), traitRows(SilentSingle.self), traitRows(TimerSingle.self),
        traitRows(TimeoutOverSingle.self),
    ]
#if ELEMENTS
let singlesOfElements = singleRows(String.self, .elements) + singleRows(Wide.self, .elements) + singleRows(Reference.self, .elements)
#endif

func singleRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(CreateSingle<Input>.self), rows.of(EventsSingle<Input>.self), rows.of(WithSingle<Input>.self),
        rows.of(JustSingle<Input>.self), rows.of(JustOnSingle<Input>.self), rows.of(DeferredSingle<Input>.self),
        rows.of(UsingSingle<Input>.self), rows.of(PlainSingle<Input>.self), rows.of(CatchSingle<Input>.self),
        rows.of(RetrySingle<Input>.self), rows.of(RetryWhenSingle<Input>.self), rows.of(RetryWhenTypedSingle<Input>.self),
        rows.of(DelaySingle<Input>.self), rows.of(DelaySubscriptionSingle<Input>.self), rows.of(TimeoutSingle<Input>.self),
        rows.of(TimeoutOtherSingle<Input>.self), rows.of(ObserveOnSingle<Input>.self), rows.of(SubscribeOnSingle<Input>.self),
        rows.of(MapSingle<Input>.self), rows.of(CompactMapSingle<Input>.self), rows.of(FilterSingle<Input>.self),
        rows.of(FlatMapSingle<Input>.self), rows.of(CatchAndReturnSingle<Input>.self), rows.of(FlatMapMaybeSingle<Input>.self),
        rows.of(FlatMapCompletableSingle<Input>.self), rows.of(DoSingle<Input>.self), rows.of(AsMaybeSingle<Input>.self),
        rows.of(AsCompletableSingle<Input>.self), rows.of(TimeoutOtherOverSingle<Input>.self),
    ]
}

private enum CreateSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/create" }
    static var title: String { "Single.create { … } and subscribe(onSuccess:onFailure:)" }
    static var covers: [String] {
        [
            "PrimitiveSequenceType.create(subscribe:) [SingleTrait]",
            "PrimitiveSequenceType.subscribe(onSuccess:onFailure:onDisposed:)",
        ]
    }
    @inline(__always)
    static func apply(_ source: Single<Input>, _: SingleContext<Input>) -> Single<Input> { source }
}

private enum EventsSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/subscribe-events" }
    static var title: String { "subscribe { event in … }" }
    static var covers: [String] { ["PrimitiveSequenceType.subscribe(_:) [SingleTrait]"] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _: SingleContext<Input>) -> Single<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Single<Input>, _ tally: Tally) -> any Disposable {
        output.subscribe { event in
            switch event {
            case .success: tally.add(1)
            case .failure: tally.fail()
            }
        }
    }
}

private enum WithSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/subscribe-with" }
    static var title: String { "subscribe(with: object, onSuccess: …)" }
    static var covers: [String] { ["PrimitiveSequenceType.subscribe(with:onSuccess:onFailure:onDisposed:)"] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _: SingleContext<Input>) -> Single<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Single<Input>, _ tally: Tally) -> any Disposable {
        output.subscribe(with: tally, onSuccess: { $0.add($1.weight) }, onFailure: { tally, _ in tally.fail() })
    }
}

private enum JustSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/just" }
    static var title: String { "Single.just(one)" }
    static var covers: [String] { ["PrimitiveSequenceType.just(_:) [SingleTrait]"] }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Single<Input>, _: SingleContext<Input>) -> Single<Input> { .just(Input(number: 1)) }
}

private enum JustOnSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/just/current-thread" }
    static var title: String { "Single.just(one) on the current thread" }
    static var covers: [String] { ["PrimitiveSequenceType.just(_:scheduler:) [SingleTrait]"] }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Single<Input>, _: SingleContext<Input>) -> Single<Input> {
        .just(Input(number: 1), scheduler: CurrentThreadScheduler.instance)
    }
}

private enum FailingSingle: SingleEntry {
    static let name = "single/error", title = "Single.error(…)", covers = ["PrimitiveSequenceType.error(_:) [SingleTrait]"]
    static var aspects: Aspects { [.error] }
    @inline(__always)
    static func apply(_: Single<Int>, _: SingleContext<Int>) -> Single<Int> { .error(PlannedFailure()) }
}

private enum SilentSingle: SingleEntry {
    static let name = "single/never", title = "Single.never()", covers = ["PrimitiveSequenceType.never() [SingleTrait]"]
    static func elements(_ n: Int) -> Int { 0 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Single<Int>, _: SingleContext<Int>) -> Single<Int> { .never() }
}

private enum TimerSingle: SingleEntry {
    static let name = "single/timer", title = "Single.timer(.seconds(1)) on a HistoricalScheduler"
    static let covers = ["PrimitiveSequenceType.timer(_:scheduler:)"]
    static var aspects: Aspects { [.subscribe] }
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_: Single<Int>, _ context: SingleContext<Int>) -> Single<Int> { .timer(.seconds(1), scheduler: context.scheduler) }
}

private enum DeferredSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/deferred" }
    static var title: String { "Single.deferred { source }" }
    static var covers: [String] { ["PrimitiveSequence.deferred(_:)"] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _: SingleContext<Input>) -> Single<Input> { .deferred { source } }
}

private enum UsingSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/using" }
    static var title: String { "Single.using({ BooleanDisposable() }) { _ in source }" }
    static var covers: [String] { ["PrimitiveSequence.using(_:primitiveSequenceFactory:)"] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _: SingleContext<Input>) -> Single<Input> {
        .using({ BooleanDisposable() }, primitiveSequenceFactory: { _ in source })
    }
}

private enum PlainSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/asObservable" }
    static var title: String { "source.asObservable()" }
    static var covers: [String] { ["PrimitiveSequence.asObservable()"] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _: SingleContext<Input>) -> Observable<Input> { source.asObservable() }
}

private enum CatchSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/catch" }
    static var title: String { "source.catch { _ in .just(one) }" }
    static var covers: [String] { ["PrimitiveSequence.catch(_:)"] }
    static var errors: Int { 0 }
    @inline(__always)
    static func apply(_ source: Single<Input>, _: SingleContext<Input>) -> Single<Input> { source.catch { _ in .just(Input(number: 1)) } }
}

private enum RetrySingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/retry/count" }
    static var title: String { "source.retry(2)" }
    static var covers: [String] { ["PrimitiveSequence.retry(_:)"] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _: SingleContext<Input>) -> Single<Input> { source.retry(2) }
}

private enum RetryWhenSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/retry/when" }
    static var title: String { "retry { errors in errors.flatMap { Observable.error($0) } }" }
    static var covers: [String] { ["PrimitiveSequence.retry(when:) [any Error>) ->]"] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _: SingleContext<Input>) -> Single<Input> {
        source.retry { errors in errors.flatMap { Observable<Int>.error($0) } }
    }
}

private enum RetryWhenTypedSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/retry/when-typed" }
    static var title: String { "retry { (errors: Observable<PlannedFailure>) in … }" }
    static var covers: [String] { ["PrimitiveSequence.retry(when:) [retry<Error>]"] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _: SingleContext<Input>) -> Single<Input> {
        source.retry { (errors: Observable<PlannedFailure>) in errors.flatMap { Observable<Int>.error($0) } }
    }
}

private enum DelaySingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/delay" }
    static var title: String { "source.delay(.seconds(1), scheduler: context.scheduler)" }
    static var covers: [String] { ["PrimitiveSequence.delay(_:scheduler:)"] }
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_ source: Single<Input>, _ context: SingleContext<Input>) -> Single<Input> {
        source.delay(.seconds(1), scheduler: context.scheduler)
    }
}

private enum DelaySubscriptionSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/delaySubscription" }
    static var title: String { "source.delaySubscription(.seconds(1), scheduler: context.scheduler)" }
    static var covers: [String] { ["PrimitiveSequence.delaySubscription(_:scheduler:)"] }
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_ source: Single<Input>, _ context: SingleContext<Input>) -> Single<Input> {
        source.delaySubscription(.seconds(1), scheduler: context.scheduler)
    }
}

private enum TimeoutSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/timeout" }
    static var title: String { "source.timeout(.seconds(1), scheduler: context.scheduler)" }
    static var covers: [String] { ["PrimitiveSequence.timeout(_:scheduler:)"] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _ context: SingleContext<Input>) -> Single<Input> {
        source.timeout(.seconds(1), scheduler: context.scheduler)
    }
}

private enum TimeoutOtherSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/timeout/other" }
    static var title: String { "source.timeout(.seconds(1), other: .just(one), scheduler: context.scheduler)" }
    static var covers: [String] { ["PrimitiveSequence.timeout(_:other:scheduler:)"] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _ context: SingleContext<Input>) -> Single<Input> {
        source.timeout(.seconds(1), other: .just(Input(number: 1)), scheduler: context.scheduler)
    }
}

private enum ObserveOnSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/observe(on:)/current-thread" }
    static var title: String { "source.observe(on: CurrentThreadScheduler.instance)" }
    static var covers: [String] { ["PrimitiveSequence.observe(on:)"] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _: SingleContext<Input>) -> Single<Input> { source.observe(on: CurrentThreadScheduler.instance) }
}

private enum SubscribeOnSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/subscribe(on:)/current-thread" }
    static var title: String { "source.subscribe(on: CurrentThreadScheduler.instance)" }
    static var covers: [String] { ["PrimitiveSequence.subscribe(on:)"] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _: SingleContext<Input>) -> Single<Input> { source.subscribe(on: CurrentThreadScheduler.instance) }
}

private enum MapSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/map" }
    static var title: String { "source.map { $0.next }" }
    static var covers: [String] { ["PrimitiveSequenceType.map(_:) [SingleTrait]"] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _: SingleContext<Input>) -> Single<Input> { source.map { $0.next } }
}

private enum CompactMapSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/compactMap" }
    static var title: String { "source.compactMap { Optional($0.next) }" }
    static var covers: [String] { ["PrimitiveSequenceType.compactMap(_:) [SingleTrait]"] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _: SingleContext<Input>) -> Maybe<Input> { source.compactMap { Optional($0.next) } }
}

private enum FilterSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/filter" }
    static var title: String { "source.filter { $0.weight != -1 }" }
    static var covers: [String] { ["PrimitiveSequenceType.filter(_:) [SingleTrait]"] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _: SingleContext<Input>) -> Maybe<Input> { source.filter { $0.weight != -1 } }
}

private enum FlatMapSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/flatMap" }
    static var title: String { "source.flatMap { Single.just($0) }" }
    static var covers: [String] { ["PrimitiveSequenceType.flatMap(_:) [SingleTrait]"] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _: SingleContext<Input>) -> Single<Input> { source.flatMap { Single.just($0) } }
}

private enum CatchAndReturnSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/catchAndReturn" }
    static var title: String { "source.catchAndReturn(one)" }
    static var covers: [String] { ["PrimitiveSequenceType.catchAndReturn(_:) [SingleTrait]"] }
    static var errors: Int { 0 }
    @inline(__always)
    static func apply(_ source: Single<Input>, _: SingleContext<Input>) -> Single<Input> { source.catchAndReturn(Input(number: 1)) }
}

private enum FlatMapMaybeSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/flatMapMaybe" }
    static var title: String { "source.flatMapMaybe { Maybe.just($0) }" }
    static var covers: [String] { ["PrimitiveSequenceType.flatMapMaybe(_:)"] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _: SingleContext<Input>) -> Maybe<Input> { source.flatMapMaybe { Maybe.just($0) } }
}

private enum FlatMapCompletableSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/flatMapCompletable" }
    static var title: String { "source.flatMapCompletable { _ in Completable.empty() }" }
    static var covers: [String] { ["PrimitiveSequenceType.flatMapCompletable(_:)"] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _: SingleContext<Input>) -> Completable { source.flatMapCompletable { _ in Completable.empty() } }
}

private enum DoSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/do" }
    static var title: String { "source.do(onSuccess: { _ in })" }
    static var covers: [String] { ["PrimitiveSequenceType.do(onSuccess:afterSuccess:onError:afterError:onSubscribe:onSubscribed:onDispose:)"] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _: SingleContext<Input>) -> Single<Input> { source.do(onSuccess: { _ in }) }
}

private enum AsMaybeSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/asMaybe" }
    static var title: String { "source.asMaybe()" }
    static var covers: [String] { ["PrimitiveSequenceType.asMaybe()"] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _: SingleContext<Input>) -> Maybe<Input> { source.asMaybe() }
}

private enum AsCompletableSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/asCompletable" }
    static var title: String { "source.asCompletable()" }
    static var covers: [String] { ["PrimitiveSequenceType.asCompletable()"] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _: SingleContext<Input>) -> Completable { source.asCompletable() }
}

/// `never()` in place of the source, so that the time comes.
private enum TimeoutOverSingle: SingleEntry {
    static let name = "single/timeout/over", title = "timeout(.seconds(1), scheduler: scheduler), which runs out"
    static let covers = ["PrimitiveSequence.timeout(_:scheduler:)"]
    static var usesTime: Bool { true }
    static var aspects: Aspects { [.error] }
    @inline(__always)
    static func apply(_: Single<Int>, _ context: SingleContext<Int>) -> Single<Int> {
        Single.never().timeout(.seconds(1), scheduler: context.scheduler)
    }
}

private enum TimeoutOtherOverSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/timeout/other/over" }
    static var title: String { "timeout(.seconds(1), other: .just(one), scheduler: scheduler), which runs out" }
    static var covers: [String] { ["PrimitiveSequence.timeout(_:other:scheduler:)"] }
    static var usesTime: Bool { true }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Single<Input>, _ context: SingleContext<Input>) -> Single<Input> {
        Single.never().timeout(.seconds(1), other: .just(Input(number: 1)), scheduler: context.scheduler)
    }
}
