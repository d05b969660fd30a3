import Rx

/// Maybes, as singles: a use is a subscription with its one event.
let maybes =
    maybeRows(Int.self, .all) + [
        traitRows(FailingMaybe.self), traitRows(SilentMaybe.self), traitRows(EmptyMaybe.self),
    ]
#if ELEMENTS
let maybesOfElements = maybeRows(String.self, .elements) + maybeRows(Wide.self, .elements) + maybeRows(Reference.self, .elements)
#endif

func maybeRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(CreateMaybe<Input>.self), rows.of(EventsMaybe<Input>.self), rows.of(WithMaybe<Input>.self),
        rows.of(JustMaybe<Input>.self), rows.of(JustOnMaybe<Input>.self), rows.of(MapMaybe<Input>.self),
        rows.of(CompactMapMaybe<Input>.self), rows.of(FilterMaybe<Input>.self), rows.of(FlatMapMaybe<Input>.self),
        rows.of(CatchAndReturnMaybe<Input>.self), rows.of(DoMaybe<Input>.self), rows.of(IfEmptyDefaultMaybe<Input>.self),
        rows.of(IfEmptySwitchMaybeMaybe<Input>.self), rows.of(IfEmptySwitchSingleMaybe<Input>.self),
        rows.of(IfEmptyDefaultUsedMaybe<Input>.self), rows.of(IfEmptySwitchMaybeUsedMaybe<Input>.self),
        rows.of(IfEmptySwitchSingleUsedMaybe<Input>.self),
    ]
}

private enum CreateMaybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/create" }
    static var title: String { "Maybe.create { … } and subscribe(onSuccess:onError:)" }
    static var covers: [String] {
        [
            "PrimitiveSequenceType.create(subscribe:) [MaybeTrait]",
            "PrimitiveSequenceType.subscribe(onSuccess:onError:onCompleted:onDisposed:)",
        ]
    }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _: MaybeContext<Input>) -> Maybe<Input> { source }
}

private enum EventsMaybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/subscribe-events" }
    static var title: String { "subscribe { event in … }" }
    static var covers: [String] { ["PrimitiveSequenceType.subscribe(_:) [MaybeTrait]"] }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _: MaybeContext<Input>) -> Maybe<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Maybe<Input>, _ tally: Tally) -> any Disposable {
        output.subscribe { event in
            switch event {
            case .success: tally.add(1)
            case .error: tally.fail()
            case .completed: break
            }
        }
    }
    @inline(__always)
    static func subscribeToEnd(_ output: Maybe<Input>, _ tally: Tally) -> any Disposable {
        output.subscribe { if case .completed = $0 { tally.add(1) } }
    }
}

private enum WithMaybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/subscribe-with" }
    static var title: String { "subscribe(with: object, onSuccess: …)" }
    static var covers: [String] { ["PrimitiveSequenceType.subscribe(with:onSuccess:onError:onCompleted:onDisposed:)"] }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _: MaybeContext<Input>) -> Maybe<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Maybe<Input>, _ tally: Tally) -> any Disposable {
        output.subscribe(with: tally, onSuccess: { $0.add($1.weight) }, onError: { tally, _ in tally.fail() })
    }
    @inline(__always)
    static func subscribeToEnd(_ output: Maybe<Input>, _ tally: Tally) -> any Disposable {
        output.subscribe(with: tally, onCompleted: { $0.add(1) })
    }
}

private enum JustMaybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/just" }
    static var title: String { "Maybe.just(one)" }
    static var covers: [String] { ["PrimitiveSequenceType.just(_:) [MaybeTrait]"] }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Maybe<Input>, _: MaybeContext<Input>) -> Maybe<Input> { .just(Input(number: 1)) }
}

private enum JustOnMaybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/just/current-thread" }
    static var title: String { "Maybe.just(one) on the current thread" }
    static var covers: [String] { ["PrimitiveSequenceType.just(_:scheduler:) [MaybeTrait]"] }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Maybe<Input>, _: MaybeContext<Input>) -> Maybe<Input> { .just(Input(number: 1), scheduler: CurrentThreadScheduler.instance) }
}

private enum FailingMaybe: MaybeEntry {
    static let name = "maybe/error", title = "Maybe.error(…)", covers = ["PrimitiveSequenceType.error(_:) [MaybeTrait]"]
    static var aspects: Aspects { [.error] }
    @inline(__always)
    static func apply(_: Maybe<Int>, _: MaybeContext<Int>) -> Maybe<Int> { .error(PlannedFailure()) }
}

private enum SilentMaybe: MaybeEntry {
    static let name = "maybe/never", title = "Maybe.never()", covers = ["PrimitiveSequenceType.never() [MaybeTrait]"]
    static func elements(_ n: Int) -> Int { 0 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Maybe<Int>, _: MaybeContext<Int>) -> Maybe<Int> { .never() }
}

private enum EmptyMaybe: MaybeEntry {
    static let name = "maybe/empty", title = "Maybe.empty()", covers = ["PrimitiveSequenceType.empty() [MaybeTrait]"]
    static func elements(_ n: Int) -> Int { 0 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Maybe<Int>, _: MaybeContext<Int>) -> Maybe<Int> { .empty() }
}

