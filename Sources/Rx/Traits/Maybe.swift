/// Marks a sequence of at most one element, or an error.
public enum MaybeTrait {}

/// One element, or none, or an error.
///
/// Cost: a struct around the observable, without an allocation of its own; subscribing adds one object, which lets the first
/// event win.
public typealias Maybe<Element> = PrimitiveSequence<MaybeTrait, Element>

/// What a subscriber of a `Maybe` is told, once.
@frozen
public enum MaybeEvent<Element> {
    /// The element; nothing follows.
    case success(Element)
    case error(any Error)
    /// There is no element.
    case completed
}

extension MaybeEvent: Sendable where Element: Sendable {}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    public typealias MaybeObserver = (MaybeEvent<Element>) -> Void

    /// A maybe made by a closure that runs for each subscription. Its observer may be called on any thread; the first
    /// call wins.
    public static func create(
        subscribe: @escaping (@escaping @Sendable (MaybeEvent<Element>) -> Void) -> any Disposable
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(
            raw: Observable.create { observer in
                subscribe { event in
                    switch event {
                    case .success(let element): observer.onNext(element)  // And `take` completes, within that delivery.
                    case .error(let error): observer.onError(error)
                    case .completed: observer.onCompleted()
                    }
                }
            }.take(1))
    }

    /// The element.
    @inlinable @inline(__always)
    public static func just(_ element: Element) -> Maybe<Element> { PrimitiveSequence(raw: .just(element)) }

    /// The element, as work on `scheduler`.
    public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Maybe<Element> {
        PrimitiveSequence(raw: .just(element, scheduler: scheduler))
    }

    /// The error.
    public static func error(_ error: any Error) -> Maybe<Element> { PrimitiveSequence(raw: .error(error)) }

    /// No event, ever.
    public static func never() -> Maybe<Element> { PrimitiveSequence(raw: .never()) }

    /// No element.
    public static func empty() -> Maybe<Element> { PrimitiveSequence(raw: .empty()) }

    /// Subscribes a closure to the one event.
    public func subscribe(_ observer: @escaping (MaybeEvent<Element>) -> Void) -> any Disposable {
        let first = FirstEvent()
        return primitiveSequence.source.subscribe { event in
            guard first.claim() else { return }
            switch event {
            case .next(let element): observer(.success(element))
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
        onSuccess: ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
        onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
        let first = FirstEvent(), onError = Hooks.errorHandler(onError, file, line)
        let end = onDisposed.map { Disposables.create(with: $0) }  // With the element, not with the completion behind it.
        return primitiveSequence.source.subscribe(
            onNext: {
                guard first.claim() else { return }
                onSuccess?($0)
                end?.dispose()
            },
            onError: { if first.claim() { onError($0) } },
            onCompleted: { if first.claim() { onCompleted?() } },
            onDisposed: end.map { end in { end.dispose() } }, file: file, line: line)
    }

    /// Subscribes closures. An error without `onError` goes to `Hooks.defaultErrorHandler`.
    @_disfavoredOverload
    public func subscribe(
        onSuccess: ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
        onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        subscribe(
            onSuccess: onSuccess, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed, file: #fileID,
            line: #line)
    }

    /// Subscribes closures that get `object`, which is held weakly: once it is gone they are skipped.
    public func subscribe<Object: AnyObject>(
        with object: Object, onSuccess: ((Object, Element) -> Void)? = nil,
        onError: ((Object, any Error) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil,
        onDisposed: ((Object) -> Void)? = nil
    ) -> any Disposable {
        subscribe(
            onSuccess: { [weak object] in if let object { onSuccess?(object, $0) } },
            onError: { [weak object] in if let object { onError?(object, $0) } },
            onCompleted: { [weak object] in if let object { onCompleted?(object) } },
            onDisposed: { [weak object] in if let object { onDisposed?(object) } })
    }

    /// The element, transformed; see `ObservableType.map`.
    public func map<Result>(_ transform: @escaping (Element) throws -> Result) -> Maybe<Result> {
        PrimitiveSequence<MaybeTrait, Result>(raw: primitiveSequence.source.map(transform))
    }

    /// The element, transformed, or nothing.
    public func compactMap<Result>(_ transform: @escaping (Element) throws -> Result?) -> Maybe<Result> {
        PrimitiveSequence<MaybeTrait, Result>(raw: primitiveSequence.source.compactMap(transform))
    }

    /// The element if `predicate` is true for it.
    public func filter(_ predicate: @escaping (Element) throws -> Bool) -> Maybe<Element> {
        PrimitiveSequence(raw: primitiveSequence.source.filter(predicate))
    }

    /// The maybe that `selector` makes of the element.
    public func flatMap<Result>(_ selector: @escaping (Element) throws -> Maybe<Result>) -> Maybe<Result> {
        PrimitiveSequence<MaybeTrait, Result>(raw: primitiveSequence.source.flatMap(selector))
    }

    /// The element, or `default` if there is none.
    public func ifEmpty(default: Element) -> Single<Element> {
        PrimitiveSequence<SingleTrait, Element>(raw: primitiveSequence.source.ifEmpty(default: `default`))
    }

    /// The element, or what `other` has if there is none.
    public func ifEmpty(switchTo other: Maybe<Element>) -> Maybe<Element> {
        PrimitiveSequence(raw: primitiveSequence.source.ifEmpty(switchTo: other.source))
    }

    /// The element, or that of `other` if there is none.
    public func ifEmpty(switchTo other: Single<Element>) -> Single<Element> {
        PrimitiveSequence<SingleTrait, Element>(raw: primitiveSequence.source.ifEmpty(switchTo: other.source))
    }
}
