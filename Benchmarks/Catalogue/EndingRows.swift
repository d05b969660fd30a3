import Rx

/// How an operator ends, where its other rows don't: early, of an empty source, by its own error or in time.
let endings: [CoveringRows] = [
    RowSet.all.of(TakeOne.self), RowSet.all.of(TakeWhileInclusive.self), RowSet.all.of(TakeUntilInclusive.self), RowSet.all.of(TakeForEnded.self),
    RowSet.all.of(SkipForOver.self), RowSet.all.of(IfEmptyDefaultUsed.self), RowSet.all.of(IfEmptySwitchUsed.self), RowSet.all.of(FirstOfNone.self),
    RowSet.all.of(AsMaybeOfNone.self), RowSet.all.of(AsSingleOfNone.self), RowSet.all.of(SingleOfNone.self), RowSet.all.of(SingleOfTwo.self),
    RowSet.all.of(ElementAtOfNone.self), RowSet.all.of(CatchJust.self), RowSet.all.of(CatchSecond.self), RowSet.all.of(RetryRecovering.self),
    RowSet.all.of(RetryCountRecovering.self), RowSet.all.of(MapThrowing.self), RowSet.all.of(FilterThrowing.self),
    RowSet.all.of(FlatMapThrowing.self), RowSet.all.of(FlatMapInnerError.self), RowSet.all.of(FlatMapLatestInnerError.self),
    RowSet.all.of(ScanThrowing.self), RowSet.all.of(DematerializeError.self), RowSet.all.of(UnretainedGone.self), RowSet.all.of(TimeoutOver.self),
    RowSet.all.of(TimeoutOtherOver.self), RowSet.all.of(ShareEnding.self),
]

/// Completes at once. Not `empty()`, which an operator may know.
@inline(__always)
private func none() -> Observable<Int> {
    .create { observer in
        observer.onCompleted()
        return Disposables.create()
    }
}

// MARK: Early

