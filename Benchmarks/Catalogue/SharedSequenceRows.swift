import BenchKit
import Rx

/// Drivers and signals, what becomes one, and what controls of a user interface have. They run on the main thread, where the main scheduler
/// delivers at once while nothing waits for it; what needs time gets a scheduler of its own. What makes tuples is the same code as with a function
/// that makes them: to subscribe and to dispose have rows only there. Of collections it is the other way round.
let sharedSequences: [CoveringRows] = [
    traitRows(Drive.self), traitRows(Map.self), traitRows(CompactMap.self), traitRows(Filter.self), traitRows(Scan.self),
    traitRows(Skip.self), traitRows(StartWith.self), traitRows(Distinct.self), traitRows(DistinctKey.self),
    traitRows(DistinctComparer.self), traitRows(DistinctKeyComparer.self), traitRows(Do.self), traitRows(FlatMap.self),
    traitRows(FlatMapLatest.self), traitRows(FlatMapFirst.self), traitRows(MergeInner.self), traitRows(MergeConcurrent.self),
    traitRows(SwitchLatest.self), traitRows(MergeVariadic.self), traitRows(MergeArray.self), traitRows(MergeCollection.self),
    traitRows(ConcatCollection.self), traitRows(ConcatSequence.self), traitRows(WithLatestFrom.self),
    traitRows(WithLatestFromSelector.self), traitRows(Delay.self), traitRows(Debounce.self), traitRows(Throttle.self),
    traitRows(Plain.self), traitRows(Infallibly.self), traitRows(Just.self), traitRows(Empty.self), traitRows(Silent.self),
    traitRows(Of.self), traitRows(FromOptional.self), traitRows(FromArray.self), traitRows(FromSequence.self),
    traitRows(Deferred.self), traitRows(Interval.self), traitRows(Timer.self), traitRows(DriveNothing.self),
    traitRows(DriveObserver.self), traitRows(DriveOptionalObserver.self), traitRows(DriveClosure.self),
    traitRows(DriveCurried.self), traitRows(DriveWith.self), traitRows(DriveBehaviorRelay.self),
    traitRows(DriveBehaviorRelayOptional.self), traitRows(DriveReplayRelay.self), traitRows(DriveReplayRelayOptional.self),
    traitRows(CombineLatest2.self), traitRows(CombineLatestTuple2.self), traitRows(Zip2.self), traitRows(ZipTuple2.self),
    traitRows(CombineLatest3.self), traitRows(CombineLatestTuple3.self), traitRows(Zip3.self), traitRows(ZipTuple3.self),
    traitRows(CombineLatest4.self), traitRows(CombineLatestTuple4.self), traitRows(Zip4.self), traitRows(ZipTuple4.self),
    traitRows(CombineLatest5.self), traitRows(CombineLatestTuple5.self), traitRows(Zip5.self), traitRows(ZipTuple5.self),
    traitRows(CombineLatest6.self), traitRows(CombineLatestTuple6.self), traitRows(Zip6.self), traitRows(ZipTuple6.self),
    traitRows(CombineLatest7.self), traitRows(CombineLatestTuple7.self), traitRows(Zip7.self), traitRows(ZipTuple7.self),
    traitRows(CombineLatest8.self), traitRows(CombineLatestTuple8.self), traitRows(Zip8.self), traitRows(ZipTuple8.self),
    traitRows(CombineLatestCollection.self), traitRows(CombineLatestCollectionSelector.self), traitRows(ZipCollection.self),
    traitRows(ZipCollectionSelector.self), traitRows(Emit.self), traitRows(MapSignal.self), traitRows(WithUnretained.self),
    traitRows(WithUnretainedSelector.self), traitRows(EmitNothing.self), traitRows(EmitObserver.self),
    traitRows(EmitOptionalObserver.self), traitRows(EmitWith.self), traitRows(EmitPublishRelay.self),
    traitRows(EmitPublishRelayOptional.self), traitRows(EmitBehaviorRelay.self), traitRows(EmitBehaviorRelayOptional.self),
    traitRows(EmitReplayRelay.self), traitRows(EmitReplayRelayOptional.self),
    RowSet.all.of(DriverOrDriver.self), RowSet.all.of(DriverRecovering.self), RowSet.all.of(SignalOrSignal.self),
    RowSet.all.of(SignalRecovering.self), RowSet.all.of(SharedOrElement.self), RowSet.all.of(Happening.self),
    RowSet.all.of(HappeningObservable.self), RowSet.all.of(HappeningInfallible.self), RowSet.all.of(HappeningDriver.self),
    RowSet.all.of(HappeningSignal.self), RowSet.all.of(Value.self), RowSet.all.of(ValueObservable.self), RowSet.all.of(ValueDriver.self),
    RowSet.all.of(ValueChanged.self), RowSet.all.of(ValueOrEmpty.self),
    relayRow("driver/BehaviorRelay", "BehaviorRelay.asDriver()", atOnce: 1) { BehaviorRelay(value: 0).asDriver().drive(onNext: $0.add) },
    relayRow("signal/PublishRelay", "PublishRelay.asSignal()") { PublishRelay<Int>().asSignal().emit(onNext: $0.add) },
    settingControlProperty,
]

private enum DriverKind: TraitKind {
    typealias Observer = InfallibleKind.Observer

    @inline(__always)
    static func numbers(_ n: Int) -> Driver<Int> { InfallibleKind.numbers(n).asDriver() }
    static func plain() -> Driver<Int> { InfallibleKind.plain().asDriver() }
    @inline(__always)
    static func source(_ control: TraitSourceControl<DriverKind>) -> Driver<Int> { Infallible.create { control.begin($0) }.asDriver() }
    static func of(_ relay: PublishRelay<Int>) -> Driver<Int> { relay.asInfallible().asDriver() }
    static func lasting() -> Driver<Int> { InfallibleKind.lasting().asDriver() }
    @inline(__always)
    static func send(_ element: Int, to observer: Observer) { InfallibleKind.send(element, to: observer) }
}

private enum SignalKind: TraitKind {
    typealias Observer = InfallibleKind.Observer

    @inline(__always)
    static func numbers(_ n: Int) -> Signal<Int> { InfallibleKind.numbers(n).asSignal(onErrorJustReturn: 0) }
    static func plain() -> Signal<Int> { InfallibleKind.plain().asSignal(onErrorJustReturn: 0) }
    @inline(__always)
    static func source(_ control: TraitSourceControl<SignalKind>) -> Signal<Int> {
        Infallible.create { control.begin($0) }.asSignal(onErrorJustReturn: 0)
    }
    static func of(_ relay: PublishRelay<Int>) -> Signal<Int> { relay.asSignal() }
    static func lasting() -> Signal<Int> { InfallibleKind.lasting().asSignal(onErrorJustReturn: 0) }
    @inline(__always)
    static func send(_ element: Int, to observer: Observer) { InfallibleKind.send(element, to: observer) }
}

