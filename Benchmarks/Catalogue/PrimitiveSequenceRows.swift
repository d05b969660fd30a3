import BenchKit
import Dispatch
import Rx

/// Singles, maybes and completables. A use is a subscription with its one event: no row is of events; what subscribes has the event too.
/// What all three have in common is measured with singles. How they end otherwise is in `primitiveSequenceEnds`.
let primitiveSequences: [CoveringRows] = [
    traitRows(CreateSingle.self), traitRows(EventsSingle.self), traitRows(WithSingle.self), traitRows(JustSingle.self),
    traitRows(JustOnSingle.self), traitRows(FailingSingle.self), traitRows(SilentSingle.self), traitRows(TimerSingle.self),
    traitRows(DeferredSingle.self), traitRows(UsingSingle.self), traitRows(PlainSingle.self), traitRows(CatchSingle.self),
    traitRows(RetrySingle.self), traitRows(RetryWhenSingle.self), traitRows(RetryWhenTypedSingle.self),
    traitRows(DelaySingle.self), traitRows(DelaySubscriptionSingle.self), traitRows(TimeoutSingle.self),
    traitRows(TimeoutOtherSingle.self), traitRows(ObserveOnSingle.self), traitRows(SubscribeOnSingle.self),
    traitRows(MapSingle.self), traitRows(CompactMapSingle.self), traitRows(FilterSingle.self), traitRows(FlatMapSingle.self),
    traitRows(CatchAndReturnSingle.self), traitRows(FlatMapMaybeSingle.self), traitRows(FlatMapCompletableSingle.self),
    traitRows(DoSingle.self), traitRows(AsMaybeSingle.self), traitRows(AsCompletableSingle.self),
    traitRows(ZipCollectionSingle.self), traitRows(ZipCollectionSelectorSingle.self), traitRows(Zip2Single.self),
    traitRows(ZipTuple2Single.self), traitRows(Zip3Single.self), traitRows(ZipTuple3Single.self), traitRows(Zip4Single.self),
    traitRows(ZipTuple4Single.self), traitRows(Zip5Single.self), traitRows(ZipTuple5Single.self), traitRows(Zip6Single.self),
    traitRows(ZipTuple6Single.self), traitRows(Zip7Single.self), traitRows(ZipTuple7Single.self), traitRows(Zip8Single.self),
    traitRows(ZipTuple8Single.self), traitRows(CreateMaybe.self), traitRows(EventsMaybe.self), traitRows(WithMaybe.self),
    traitRows(JustMaybe.self), traitRows(JustOnMaybe.self), traitRows(FailingMaybe.self), traitRows(SilentMaybe.self),
    traitRows(EmptyMaybe.self), traitRows(MapMaybe.self), traitRows(CompactMapMaybe.self), traitRows(FilterMaybe.self),
    traitRows(FlatMapMaybe.self), traitRows(CatchAndReturnMaybe.self), traitRows(DoMaybe.self),
    traitRows(IfEmptyDefaultMaybe.self), traitRows(IfEmptySwitchMaybeMaybe.self), traitRows(IfEmptySwitchSingleMaybe.self),
    traitRows(Zip2Maybe.self), traitRows(ZipTuple2Maybe.self), traitRows(Zip3Maybe.self), traitRows(ZipTuple3Maybe.self),
    traitRows(Zip4Maybe.self), traitRows(ZipTuple4Maybe.self), traitRows(Zip5Maybe.self), traitRows(ZipTuple5Maybe.self),
    traitRows(Zip6Maybe.self), traitRows(ZipTuple6Maybe.self), traitRows(Zip7Maybe.self), traitRows(ZipTuple7Maybe.self),
    traitRows(Zip8Maybe.self), traitRows(ZipTuple8Maybe.self), traitRows(CreateCompletable.self),
    traitRows(EventsCompletable.self), traitRows(WithCompletable.self), traitRows(EmptyCompletable.self),
    traitRows(FailingCompletable.self), traitRows(SilentCompletable.self), traitRows(DoCompletable.self),
    traitRows(AndThenSingleCompletable.self), traitRows(AndThenMaybeCompletable.self),
    traitRows(AndThenCompletableCompletable.self), traitRows(AndThenObservableCompletable.self),
    traitRows(ConcatCompletable.self), traitRows(ConcatVariadicCompletable.self), traitRows(ConcatCollectionCompletable.self),
    traitRows(ConcatSequenceCompletable.self), traitRows(ZipVariadicCompletable.self), traitRows(ZipArrayCompletable.self),
    traitRows(ZipCollectionCompletable.self), traitRows(TimeoutOverSingle.self), traitRows(TimeoutOtherOverSingle.self),
    traitRows(IfEmptyDefaultUsedMaybe.self), traitRows(IfEmptySwitchMaybeUsedMaybe.self), traitRows(IfEmptySwitchSingleUsedMaybe.self),
    createdByTask,
    singleValue, maybeValue, completableValue,
]

/// Singles whose elements or errors tasks make, one after the other, counted from there until each has come.
private func madeByTasks(_ run: Run, detached: Bool = false, isFailing: Bool = false) throws {
    let tally = Tally(), n = run.n, section = run.countedSection
    let single = Single<Int>.create(detached: detached) {
        section.begin()
        if isFailing { throw plannedFailure }
        return 1
    }
    run.timed {
        for _ in 0..<n {
            let subscription = single.subscribe(onSuccess: { tally.add($0) }, onFailure: { _ in tally.fail() }, onDisposed: { section.end() })
            section.wait()
            subscription.dispose()
        }
    }
    try run.expect([tally.count, tally.errors], isFailing ? [0, n] : [n, 0], "elements and errors")
}

/// A single whose element a task makes, until it has come.
private let createdByTask = CoveringRows(
    rows: [
        row(
            "single/create-async/event", "Single.create { await … }: an element that a task has made", unit: "element", events: 1_000,
            isSingleThreaded: false
        ) { run in try madeByTasks(run) }.countingSections(),
        row(
            "single/create-async/detached/event", "Single.create(detached: true) { await … }: an element that a task has made", unit: "element",
            events: 1_000, isSingleThreaded: false
        ) { run in try madeByTasks(run, detached: true) }.countingSections(),
        row(
            "single/create-async/error", "Single.create { await … }: an error that a task has made", unit: "subscription", events: 1_000,
            isSingleThreaded: false
        ) { run in try madeByTasks(run, isFailing: true) }.countingSections(),
        row(
            "single/create-async/dispose", "Single.create { await … }: to dispose, from its task", unit: "subscription", events: 1_000,
            isSingleThreaded: false
        ) { run in
            try disposedByTasks(run) { disposal, tally in
                Single<Int>.create {
                    disposal.dispose()
                    return 1
                }.subscribe(onSuccess: { tally.add($0) }, onFailure: { _ in tally.fail() })
            }
        }.countingSections(),
        row(
            "single/create-async/subscribe", "Single.create { await … }: to subscribe and have the element", unit: "subscription",
            events: 1_000, isSingleThreaded: false
        ) { run in
            let n = run.n, done = DispatchSemaphore(value: 0), single = Single<Int>.create(work: { 1 })
            run.timed {
                for _ in 0..<n {
                    let subscription = single.subscribe(onSuccess: { _ in done.signal() })
                    done.wait()
                    subscription.dispose()
                }
            }
            try run.expect(done.wait(timeout: .now()) == .timedOut, true, "whether each had its element once")
        },
    ],
    covers: ["PrimitiveSequenceType.create(detached:priority:work:)"])

