/// Marks a sequence of exactly one element, or an error.
public enum SingleTrait {}

/// Exactly one element, or an error.
///
/// Cost: a struct around the observable, without an allocation of its own; subscribing adds one object, which lets the first
/// event win.
public typealias Single<Element> = PrimitiveSequence<SingleTrait, Element>

/// What a subscriber of a `Single` is told, once.
public typealias SingleEvent<Element> = Result<Element, any Error>

extension PrimitiveSequenceType where Trait == SingleTrait {
    public typealias SingleObserver = (SingleEvent<Element>) -> Void

    /// A single made by a closure that runs for each subscription. Its observer may be called on any thread; the first
    /// call wins.
    public static func create(
        subscribe: @escaping (@escaping @Sendable (SingleEvent<Element>) -> Void) -> any Disposable
    ) -> Single<Element> {
        PrimitiveSequence(
            raw: Observable.create { observer in
                subscribe { event in
                    switch event {
                    case .success(let element): observer.onNext(element)  // And `take` completes, within that delivery.
                    case .failure(let error): observer.onError(error)
                    }
                }
            }.take(1))
    }

    /// The element.
    @inlinable @inline(__always)
    public static func just(_ element: Element) -> Single<Element> { PrimitiveSequence(raw: .just(element)) }

    /// The element, as work on `scheduler`.
    public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Single<Element> {
        PrimitiveSequence(raw: .just(element, scheduler: scheduler))
    }

    /// The error.
    public static func error(_ error: any Error) -> Single<Element> { PrimitiveSequence(raw: .error(error)) }

    /// No event, ever.
    public static func never() -> Single<Element> { PrimitiveSequence(raw: .never()) }

    /// Subscribes a closure to the one event. A sequence that completes without an element breaks the promise: that traps in
    /// debug builds.
    public func subscribe(_ observer: @escaping (SingleEvent<Element>) -> Void) -> any Disposable {
        let first = FirstEvent()
        return primitiveSequence.source.subscribe { event in
            guard first.claim() else { return }
            switch event {
            case .next(let element): observer(.success(element))
            case .error(let error): observer(.failure(error))
            case .completed: assertionFailure("Single: completed without an element")
            }
        }
    }

    /// Subscribes closures. An error without `onFailure` goes to `Hooks.defaultErrorHandler`.
    ///
    /// - Parameters:
    ///   - onDisposed: runs exactly once, after the end or on `dispose()`.
    ///   - file: who subscribes: in debug builds, what is printed of an error that nobody handles says so.
    ///   - line: see `file`.
    public func subscribe(
        onSuccess: ((Element) -> Void)? = nil, onFailure: ((any Error) -> Void)? = nil,
        onDisposed: (() -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
        let first = FirstEvent(), onFailure = Hooks.errorHandler(onFailure, file, line)
        let end = onDisposed.map { Disposables.create(with: $0) }  // With the element, not with the completion behind it.
        return primitiveSequence.source.subscribe(
            onNext: {
                guard first.claim() else { return }
                onSuccess?($0)
                end?.dispose()
            },
            onError: { if first.claim() { onFailure($0) } },
            onCompleted: { if first.claim() { assertionFailure("Single: completed without an element") } },
            onDisposed: end.map { end in { end.dispose() } }, file: file, line: line)
    }

    /// Subscribes closures. An error without `onFailure` goes to `Hooks.defaultErrorHandler`.
    @_disfavoredOverload
    public func subscribe(
        onSuccess: ((Element) -> Void)? = nil, onFailure: ((any Error) -> Void)? = nil,
        onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        subscribe(onSuccess: onSuccess, onFailure: onFailure, onDisposed: onDisposed, file: #fileID, line: #line)
    }

    @available(*, deprecated, renamed: "subscribe(onSuccess:onFailure:onDisposed:)")
    public func subscribe(
        onSuccess: ((Element) -> Void)? = nil, onError: @escaping (any Error) -> Void,
        onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        subscribe(onSuccess: onSuccess, onFailure: onError, onDisposed: onDisposed)
    }

    /// Subscribes closures that get `object`, which is held weakly: once it is gone they are skipped.
    public func subscribe<Object: AnyObject>(
        with object: Object, onSuccess: ((Object, Element) -> Void)? = nil,
        onFailure: ((Object, any Error) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
    ) -> any Disposable {
        subscribe(
            onSuccess: { [weak object] in if let object { onSuccess?(object, $0) } },
            onFailure: { [weak object] in if let object { onFailure?(object, $0) } },
            onDisposed: { [weak object] in if let object { onDisposed?(object) } })
    }

    /// The element, transformed; see `ObservableType.map`.
    public func map<Result>(_ transform: @escaping (Element) throws -> Result) -> Single<Result> {
        PrimitiveSequence<SingleTrait, Result>(raw: primitiveSequence.source.map(transform))
    }

    /// The element, transformed, or nothing.
    public func compactMap<Result>(_ transform: @escaping (Element) throws -> Result?) -> Maybe<Result> {
        PrimitiveSequence<MaybeTrait, Result>(raw: primitiveSequence.source.compactMap(transform))
    }

    /// The element if `predicate` is true for it.
    public func filter(_ predicate: @escaping (Element) throws -> Bool) -> Maybe<Element> {
        PrimitiveSequence<MaybeTrait, Element>(raw: primitiveSequence.source.filter(predicate))
    }

    /// The single that `selector` makes of the element.
    public func flatMap<Result>(_ selector: @escaping (Element) throws -> Single<Result>) -> Single<Result> {
        PrimitiveSequence<SingleTrait, Result>(raw: primitiveSequence.source.flatMap(selector))
    }

    /// The maybe that `selector` makes of the element.
    ///
    /// Cost: as `flatMap`.
    public func flatMapMaybe<Result>(_ selector: @escaping (Element) throws -> Maybe<Result>) -> Maybe<Result> {
        PrimitiveSequence<MaybeTrait, Result>(raw: primitiveSequence.source.flatMap(selector))
    }

    /// The completable that `selector` makes of the element.
    ///
    /// Cost: as `flatMap`.
    public func flatMapCompletable(_ selector: @escaping (Element) throws -> Completable) -> Completable {
        PrimitiveSequence<CompletableTrait, Never>(raw: primitiveSequence.source.flatMap(selector))
    }

    /// The same sequence with the weaker promise.
    public func asMaybe() -> Maybe<Element> { PrimitiveSequence<MaybeTrait, Element>(raw: primitiveSequence.source) }

    /// Completion instead of the element.
    public func asCompletable() -> Completable { primitiveSequence.source.ignoreElements().asCompletable() }
}
