import Rx

/// How singles, maybes and completables end where their own entries don't: without an element, or by the error of what comes second.
///
/// A completable's completion is its event: it has no row of that beside the one of subscribing. To go on with a maybe, a completable or
/// an observable is the code of going on with a single, and `concat` of an array is that of `concat` of two.
let primitiveSequenceEnds: [CoveringRows] = [
    traitRows(FilterDroppingSingle.self), traitRows(CompactMapDroppingSingle.self), traitRows(FlatMapNoneSingle.self),
    traitRows(IfEmptyFailingMaybe.self), traitRows(AndThenFailingCompletable.self), traitRows(ConcatFailingCompletable.self),
    traitRows(ConcatSequenceFailingCompletable.self),
]

// MARK: Without an element

private enum FilterDroppingSingle: SingleEntry {
    static let name = "single/filter/dropping", title = "source.filter { $0 == -1 }"
    static let covers = ["PrimitiveSequenceType.filter(_:) [SingleTrait]"]
    static var aspects: Aspects { [.complete] }
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext<Int>) -> Maybe<Int> { source.filter { $0 == -1 } }
}

private enum CompactMapDroppingSingle: SingleEntry {
    static let name = "single/compactMap/dropping", title = "source.compactMap { $0 == -1 ? $0 : nil }"
    static let covers = ["PrimitiveSequenceType.compactMap(_:) [SingleTrait]"]
    static var aspects: Aspects { [.complete] }
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext<Int>) -> Maybe<Int> { source.compactMap { $0 == -1 ? $0 : nil } }
}

private enum FlatMapNoneSingle: SingleEntry {
    static let name = "single/flatMapMaybe/none", title = "source.flatMapMaybe { _ in one without an element }"
    static let covers = ["PrimitiveSequenceType.flatMapMaybe(_:)"]
    static var aspects: Aspects { [.complete] }
    @inline(__always)
    static func apply(_ source: Single<Int>, _: SingleContext<Int>) -> Maybe<Int> { source.flatMapMaybe { _ in MaybeKind<Int>.ended() } }
}

// MARK: What comes second fails

private enum IfEmptyFailingMaybe: MaybeEntry {
    static let name = "maybe/ifEmpty/switchTo-maybe", title = "ifEmpty(switchTo: a maybe that fails) of one without an element"
    static let covers = ["PrimitiveSequenceType.ifEmpty(switchTo:) [other: Maybe]"]
    static var aspects: Aspects { [.otherError] }
    @inline(__always)
    static func apply(_: Maybe<Int>, _: MaybeContext<Int>) -> Maybe<Int> { MaybeKind<Int>.ended().ifEmpty(switchTo: MaybeKind<Int>.failing()) }
}

private enum AndThenFailingCompletable: CompletableEntry {
    static let name = "completable/andThen/single", title = "source.andThen(a single that fails)"
    static let covers = ["PrimitiveSequenceType.andThen(_:) [_ second: Single]"]
    static var aspects: Aspects { [.otherError] }
    @inline(__always)
    static func apply(_ source: Completable, _: CompletableContext) -> Single<Int> { source.andThen(SingleKind<Int>.failing()) }
}

private enum ConcatFailingCompletable: CompletableEntry {
    static let name = "completable/concat/2", title = "source.concat(a completable that fails)"
    static let covers = ["PrimitiveSequenceType.concat(_:) [_ second]"]
    static var aspects: Aspects { [.otherError] }
    @inline(__always)
    static func apply(_ source: Completable, _: CompletableContext) -> Completable { source.concat(CompletableKind.failing()) }
}

private enum ConcatSequenceFailingCompletable: CompletableEntry {
    static let name = "completable/concat/sequence", title = "Completable.concat(AnySequence([source, a completable that fails]))"
    static let covers = ["PrimitiveSequenceType.concat(_:) [<Sequence>]"]
    static var aspects: Aspects { [.otherError] }
    @inline(__always)
    static func apply(_ source: Completable, _: CompletableContext) -> Completable {
        Completable.concat(AnySequence([source, CompletableKind.failing()]))
    }
}