private let singleValue = waiting("single", "Single", Single.just(1), Single.error(plannedFailure), Single.never()) { try await $0.value }
private let maybeValue = waiting("maybe", "Maybe", Maybe.just(1), Maybe.error(plannedFailure), Maybe.never()) { try await $0.value ?? 0 }
private let completableValue = waiting(
    "completable", "Completable", Completable.empty(), Completable.error(plannedFailure), Completable.never()
) {
    try await $0.value
    return 1
}

/// What gets the element that waits for it, the error, or neither before its task is cancelled: one subscription after the other.
private func waiting<Trait>(
    _ name: String, _ trait: String, _ ofOne: Trait, _ failing: Trait, _ silent: Trait, _ value: @escaping @Sendable (Trait) async throws -> Int
) -> CoveringRows where Trait: Sendable {
    func row(_ aspect: String, _ what: String, _ one: @escaping @Sendable () async throws -> Int) -> Benchmark {
        asynchronousRow("\(name)/value/\(aspect)", "\(trait).value: \(what)", unit: "subscription", events: 1_000) { run in
            let n = run.n
            let sum = try await run.timed {
                var sum = 0
                for _ in 0..<n { sum += try await one() }
                return sum
            }
            try run.expect(sum, n, "outcomes")
        }
    }
    let rows = [
        row("subscribe", "to subscribe and await the element") { try await value(ofOne) },
        row("error", "to subscribe and await an error") {
            do { _ = try await value(failing) } catch is PlannedFailure { return 1 }
            return 0
        },
        row("dispose", "to subscribe and cancel the task that waits") {
            try await cancelled {
                do { _ = try await value(silent) } catch is CancellationError { return 1 }
                return 0
            }
        },
    ]
    return CoveringRows(rows: rows, covers: ["PrimitiveSequenceType.value [\(trait)Trait]"])
}

enum SingleKind: TraitKind {
    typealias Observer = @Sendable (SingleEvent<Int>) -> Void
    static let isOne = true

    static func plain() -> Single<Int> {
        .create { observer in
            observer(.success(1))
            return Disposables.create()
        }
    }

    @inline(__always)
    static func source(_ control: TraitSourceControl<SingleKind>) -> Single<Int> { .create { control.begin($0) } }

    static func fail(_ observer: Observer) { observer(.failure(PlannedFailure())) }

    @inline(__always)
    static func send(_ element: Int, to observer: Observer) { observer(.success(element)) }
}

enum MaybeKind: TraitKind {
    typealias Observer = @Sendable (MaybeEvent<Int>) -> Void
    static let isOne = true
    static let mayBeEmpty = true

    static func ended() -> Maybe<Int> { none() }

    static func plain() -> Maybe<Int> {
        .create { observer in
            observer(.success(1))
            return Disposables.create()
        }
    }

    @inline(__always)
    static func source(_ control: TraitSourceControl<MaybeKind>) -> Maybe<Int> { .create { control.begin($0) } }

    static func fail(_ observer: Observer) { observer(.error(PlannedFailure())) }

    @inline(__always)
    static func send(_ element: Int, to observer: Observer) { observer(.success(element)) }
}

enum CompletableKind: TraitKind {
    typealias Observer = @Sendable (CompletableEvent) -> Void
    static let isOne = true

    static func plain() -> Completable {
        .create { observer in
            observer(.completed)
            return Disposables.create()
        }
    }

    @inline(__always)
    static func source(_ control: TraitSourceControl<CompletableKind>) -> Completable { .create { control.begin($0) } }

    static func fail(_ observer: Observer) { observer(.error(PlannedFailure())) }

    @inline(__always)
    static func send(_ element: Int, to observer: Observer) { observer(.completed) }
}

protocol SingleEntry: TraitEntry where Kind == SingleKind {}

typealias SingleContext = TraitContext<SingleKind>

protocol MaybeEntry: TraitEntry where Kind == MaybeKind {}

typealias MaybeContext = TraitContext<MaybeKind>

protocol CompletableEntry: TraitEntry where Kind == CompletableKind {}

typealias CompletableContext = TraitContext<CompletableKind>

// MARK: Singles

private enum CreateSingle: SingleEntry {
    static let name = "single/create", title = "Single.create { … } and subscribe(onSuccess:onFailure:)"
    static let covers = [
        "PrimitiveSequenceType.create(subscribe:) [SingleTrait]",
        "PrimitiveSequenceType.subscribe(onSuccess:onFailure:onDisposed:)",
    ]
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext) -> Single<Int> { source }
}

private enum EventsSingle: SingleEntry {
    static let name = "single/subscribe-events", title = "subscribe { event in … }"
    static let covers = ["PrimitiveSequenceType.subscribe(_:) [SingleTrait]"]
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext) -> Single<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Single<Int>, _ tally: Tally) -> any Disposable {
        output.subscribe { event in
            switch event {
            case .success: tally.add(1)
            case .failure: tally.fail()
            }
        }
    }
}

private enum WithSingle: SingleEntry {
    static let name = "single/subscribe-with", title = "subscribe(with: object, onSuccess: …)"
    static let covers = ["PrimitiveSequenceType.subscribe(with:onSuccess:onFailure:onDisposed:)"]
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext) -> Single<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Single<Int>, _ tally: Tally) -> any Disposable {
        output.subscribe(with: tally, onSuccess: { $0.add($1) }, onFailure: { tally, _ in tally.fail() })
    }
}

private enum JustSingle: SingleEntry {
    static let name = "single/just", title = "Single.just(1)", covers = ["PrimitiveSequenceType.just(_:) [SingleTrait]"]
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Single<Int>, _: SingleContext) -> Single<Int> { .just(1) }
}

