import Rx

/// What makes drivers, and their operators. They run on the main thread, where the main scheduler delivers at once while nothing waits for it; what
/// needs time gets a scheduler of its own.
let drivers =
    driverRows(Int.self, .all) + [
        traitRows(Just.self), traitRows(Empty.self), traitRows(Silent.self), traitRows(Of.self), traitRows(FromOptional.self),
        traitRows(FromArray.self), traitRows(FromSequence.self), traitRows(Interval.self), traitRows(Timer.self),
    ]
#if ELEMENTS
let driversOfElements = driverRows(String.self, .elements) + driverRows(Wide.self, .elements) + driverRows(Reference.self, .elements)
#endif

func driverRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(Drive<Input>.self), rows.of(Map<Input>.self), rows.of(CompactMap<Input>.self), rows.of(Filter<Input>.self),
        rows.of(Scan<Input>.self), rows.of(Skip<Input>.self), rows.of(StartWith<Input>.self), rows.of(Distinct<Input>.self),
        rows.of(DistinctKey<Input>.self), rows.of(DistinctComparer<Input>.self), rows.of(DistinctKeyComparer<Input>.self),
        rows.of(Do<Input>.self), rows.of(FlatMap<Input>.self), rows.of(FlatMapLatest<Input>.self),
        rows.of(FlatMapFirst<Input>.self), rows.of(MergeInner<Input>.self), rows.of(MergeConcurrent<Input>.self),
        rows.of(SwitchLatest<Input>.self), rows.of(MergeVariadic<Input>.self), rows.of(MergeArray<Input>.self),
        rows.of(MergeCollection<Input>.self), rows.of(ConcatCollection<Input>.self), rows.of(ConcatSequence<Input>.self),
        rows.of(WithLatestFrom<Input>.self), rows.of(WithLatestFromSelector<Input>.self), rows.of(Delay<Input>.self),
        rows.of(Debounce<Input>.self), rows.of(Throttle<Input>.self), rows.of(Plain<Input>.self),
        rows.of(Infallibly<Input>.self), rows.of(Deferred<Input>.self),
    ]
}

private enum Drive<Input: RowElement>: DriverEntry {
    static var name: String { "driver/drive" }
    static var title: String { "infallible.asDriver() and drive(onNext:)" }
    static var covers: [String] {
        [
            "SharedSequenceConvertibleType.drive(onNext:onCompleted:onDisposed:)",
            "InfallibleType.asDriver()",
            "SharingScheduler.make",
            "DriverSharingStrategy.scheduler",
            "DriverSharingStrategy.share(_:)",
        ]
    }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source }
}