private protocol DriverEntry: TraitEntry where Kind == DriverKind {}
private protocol SignalEntry: TraitEntry where Kind == SignalKind {}

private typealias DriverContext = TraitContext<DriverKind>
private typealias SignalContext = TraitContext<SignalKind>

/// A relay as a driver or a signal.
private func relayRow(_ name: String, _ covers: String, atOnce: Int = 0, make: @escaping @Sendable (Tally) -> any Disposable) -> CoveringRows {
    let made = row("\(name)/subscribe", "\(covers): to make, subscribe and dispose", unit: "subscription", events: 200) { run in
        let tally = Tally(), n = run.n
        run.timed { for _ in 0..<n { make(tally).dispose() } }
        try run.expect(tally.count, n * atOnce, "elements")
    }
    return CoveringRows(rows: [made], covers: [covers])
}

/// What a program sets a control to.
private let settingControlProperty = CoveringRows(
    rows: [
        row("controlProperty/on", "ControlProperty.onNext(_:)", unit: "element", events: 2_000) { run in
            let tally = Tally(), n = run.n
            let sink = AnyObserver<Int> { if case .next(let element) = $0 { tally.add(element) } }
            let property = ControlProperty(values: Observable.never(), valueSink: sink)
            run.timed { for i in 0..<n { property.onNext(i) } }
            try run.expect(tally.count, n, "elements")
        },
    ],
    covers: ["ControlProperty.on(_:)"])

// MARK: Drivers

private enum Drive: DriverEntry {
    static let name = "driver/drive", title = "infallible.asDriver() and drive(onNext:)"
    static let covers = [
        "SharedSequenceConvertibleType.drive(onNext:onCompleted:onDisposed:)",
        "InfallibleType.asDriver()",
        "SharingScheduler.make",
        "DriverSharingStrategy.scheduler",
        "DriverSharingStrategy.share(_:)",
    ]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source }
}

private enum Map: DriverEntry {
    static let name = "driver/map", title = "source.map { $0 &+ 1 }", covers = ["SharedSequenceConvertibleType.map(_:)"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source.map { $0 &+ 1 } }
}

private enum CompactMap: DriverEntry {
    static let name = "driver/compactMap", title = "source.compactMap { Optional($0 &+ 1) }"
    static let covers = ["SharedSequenceConvertibleType.compactMap(_:)"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source.compactMap { Optional($0 &+ 1) } }
}

private enum Filter: DriverEntry {
    static let name = "driver/filter", title = "source.filter { $0 != -1 }", covers = ["SharedSequenceConvertibleType.filter(_:)"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source.filter { $0 != -1 } }
}

private enum Scan: DriverEntry {
    static let name = "driver/scan", title = "source.scan(0) { $0 &+ $1 }", covers = ["SharedSequenceConvertibleType.scan(_:accumulator:)"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source.scan(0) { $0 &+ $1 } }
}

private enum Skip: DriverEntry {
    static let name = "driver/skip", title = "source.skip(1)", covers = ["SharedSequenceConvertibleType.skip(_:)"]
    static func elements(_ n: Int) -> Int { max(n - 1, 0) }
    static var ofOne: Int { 0 }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source.skip(1) }
}

private enum StartWith: DriverEntry {
    static let name = "driver/startWith", title = "source.startWith(0)", covers = ["SharedSequenceConvertibleType.startWith(_:)"]
    static func elements(_ n: Int) -> Int { n + 1 }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source.startWith(0) }
}

private enum Distinct: DriverEntry {
    static let name = "driver/distinctUntilChanged", title = "source.distinctUntilChanged()"
    static let covers = ["SharedSequenceConvertibleType.distinctUntilChanged()"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source.distinctUntilChanged() }
}

private enum DistinctKey: DriverEntry {
    static let name = "driver/distinctUntilChanged/key", title = "source.distinctUntilChanged { $0 &+ 1 }"
    static let covers = ["SharedSequenceConvertibleType.distinctUntilChanged(_:) [keySelector]"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source.distinctUntilChanged { $0 &+ 1 } }
}

private enum DistinctComparer: DriverEntry {
    static let name = "driver/distinctUntilChanged/comparer", title = "source.distinctUntilChanged { $0 == $1 }"
    static let covers = ["SharedSequenceConvertibleType.distinctUntilChanged(_:) [comparer]"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source.distinctUntilChanged { $0 == $1 } }
}

private enum DistinctKeyComparer: DriverEntry {
    static let name = "driver/distinctUntilChanged/key-and-comparer"
    static let title = "source.distinctUntilChanged({ $0 &+ 1 }, comparer: { $0 == $1 })"
    static let covers = ["SharedSequenceConvertibleType.distinctUntilChanged(_:comparer:)"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> {
        source.distinctUntilChanged({ $0 &+ 1 }, comparer: { $0 == $1 })
    }
}

private enum Do: DriverEntry {
    static let name = "driver/do", title = "source.do(onNext: { _ in })"
    static let covers = [
        "SharedSequenceConvertibleType.do(onNext:afterNext:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)",
    ]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source.do(onNext: { _ in }) }
}

private enum FlatMap: DriverEntry {
    static let name = "driver/flatMap", title = "source.flatMap { Driver.just($0) }"
    static let covers = ["SharedSequenceConvertibleType.flatMap(_:)"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source.flatMap { Driver.just($0) } }
}

private enum FlatMapLatest: DriverEntry {
    static let name = "driver/flatMapLatest", title = "source.flatMapLatest { Driver.just($0) }"
    static let covers = ["SharedSequenceConvertibleType.flatMapLatest(_:)"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source.flatMapLatest { Driver.just($0) } }
}

private enum FlatMapFirst: DriverEntry {
    static let name = "driver/flatMapFirst", title = "source.flatMapFirst { Driver.just($0) }"
    static let covers = ["SharedSequenceConvertibleType.flatMapFirst(_:)"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source.flatMapFirst { Driver.just($0) } }
}

private enum MergeInner: DriverEntry {
    static let name = "driver/merge/inners", title = "source.map { Driver.just($0) }.merge()"
    static let covers = ["SharedSequenceConvertibleType.merge()"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source.map { Driver.just($0) }.merge() }
}

private enum MergeConcurrent: DriverEntry {
    static let name = "driver/merge/maxConcurrent", title = "source.map { Driver.just($0) }.merge(maxConcurrent: 4)"
    static let covers = ["SharedSequenceConvertibleType.merge(maxConcurrent:)"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source.map { Driver.just($0) }.merge(maxConcurrent: 4) }
}