private enum TakeOne: Branch {
    static let name = "take/1", title = "take(1)"
    static var aspects: Aspects { [.dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { source.take(1) }
}

private enum TakeWhileInclusive: Branch {
    static let name = "take/while-inclusive", title = "take(while: { $0 < 0 }, behavior: .inclusive)"
    static var aspects: Aspects { [.dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> {
        source.take(while: { $0 < 0 }, behavior: .inclusive)
    }
}

private enum TakeUntilInclusive: Branch {
    static let name = "take/until-inclusive", title = "take(until: { $0 >= 0 }, behavior: .inclusive)"
    static var aspects: Aspects { [.dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> {
        source.take(until: { $0 >= 0 }, behavior: .inclusive)
    }
}

private enum TakeForEnded: Branch {
    static let name = "take/for/over", title = "take(for: .seconds(1), scheduler: scheduler), whose time comes"
    static var usesTime: Bool { true }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _ context: Context<Int>) -> Observable<Int> {
        source.take(for: .seconds(1), scheduler: context.scheduler)
    }
}

private enum SkipForOver: Branch {
    static let name = "skip/for/over", title = "skip(.seconds(1), scheduler: scheduler), whose time comes"
    static var usesTime: Bool { true }
    static var aspects: Aspects { [.dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _ context: Context<Int>) -> Observable<Int> {
        source.skip(.seconds(1), scheduler: context.scheduler)
    }
}

private enum ShareEnding: Branch {
    static let name = "share/ending", title = "share() of a source that completes"
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Observable<Int>, _: Context<Int>) -> Observable<Int> { none().share() }
}

// MARK: Of an empty source

private enum IfEmptyDefaultUsed: Branch {
    static let name = "ifEmpty/default/used", title = "ifEmpty(default: 0) of an empty source"
    static var atOnce: Int { 1 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Observable<Int>, _: Context<Int>) -> Observable<Int> { none().ifEmpty(default: 0) }
}

private enum IfEmptySwitchUsed: Branch {
    static let name = "ifEmpty/switchTo/used", title = "ifEmpty(switchTo: .just(0)) of an empty source"
    static var atOnce: Int { 1 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Observable<Int>, _: Context<Int>) -> Observable<Int> { none().ifEmpty(switchTo: .just(0)) }
}

private enum FirstOfNone: Branch {
    static let name = "first/none", title = "first() of an empty source"
    static var atOnce: Int { 1 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Observable<Int>, _: Context<Int>) -> Single<Int?> { none().first() }
    @inline(__always)
    static func subscribe(_ output: Single<Int?>, _ tally: Tally) -> any Disposable {
        output.subscribe(onSuccess: { tally.add($0 ?? 0) }, onFailure: { _ in tally.fail() })
    }
}

private enum AsMaybeOfNone: Branch {
    static let name = "asMaybe/none", title = "asMaybe() of an empty source"
    static var atOnce: Int { 1 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Observable<Int>, _: Context<Int>) -> Maybe<Int> { none().asMaybe() }
    @inline(__always)
    static func subscribe(_ output: Maybe<Int>, _ tally: Tally) -> any Disposable {
        output.subscribe(onError: { _ in tally.fail() }, onCompleted: { tally.add(1) })
    }
}

private enum AsSingleOfNone: Branch {
    static let name = "asSingle/none", title = "asSingle() of an empty source"
    static var aspects: Aspects { [.error] }
    @inline(__always)
    static func apply(_: Observable<Int>, _: Context<Int>) -> Single<Int> { none().asSingle() }
    @inline(__always)
    static func subscribe(_ output: Single<Int>, _ tally: Tally) -> any Disposable {
        output.subscribe(onSuccess: { tally.add($0) }, onFailure: { _ in tally.fail() })
    }
}

private enum SingleOfNone: Branch {
    static let name = "single/none", title = "single() of an empty source"
    static var aspects: Aspects { [.error] }
    @inline(__always)
    static func apply(_: Observable<Int>, _: Context<Int>) -> Observable<Int> { none().single() }
}

private enum SingleOfTwo: Branch {
    static let name = "single/two", title = "single() of a source with two elements"
    static var insteadOfError: Int { 1 }
    static var aspects: Aspects { [.error] }
    @inline(__always)
    static func apply(_: Observable<Int>, _: Context<Int>) -> Observable<Int> { lasting(1).startWith(0).single() }
}

private enum ElementAtOfNone: Branch {
    static let name = "element-at/none", title = "element(at: 0) of an empty source"
    static var aspects: Aspects { [.error] }
    @inline(__always)
    static func apply(_: Observable<Int>, _: Context<Int>) -> Observable<Int> { none().element(at: 0) }
}

// MARK: Errors

private enum CatchJust: Branch {
    static let name = "catch/lasting", title = "catch { _ in a sequence that goes on }"
    static var errors: Int { 0 }
    static var insteadOfError: Int { 1 }
    static var aspects: Aspects { [.error] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { source.catch { _ in lasting(1) } }
}

private enum CatchSecond: Branch {
    static let name = "catch/sequence/lasting", title = "Observable.catch(sequence: [source, a sequence that goes on])"
    static var errors: Int { 0 }
    static var insteadOfError: Int { 1 }
    static var aspects: Aspects { [.error] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { Observable.catch(sequence: [source, lasting(1)]) }
}

/// Fails each other time that it is subscribed to, else sends an element.
@inline(__always)
private func faltering() -> Observable<Int> {
    let turn = Turn()
    return .create { observer in
        turn.isFirst.toggle()
        if turn.isFirst { observer.onNext(1) } else { observer.onError(PlannedFailure()) }
        return Disposables.create()
    }
}

private final class Turn: @unchecked Sendable {  // Sendable: used by one thread.
    @exclusivity(unchecked) var isFirst = true
}

private enum RetryRecovering: Branch {
    static let name = "retry/recovering", title = "retry() of a source that fails once"
    static var errors: Int { 0 }
    static var insteadOfError: Int { 1 }
    static var aspects: Aspects { [.error] }
    @inline(__always)
    static func apply(_: Observable<Int>, _: Context<Int>) -> Observable<Int> { faltering().retry() }
}

private enum RetryCountRecovering: Branch {
    static let name = "retry/count/recovering", title = "retry(3) of a source that fails once"
    static var errors: Int { 0 }
    static var insteadOfError: Int { 1 }
    static var aspects: Aspects { [.error] }
    @inline(__always)
    static func apply(_: Observable<Int>, _: Context<Int>) -> Observable<Int> { faltering().retry(3) }
}

@inline(__always)
private func failure<Result>() throws -> Result { throw PlannedFailure() }

private enum MapThrowing: Branch {
    static let name = "map/throwing", title = "map with a function that throws"
    static var aspects: Aspects { [.error] }
    @inline(__always)
    static func apply(_: Observable<Int>, _: Context<Int>) -> Observable<Int> { lasting(1).map { _ in try failure() } }
}

private enum FilterThrowing: Branch {
    static let name = "filter/throwing", title = "filter with a function that throws"
    static var aspects: Aspects { [.error] }
    @inline(__always)
    static func apply(_: Observable<Int>, _: Context<Int>) -> Observable<Int> { lasting(1).filter { _ in try failure() } }
}

private enum ScanThrowing: Branch {
    static let name = "scan/throwing", title = "scan with a function that throws"
    static var aspects: Aspects { [.error] }
    @inline(__always)
    static func apply(_: Observable<Int>, _: Context<Int>) -> Observable<Int> { lasting(1).scan(0) { _, _ in try failure() } }
}

private enum FlatMapThrowing: Branch {
    static let name = "flatMap/throwing", title = "flatMap with a function that throws"
    static var aspects: Aspects { [.error] }
    @inline(__always)
    static func apply(_: Observable<Int>, _: Context<Int>) -> Observable<Int> {
        lasting(1).flatMap { _ -> Observable<Int> in try failure() }
    }
}

private enum FlatMapInnerError: Branch {
    static let name = "flatMap/inner-error", title = "flatMap to the source, which fails"
    static var aspects: Aspects { [.error] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { lasting(1).flatMap { _ in source } }
}

private enum FlatMapLatestInnerError: Branch {
    static let name = "flatMapLatest/inner-error", title = "flatMapLatest to the source, which fails"
    static var aspects: Aspects { [.error] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { lasting(1).flatMapLatest { _ in source } }
}

private enum DematerializeError: Branch {
    static let name = "dematerialize/error", title = "materialize().dematerialize()"
    static var aspects: Aspects { [.event, .error] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { source.materialize().dematerialize() }
}

private enum UnretainedGone: Branch {
    static let name = "withUnretained/gone", title = "withUnretained(an object that is freed)"
    static var ofOne: Int { 0 }
    static var aspects: Aspects { [.dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<(UnretainedObject, Int)> { source.withUnretained(UnretainedObject()) }
}

// MARK: In time

private enum TimeoutOver: Branch {
    static let name = "timeout/over", title = "timeout(.seconds(1), scheduler: scheduler), which runs out"
    static var aspects: Aspects { [.error] }
    @inline(__always)
    static func apply(_: Observable<Int>, _ context: Context<Int>) -> Observable<Int> {
        Observable.create { _ in Disposables.create() }.timeout(.seconds(1), scheduler: context.scheduler)
    }
}

private enum TimeoutOtherOver: Branch {
    static let name = "timeout/other/over", title = "timeout(.seconds(1), other: .just(1), scheduler: scheduler), which runs out"
    static var atOnce: Int { 1 }
    static var usesTime: Bool { true }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _ context: Context<Int>) -> Observable<Int> {
        source.timeout(.seconds(1), other: Observable.just(1), scheduler: context.scheduler)
    }
}
