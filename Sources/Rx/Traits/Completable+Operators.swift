// What they do is said at `ObservableType`'s of the same name.

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// The completable, with closures called on the way; see `ObservableType.do`.
    @inlinable @inline(__always)
    public func `do`(
        onError: ((any Error) throws -> Void)? = nil, afterError: ((any Error) throws -> Void)? = nil,
        onCompleted: (() throws -> Void)? = nil, afterCompleted: (() throws -> Void)? = nil,
        onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil, onDispose: (() -> Void)? = nil
    ) -> Completable {
        Completable(
            raw: primitiveSequence.source.do(
                onError: onError, afterError: afterError, onCompleted: onCompleted, afterCompleted: afterCompleted,
                onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
    }

    /// Completes when all have. The first error ends it.
    public static func zip<Collection: Swift.Collection>(_ sources: Collection) -> Completable
    where Collection.Element == Completable {
        Completable(raw: Observable.merge(sources.map { $0.source }))
    }

    /// Completes when all have. The first error ends it.
    public static func zip(_ sources: [Completable]) -> Completable { zipAll(sources) }

    /// Completes when all have. The first error ends it.
    public static func zip(_ sources: Completable...) -> Completable { zipAll(sources) }

    private static func zipAll(_ sources: some Collection<Completable>) -> Completable { zip(sources) }
}