private enum SwitchLatest: DriverEntry {
    static let name = "driver/switchLatest", title = "source.map { Driver.just($0) }.switchLatest()"
    static let covers = ["SharedSequenceConvertibleType.switchLatest()"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source.map { Driver.just($0) }.switchLatest() }
}

private enum MergeVariadic: DriverEntry {
    static let name = "driver/merge/variadic", title = "Driver.merge(source, context.others[0])"
    static let covers = ["SharedSequenceConvertibleType.merge(_:) [>...]"]
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { 2 * n }
    static var ofOne: Int { 2 }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<Int> { Driver.merge(source, context.others[0]) }
}

private enum MergeArray: DriverEntry {
    static let name = "driver/merge/array", title = "Driver.merge([source] + context.others)"
    static let covers = ["SharedSequenceConvertibleType.merge(_:) [[SharedSequence<Self.SharingStrategy, Self.Element>]]"]
    static var others: Int { 3 }
    static func elements(_ n: Int) -> Int { 4 * n }
    static var ofOne: Int { 4 }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<Int> { Driver.merge([source] + context.others) }
}

private enum MergeCollection: DriverEntry {
    static let name = "driver/merge/collection", title = "Driver.merge(CollectionOfOne(source))"
    static let covers = ["SharedSequenceConvertibleType.merge(_:) [<Collection>]"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { Driver.merge(CollectionOfOne(source)) }
}

private enum ConcatCollection: DriverEntry {
    static let name = "driver/concat/collection", title = "Driver.concat([source, .empty()])"
    static let covers = ["SharedSequence.concat(_:) [<Collection>]"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { Driver.concat([source, .empty()]) }
}

private enum ConcatSequence: DriverEntry {
    static let name = "driver/concat/sequence", title = "Driver.concat(AnySequence([source, .empty()]))"
    static let covers = ["SharedSequence.concat(_:) [<Sequence>]"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { Driver.concat(AnySequence([source, .empty()])) }
}

private enum WithLatestFrom: DriverEntry {
    static let name = "driver/withLatestFrom", title = "source.withLatestFrom(context.others[0])"
    static let covers = ["SharedSequenceConvertibleType.withLatestFrom(_:)"]
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { max(n - 1, 0) }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<Int> { source.withLatestFrom(context.others[0]) }
}

private enum WithLatestFromSelector: DriverEntry {
    static let name = "driver/withLatestFrom/selector", title = "source.withLatestFrom(context.others[0]) { $0 &+ $1 }"
    static let covers = ["SharedSequenceConvertibleType.withLatestFrom(_:resultSelector:)"]
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { max(n - 1, 0) }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<Int> {
        source.withLatestFrom(context.others[0]) { $0 &+ $1 }
    }
}

private enum Delay: DriverEntry {
    static let name = "driver/delay", title = "delay(.seconds(1)) in SharingScheduler.mock(scheduler:)"
    static let covers = [
        "SharedSequenceConvertibleType.delay(_:)",
        "SharingScheduler.mock(scheduler:action:)",
        "SharingScheduler.mock(makeScheduler:action:)",
    ]
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<Int> { context.mocked { source.delay(.seconds(1)) } }
}

private enum Debounce: DriverEntry {
    static let name = "driver/debounce", title = "debounce(.seconds(1)) in SharingScheduler.mock(scheduler:)"
    static let covers = ["SharedSequenceConvertibleType.debounce(_:)"]
    static func elements(_ n: Int) -> Int { min(n, 1) }
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<Int> { context.mocked { source.debounce(.seconds(1)) } }
}

private enum Throttle: DriverEntry {
    static let name = "driver/throttle", title = "throttle(.seconds(1)) in SharingScheduler.mock(scheduler:)"
    static let covers = ["SharedSequenceConvertibleType.throttle(_:latest:)"]
    static func elements(_ n: Int) -> Int { min(n, 2) }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<Int> { context.mocked { source.throttle(.seconds(1)) } }
}

private enum Plain: DriverEntry {
    static let name = "driver/asObservable", title = "source.asObservable()", covers = ["SharedSequence.asObservable()"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Observable<Int> { source.asObservable() }
}

private enum Infallibly: DriverEntry {
    static let name = "driver/asInfallible", title = "source.asInfallible()", covers = ["SharedSequence.asInfallible()"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Infallible<Int> { source.asInfallible() }
}

private enum Just: DriverEntry {
    static let name = "driver/just", title = "Driver.just(1)", covers = ["SharedSequence.just(_:)"]
    static var aspects: Aspects { [.subscribe] }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func apply(_: Driver<Int>, _: DriverContext) -> Driver<Int> { .just(1) }
}

private enum Empty: DriverEntry {
    static let name = "driver/empty", title = "Driver.empty()", covers = ["SharedSequence.empty()"]
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Driver<Int>, _: DriverContext) -> Driver<Int> { .empty() }
}

private enum Silent: DriverEntry {
    static let name = "driver/never", title = "Driver.never()", covers = ["SharedSequence.never()"]
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Driver<Int>, _: DriverContext) -> Driver<Int> { .never() }
}

private enum Of: DriverEntry {
    static let name = "driver/of", title = "Driver.of(1, 2) in SharingScheduler.mock(scheduler:)", covers = ["SharedSequence.of(_:)"]
    static var aspects: Aspects { [.subscribe] }
    static var atOnce: Int { 2 }
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_: Driver<Int>, _ context: DriverContext) -> Driver<Int> { context.mocked { .of(1, 2) } }
}

private enum FromOptional: DriverEntry {
    static let name = "driver/from/optional", title = "Driver.from(optional: 1) in SharingScheduler.mock(scheduler:)"
    static let covers = ["SharedSequence.from(optional:)"]
    static var aspects: Aspects { [.subscribe] }
    static var atOnce: Int { 1 }
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_: Driver<Int>, _ context: DriverContext) -> Driver<Int> { context.mocked { .from(optional: 1) } }
}

private enum FromArray: DriverEntry {
    static let name = "driver/from/array", title = "Driver.from(array) in SharingScheduler.mock(scheduler:)"
    static let covers = ["SharedSequence.from(_:) [_ array]"]
    static var atOnce: Int { 1 }
    static var usesTime: Bool { true }
    static var aspects: Aspects { [.event, .subscribe] }
    @inline(__always)
    static func apply(_: Driver<Int>, _ context: DriverContext) -> Driver<Int> { context.mocked { .from(Array(0..<context.n)) } }
}

private enum FromSequence: DriverEntry {
    static let name = "driver/from/sequence", title = "Driver.from(0..<n) in SharingScheduler.mock(scheduler:)"
    static let covers = ["SharedSequence.from(_:) [<Sequence>]"]
    static var atOnce: Int { 1 }
    static var usesTime: Bool { true }
    static var aspects: Aspects { [.event, .subscribe] }
    @inline(__always)
    static func apply(_: Driver<Int>, _ context: DriverContext) -> Driver<Int> { context.mocked { .from(0..<context.n) } }
}

private enum Deferred: DriverEntry {
    static let name = "driver/deferred", title = "Driver.deferred { source }", covers = ["SharedSequence.deferred(_:)"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { .deferred { source } }
}

private enum Interval: DriverEntry {
    static let name = "driver/interval", title = "Driver.interval(.seconds(1)) in SharingScheduler.mock(scheduler:)"
    static let covers = ["SharedSequence.interval(_:)"]
    static var aspects: Aspects { [.subscribe] }
    static var atOnce: Int { 1 }
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_: Driver<Int>, _ context: DriverContext) -> Driver<Int> { context.mocked { .interval(.seconds(1)) } }
}

private enum Timer: DriverEntry {
    static let name = "driver/timer", title = "Driver.timer(.seconds(1), period: .seconds(1)) in SharingScheduler.mock(scheduler:)"
    static let covers = ["SharedSequence.timer(_:period:)"]
    static var aspects: Aspects { [.subscribe] }
    static var atOnce: Int { 1 }
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_: Driver<Int>, _ context: DriverContext) -> Driver<Int> {
        context.mocked { .timer(.seconds(1), period: .seconds(1)) }
    }
}

