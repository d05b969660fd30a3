/// Marks a sequence without elements.
public enum CompletableTrait {}

/// Completion or an error, no element.
///
/// Cost: a struct around the observable, without an allocation of its own.
public typealias Completable = PrimitiveSequence<CompletableTrait, Never>

/// What a subscriber of a `Completable` is told, once.
@frozen
public enum CompletableEvent: Sendable {
    case error(any Error)
    case completed
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    public typealias CompletableObserver = (CompletableEvent) -> Void

    /// A completable made by a closure that runs for each subscription. Its observer may be called on any thread; the first
    /// call wins.
    public static func create(
        subscribe: @escaping (@escaping @Sendable (CompletableEvent) -> Void) -> any Disposable
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(
            raw: Observable.create { observer in
                subscribe { event in
                    switch event {
                    case .error(let error): observer.onError(error)
                    case .completed: observer.onCompleted()
                    }
                }
            })
    }

    /// The error.
    public static func error(_ error: any Error) -> Completable { PrimitiveSequence(raw: .error(error)) }

    /// No event, ever.
    public static func never() -> Completable { PrimitiveSequence(raw: .never()) }

    /// Completion at once.
    public static func empty() -> Completable { PrimitiveSequence(raw: .empty()) }

    /// Subscribes a closure to the one event.
    public func subscribe(_ observer: @escaping (CompletableEvent) -> Void) -> any Disposable {
        let first = FirstEvent()
        return primitiveSequence.source.subscribe { event in
            guard first.claim() else { return }
            switch event {
            case .next: break  // `Never` has no values.
            case .error(let error): observer(.error(error))
            case .completed: observer(.completed)
            }
        }
    }

    /// Subscribes closures. An error without `onError` goes to `Hooks.defaultErrorHandler`.
    ///
    /// - Parameters:
    ///   - onDisposed: runs exactly once, after the end or on `dispose()`.
    ///   - file: who subscribes: in debug builds, what is printed of an error that nobody handles says so.
    ///   - line: see `file`.
    public func subscribe(
        onCompleted: (() -> Void)? = nil, onError: ((any Error) -> Void)? = nil, onDisposed: (() -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
        primitiveSequence.source.subscribe(
            onError: Hooks.errorHandler(onError, file, line), onCompleted: onCompleted, onDisposed: onDisposed, file: file,
            line: line)
    }

    /// Subscribes closures. An error without `onError` goes to `Hooks.defaultErrorHandler`.
    @_disfavoredOverload
    public func subscribe(
        onCompleted: (() -> Void)? = nil, onError: ((any Error) -> Void)? = nil, onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        subscribe(onCompleted: onCompleted, onError: onError, onDisposed: onDisposed, file: #fileID, line: #line)
    }

    /// Subscribes closures that get `object`, which is held weakly: once it is gone they are skipped.
    public func subscribe<Object: AnyObject>(
        with object: Object, onCompleted: ((Object) -> Void)? = nil, onError: ((Object, any Error) -> Void)? = nil,
        onDisposed: ((Object) -> Void)? = nil
    ) -> any Disposable {
        subscribe(
            onCompleted: { [weak object] in if let object { onCompleted?(object) } },
            onError: { [weak object] in if let object { onError?(object, $0) } },
            onDisposed: { [weak object] in if let object { onDisposed?(object) } })
    }

    /// `second`, once this has completed; it is subscribed to before this one is torn down, as `concat` doesn't do, unless this
    /// completes while it is being subscribed to. An error skips it.
    ///
    /// Cost: as `concat(_:)`.
    public func andThen<Element>(_ second: Single<Element>) -> Single<Element> {
        PrimitiveSequence<SingleTrait, Element>(raw: then(second.source))
    }

    /// `second`, once this has completed. An error skips it.
    public func andThen<Element>(_ second: Maybe<Element>) -> Maybe<Element> {
        PrimitiveSequence<MaybeTrait, Element>(raw: then(second.source))
    }

    /// `second`, once this has completed. An error skips it.
    public func andThen(_ second: Completable) -> Completable { PrimitiveSequence(raw: then(second.source)) }

    /// `second`, once this has completed. An error skips it.
    public func andThen<Element>(_ second: Observable<Element>) -> Observable<Element> { then(second) }

    private func then<Result>(_ second: Observable<Result>) -> Observable<Result> {
        let first = primitiveSequence.source.compactMap { _ -> Result? in }
        return first.then(second)
    }

    /// This, then `second`.
    public func concat(_ second: Completable) -> Completable { .concat(primitiveSequence, second) }

    /// One after the other; see `ObservableType.concat`.
    public static func concat<Sequence: Swift.Sequence>(_ sequence: Sequence) -> Completable
    where Sequence.Element == Completable {
        PrimitiveSequence(raw: Observable.concat(sequence.lazy.map { $0.source }))
    }

    /// One after the other; see `ObservableType.concat`.
    public static func concat<Collection: Swift.Collection>(_ collection: Collection) -> Completable
    where Collection.Element == Completable {
        PrimitiveSequence(raw: Observable.concat(collection.map { $0.source }))
    }

    /// One after the other; see `ObservableType.concat`.
    public static func concat(_ sources: Completable...) -> Completable {
        PrimitiveSequence(raw: Observable.concat(sources.map { $0.source }))
    }
}
