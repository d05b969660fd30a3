/// Subscriptions that expect no error: an error traps in debug builds and is printed in release builds.
extension ObservableType {
    /// Subscribes observers: each gets every event.
    ///
    /// Cost: as `subscribe`, once for all the observers.
    public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
    where Observer.Element == Element {
        subscribe { event in
            for observer in observers { observer.on(event) }
        }
    }

    /// Subscribes observers of an optional.
    public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
    where Observer.Element == Element? {
        subscribe { event in
            for observer in observers { observer.on(event.map { $0 }) }
        }
    }

    /// Subscribes as `binder` does.
    public func bind<Result>(to binder: (Self) -> Result) -> Result { binder(self) }

    /// Subscribes as `binder` does, with one argument more.
    public func bind<R1, R2>(to binder: (Self) -> (R1) -> R2, curriedArgument: R1) -> R2 {
        binder(self)(curriedArgument)
    }

    /// Subscribes a closure.
    public func bind(onNext: @escaping (Element) -> Void) -> any Disposable {
        subscribe(onNext: onNext, onError: bindingErrorHandler())
    }

    /// Subscribes a closure that gets `object`, which is held weakly.
    public func bind<Object: AnyObject>(
        with object: Object, onNext: @escaping (Object, Element) -> Void
    ) -> any Disposable {
        subscribe(
            onNext: { [weak object] element in if let object { onNext(object, element) } },
            onError: bindingErrorHandler())
    }

    /// Relays accept each element; completion is ignored.
    public func bind(to relays: PublishRelay<Element>...) -> any Disposable {
        accept { element in for relay in relays { relay.accept(element) } }
    }

    /// Relays accept each element; completion is ignored.
    public func bind(to relays: PublishRelay<Element?>...) -> any Disposable {
        accept { element in for relay in relays { relay.accept(element) } }
    }

    /// Relays accept each element; completion is ignored.
    public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable {
        accept { element in for relay in relays { relay.accept(element) } }
    }

    /// Relays accept each element; completion is ignored.
    public func bind(to relays: BehaviorRelay<Element?>...) -> any Disposable {
        accept { element in for relay in relays { relay.accept(element) } }
    }

    /// Relays accept each element; completion is ignored.
    public func bind(to relays: ReplayRelay<Element>...) -> any Disposable {
        accept { element in for relay in relays { relay.accept(element) } }
    }

    /// Relays accept each element; completion is ignored.
    public func bind(to relays: ReplayRelay<Element?>...) -> any Disposable {
        accept { element in for relay in relays { relay.accept(element) } }
    }

    /// - Parameter line: where the form of `bind` is that was called.
    private func accept(_ element: @escaping (Element) -> Void, line: UInt = #line) -> any Disposable {
        subscribe(onNext: element, onError: bindingErrorHandler(line: line))
    }
}