private enum DriveNothing: DriverEntry {
    static let name = "driver/drive-nothing", title = "do(onNext: …).drive()", covers = ["SharedSequenceConvertibleType.drive()"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Driver<Int>, _ tally: Tally) -> any Disposable { output.do(onNext: { tally.add($0) }).drive() }
}

private enum DriveObserver: DriverEntry {
    static let name = "driver/drive-observer", title = "drive(observer)"
    static let covers = ["SharedSequenceConvertibleType.drive(_:) [Self.Element == Observer.Element]"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Driver<Int>, _ tally: Tally) -> any Disposable {
        output.drive(AnyObserver { if case .next(let element) = $0 { tally.add(element) } })
    }
}

private enum DriveOptionalObserver: DriverEntry {
    static let name = "driver/drive-optional-observer", title = "drive(observer of optionals)"
    static let covers = ["SharedSequenceConvertibleType.drive(_:) [Observer.Element == Self.Element?]"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Driver<Int>, _ tally: Tally) -> any Disposable {
        output.drive(AnyObserver<Int?> { if case .next(let element) = $0 { tally.add(element ?? 0) } })
    }
}

private enum DriveClosure: DriverEntry {
    static let name = "driver/drive-closure", title = "drive(transformation)"
    static let covers = ["SharedSequenceConvertibleType.drive(_:) [transformation]"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Driver<Int>, _ tally: Tally) -> any Disposable {
        output.drive({ (source: Observable<Int>) in source.subscribe(onNext: { tally.add($0) }) })
    }
}

private enum DriveCurried: DriverEntry {
    static let name = "driver/drive-curried", title = "drive(with, curriedArgument: 0)"
    static let covers = ["SharedSequenceConvertibleType.drive(_:curriedArgument:)"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Driver<Int>, _ tally: Tally) -> any Disposable {
        output.drive({ (source: Observable<Int>) in { (_: Int) in source.subscribe(onNext: { tally.add($0) }) } }, curriedArgument: 0)
    }
}

private enum DriveWith: DriverEntry {
    static let name = "driver/drive-with", title = "drive(with: object, onNext: …)"
    static let covers = ["SharedSequenceConvertibleType.drive(with:onNext:onCompleted:onDisposed:)"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Driver<Int>, _ tally: Tally) -> any Disposable { output.drive(with: tally, onNext: { $0.add($1) }) }
}

private enum DriveBehaviorRelay: DriverEntry {
    static let name = "driver/drive-BehaviorRelay", title = "drive(a BehaviorRelay<Int>) with an observer"
    static let covers = ["SharedSequenceConvertibleType.drive(_:) [BehaviorRelay<Self.Element>]"]
    static func elements(_ n: Int) -> Int { n + 1 }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Driver<Int>, _ tally: Tally) -> any Disposable {
        let relay = BehaviorRelay<Int>(value: 0)
        let subscription = relay.subscribe(onNext: { tally.add($0) })
        return CompositeDisposable(output.drive(relay), subscription)
    }
}

private enum DriveBehaviorRelayOptional: DriverEntry {
    static let name = "driver/drive-BehaviorRelay-optional", title = "drive(a BehaviorRelay<Int?>) with an observer"
    static let covers = ["SharedSequenceConvertibleType.drive(_:) [BehaviorRelay<Self.Element?>]"]
    static func elements(_ n: Int) -> Int { n + 1 }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Driver<Int>, _ tally: Tally) -> any Disposable {
        let relay = BehaviorRelay<Int?>(value: 0)
        let subscription = relay.subscribe(onNext: { tally.add($0 ?? 0) })
        return CompositeDisposable(output.drive(relay), subscription)
    }
}

private enum DriveReplayRelay: DriverEntry {
    static let name = "driver/drive-ReplayRelay", title = "drive(a ReplayRelay<Int>) with an observer"
    static let covers = ["SharedSequenceConvertibleType.drive(_:) [ReplayRelay<Self.Element>]"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Driver<Int>, _ tally: Tally) -> any Disposable {
        let relay = ReplayRelay<Int>.create(bufferSize: 1)
        let subscription = relay.subscribe(onNext: { tally.add($0) })
        return CompositeDisposable(output.drive(relay), subscription)
    }
}

private enum DriveReplayRelayOptional: DriverEntry {
    static let name = "driver/drive-ReplayRelay-optional", title = "drive(a ReplayRelay<Int?>) with an observer"
    static let covers = ["SharedSequenceConvertibleType.drive(_:) [ReplayRelay<Self.Element?>]"]
    @inline(__always)
    static func apply(_ source: Driver<Int>, _: DriverContext) -> Driver<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Driver<Int>, _ tally: Tally) -> any Disposable {
        let relay = ReplayRelay<Int?>.create(bufferSize: 1)
        let subscription = relay.subscribe(onNext: { tally.add($0 ?? 0) })
        return CompositeDisposable(output.drive(relay), subscription)
    }
}

private enum CombineLatest2: DriverEntry {
    static let name = "driver/combineLatest/2", title = "combineLatest with 2"
    static let covers = ["SharedSequence.combineLatest(_:_:resultSelector:)"]
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 2 * n - 1 }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<Int> {
        let more = context.others
        return Driver.combineLatest(source, more[0]) { $0 &+ $1 }
    }
}