private enum JustOnSingle: SingleEntry {
    static let name = "single/just/current-thread", title = "Single.just(1) on the current thread"
    static let covers = ["PrimitiveSequenceType.just(_:scheduler:) [SingleTrait]"]
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Single<Int>, _: SingleContext) -> Single<Int> { .just(1, scheduler: CurrentThreadScheduler.instance) }
}

private enum FailingSingle: SingleEntry {
    static let name = "single/error", title = "Single.error(…)", covers = ["PrimitiveSequenceType.error(_:) [SingleTrait]"]
    static var aspects: Aspects { [.error] }
    @inline(__always)
    static func apply(_: Single<Int>, _: SingleContext) -> Single<Int> { .error(PlannedFailure()) }
}

private enum SilentSingle: SingleEntry {
    static let name = "single/never", title = "Single.never()", covers = ["PrimitiveSequenceType.never() [SingleTrait]"]
    static func elements(_ n: Int) -> Int { 0 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Single<Int>, _: SingleContext) -> Single<Int> { .never() }
}

private enum TimerSingle: SingleEntry {
    static let name = "single/timer", title = "Single.timer(.seconds(1)) on a HistoricalScheduler"
    static let covers = ["PrimitiveSequenceType.timer(_:scheduler:)"]
    static var aspects: Aspects { [.subscribe] }
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_: Single<Int>, _ context: SingleContext) -> Single<Int> { .timer(.seconds(1), scheduler: context.scheduler) }
}

private enum DeferredSingle: SingleEntry {
    static let name = "single/deferred", title = "Single.deferred { source }", covers = ["PrimitiveSequence.deferred(_:)"]
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext) -> Single<Int> { .deferred { source } }
}

private enum UsingSingle: SingleEntry {
    static let name = "single/using", title = "Single.using({ BooleanDisposable() }) { _ in source }"
    static let covers = ["PrimitiveSequence.using(_:primitiveSequenceFactory:)"]
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext) -> Single<Int> {
        .using({ BooleanDisposable() }, primitiveSequenceFactory: { _ in source })
    }
}

private enum PlainSingle: SingleEntry {
    static let name = "single/asObservable", title = "source.asObservable()", covers = ["PrimitiveSequence.asObservable()"]
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext) -> Observable<Int> { source.asObservable() }
}

private enum CatchSingle: SingleEntry {
    static let name = "single/catch", title = "source.catch { _ in .just(1) }", covers = ["PrimitiveSequence.catch(_:)"]
    static var errors: Int { 0 }
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext) -> Single<Int> { source.catch { _ in .just(1) } }
}

private enum RetrySingle: SingleEntry {
    static let name = "single/retry/count", title = "source.retry(2)", covers = ["PrimitiveSequence.retry(_:)"]
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext) -> Single<Int> { source.retry(2) }
}

private enum RetryWhenSingle: SingleEntry {
    static let name = "single/retry/when", title = "retry { errors in errors.flatMap { Observable.error($0) } }"
    static let covers = ["PrimitiveSequence.retry(when:) [any Error>) ->]"]
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext) -> Single<Int> {
        source.retry { errors in errors.flatMap { Observable<Int>.error($0) } }
    }
}

private enum RetryWhenTypedSingle: SingleEntry {
    static let name = "single/retry/when-typed", title = "retry { (errors: Observable<PlannedFailure>) in … }"
    static let covers = ["PrimitiveSequence.retry(when:) [retry<Error>]"]
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext) -> Single<Int> {
        source.retry { (errors: Observable<PlannedFailure>) in errors.flatMap { Observable<Int>.error($0) } }
    }
}

private enum DelaySingle: SingleEntry {
    static let name = "single/delay", title = "source.delay(.seconds(1), scheduler: context.scheduler)"
    static let covers = ["PrimitiveSequence.delay(_:scheduler:)"]
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_ source: Single<Int>, _ context: SingleContext) -> Single<Int> {
        source.delay(.seconds(1), scheduler: context.scheduler)
    }
}

private enum DelaySubscriptionSingle: SingleEntry {
    static let name = "single/delaySubscription", title = "source.delaySubscription(.seconds(1), scheduler: context.scheduler)"
    static let covers = ["PrimitiveSequence.delaySubscription(_:scheduler:)"]
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_ source: Single<Int>, _ context: SingleContext) -> Single<Int> {
        source.delaySubscription(.seconds(1), scheduler: context.scheduler)
    }
}

private enum TimeoutSingle: SingleEntry {
    static let name = "single/timeout", title = "source.timeout(.seconds(1), scheduler: context.scheduler)"
    static let covers = ["PrimitiveSequence.timeout(_:scheduler:)"]
    @inline(__always)
    static func apply(_ source: Single<Int>, _ context: SingleContext) -> Single<Int> {
        source.timeout(.seconds(1), scheduler: context.scheduler)
    }
}

private enum TimeoutOtherSingle: SingleEntry {
    static let name = "single/timeout/other", title = "source.timeout(.seconds(1), other: .just(1), scheduler: context.scheduler)"
    static let covers = ["PrimitiveSequence.timeout(_:other:scheduler:)"]
    @inline(__always)
    static func apply(_ source: Single<Int>, _ context: SingleContext) -> Single<Int> {
        source.timeout(.seconds(1), other: .just(1), scheduler: context.scheduler)
    }
}

private enum ObserveOnSingle: SingleEntry {
    static let name = "single/observe(on:)/current-thread", title = "source.observe(on: CurrentThreadScheduler.instance)"
    static let covers = ["PrimitiveSequence.observe(on:)"]
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext) -> Single<Int> { source.observe(on: CurrentThreadScheduler.instance) }
}

private enum SubscribeOnSingle: SingleEntry {
    static let name = "single/subscribe(on:)/current-thread", title = "source.subscribe(on: CurrentThreadScheduler.instance)"
    static let covers = ["PrimitiveSequence.subscribe(on:)"]
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext) -> Single<Int> { source.subscribe(on: CurrentThreadScheduler.instance) }
}

private enum MapSingle: SingleEntry {
    static let name = "single/map", title = "source.map { $0 &+ 1 }", covers = ["PrimitiveSequenceType.map(_:) [SingleTrait]"]
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext) -> Single<Int> { source.map { $0 &+ 1 } }
}

private enum CompactMapSingle: SingleEntry {
    static let name = "single/compactMap", title = "source.compactMap { Optional($0 &+ 1) }"
    static let covers = ["PrimitiveSequenceType.compactMap(_:) [SingleTrait]"]
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext) -> Maybe<Int> { source.compactMap { Optional($0 &+ 1) } }
}