private enum Map<Input: RowElement>: DriverEntry {
    static var name: String { "driver/map" }
    static var title: String { "source.map { $0.next }" }
    static var covers: [String] { ["SharedSequenceConvertibleType.map(_:)"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source.map { $0.next } }
}

private enum CompactMap<Input: RowElement>: DriverEntry {
    static var name: String { "driver/compactMap" }
    static var title: String { "source.compactMap { Optional($0.next) }" }
    static var covers: [String] { ["SharedSequenceConvertibleType.compactMap(_:)"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source.compactMap { Optional($0.next) } }
}

private enum Filter<Input: RowElement>: DriverEntry {
    static var name: String { "driver/filter" }
    static var title: String { "source.filter { $0.weight != -1 }" }
    static var covers: [String] { ["SharedSequenceConvertibleType.filter(_:)"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source.filter { $0.weight != -1 } }
}

private enum Scan<Input: RowElement>: DriverEntry {
    static var name: String { "driver/scan" }
    static var title: String { "source.scan(zero) { $0.plus($1) }" }
    static var covers: [String] { ["SharedSequenceConvertibleType.scan(_:accumulator:)"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source.scan(Input(number: 0)) { $0.plus($1) } }
}

private enum Skip<Input: RowElement>: DriverEntry {
    static var name: String { "driver/skip" }
    static var title: String { "source.skip(1)" }
    static var covers: [String] { ["SharedSequenceConvertibleType.skip(_:)"] }
    static func elements(_ n: Int) -> Int { max(n - 1, 0) }
    static var ofOne: Int { 0 }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source.skip(1) }
}

private enum StartWith<Input: RowElement>: DriverEntry {
    static var name: String { "driver/startWith" }
    static var title: String { "source.startWith(zero)" }
    static var covers: [String] { ["SharedSequenceConvertibleType.startWith(_:)"] }
    static func elements(_ n: Int) -> Int { n + 1 }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source.startWith(Input(number: 0)) }
}

private enum Distinct<Input: RowElement>: DriverEntry {
    static var name: String { "driver/distinctUntilChanged" }
    static var title: String { "source.distinctUntilChanged()" }
    static var covers: [String] { ["SharedSequenceConvertibleType.distinctUntilChanged()"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source.distinctUntilChanged() }
}

private enum DistinctKey<Input: RowElement>: DriverEntry {
    static var name: String { "driver/distinctUntilChanged/key" }
    static var title: String { "source.distinctUntilChanged { $0.next }" }
    static var covers: [String] { ["SharedSequenceConvertibleType.distinctUntilChanged(_:) [keySelector]"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source.distinctUntilChanged { $0.next } }
}

private enum DistinctComparer<Input: RowElement>: DriverEntry {
    static var name: String { "driver/distinctUntilChanged/comparer" }
    static var title: String { "source.distinctUntilChanged { $0 == $1 }" }
    static var covers: [String] { ["SharedSequenceConvertibleType.distinctUntilChanged(_:) [comparer]"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source.distinctUntilChanged { $0 == $1 } }
}

private enum DistinctKeyComparer<Input: RowElement>: DriverEntry {
    static var name: String { "driver/distinctUntilChanged/key-and-comparer" }
    static var title: String { "source.distinctUntilChanged({ $0.next }, comparer: { $0 == $1 })" }
    static var covers: [String] { ["SharedSequenceConvertibleType.distinctUntilChanged(_:comparer:)"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> {
        source.distinctUntilChanged({ $0.next }, comparer: { $0 == $1 })
    }
}

private enum Do<Input: RowElement>: DriverEntry {
    static var name: String { "driver/do" }
    static var title: String { "source.do(onNext: { _ in })" }
    static var covers: [String] {
        [
            "SharedSequenceConvertibleType.do(onNext:afterNext:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)"
        ]
    }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source.do(onNext: { _ in }) }
}

private enum FlatMap<Input: RowElement>: DriverEntry {
    static var name: String { "driver/flatMap" }
    static var title: String { "source.flatMap { Driver.just($0) }" }
    static var covers: [String] { ["SharedSequenceConvertibleType.flatMap(_:)"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source.flatMap { Driver.just($0) } }
}

private enum FlatMapLatest<Input: RowElement>: DriverEntry {
    static var name: String { "driver/flatMapLatest" }
    static var title: String { "source.flatMapLatest { Driver.just($0) }" }
    static var covers: [String] { ["SharedSequenceConvertibleType.flatMapLatest(_:)"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source.flatMapLatest { Driver.just($0) } }
}

private enum FlatMapFirst<Input: RowElement>: DriverEntry {
    static var name: String { "driver/flatMapFirst" }
    static var title: String { "source.flatMapFirst { Driver.just($0) }" }
    static var covers: [String] { ["SharedSequenceConvertibleType.flatMapFirst(_:)"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source.flatMapFirst { Driver.just($0) } }
}

private enum MergeInner<Input: RowElement>: DriverEntry {
    static var name: String { "driver/merge/inners" }
    static var title: String { "source.map { Driver.just($0) }.merge()" }
    static var covers: [String] { ["SharedSequenceConvertibleType.merge()"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source.map { Driver.just($0) }.merge() }
}

private enum MergeConcurrent<Input: RowElement>: DriverEntry {
    static var name: String { "driver/merge/maxConcurrent" }
    static var title: String { "source.map { Driver.just($0) }.merge(maxConcurrent: 4)" }
    static var covers: [String] { ["SharedSequenceConvertibleType.merge(maxConcurrent:)"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source.map { Driver.just($0) }.merge(maxConcurrent: 4) }
}

private enum SwitchLatest<Input: RowElement>: DriverEntry {
    static var name: String { "driver/switchLatest" }
    static var title: String { "source.map { Driver.just($0) }.switchLatest()" }
    static var covers: [String] { ["SharedSequenceConvertibleType.switchLatest()"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source.map { Driver.just($0) }.switchLatest() }
}

private enum MergeVariadic<Input: RowElement>: DriverEntry {
    static var name: String { "driver/merge/variadic" }
    static var title: String { "Driver.merge(source, context.others[0])" }
    static var covers: [String] { ["SharedSequenceConvertibleType.merge(_:) [>...]"] }
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { 2 * n }
    static var ofOne: Int { 2 }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<Input> { Driver.merge(source, context.others[0]) }
}

private enum MergeArray<Input: RowElement>: DriverEntry {
    static var name: String { "driver/merge/array" }
    static var title: String { "Driver.merge([source] + context.others)" }
    static var covers: [String] { ["SharedSequenceConvertibleType.merge(_:) [[SharedSequence<Self.SharingStrategy, Self.Element>]]"] }
    static var others: Int { 3 }
    static func elements(_ n: Int) -> Int { 4 * n }
    static var ofOne: Int { 4 }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<Input> { Driver.merge([source] + context.others) }
}

private enum MergeCollection<Input: RowElement>: DriverEntry {
    static var name: String { "driver/merge/collection" }
    static var title: String { "Driver.merge(CollectionOfOne(source))" }
    static var covers: [String] { ["SharedSequenceConvertibleType.merge(_:) [<Collection>]"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { Driver.merge(CollectionOfOne(source)) }
}

private enum ConcatCollection<Input: RowElement>: DriverEntry {
    static var name: String { "driver/concat/collection" }
    static var title: String { "Driver.concat([source, .empty()])" }
    static var covers: [String] { ["SharedSequence.concat(_:) [<Collection>]"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { Driver.concat([source, .empty()]) }
}

private enum ConcatSequence<Input: RowElement>: DriverEntry {
    static var name: String { "driver/concat/sequence" }
    static var title: String { "Driver.concat(AnySequence([source, .empty()]))" }
    static var covers: [String] { ["SharedSequence.concat(_:) [<Sequence>]"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { Driver.concat(AnySequence([source, .empty()])) }
}

private enum WithLatestFrom<Input: RowElement>: DriverEntry {
    static var name: String { "driver/withLatestFrom" }
    static var title: String { "source.withLatestFrom(context.others[0])" }
    static var covers: [String] { ["SharedSequenceConvertibleType.withLatestFrom(_:)"] }
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { max(n - 1, 0) }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<Input> { source.withLatestFrom(context.others[0]) }
}

private enum WithLatestFromSelector<Input: RowElement>: DriverEntry {
    static var name: String { "driver/withLatestFrom/selector" }
    static var title: String { "source.withLatestFrom(context.others[0]) { $0.plus($1) }" }
    static var covers: [String] { ["SharedSequenceConvertibleType.withLatestFrom(_:resultSelector:)"] }
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { max(n - 1, 0) }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<Input> {
        source.withLatestFrom(context.others[0]) { $0.plus($1) }
    }
}

private enum Delay<Input: RowElement>: DriverEntry {
    static var name: String { "driver/delay" }
    static var title: String { "delay(.seconds(1)) in SharingScheduler.mock(scheduler:)" }
    static var covers: [String] {
        [
            "SharedSequenceConvertibleType.delay(_:)",
            "SharingScheduler.mock(scheduler:action:)",
            "SharingScheduler.mock(makeScheduler:action:)",
        ]
    }
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<Input> { context.mocked { source.delay(.seconds(1)) } }
}

private enum Debounce<Input: RowElement>: DriverEntry {
    static var name: String { "driver/debounce" }
    static var title: String { "debounce(.seconds(1)) in SharingScheduler.mock(scheduler:)" }
    static var covers: [String] { ["SharedSequenceConvertibleType.debounce(_:)"] }
    static func elements(_ n: Int) -> Int { min(n, 1) }
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<Input> { context.mocked { source.debounce(.seconds(1)) } }
}

private enum Throttle<Input: RowElement>: DriverEntry {
    static var name: String { "driver/throttle" }
    static var title: String { "throttle(.seconds(1)) in SharingScheduler.mock(scheduler:)" }
    static var covers: [String] { ["SharedSequenceConvertibleType.throttle(_:latest:)"] }
    static func elements(_ n: Int) -> Int { min(n, 2) }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<Input> { context.mocked { source.throttle(.seconds(1)) } }
}

private enum Plain<Input: RowElement>: DriverEntry {
    static var name: String { "driver/asObservable" }
    static var title: String { "source.asObservable()" }
    static var covers: [String] { ["SharedSequence.asObservable()"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Observable<Input> { source.asObservable() }
}

private enum Infallibly<Input: RowElement>: DriverEntry {
    static var name: String { "driver/asInfallible" }
    static var title: String { "source.asInfallible()" }
    static var covers: [String] { ["SharedSequence.asInfallible()"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Infallible<Input> { source.asInfallible() }
}

private enum Just: DriverEntry {
    static let name = "driver/just", title = "Driver.just(1)", covers = ["SharedSequence.just(_:)"]
    static var aspects: Aspects { [.subscribe] }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func apply(_: Driver<Int>, _: DriverContext<Int>) -> Driver<Int> { .just(1) }
}

private enum Empty: DriverEntry {
    static let name = "driver/empty", title = "Driver.empty()", covers = ["SharedSequence.empty()"]
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Driver<Int>, _: DriverContext<Int>) -> Driver<Int> { .empty() }
}

private enum Silent: DriverEntry {
    static let name = "driver/never", title = "Driver.never()", covers = ["SharedSequence.never()"]
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Driver<Int>, _: DriverContext<Int>) -> Driver<Int> { .never() }
}

private enum Of: DriverEntry {
    static let name = "driver/of", title = "Driver.of(1, 2) in SharingScheduler.mock(scheduler:)", covers = ["SharedSequence.of(_:)"]
    static var aspects: Aspects { [.subscribe] }
    static var atOnce: Int { 2 }
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_: Driver<Int>, _ context: DriverContext<Int>) -> Driver<Int> { context.mocked { .of(1, 2) } }
}

private enum FromOptional: DriverEntry {
    static let name = "driver/from/optional", title = "Driver.from(optional: 1) in SharingScheduler.mock(scheduler:)"
    static let covers = ["SharedSequence.from(optional:)"]
    static var aspects: Aspects { [.subscribe] }
    static var atOnce: Int { 1 }
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_: Driver<Int>, _ context: DriverContext<Int>) -> Driver<Int> { context.mocked { .from(optional: 1) } }
}

private enum FromArray: DriverEntry {
    static let name = "driver/from/array", title = "Driver.from(array) in SharingScheduler.mock(scheduler:)"
    static let covers = ["SharedSequence.from(_:) [_ array]"]
    static var atOnce: Int { 1 }
    static var usesTime: Bool { true }
    static var aspects: Aspects { [.event, .subscribe] }
    @inline(__always)
    static func apply(_: Driver<Int>, _ context: DriverContext<Int>) -> Driver<Int> { context.mocked { .from(Array(0..<context.n)) } }
}

private enum FromSequence: DriverEntry {
    static let name = "driver/from/sequence", title = "Driver.from(0..<n) in SharingScheduler.mock(scheduler:)"
    static let covers = ["SharedSequence.from(_:) [<Sequence>]"]
    static var atOnce: Int { 1 }
    static var usesTime: Bool { true }
    static var aspects: Aspects { [.event, .subscribe] }
    @inline(__always)
    static func apply(_: Driver<Int>, _ context: DriverContext<Int>) -> Driver<Int> { context.mocked { .from(0..<context.n) } }
}

private enum Deferred<Input: RowElement>: DriverEntry {
    static var name: String { "driver/deferred" }
    static var title: String { "Driver.deferred { source }" }
    static var covers: [String] { ["SharedSequence.deferred(_:)"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { .deferred { source } }
}

private enum Interval: DriverEntry {
    static let name = "driver/interval", title = "Driver.interval(.seconds(1)) in SharingScheduler.mock(scheduler:)"
    static let covers = ["SharedSequence.interval(_:)"]
    static var aspects: Aspects { [.subscribe] }
    static var atOnce: Int { 1 }
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_: Driver<Int>, _ context: DriverContext<Int>) -> Driver<Int> { context.mocked { .interval(.seconds(1)) } }
}

private enum Timer: DriverEntry {
    static let name = "driver/timer", title = "Driver.timer(.seconds(1), period: .seconds(1)) in SharingScheduler.mock(scheduler:)"
    static let covers = ["SharedSequence.timer(_:period:)"]
    static var aspects: Aspects { [.subscribe] }
    static var atOnce: Int { 1 }
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_: Driver<Int>, _ context: DriverContext<Int>) -> Driver<Int> {
        context.mocked { .timer(.seconds(1), period: .seconds(1)) }
    }
}