private enum CombineLatestTuple2: DriverEntry {
    static let name = "driver/combineLatest/2-tuple", title = "combineLatest to a tuple of 2"
    static let covers = ["SharedSequenceConvertibleType.combineLatest(_:_:)"]
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 2 * n - 1 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<(Int, Int)> {
        let more = context.others
        return Driver.combineLatest(source, more[0])
    }
}

private enum Zip2: DriverEntry {
    static let name = "driver/zip/2", title = "zip with 2", covers = ["SharedSequence.zip(_:_:resultSelector:)"]
    static var others: Int { 1 }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<Int> {
        let more = context.others
        return Driver.zip(source, more[0]) { $0 &+ $1 }
    }
}

private enum ZipTuple2: DriverEntry {
    static let name = "driver/zip/2-tuple", title = "zip to a tuple of 2", covers = ["SharedSequenceConvertibleType.zip(_:_:)"]
    static var others: Int { 1 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<(Int, Int)> {
        let more = context.others
        return Driver.zip(source, more[0])
    }
}

private enum CombineLatest3: DriverEntry {
    static let name = "driver/combineLatest/3", title = "combineLatest with 3"
    static let covers = ["SharedSequence.combineLatest(_:_:_:resultSelector:)"]
    static var others: Int { 2 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 3 * n - 2 }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<Int> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1]) { $0 &+ $1 &+ $2 }
    }
}

private enum CombineLatestTuple3: DriverEntry {
    static let name = "driver/combineLatest/3-tuple", title = "combineLatest to a tuple of 3"
    static let covers = ["SharedSequenceConvertibleType.combineLatest(_:_:_:)"]
    static var others: Int { 2 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 3 * n - 2 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<(Int, Int, Int)> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1])
    }
}

private enum Zip3: DriverEntry {
    static let name = "driver/zip/3", title = "zip with 3", covers = ["SharedSequence.zip(_:_:_:resultSelector:)"]
    static var others: Int { 2 }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<Int> {
        let more = context.others
        return Driver.zip(source, more[0], more[1]) { $0 &+ $1 &+ $2 }
    }
}

private enum ZipTuple3: DriverEntry {
    static let name = "driver/zip/3-tuple", title = "zip to a tuple of 3", covers = ["SharedSequenceConvertibleType.zip(_:_:_:)"]
    static var others: Int { 2 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<(Int, Int, Int)> {
        let more = context.others
        return Driver.zip(source, more[0], more[1])
    }
}

private enum CombineLatest4: DriverEntry {
    static let name = "driver/combineLatest/4", title = "combineLatest with 4"
    static let covers = ["SharedSequence.combineLatest(_:_:_:_:resultSelector:)"]
    static var others: Int { 3 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 4 * n - 3 }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<Int> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1], more[2]) { $0 &+ $1 &+ $2 &+ $3 }
    }
}

private enum CombineLatestTuple4: DriverEntry {
    static let name = "driver/combineLatest/4-tuple", title = "combineLatest to a tuple of 4"
    static let covers = ["SharedSequenceConvertibleType.combineLatest(_:_:_:_:)"]
    static var others: Int { 3 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 4 * n - 3 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<(Int, Int, Int, Int)> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1], more[2])
    }
}

private enum Zip4: DriverEntry {
    static let name = "driver/zip/4", title = "zip with 4", covers = ["SharedSequence.zip(_:_:_:_:resultSelector:)"]
    static var others: Int { 3 }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<Int> {
        let more = context.others
        return Driver.zip(source, more[0], more[1], more[2]) { $0 &+ $1 &+ $2 &+ $3 }
    }
}

private enum ZipTuple4: DriverEntry {
    static let name = "driver/zip/4-tuple", title = "zip to a tuple of 4", covers = ["SharedSequenceConvertibleType.zip(_:_:_:_:)"]
    static var others: Int { 3 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<(Int, Int, Int, Int)> {
        let more = context.others
        return Driver.zip(source, more[0], more[1], more[2])
    }
}

private enum CombineLatest5: DriverEntry {
    static let name = "driver/combineLatest/5", title = "combineLatest with 5"
    static let covers = ["SharedSequence.combineLatest(_:_:_:_:_:resultSelector:)"]
    static var others: Int { 4 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 5 * n - 4 }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<Int> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1], more[2], more[3]) { $0 &+ $1 &+ $2 &+ $3 &+ $4 }
    }
}

private enum CombineLatestTuple5: DriverEntry {
    static let name = "driver/combineLatest/5-tuple", title = "combineLatest to a tuple of 5"
    static let covers = ["SharedSequenceConvertibleType.combineLatest(_:_:_:_:_:)"]
    static var others: Int { 4 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 5 * n - 4 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<(Int, Int, Int, Int, Int)> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1], more[2], more[3])
    }
}

private enum Zip5: DriverEntry {
    static let name = "driver/zip/5", title = "zip with 5", covers = ["SharedSequence.zip(_:_:_:_:_:resultSelector:)"]
    static var others: Int { 4 }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<Int> {
        let more = context.others
        return Driver.zip(source, more[0], more[1], more[2], more[3]) { $0 &+ $1 &+ $2 &+ $3 &+ $4 }
    }
}

private enum ZipTuple5: DriverEntry {
    static let name = "driver/zip/5-tuple", title = "zip to a tuple of 5", covers = ["SharedSequenceConvertibleType.zip(_:_:_:_:_:)"]
    static var others: Int { 4 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<(Int, Int, Int, Int, Int)> {
        let more = context.others
        return Driver.zip(source, more[0], more[1], more[2], more[3])
    }
}

private enum CombineLatest6: DriverEntry {
    static let name = "driver/combineLatest/6", title = "combineLatest with 6"
    static let covers = ["SharedSequence.combineLatest(_:_:_:_:_:_:resultSelector:)"]
    static var others: Int { 5 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 6 * n - 5 }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<Int> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1], more[2], more[3], more[4]) { $0 &+ $1 &+ $2 &+ $3 &+ $4 &+ $5 }
    }
}

private enum CombineLatestTuple6: DriverEntry {
    static let name = "driver/combineLatest/6-tuple", title = "combineLatest to a tuple of 6"
    static let covers = ["SharedSequenceConvertibleType.combineLatest(_:_:_:_:_:_:)"]
    static var others: Int { 5 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 6 * n - 5 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<(Int, Int, Int, Int, Int, Int)> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1], more[2], more[3], more[4])
    }
}

private enum Zip6: DriverEntry {
    static let name = "driver/zip/6", title = "zip with 6", covers = ["SharedSequence.zip(_:_:_:_:_:_:resultSelector:)"]
    static var others: Int { 5 }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<Int> {
        let more = context.others
        return Driver.zip(source, more[0], more[1], more[2], more[3], more[4]) { $0 &+ $1 &+ $2 &+ $3 &+ $4 &+ $5 }
    }
}