private enum FilterSingle: SingleEntry {
    static let name = "single/filter", title = "source.filter { $0 != -1 }", covers = ["PrimitiveSequenceType.filter(_:) [SingleTrait]"]
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext) -> Maybe<Int> { source.filter { $0 != -1 } }
}

private enum FlatMapSingle: SingleEntry {
    static let name = "single/flatMap", title = "source.flatMap { Single.just($0) }"
    static let covers = ["PrimitiveSequenceType.flatMap(_:) [SingleTrait]"]
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext) -> Single<Int> { source.flatMap { Single.just($0) } }
}

private enum CatchAndReturnSingle: SingleEntry {
    static let name = "single/catchAndReturn", title = "source.catchAndReturn(1)"
    static let covers = ["PrimitiveSequenceType.catchAndReturn(_:) [SingleTrait]"]
    static var errors: Int { 0 }
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext) -> Single<Int> { source.catchAndReturn(1) }
}

private enum FlatMapMaybeSingle: SingleEntry {
    static let name = "single/flatMapMaybe", title = "source.flatMapMaybe { Maybe.just($0) }"
    static let covers = ["PrimitiveSequenceType.flatMapMaybe(_:)"]
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext) -> Maybe<Int> { source.flatMapMaybe { Maybe.just($0) } }
}

private enum FlatMapCompletableSingle: SingleEntry {
    static let name = "single/flatMapCompletable", title = "source.flatMapCompletable { _ in Completable.empty() }"
    static let covers = ["PrimitiveSequenceType.flatMapCompletable(_:)"]
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext) -> Completable { source.flatMapCompletable { _ in Completable.empty() } }
}

private enum DoSingle: SingleEntry {
    static let name = "single/do", title = "source.do(onSuccess: { _ in })"
    static let covers = ["PrimitiveSequenceType.do(onSuccess:afterSuccess:onError:afterError:onSubscribe:onSubscribed:onDispose:)"]
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext) -> Single<Int> { source.do(onSuccess: { _ in }) }
}

private enum AsMaybeSingle: SingleEntry {
    static let name = "single/asMaybe", title = "source.asMaybe()", covers = ["PrimitiveSequenceType.asMaybe()"]
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext) -> Maybe<Int> { source.asMaybe() }
}

private enum AsCompletableSingle: SingleEntry {
    static let name = "single/asCompletable", title = "source.asCompletable()", covers = ["PrimitiveSequenceType.asCompletable()"]
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext) -> Completable { source.asCompletable() }
}

private enum ZipCollectionSingle: SingleEntry {
    static let name = "single/zip/collection", title = "Single.zip([source] + context.others)"
    static let covers = ["PrimitiveSequenceType.zip(_:) [SingleTrait]"]
    static var others: Int { 3 }
    @inline(__always)
    static func apply(_ source: Single<Int>, _ context: SingleContext) -> Single<[Int]> { Single.zip([source] + context.others) }
}

private enum ZipCollectionSelectorSingle: SingleEntry {
    static let name = "single/zip/collection-selector", title = "Single<Int>.zip([source] + context.others) { $0[0] &+ $0[1] }"
    static let covers = ["PrimitiveSequenceType.zip(_:resultSelector:)"]
    static var others: Int { 3 }
    /// Another's error comes the same way as without a function.
    static var aspects: Aspects { [.subscribe, .error, .dispose] }
    @inline(__always)
    static func apply(_ source: Single<Int>, _ context: SingleContext) -> Single<Int> {
        Single<Int>.zip([source] + context.others) { $0[0] &+ $0[1] }
    }
}

private enum Zip2Single: SingleEntry {
    static let name = "single/zip/2", title = "zip with 2", covers = ["PrimitiveSequenceType.zip(_:_:resultSelector:) [SingleTrait]"]
    static var others: Int { 1 }
    @inline(__always)
    static func apply(_ source: Single<Int>, _ context: SingleContext) -> Single<Int> {
        let more = context.others
        return Single.zip(source, more[0]) { $0 &+ $1 }
    }
}

private enum ZipTuple2Single: SingleEntry {
    static let name = "single/zip/2-tuple", title = "zip to a tuple of 2", covers = ["PrimitiveSequenceType.zip(_:_:) [SingleTrait]"]
    static var others: Int { 1 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Int>, _ context: SingleContext) -> Single<(Int, Int)> {
        let more = context.others
        return Single.zip(source, more[0])
    }
}

private enum Zip3Single: SingleEntry {
    static let name = "single/zip/3", title = "zip with 3", covers = ["PrimitiveSequenceType.zip(_:_:_:resultSelector:) [SingleTrait]"]
    static var others: Int { 2 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Int>, _ context: SingleContext) -> Single<Int> {
        let more = context.others
        return Single.zip(source, more[0], more[1]) { $0 &+ $1 &+ $2 }
    }
}

private enum ZipTuple3Single: SingleEntry {
    static let name = "single/zip/3-tuple", title = "zip to a tuple of 3", covers = ["PrimitiveSequenceType.zip(_:_:_:) [SingleTrait]"]
    static var others: Int { 2 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Int>, _ context: SingleContext) -> Single<(Int, Int, Int)> {
        let more = context.others
        return Single.zip(source, more[0], more[1])
    }
}

private enum Zip4Single: SingleEntry {
    static let name = "single/zip/4", title = "zip with 4", covers = ["PrimitiveSequenceType.zip(_:_:_:_:resultSelector:) [SingleTrait]"]
    static var others: Int { 3 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Int>, _ context: SingleContext) -> Single<Int> {
        let more = context.others
        return Single.zip(source, more[0], more[1], more[2]) { $0 &+ $1 &+ $2 &+ $3 }
    }
}

private enum ZipTuple4Single: SingleEntry {
    static let name = "single/zip/4-tuple", title = "zip to a tuple of 4", covers = ["PrimitiveSequenceType.zip(_:_:_:_:) [SingleTrait]"]
    static var others: Int { 3 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Int>, _ context: SingleContext) -> Single<(Int, Int, Int, Int)> {
        let more = context.others
        return Single.zip(source, more[0], more[1], more[2])
    }
}

private enum Zip5Single: SingleEntry {
    static let name = "single/zip/5", title = "zip with 5", covers = ["PrimitiveSequenceType.zip(_:_:_:_:_:resultSelector:) [SingleTrait]"]
    static var others: Int { 4 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Int>, _ context: SingleContext) -> Single<Int> {
        let more = context.others
        return Single.zip(source, more[0], more[1], more[2], more[3]) { $0 &+ $1 &+ $2 &+ $3 &+ $4 }
    }
}

