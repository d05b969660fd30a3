/// Subscriptions that expect no error: an error traps in debug builds and is printed in release builds. `file` and `line` are where that
/// message says the subscription was made; without them a function can be passed on as a value. Completion is ignored by relays.
extension ObservableType {
    /// Subscribes observers: each gets every event.
    ///
    /// Cost: as `subscribe`, once for all the observers.
    public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable where Observer.Element == Element {
        subscribe { event in for observer in observers { observer.on(event) } }
    }

    /// Subscribes observers of an optional.
    public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable where Observer.Element == Element? {
        subscribe { event in for observer in observers { observer.on(event.map { $0 }) } }
    }

    /// Subscribes as `binder` does.
    public func bind<Result>(to binder: (Self) -> Result) -> Result { binder(self) }

    /// Subscribes as `binder` does, with one argument more.
    public func bind<R1, R2>(to binder: (Self) -> (R1) -> R2, curriedArgument: R1) -> R2 { binder(self)(curriedArgument) }

    /// Subscribes a closure.
    public func bind(file: StaticString = #fileID, line: UInt = #line, onNext: @escaping (Element) -> Void) -> any Disposable {
        subscribe(onNext: onNext, onError: bindingErrorHandler(file: file, line: line), file: file, line: line)
    }

    /// Subscribes a closure.
    @_disfavoredOverload
    public func bind(onNext: @escaping (Element) -> Void) -> any Disposable { bind(file: #fileID, line: #line, onNext: onNext) }

    /// Subscribes a closure that gets `object`, which is held weakly.
    public func bind<Object: AnyObject>(
        with object: Object, file: StaticString = #fileID, line: UInt = #line, onNext: @escaping (Object, Element) -> Void
    ) -> any Disposable {
        bind(file: file, line: line, onNext: { [weak object] element in if let object { onNext(object, element) } })
    }

    /// Subscribes a closure that gets `object`, which is held weakly.
    @_disfavoredOverload
    public func bind<Object: AnyObject>(with object: Object, onNext: @escaping (Object, Element) -> Void) -> any Disposable {
        bind(with: object, file: #fileID, line: #line, onNext: onNext)
    }

    /// Relays accept each element.
    public func bind(to relays: PublishRelay<Element>..., file: StaticString = #fileID, line: UInt = #line) -> any Disposable {
        bind(file: file, line: line, onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Relays accept each element.
    @_disfavoredOverload
    public func bind(to relays: PublishRelay<Element>...) -> any Disposable {
        bind(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Relays accept each element.
    public func bind(to relays: PublishRelay<Element?>..., file: StaticString = #fileID, line: UInt = #line) -> any Disposable {
        bind(file: file, line: line, onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Relays accept each element.
    @_disfavoredOverload
    public func bind(to relays: PublishRelay<Element?>...) -> any Disposable {
        bind(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Relays accept each element.
    public func bind(to relays: BehaviorRelay<Element>..., file: StaticString = #fileID, line: UInt = #line) -> any Disposable {
        bind(file: file, line: line, onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Relays accept each element.
    @_disfavoredOverload
    public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable {
        bind(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Relays accept each element.
    public func bind(to relays: BehaviorRelay<Element?>..., file: StaticString = #fileID, line: UInt = #line) -> any Disposable {
        bind(file: file, line: line, onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Relays accept each element.
    @_disfavoredOverload
    public func bind(to relays: BehaviorRelay<Element?>...) -> any Disposable {
        bind(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Relays accept each element.
    public func bind(to relays: ReplayRelay<Element>..., file: StaticString = #fileID, line: UInt = #line) -> any Disposable {
        bind(file: file, line: line, onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Relays accept each element.
    @_disfavoredOverload
    public func bind(to relays: ReplayRelay<Element>...) -> any Disposable {
        bind(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Relays accept each element.
    public func bind(to relays: ReplayRelay<Element?>..., file: StaticString = #fileID, line: UInt = #line) -> any Disposable {
        bind(file: file, line: line, onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Relays accept each element.
    @_disfavoredOverload
    public func bind(to relays: ReplayRelay<Element?>...) -> any Disposable {
        bind(onNext: { element in for relay in relays { relay.accept(element) } })
    }
}