private enum ZipTuple6: DriverEntry {
    static let name = "driver/zip/6-tuple", title = "zip to a tuple of 6", covers = ["SharedSequenceConvertibleType.zip(_:_:_:_:_:_:)"]
    static var others: Int { 5 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<(Int, Int, Int, Int, Int, Int)> {
        let more = context.others
        return Driver.zip(source, more[0], more[1], more[2], more[3], more[4])
    }
}

private enum CombineLatest7: DriverEntry {
    static let name = "driver/combineLatest/7", title = "combineLatest with 7"
    static let covers = ["SharedSequence.combineLatest(_:_:_:_:_:_:_:resultSelector:)"]
    static var others: Int { 6 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 7 * n - 6 }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<Int> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1], more[2], more[3], more[4], more[5]) { $0 &+ $1 &+ $2 &+ $3 &+ $4 &+ $5 &+ $6 }
    }
}

private enum CombineLatestTuple7: DriverEntry {
    static let name = "driver/combineLatest/7-tuple", title = "combineLatest to a tuple of 7"
    static let covers = ["SharedSequenceConvertibleType.combineLatest(_:_:_:_:_:_:_:)"]
    static var others: Int { 6 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 7 * n - 6 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<(Int, Int, Int, Int, Int, Int, Int)> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1], more[2], more[3], more[4], more[5])
    }
}

private enum Zip7: DriverEntry {
    static let name = "driver/zip/7", title = "zip with 7", covers = ["SharedSequence.zip(_:_:_:_:_:_:_:resultSelector:)"]
    static var others: Int { 6 }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<Int> {
        let more = context.others
        return Driver.zip(source, more[0], more[1], more[2], more[3], more[4], more[5]) { $0 &+ $1 &+ $2 &+ $3 &+ $4 &+ $5 &+ $6 }
    }
}

private enum ZipTuple7: DriverEntry {
    static let name = "driver/zip/7-tuple", title = "zip to a tuple of 7", covers = ["SharedSequenceConvertibleType.zip(_:_:_:_:_:_:_:)"]
    static var others: Int { 6 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<(Int, Int, Int, Int, Int, Int, Int)> {
        let more = context.others
        return Driver.zip(source, more[0], more[1], more[2], more[3], more[4], more[5])
    }
}

private enum CombineLatest8: DriverEntry {
    static let name = "driver/combineLatest/8", title = "combineLatest with 8"
    static let covers = ["SharedSequence.combineLatest(_:_:_:_:_:_:_:_:resultSelector:)"]
    static var others: Int { 7 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 8 * n - 7 }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<Int> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6]) {
            $0 &+ $1 &+ $2 &+ $3 &+ $4 &+ $5 &+ $6 &+ $7
        }
    }
}

private enum CombineLatestTuple8: DriverEntry {
    static let name = "driver/combineLatest/8-tuple", title = "combineLatest to a tuple of 8"
    static let covers = ["SharedSequenceConvertibleType.combineLatest(_:_:_:_:_:_:_:_:)"]
    static var others: Int { 7 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 8 * n - 7 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<(Int, Int, Int, Int, Int, Int, Int, Int)> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6])
    }
}

private enum Zip8: DriverEntry {
    static let name = "driver/zip/8", title = "zip with 8", covers = ["SharedSequence.zip(_:_:_:_:_:_:_:_:resultSelector:)"]
    static var others: Int { 7 }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<Int> {
        let more = context.others
        return Driver.zip(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6]) {
            $0 &+ $1 &+ $2 &+ $3 &+ $4 &+ $5 &+ $6 &+ $7
        }
    }
}

private enum ZipTuple8: DriverEntry {
    static let name = "driver/zip/8-tuple", title = "zip to a tuple of 8", covers = ["SharedSequenceConvertibleType.zip(_:_:_:_:_:_:_:_:)"]
    static var others: Int { 7 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<(Int, Int, Int, Int, Int, Int, Int, Int)> {
        let more = context.others
        return Driver.zip(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6])
    }
}

private enum CombineLatestCollection: DriverEntry {
    static let name = "driver/combineLatest/collection", title = "Driver.combineLatest([source] + context.others)"
    static let covers = ["SharedSequence.combineLatest(_:)"]
    static var others: Int { 3 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 4 * n - 3 }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<[Int]> { Driver.combineLatest([source] + context.others) }
}

private enum CombineLatestCollectionSelector: DriverEntry {
    static let name = "driver/combineLatest/collection-selector"
    static let title = "Driver.combineLatest([source] + context.others) { $0[0] &+ $0[1] }"
    static let covers = ["SharedSequence.combineLatest(_:resultSelector:)"]
    static var others: Int { 3 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 4 * n - 3 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<Int> {
        Driver.combineLatest([source] + context.others) { $0[0] &+ $0[1] }
    }
}

private enum ZipCollection: DriverEntry {
    static let name = "driver/zip/collection", title = "Driver.zip([source] + context.others)", covers = ["SharedSequence.zip(_:)"]
    static var others: Int { 3 }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<[Int]> { Driver.zip([source] + context.others) }
}

private enum ZipCollectionSelector: DriverEntry {
    static let name = "driver/zip/collection-selector", title = "Driver.zip([source] + context.others) { $0[0] &+ $0[1] }"
    static let covers = ["SharedSequence.zip(_:resultSelector:)"]
    static var others: Int { 3 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Int>, _ context: DriverContext) -> Driver<Int> {
        Driver.zip([source] + context.others) { $0[0] &+ $0[1] }
    }
}

// MARK: Signals

private enum Emit: SignalEntry {
    static let name = "signal/emit", title = "asSignal(onErrorJustReturn: 0) and emit(onNext:)"
    static let covers = [
        "SharedSequenceConvertibleType.emit(onNext:onCompleted:onDisposed:)",
        "SignalSharingStrategy.scheduler",
        "SignalSharingStrategy.share(_:)",
    ]
    @inline(__always)
    static func apply(_ source: Signal<Int>, _: SignalContext) -> Signal<Int> { source }
}

private enum MapSignal: SignalEntry {
    static let name = "signal/map", title = "source.map { $0 &+ 1 }", covers = ["SharedSequenceConvertibleType.map(_:)"]
    @inline(__always)
    static func apply(_ source: Signal<Int>, _: SignalContext) -> Signal<Int> { source.map { $0 &+ 1 } }
}

private enum WithUnretained: SignalEntry {
    static let name = "signal/withUnretained", title = "source.withUnretained(holder)"
    static let covers = ["SharedSequenceConvertibleType.withUnretained(_:)"]
    @inline(__always)
    static func apply(_ source: Signal<Int>, _: SignalContext) -> Signal<(UnretainedObject, Int)> { source.withUnretained(holder) }
}

private enum WithUnretainedSelector: SignalEntry {
    static let name = "signal/withUnretained/selector", title = "source.withUnretained(holder) { $1 }"
    static let covers = ["SharedSequenceConvertibleType.withUnretained(_:resultSelector:)"]
    @inline(__always)
    static func apply(_ source: Signal<Int>, _: SignalContext) -> Signal<Int> { source.withUnretained(holder) { $1 } }
}

private enum EmitNothing: SignalEntry {
    static let name = "signal/emit-nothing", title = "do(onNext: …).emit()", covers = ["SharedSequenceConvertibleType.emit()"]
    @inline(__always)
    static func apply(_ source: Signal<Int>, _: SignalContext) -> Signal<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Signal<Int>, _ tally: Tally) -> any Disposable { output.do(onNext: { tally.add($0) }).emit() }
}