private enum ZipTuple5Single: SingleEntry {
    static let name = "single/zip/5-tuple", title = "zip to a tuple of 5", covers = ["PrimitiveSequenceType.zip(_:_:_:_:_:) [SingleTrait]"]
    static var others: Int { 4 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Int>, _ context: SingleContext) -> Single<(Int, Int, Int, Int, Int)> {
        let more = context.others
        return Single.zip(source, more[0], more[1], more[2], more[3])
    }
}

private enum Zip6Single: SingleEntry {
    static let name = "single/zip/6", title = "zip with 6"
    static let covers = ["PrimitiveSequenceType.zip(_:_:_:_:_:_:resultSelector:) [SingleTrait]"]
    static var others: Int { 5 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Int>, _ context: SingleContext) -> Single<Int> {
        let more = context.others
        return Single.zip(source, more[0], more[1], more[2], more[3], more[4]) { $0 &+ $1 &+ $2 &+ $3 &+ $4 &+ $5 }
    }
}

private enum ZipTuple6Single: SingleEntry {
    static let name = "single/zip/6-tuple", title = "zip to a tuple of 6"
    static let covers = ["PrimitiveSequenceType.zip(_:_:_:_:_:_:) [SingleTrait]"]
    static var others: Int { 5 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Int>, _ context: SingleContext) -> Single<(Int, Int, Int, Int, Int, Int)> {
        let more = context.others
        return Single.zip(source, more[0], more[1], more[2], more[3], more[4])
    }
}

private enum Zip7Single: SingleEntry {
    static let name = "single/zip/7", title = "zip with 7"
    static let covers = ["PrimitiveSequenceType.zip(_:_:_:_:_:_:_:resultSelector:) [SingleTrait]"]
    static var others: Int { 6 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Int>, _ context: SingleContext) -> Single<Int> {
        let more = context.others
        return Single.zip(source, more[0], more[1], more[2], more[3], more[4], more[5]) { $0 &+ $1 &+ $2 &+ $3 &+ $4 &+ $5 &+ $6 }
    }
}

private enum ZipTuple7Single: SingleEntry {
    static let name = "single/zip/7-tuple", title = "zip to a tuple of 7"
    static let covers = ["PrimitiveSequenceType.zip(_:_:_:_:_:_:_:) [SingleTrait]"]
    static var others: Int { 6 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Int>, _ context: SingleContext) -> Single<(Int, Int, Int, Int, Int, Int, Int)> {
        let more = context.others
        return Single.zip(source, more[0], more[1], more[2], more[3], more[4], more[5])
    }
}

private enum Zip8Single: SingleEntry {
    static let name = "single/zip/8", title = "zip with 8"
    static let covers = ["PrimitiveSequenceType.zip(_:_:_:_:_:_:_:_:resultSelector:) [SingleTrait]"]
    static var others: Int { 7 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Int>, _ context: SingleContext) -> Single<Int> {
        let more = context.others
        return Single.zip(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6]) {
            $0 &+ $1 &+ $2 &+ $3 &+ $4 &+ $5 &+ $6 &+ $7
        }
    }
}

private enum ZipTuple8Single: SingleEntry {
    static let name = "single/zip/8-tuple", title = "zip to a tuple of 8"
    static let covers = ["PrimitiveSequenceType.zip(_:_:_:_:_:_:_:_:) [SingleTrait]"]
    static var others: Int { 7 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Int>, _ context: SingleContext) -> Single<(Int, Int, Int, Int, Int, Int, Int, Int)> {
        let more = context.others
        return Single.zip(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6])
    }
}

/// `never()` in place of the source, so that the time comes.
private enum TimeoutOverSingle: SingleEntry {
    static let name = "single/timeout/over", title = "timeout(.seconds(1), scheduler: scheduler), which runs out"
    static let covers = ["PrimitiveSequence.timeout(_:scheduler:)"]
    static var usesTime: Bool { true }
    static var aspects: Aspects { [.error] }
    @inline(__always)
    static func apply(_: Single<Int>, _ context: SingleContext) -> Single<Int> {
        Single.never().timeout(.seconds(1), scheduler: context.scheduler)
    }
}

private enum TimeoutOtherOverSingle: SingleEntry {
    static let name = "single/timeout/other/over", title = "timeout(.seconds(1), other: .just(1), scheduler: scheduler), which runs out"
    static let covers = ["PrimitiveSequence.timeout(_:other:scheduler:)"]
    static var usesTime: Bool { true }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Single<Int>, _ context: SingleContext) -> Single<Int> {
        Single.never().timeout(.seconds(1), other: .just(1), scheduler: context.scheduler)
    }
}

// MARK: Maybes

private enum CreateMaybe: MaybeEntry {
    static let name = "maybe/create", title = "Maybe.create { … } and subscribe(onSuccess:onError:)"
    static let covers = [
        "PrimitiveSequenceType.create(subscribe:) [MaybeTrait]",
        "PrimitiveSequenceType.subscribe(onSuccess:onError:onCompleted:onDisposed:)",
    ]
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _: MaybeContext) -> Maybe<Int> { source }
}

private enum EventsMaybe: MaybeEntry {
    static let name = "maybe/subscribe-events", title = "subscribe { event in … }"
    static let covers = ["PrimitiveSequenceType.subscribe(_:) [MaybeTrait]"]
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _: MaybeContext) -> Maybe<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Maybe<Int>, _ tally: Tally) -> any Disposable {
        output.subscribe { event in
            switch event {
            case .success: tally.add(1)
            case .error: tally.fail()
            case .completed: break
            }
        }
    }
    @inline(__always)
    static func subscribeToEnd(_ output: Maybe<Int>, _ tally: Tally) -> any Disposable {
        output.subscribe { if case .completed = $0 { tally.add(1) } }
    }
}

private enum WithMaybe: MaybeEntry {
    static let name = "maybe/subscribe-with", title = "subscribe(with: object, onSuccess: …)"
    static let covers = ["PrimitiveSequenceType.subscribe(with:onSuccess:onError:onCompleted:onDisposed:)"]
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _: MaybeContext) -> Maybe<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Maybe<Int>, _ tally: Tally) -> any Disposable {
        output.subscribe(with: tally, onSuccess: { $0.add($1) }, onError: { tally, _ in tally.fail() })
    }
    @inline(__always)
    static func subscribeToEnd(_ output: Maybe<Int>, _ tally: Tally) -> any Disposable {
        output.subscribe(with: tally, onCompleted: { $0.add(1) })
    }
}

private enum JustMaybe: MaybeEntry {
    static let name = "maybe/just", title = "Maybe.just(1)", covers = ["PrimitiveSequenceType.just(_:) [MaybeTrait]"]
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Maybe<Int>, _: MaybeContext) -> Maybe<Int> { .just(1) }
}