private enum MapMaybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/map" }
    static var title: String { "source.map { $0.next }" }
    static var covers: [String] { ["PrimitiveSequenceType.map(_:) [MaybeTrait]"] }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _: MaybeContext<Input>) -> Maybe<Input> { source.map { $0.next } }
}

private enum CompactMapMaybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/compactMap" }
    static var title: String { "source.compactMap { Optional($0.next) }" }
    static var covers: [String] { ["PrimitiveSequenceType.compactMap(_:) [MaybeTrait]"] }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _: MaybeContext<Input>) -> Maybe<Input> { source.compactMap { Optional($0.next) } }
}

private enum FilterMaybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/filter" }
    static var title: String { "source.filter { $0.weight != -1 }" }
    static var covers: [String] { ["PrimitiveSequenceType.filter(_:) [MaybeTrait]"] }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _: MaybeContext<Input>) -> Maybe<Input> { source.filter { $0.weight != -1 } }
}

private enum FlatMapMaybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/flatMap" }
    static var title: String { "source.flatMap { Maybe.just($0) }" }
    static var covers: [String] { ["PrimitiveSequenceType.flatMap(_:) [MaybeTrait]"] }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _: MaybeContext<Input>) -> Maybe<Input> { source.flatMap { Maybe.just($0) } }
}

private enum CatchAndReturnMaybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/catchAndReturn" }
    static var title: String { "source.catchAndReturn(one)" }
    static var covers: [String] { ["PrimitiveSequenceType.catchAndReturn(_:) [MaybeTrait]"] }
    static var errors: Int { 0 }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _: MaybeContext<Input>) -> Maybe<Input> { source.catchAndReturn(Input(number: 1)) }
}

private enum DoMaybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/do" }
    static var title: String { "source.do(onNext: { _ in })" }
    static var covers: [String] {
        [
            "PrimitiveSequenceType.do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)"
        ]
    }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _: MaybeContext<Input>) -> Maybe<Input> { source.do(onNext: { _ in }) }
}

private enum IfEmptyDefaultMaybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/ifEmpty/default" }
    static var title: String { "source.ifEmpty(default: one)" }
    static var covers: [String] { ["PrimitiveSequenceType.ifEmpty(default:)"] }
    /// Of one without an element are the rows of `IfEmptyDefaultUsedMaybe`; and so with the next two.
    static var aspects: Aspects { [.subscribe, .error, .dispose] }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _: MaybeContext<Input>) -> Single<Input> { source.ifEmpty(default: Input(number: 1)) }
}

private enum IfEmptySwitchMaybeMaybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/ifEmpty/switchTo-maybe" }
    static var title: String { "source.ifEmpty(switchTo: Maybe.just(one))" }
    static var covers: [String] { ["PrimitiveSequenceType.ifEmpty(switchTo:) [other: Maybe]"] }
    static var aspects: Aspects { [.subscribe, .error, .dispose] }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _: MaybeContext<Input>) -> Maybe<Input> { source.ifEmpty(switchTo: Maybe.just(Input(number: 1))) }
}

private enum IfEmptySwitchSingleMaybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/ifEmpty/switchTo-single" }
    static var title: String { "source.ifEmpty(switchTo: Single.just(one))" }
    static var covers: [String] { ["PrimitiveSequenceType.ifEmpty(switchTo:) [other: Single]"] }
    static var aspects: Aspects { [.subscribe, .error, .dispose] }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _: MaybeContext<Input>) -> Single<Input> { source.ifEmpty(switchTo: Single.just(Input(number: 1))) }
}

private enum IfEmptyDefaultUsedMaybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/ifEmpty/default/used" }
    static var title: String { "ifEmpty(default: one) of one without an element" }
    static var covers: [String] { ["PrimitiveSequenceType.ifEmpty(default:)"] }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Maybe<Input>, _: MaybeContext<Input>) -> Single<Input> { none().ifEmpty(default: Input(number: 1)) }
}

private enum IfEmptySwitchMaybeUsedMaybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/ifEmpty/switchTo-maybe/used" }
    static var title: String { "ifEmpty(switchTo: Maybe.just(one)) of one without an element" }
    static var covers: [String] { ["PrimitiveSequenceType.ifEmpty(switchTo:) [other: Maybe]"] }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Maybe<Input>, _: MaybeContext<Input>) -> Maybe<Input> { none().ifEmpty(switchTo: Maybe.just(Input(number: 1))) }
}

private enum IfEmptySwitchSingleUsedMaybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/ifEmpty/switchTo-single/used" }
    static var title: String { "ifEmpty(switchTo: Single.just(one)) of one without an element" }
    static var covers: [String] { ["PrimitiveSequenceType.ifEmpty(switchTo:) [other: Single]"] }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Maybe<Input>, _: MaybeContext<Input>) -> Single<Input> { none().ifEmpty(switchTo: Single.just(Input(number: 1))) }
}
