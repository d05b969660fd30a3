/// A sequence that promises not to fail; the bound of the operators of `Infallible`.
public protocol InfallibleType<Element>: ObservableConvertibleType {}

/// A sequence that promises not to fail. It is a promise of the type and no more: nothing is shared, and no thread is chosen.
///
/// Cost: a struct around the observable; its operators are those of `ObservableType` and cost the same.
public struct Infallible<Element>: InfallibleType, Sendable {
    @usableFromInline let observable: Observable<Element>

    /// The caller vouches for the promise.
    @inlinable @inline(__always)
    init(raw: Observable<Element>) { observable = raw }

    /// The same sequence without the promise.
    @inlinable @inline(__always)
    public func asObservable() -> Observable<Element> { observable }
}

/// What an observer of an `Infallible` is told: `next* completed?`.
public enum InfallibleEvent<Element> {
    /// The next element.
    case next(Element)
    /// The sequence ended; nothing follows.
    case completed
}

extension InfallibleEvent: Sendable where Element: Sendable {}

extension InfallibleEvent: EventConvertible {
    public var event: Event<Element> {
        switch self {
        case .next(let element): .next(element)
        case .completed: .completed
        }
    }
}

// MARK: Subscribing

extension InfallibleType {
    /// Subscribes a closure to all events. An error breaks the promise: that traps in debug builds.
    public func subscribe(_ on: @escaping (InfallibleEvent<Element>) -> Void) -> any Disposable {
        asObservable().subscribe { event in
            switch event {
            case .next(let element): on(.next(element))
            case .completed: on(.completed)
            case .error(let error): brokenPromise(error)
            }
        }
    }

    /// Subscribes closures.
    ///
    /// - Parameters:
    ///   - onDisposed: runs exactly once, after the end or on `dispose()`.
    @inlinable @inline(__always)
    public func subscribe(
        onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        asObservable().subscribe(
            onNext: onNext, onError: { brokenPromise($0) }, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Subscribes closures that get `object`, which is held weakly: once it is gone they are skipped, the subscription stays.
    public func subscribe<Object: AnyObject>(
        with object: Object, onNext: ((Object, Element) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil,
        onDisposed: ((Object) -> Void)? = nil
    ) -> any Disposable {
        subscribe(
            onNext: { [weak object] in if let object { onNext?(object, $0) } },
            onCompleted: { [weak object] in if let object { onCompleted?(object) } },
            onDisposed: { [weak object] in if let object { onDisposed?(object) } })
    }
}

@usableFromInline
func brokenPromise(_ error: any Error) { breach("Infallible: an error came: \(error)") }