private enum JustOnMaybe: MaybeEntry {
    static let name = "maybe/just/current-thread", title = "Maybe.just(1) on the current thread"
    static let covers = ["PrimitiveSequenceType.just(_:scheduler:) [MaybeTrait]"]
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Maybe<Int>, _: MaybeContext) -> Maybe<Int> { .just(1, scheduler: CurrentThreadScheduler.instance) }
}

private enum FailingMaybe: MaybeEntry {
    static let name = "maybe/error", title = "Maybe.error(…)", covers = ["PrimitiveSequenceType.error(_:) [MaybeTrait]"]
    static var aspects: Aspects { [.error] }
    @inline(__always)
    static func apply(_: Maybe<Int>, _: MaybeContext) -> Maybe<Int> { .error(PlannedFailure()) }
}

private enum SilentMaybe: MaybeEntry {
    static let name = "maybe/never", title = "Maybe.never()", covers = ["PrimitiveSequenceType.never() [MaybeTrait]"]
    static func elements(_ n: Int) -> Int { 0 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Maybe<Int>, _: MaybeContext) -> Maybe<Int> { .never() }
}

private enum EmptyMaybe: MaybeEntry {
    static let name = "maybe/empty", title = "Maybe.empty()", covers = ["PrimitiveSequenceType.empty() [MaybeTrait]"]
    static func elements(_ n: Int) -> Int { 0 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Maybe<Int>, _: MaybeContext) -> Maybe<Int> { .empty() }
}

private enum MapMaybe: MaybeEntry {
    static let name = "maybe/map", title = "source.map { $0 &+ 1 }", covers = ["PrimitiveSequenceType.map(_:) [MaybeTrait]"]
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _: MaybeContext) -> Maybe<Int> { source.map { $0 &+ 1 } }
}

private enum CompactMapMaybe: MaybeEntry {
    static let name = "maybe/compactMap", title = "source.compactMap { Optional($0 &+ 1) }"
    static let covers = ["PrimitiveSequenceType.compactMap(_:) [MaybeTrait]"]
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _: MaybeContext) -> Maybe<Int> { source.compactMap { Optional($0 &+ 1) } }
}

private enum FilterMaybe: MaybeEntry {
    static let name = "maybe/filter", title = "source.filter { $0 != -1 }", covers = ["PrimitiveSequenceType.filter(_:) [MaybeTrait]"]
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _: MaybeContext) -> Maybe<Int> { source.filter { $0 != -1 } }
}

private enum FlatMapMaybe: MaybeEntry {
    static let name = "maybe/flatMap", title = "source.flatMap { Maybe.just($0) }"
    static let covers = ["PrimitiveSequenceType.flatMap(_:) [MaybeTrait]"]
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _: MaybeContext) -> Maybe<Int> { source.flatMap { Maybe.just($0) } }
}

private enum CatchAndReturnMaybe: MaybeEntry {
    static let name = "maybe/catchAndReturn", title = "source.catchAndReturn(1)"
    static let covers = ["PrimitiveSequenceType.catchAndReturn(_:) [MaybeTrait]"]
    static var errors: Int { 0 }
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _: MaybeContext) -> Maybe<Int> { source.catchAndReturn(1) }
}

private enum DoMaybe: MaybeEntry {
    static let name = "maybe/do", title = "source.do(onNext: { _ in })"
    static let covers = [
        "PrimitiveSequenceType.do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)",
    ]
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _: MaybeContext) -> Maybe<Int> { source.do(onNext: { _ in }) }
}

private enum IfEmptyDefaultMaybe: MaybeEntry {
    static let name = "maybe/ifEmpty/default", title = "source.ifEmpty(default: 1)", covers = ["PrimitiveSequenceType.ifEmpty(default:)"]
    /// Of one without an element are the rows of `IfEmptyDefaultUsedMaybe`; and so with the next two.
    static var aspects: Aspects { [.subscribe, .error, .dispose] }
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _: MaybeContext) -> Single<Int> { source.ifEmpty(default: 1) }
}

private enum IfEmptySwitchMaybeMaybe: MaybeEntry {
    static let name = "maybe/ifEmpty/switchTo-maybe", title = "source.ifEmpty(switchTo: Maybe.just(1))"
    static let covers = ["PrimitiveSequenceType.ifEmpty(switchTo:) [other: Maybe]"]
    static var aspects: Aspects { [.subscribe, .error, .dispose] }
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _: MaybeContext) -> Maybe<Int> { source.ifEmpty(switchTo: Maybe.just(1)) }
}

private enum IfEmptySwitchSingleMaybe: MaybeEntry {
    static let name = "maybe/ifEmpty/switchTo-single", title = "source.ifEmpty(switchTo: Single.just(1))"
    static let covers = ["PrimitiveSequenceType.ifEmpty(switchTo:) [other: Single]"]
    static var aspects: Aspects { [.subscribe, .error, .dispose] }
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _: MaybeContext) -> Single<Int> { source.ifEmpty(switchTo: Single.just(1)) }
}

/// Completes at once. Not `empty()`, which an operator may know.
@inline(__always)
private func none() -> Maybe<Int> {
    .create { observer in
        observer(.completed)
        return Disposables.create()
    }
}

private enum IfEmptyDefaultUsedMaybe: MaybeEntry {
    static let name = "maybe/ifEmpty/default/used", title = "ifEmpty(default: 1) of one without an element"
    static let covers = ["PrimitiveSequenceType.ifEmpty(default:)"]
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Maybe<Int>, _: MaybeContext) -> Single<Int> { none().ifEmpty(default: 1) }
}

private enum IfEmptySwitchMaybeUsedMaybe: MaybeEntry {
    static let name = "maybe/ifEmpty/switchTo-maybe/used", title = "ifEmpty(switchTo: Maybe.just(1)) of one without an element"
    static let covers = ["PrimitiveSequenceType.ifEmpty(switchTo:) [other: Maybe]"]
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Maybe<Int>, _: MaybeContext) -> Maybe<Int> { none().ifEmpty(switchTo: Maybe.just(1)) }
}

private enum IfEmptySwitchSingleUsedMaybe: MaybeEntry {
    static let name = "maybe/ifEmpty/switchTo-single/used", title = "ifEmpty(switchTo: Single.just(1)) of one without an element"
    static let covers = ["PrimitiveSequenceType.ifEmpty(switchTo:) [other: Single]"]
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Maybe<Int>, _: MaybeContext) -> Single<Int> { none().ifEmpty(switchTo: Single.just(1)) }
}

