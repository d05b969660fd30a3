import Rx

/// Completables: a use is a subscription that completes.
let completables: [CoveringRows] = [
    traitRows(CreateCompletable.self), traitRows(EventsCompletable.self), traitRows(WithCompletable.self),
    traitRows(EmptyCompletable.self), traitRows(FailingCompletable.self), traitRows(SilentCompletable.self),
    traitRows(DoCompletable.self), traitRows(AndThenSingleCompletable.self), traitRows(AndThenMaybeCompletable.self),
    traitRows(AndThenCompletableCompletable.self), traitRows(AndThenObservableCompletable.self),
    traitRows(ConcatCompletable.self), traitRows(ConcatVariadicCompletable.self),
    traitRows(ConcatCollectionCompletable.self), traitRows(ConcatSequenceCompletable.self),
    traitRows(ZipVariadicCompletable.self), traitRows(ZipArrayCompletable.self), traitRows(ZipCollectionCompletable.self),
]

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