private enum EmitObserver: SignalEntry {
    static let name = "signal/emit-observer", title = "emit(to: observer)"
    static let covers = ["SharedSequenceConvertibleType.emit(to:) [Self.Element == Observer.Element]"]
    @inline(__always)
    static func apply(_ source: Signal<Int>, _: SignalContext) -> Signal<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Signal<Int>, _ tally: Tally) -> any Disposable {
        output.emit(to: AnyObserver { if case .next(let element) = $0 { tally.add(element) } })
    }
}

private enum EmitOptionalObserver: SignalEntry {
    static let name = "signal/emit-optional-observer", title = "emit(to: observer of optionals)"
    static let covers = ["SharedSequenceConvertibleType.emit(to:) [Observer.Element == Self.Element?]"]
    @inline(__always)
    static func apply(_ source: Signal<Int>, _: SignalContext) -> Signal<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Signal<Int>, _ tally: Tally) -> any Disposable {
        output.emit(to: AnyObserver<Int?> { if case .next(let element) = $0 { tally.add(element ?? 0) } })
    }
}

private enum EmitWith: SignalEntry {
    static let name = "signal/emit-with", title = "emit(with: object, onNext: …)"
    static let covers = ["SharedSequenceConvertibleType.emit(with:onNext:onCompleted:onDisposed:)"]
    @inline(__always)
    static func apply(_ source: Signal<Int>, _: SignalContext) -> Signal<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Signal<Int>, _ tally: Tally) -> any Disposable { output.emit(with: tally, onNext: { $0.add($1) }) }
}

private enum EmitPublishRelay: SignalEntry {
    static let name = "signal/emit-PublishRelay", title = "emit(to: a PublishRelay<Int>) with an observer"
    static let covers = ["SharedSequenceConvertibleType.emit(to:) [PublishRelay<Self.Element>]"]
    @inline(__always)
    static func apply(_ source: Signal<Int>, _: SignalContext) -> Signal<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Signal<Int>, _ tally: Tally) -> any Disposable {
        let relay = PublishRelay<Int>()
        let subscription = relay.subscribe(onNext: { tally.add($0) })
        return CompositeDisposable(output.emit(to: relay), subscription)
    }
}

private enum EmitPublishRelayOptional: SignalEntry {
    static let name = "signal/emit-PublishRelay-optional", title = "emit(to: a PublishRelay<Int?>) with an observer"
    static let covers = ["SharedSequenceConvertibleType.emit(to:) [PublishRelay<Self.Element?>]"]
    @inline(__always)
    static func apply(_ source: Signal<Int>, _: SignalContext) -> Signal<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Signal<Int>, _ tally: Tally) -> any Disposable {
        let relay = PublishRelay<Int?>()
        let subscription = relay.subscribe(onNext: { tally.add($0 ?? 0) })
        return CompositeDisposable(output.emit(to: relay), subscription)
    }
}

private enum EmitBehaviorRelay: SignalEntry {
    static let name = "signal/emit-BehaviorRelay", title = "emit(to: a BehaviorRelay<Int>) with an observer"
    static let covers = ["SharedSequenceConvertibleType.emit(to:) [BehaviorRelay<Self.Element>]"]
    static func elements(_ n: Int) -> Int { n + 1 }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func apply(_ source: Signal<Int>, _: SignalContext) -> Signal<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Signal<Int>, _ tally: Tally) -> any Disposable {
        let relay = BehaviorRelay<Int>(value: 0)
        let subscription = relay.subscribe(onNext: { tally.add($0) })
        return CompositeDisposable(output.emit(to: relay), subscription)
    }
}

private enum EmitBehaviorRelayOptional: SignalEntry {
    static let name = "signal/emit-BehaviorRelay-optional", title = "emit(to: a BehaviorRelay<Int?>) with an observer"
    static let covers = ["SharedSequenceConvertibleType.emit(to:) [BehaviorRelay<Self.Element?>]"]
    static func elements(_ n: Int) -> Int { n + 1 }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func apply(_ source: Signal<Int>, _: SignalContext) -> Signal<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Signal<Int>, _ tally: Tally) -> any Disposable {
        let relay = BehaviorRelay<Int?>(value: 0)
        let subscription = relay.subscribe(onNext: { tally.add($0 ?? 0) })
        return CompositeDisposable(output.emit(to: relay), subscription)
    }
}

private enum EmitReplayRelay: SignalEntry {
    static let name = "signal/emit-ReplayRelay", title = "emit(to: a ReplayRelay<Int>) with an observer"
    static let covers = ["SharedSequenceConvertibleType.emit(to:) [ReplayRelay<Self.Element>]"]
    @inline(__always)
    static func apply(_ source: Signal<Int>, _: SignalContext) -> Signal<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Signal<Int>, _ tally: Tally) -> any Disposable {
        let relay = ReplayRelay<Int>.create(bufferSize: 1)
        let subscription = relay.subscribe(onNext: { tally.add($0) })
        return CompositeDisposable(output.emit(to: relay), subscription)
    }
}

private enum EmitReplayRelayOptional: SignalEntry {
    static let name = "signal/emit-ReplayRelay-optional", title = "emit(to: a ReplayRelay<Int?>) with an observer"
    static let covers = ["SharedSequenceConvertibleType.emit(to:) [ReplayRelay<Self.Element?>]"]
    @inline(__always)
    static func apply(_ source: Signal<Int>, _: SignalContext) -> Signal<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Signal<Int>, _ tally: Tally) -> any Disposable {
        let relay = ReplayRelay<Int?>.create(bufferSize: 1)
        let subscription = relay.subscribe(onNext: { tally.add($0 ?? 0) })
        return CompositeDisposable(output.emit(to: relay), subscription)
    }
}

// MARK: From observables