private enum Zip2Maybe: MaybeEntry {
    static let name = "maybe/zip/2", title = "zip with 2", covers = ["PrimitiveSequenceType.zip(_:_:resultSelector:) [MaybeTrait]"]
    static var others: Int { 1 }
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _ context: MaybeContext) -> Maybe<Int> {
        let more = context.others
        return Maybe.zip(source, more[0]) { $0 &+ $1 }
    }
}

private enum ZipTuple2Maybe: MaybeEntry {
    static let name = "maybe/zip/2-tuple", title = "zip to a tuple of 2", covers = ["PrimitiveSequenceType.zip(_:_:) [MaybeTrait]"]
    static var others: Int { 1 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _ context: MaybeContext) -> Maybe<(Int, Int)> {
        let more = context.others
        return Maybe.zip(source, more[0])
    }
}

private enum Zip3Maybe: MaybeEntry {
    static let name = "maybe/zip/3", title = "zip with 3", covers = ["PrimitiveSequenceType.zip(_:_:_:resultSelector:) [MaybeTrait]"]
    static var others: Int { 2 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _ context: MaybeContext) -> Maybe<Int> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1]) { $0 &+ $1 &+ $2 }
    }
}

private enum ZipTuple3Maybe: MaybeEntry {
    static let name = "maybe/zip/3-tuple", title = "zip to a tuple of 3", covers = ["PrimitiveSequenceType.zip(_:_:_:) [MaybeTrait]"]
    static var others: Int { 2 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _ context: MaybeContext) -> Maybe<(Int, Int, Int)> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1])
    }
}

private enum Zip4Maybe: MaybeEntry {
    static let name = "maybe/zip/4", title = "zip with 4", covers = ["PrimitiveSequenceType.zip(_:_:_:_:resultSelector:) [MaybeTrait]"]
    static var others: Int { 3 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _ context: MaybeContext) -> Maybe<Int> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1], more[2]) { $0 &+ $1 &+ $2 &+ $3 }
    }
}

private enum ZipTuple4Maybe: MaybeEntry {
    static let name = "maybe/zip/4-tuple", title = "zip to a tuple of 4", covers = ["PrimitiveSequenceType.zip(_:_:_:_:) [MaybeTrait]"]
    static var others: Int { 3 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _ context: MaybeContext) -> Maybe<(Int, Int, Int, Int)> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1], more[2])
    }
}

private enum Zip5Maybe: MaybeEntry {
    static let name = "maybe/zip/5", title = "zip with 5", covers = ["PrimitiveSequenceType.zip(_:_:_:_:_:resultSelector:) [MaybeTrait]"]
    static var others: Int { 4 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _ context: MaybeContext) -> Maybe<Int> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1], more[2], more[3]) { $0 &+ $1 &+ $2 &+ $3 &+ $4 }
    }
}

private enum ZipTuple5Maybe: MaybeEntry {
    static let name = "maybe/zip/5-tuple", title = "zip to a tuple of 5", covers = ["PrimitiveSequenceType.zip(_:_:_:_:_:) [MaybeTrait]"]
    static var others: Int { 4 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _ context: MaybeContext) -> Maybe<(Int, Int, Int, Int, Int)> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1], more[2], more[3])
    }
}

private enum Zip6Maybe: MaybeEntry {
    static let name = "maybe/zip/6", title = "zip with 6", covers = ["PrimitiveSequenceType.zip(_:_:_:_:_:_:resultSelector:) [MaybeTrait]"]
    static var others: Int { 5 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _ context: MaybeContext) -> Maybe<Int> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1], more[2], more[3], more[4]) { $0 &+ $1 &+ $2 &+ $3 &+ $4 &+ $5 }
    }
}

private enum ZipTuple6Maybe: MaybeEntry {
    static let name = "maybe/zip/6-tuple", title = "zip to a tuple of 6", covers = ["PrimitiveSequenceType.zip(_:_:_:_:_:_:) [MaybeTrait]"]
    static var others: Int { 5 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _ context: MaybeContext) -> Maybe<(Int, Int, Int, Int, Int, Int)> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1], more[2], more[3], more[4])
    }
}

private enum Zip7Maybe: MaybeEntry {
    static let name = "maybe/zip/7", title = "zip with 7"
    static let covers = ["PrimitiveSequenceType.zip(_:_:_:_:_:_:_:resultSelector:) [MaybeTrait]"]
    static var others: Int { 6 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _ context: MaybeContext) -> Maybe<Int> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1], more[2], more[3], more[4], more[5]) { $0 &+ $1 &+ $2 &+ $3 &+ $4 &+ $5 &+ $6 }
    }
}

private enum ZipTuple7Maybe: MaybeEntry {
    static let name = "maybe/zip/7-tuple", title = "zip to a tuple of 7"
    static let covers = ["PrimitiveSequenceType.zip(_:_:_:_:_:_:_:) [MaybeTrait]"]
    static var others: Int { 6 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _ context: MaybeContext) -> Maybe<(Int, Int, Int, Int, Int, Int, Int)> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1], more[2], more[3], more[4], more[5])
    }
}

private enum Zip8Maybe: MaybeEntry {
    static let name = "maybe/zip/8", title = "zip with 8"
    static let covers = ["PrimitiveSequenceType.zip(_:_:_:_:_:_:_:_:resultSelector:) [MaybeTrait]"]
    static var others: Int { 7 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _ context: MaybeContext) -> Maybe<Int> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6]) {
            $0 &+ $1 &+ $2 &+ $3 &+ $4 &+ $5 &+ $6 &+ $7
        }
    }
}

private enum ZipTuple8Maybe: MaybeEntry {
    static let name = "maybe/zip/8-tuple", title = "zip to a tuple of 8"
    static let covers = ["PrimitiveSequenceType.zip(_:_:_:_:_:_:_:_:) [MaybeTrait]"]
    static var others: Int { 7 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Int>, _ context: MaybeContext) -> Maybe<(Int, Int, Int, Int, Int, Int, Int, Int)> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6])
    }
}

// MARK: Completables

private enum CreateCompletable: CompletableEntry {
    static let name = "completable/create", title = "Completable.create { … } and subscribe(onCompleted:onError:)"
    static let covers = [
        "PrimitiveSequenceType.create(subscribe:) [CompletableTrait]",
        "PrimitiveSequenceType.subscribe(onCompleted:onError:onDisposed:)",
    ]
    @inline(__always)
    static func apply(_ source: Completable, _: CompletableContext) -> Completable { source }
}