private enum DriverOrDriver: Entry {
    static let name = "asDriver/onErrorDriveWith", title = "source.asDriver(onErrorDriveWith: .empty())"
    static let covers = [
        "ObservableConvertibleType.asDriver(onErrorDriveWith:)",
        "ObservableConvertibleType.asSharedSequence(sharingStrategy:onErrorDriveWith:)",
    ]
    static var errors: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Driver<Int> { source.asDriver(onErrorDriveWith: .empty()) }
    @inline(__always)
    static func subscribe(_ output: Driver<Int>, _ tally: Tally) -> any Disposable { output.drive(onNext: { tally.add($0) }) }
}

private enum DriverRecovering: Entry {
    static let name = "asDriver/onErrorRecover", title = "source.asDriver(onErrorRecover: { _ in .empty() })"
    static let covers = [
        "ObservableConvertibleType.asDriver(onErrorRecover:)",
        "ObservableConvertibleType.asSharedSequence(sharingStrategy:onErrorRecover:)",
    ]
    static var errors: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Driver<Int> { source.asDriver(onErrorRecover: { _ in .empty() }) }
    @inline(__always)
    static func subscribe(_ output: Driver<Int>, _ tally: Tally) -> any Disposable { output.drive(onNext: { tally.add($0) }) }
}

private enum SignalOrSignal: Entry {
    static let name = "asSignal/onErrorSignalWith", title = "source.asSignal(onErrorSignalWith: .empty())"
    static let covers = [
        "ObservableConvertibleType.asSignal(onErrorSignalWith:)",
        "ObservableConvertibleType.asSharedSequence(sharingStrategy:onErrorDriveWith:)",
    ]
    static var errors: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Signal<Int> { source.asSignal(onErrorSignalWith: .empty()) }
    @inline(__always)
    static func subscribe(_ output: Signal<Int>, _ tally: Tally) -> any Disposable { output.emit(onNext: { tally.add($0) }) }
}

private enum SignalRecovering: Entry {
    static let name = "asSignal/onErrorRecover", title = "source.asSignal(onErrorRecover: { _ in .empty() })"
    static let covers = [
        "ObservableConvertibleType.asSignal(onErrorRecover:)",
        "ObservableConvertibleType.asSharedSequence(sharingStrategy:onErrorRecover:)",
    ]
    static var errors: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Signal<Int> { source.asSignal(onErrorRecover: { _ in .empty() }) }
    @inline(__always)
    static func subscribe(_ output: Signal<Int>, _ tally: Tally) -> any Disposable { output.emit(onNext: { tally.add($0) }) }
}

private enum SharedOrElement: Entry {
    static let name = "asSharedSequence/onErrorJustReturn"
    static var insteadOfError: Int { 1 }
    static let title = "source.asSharedSequence(sharingStrategy: DriverSharingStrategy.self, onErrorJustReturn: 0)"
    static let covers = ["ObservableConvertibleType.asSharedSequence(sharingStrategy:onErrorJustReturn:)"]
    static var errors: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Driver<Int> {
        source.asSharedSequence(sharingStrategy: DriverSharingStrategy.self, onErrorJustReturn: 0)
    }
    @inline(__always)
    static func subscribe(_ output: Driver<Int>, _ tally: Tally) -> any Disposable { output.drive(onNext: { tally.add($0) }) }
}

private enum Happening: Entry {
    static let name = "controlEvent", title = "ControlEvent(events: source)"
    static let covers = ["ControlEvent.init(events:)", "ControlEvent.subscribe(_:)"]
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> ControlEvent<Int> { ControlEvent(events: source) }
}

private enum HappeningObservable: Entry {
    static let name = "controlEvent/asObservable", title = "ControlEvent(events: source).asObservable()"
    static let covers = ["ControlEvent.asObservable()"]
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { ControlEvent(events: source).asObservable() }
}

private enum HappeningInfallible: Entry {
    static let name = "controlEvent/asInfallible", title = "ControlEvent(events: source).asInfallible()"
    static let covers = ["ControlEvent.asInfallible()"]
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Infallible<Int> { ControlEvent(events: source).asInfallible() }
    @inline(__always)
    static func subscribe(_ output: Infallible<Int>, _ tally: Tally) -> any Disposable { output.subscribe(onNext: { tally.add($0) }) }
}

private enum HappeningDriver: Entry {
    static let name = "controlEvent/asDriver", title = "ControlEvent(events: source).asDriver()", covers = ["ControlEvent.asDriver()"]
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Driver<Int> { ControlEvent(events: source).asDriver() }
    @inline(__always)
    static func subscribe(_ output: Driver<Int>, _ tally: Tally) -> any Disposable { output.drive(onNext: { tally.add($0) }) }
}

private enum HappeningSignal: Entry {
    static let name = "controlEvent/asSignal", title = "ControlEvent(events: source).asSignal()", covers = ["ControlEvent.asSignal()"]
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Signal<Int> { ControlEvent(events: source).asSignal() }
    @inline(__always)
    static func subscribe(_ output: Signal<Int>, _ tally: Tally) -> any Disposable { output.emit(onNext: { tally.add($0) }) }
}

private enum Value: Entry {
    static let name = "controlProperty", title = "ControlProperty(values: source, valueSink: sink)"
    static let covers = ["ControlProperty.init(values:valueSink:)", "ControlProperty.subscribe(_:)"]
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> ControlProperty<Int> {
        ControlProperty(values: source, valueSink: AnyObserver { _ in })
    }
}

private enum ValueObservable: Entry {
    static let name = "controlProperty/asObservable", title = "ControlProperty(…).asObservable()"
    static let covers = ["ControlProperty.asObservable()"]
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> {
        ControlProperty(values: source, valueSink: AnyObserver { _ in }).asObservable()
    }
}

private enum ValueDriver: Entry {
    static let name = "controlProperty/asDriver", title = "ControlProperty(…).asDriver()", covers = ["ControlProperty.asDriver()"]
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Driver<Int> {
        ControlProperty(values: source, valueSink: AnyObserver { _ in }).asDriver()
    }
    @inline(__always)
    static func subscribe(_ output: Driver<Int>, _ tally: Tally) -> any Disposable { output.drive(onNext: { tally.add($0) }) }
}

private enum ValueChanged: Entry {
    static let name = "controlProperty/changed", title = "ControlProperty(…).changed", covers = ["ControlProperty.changed"]
    static func elements(_ n: Int) -> Int { max(n - 1, 0) }
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    static var ofOne: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> ControlEvent<Int> {
        ControlProperty(values: source, valueSink: AnyObserver { _ in }).changed
    }
}

private enum ValueOrEmpty: Entry {
    static let name = "controlProperty/orEmpty", title = "ControlProperty(…).orEmpty", covers = ["ControlPropertyType.orEmpty"]
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> ControlProperty<String> {
        let texts = source.map { $0 == -1 ? nil : "text" }
        return ControlProperty(values: texts, valueSink: AnyObserver<String?> { _ in }).orEmpty
    }
}