private enum EventsCompletable: CompletableEntry {
    static let name = "completable/subscribe-events", title = "subscribe { event in … }"
    static let covers = ["PrimitiveSequenceType.subscribe(_:) [CompletableTrait]"]
    @inline(__always)
    static func apply(_ source: Completable, _: CompletableContext) -> Completable { source }
    @inline(__always)
    static func subscribe(_ output: Completable, _ tally: Tally) -> any Disposable {
        output.subscribe { event in
            switch event {
            case .completed: tally.add(1)
            case .error: tally.fail()
            }
        }
    }
}

private enum WithCompletable: CompletableEntry {
    static let name = "completable/subscribe-with", title = "subscribe(with: object, onCompleted: …)"
    static let covers = ["PrimitiveSequenceType.subscribe(with:onCompleted:onError:onDisposed:)"]
    @inline(__always)
    static func apply(_ source: Completable, _: CompletableContext) -> Completable { source }
    @inline(__always)
    static func subscribe(_ output: Completable, _ tally: Tally) -> any Disposable {
        output.subscribe(with: tally, onCompleted: { $0.add(1) }, onError: { tally, _ in tally.fail() })
    }
}

private enum EmptyCompletable: CompletableEntry {
    static let name = "completable/empty", title = "Completable.empty()", covers = ["PrimitiveSequenceType.empty() [CompletableTrait]"]
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Completable, _: CompletableContext) -> Completable { .empty() }
}

private enum FailingCompletable: CompletableEntry {
    static let name = "completable/error", title = "Completable.error(…)", covers = ["PrimitiveSequenceType.error(_:) [CompletableTrait]"]
    static var aspects: Aspects { [.error] }
    @inline(__always)
    static func apply(_: Completable, _: CompletableContext) -> Completable { .error(PlannedFailure()) }
}

private enum SilentCompletable: CompletableEntry {
    static let name = "completable/never", title = "Completable.never()", covers = ["PrimitiveSequenceType.never() [CompletableTrait]"]
    static func elements(_ n: Int) -> Int { 0 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Completable, _: CompletableContext) -> Completable { .never() }
}

private enum DoCompletable: CompletableEntry {
    static let name = "completable/do", title = "source.do(onCompleted: {})"
    static let covers = ["PrimitiveSequenceType.do(onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)"]
    @inline(__always)
    static func apply(_ source: Completable, _: CompletableContext) -> Completable { source.do(onCompleted: {}) }
}

private enum AndThenSingleCompletable: CompletableEntry {
    static let name = "completable/andThen/single", title = "source.andThen(Single.just(1))"
    static let covers = ["PrimitiveSequenceType.andThen(_:) [_ second: Single]"]
    @inline(__always)
    static func apply(_ source: Completable, _: CompletableContext) -> Single<Int> { source.andThen(Single.just(1)) }
}

private enum AndThenMaybeCompletable: CompletableEntry {
    static let name = "completable/andThen/maybe", title = "source.andThen(Maybe.just(1))"
    static let covers = ["PrimitiveSequenceType.andThen(_:) [_ second: Maybe]"]
    @inline(__always)
    static func apply(_ source: Completable, _: CompletableContext) -> Maybe<Int> { source.andThen(Maybe.just(1)) }
}

private enum AndThenCompletableCompletable: CompletableEntry {
    static let name = "completable/andThen/completable", title = "source.andThen(Completable.empty())"
    static let covers = ["PrimitiveSequenceType.andThen(_:) [_ second: Completable]"]
    @inline(__always)
    static func apply(_ source: Completable, _: CompletableContext) -> Completable { source.andThen(Completable.empty()) }
}

private enum AndThenObservableCompletable: CompletableEntry {
    static let name = "completable/andThen/observable", title = "source.andThen(Observable.just(1))"
    static let covers = ["PrimitiveSequenceType.andThen(_:) [_ second: Observable]"]
    @inline(__always)
    static func apply(_ source: Completable, _: CompletableContext) -> Observable<Int> { source.andThen(Observable.just(1)) }
}

private enum ConcatCompletable: CompletableEntry {
    static let name = "completable/concat/2", title = "source.concat(Completable.empty())"
    static let covers = ["PrimitiveSequenceType.concat(_:) [_ second]"]
    @inline(__always)
    static func apply(_ source: Completable, _: CompletableContext) -> Completable { source.concat(Completable.empty()) }
}

private enum ConcatVariadicCompletable: CompletableEntry {
    static let name = "completable/concat/variadic", title = "Completable.concat(source, .empty())"
    static let covers = ["PrimitiveSequenceType.concat(_:) [Completable...]"]
    @inline(__always)
    static func apply(_ source: Completable, _: CompletableContext) -> Completable { Completable.concat(source, .empty()) }
}

private enum ConcatCollectionCompletable: CompletableEntry {
    static let name = "completable/concat/collection", title = "Completable.concat([source, .empty()])"
    static let covers = ["PrimitiveSequenceType.concat(_:) [<Collection>]"]
    @inline(__always)
    static func apply(_ source: Completable, _: CompletableContext) -> Completable { Completable.concat([source, .empty()]) }
}

private enum ConcatSequenceCompletable: CompletableEntry {
    static let name = "completable/concat/sequence", title = "Completable.concat(AnySequence([source, .empty()]))"
    static let covers = ["PrimitiveSequenceType.concat(_:) [<Sequence>]"]
    @inline(__always)
    static func apply(_ source: Completable, _: CompletableContext) -> Completable { Completable.concat(AnySequence([source, .empty()])) }
}

private enum ZipVariadicCompletable: CompletableEntry {
    static let name = "completable/zip/variadic", title = "Completable.zip(source, context.others[0])"
    static let covers = ["PrimitiveSequenceType.zip(_:) [Completable...]"]
    static var others: Int { 1 }
    @inline(__always)
    static func apply(_ source: Completable, _ context: CompletableContext) -> Completable { Completable.zip(source, context.others[0]) }
}

private enum ZipArrayCompletable: CompletableEntry {
    static let name = "completable/zip/array", title = "Completable.zip([source] + context.others)"
    static let covers = ["PrimitiveSequenceType.zip(_:) [[Completable]]"]
    static var others: Int { 3 }
    /// Another's error comes the same way as with the variadic one.
    static var aspects: Aspects { [.subscribe, .error, .dispose] }
    @inline(__always)
    static func apply(_ source: Completable, _ context: CompletableContext) -> Completable { Completable.zip([source] + context.others) }
}

private enum ZipCollectionCompletable: CompletableEntry {
    static let name = "completable/zip/collection", title = "Completable.zip(CollectionOfOne(source))"
    static let covers = ["PrimitiveSequenceType.zip(_:) [Collection.Element == PrimitiveSequence<CompletableTrait]"]
    @inline(__always)
    static func apply(_ source: Completable, _: CompletableContext) -> Completable { Completable.zip(CollectionOfOne(source)) }
}
