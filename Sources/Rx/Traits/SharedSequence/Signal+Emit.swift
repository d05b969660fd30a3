/// Subscribing to a signal.
extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
    /// Subscribes observers: each gets every event.
    ///
    /// Cost: as `subscribe`, once for all the observers.
    public func emit<Observer: ObserverType>(to observers: Observer...) -> any Disposable
    where Observer.Element == Element {
        asObservable().subscribe { event in
            for observer in observers { observer.on(event) }
        }
    }

    /// Subscribes observers of an optional.
    public func emit<Observer: ObserverType>(to observers: Observer...) -> any Disposable
    where Observer.Element == Element? {
        asObservable().subscribe { event in
            for observer in observers { observer.on(event.map { $0 }) }
        }
    }

    /// Relays accept each element; completion is ignored.
    public func emit(to relays: BehaviorRelay<Element>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Relays accept each element; completion is ignored.
    public func emit(to relays: BehaviorRelay<Element?>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Relays accept each element; completion is ignored.
    public func emit(to relays: PublishRelay<Element>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Relays accept each element; completion is ignored.
    public func emit(to relays: PublishRelay<Element?>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Relays accept each element; completion is ignored.
    public func emit(to relays: ReplayRelay<Element>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Relays accept each element; completion is ignored.
    public func emit(to relays: ReplayRelay<Element?>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Subscribes closures that get `object`, which is held weakly: once it is gone they are skipped, the subscription stays.
    public func emit<Object: AnyObject>(
        with object: Object, onNext: ((Object, Element) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil,
        onDisposed: ((Object) -> Void)? = nil
    ) -> any Disposable {
        asObservable().subscribe(with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Subscribes closures.
    ///
    /// - Parameters:
    ///   - onDisposed: runs exactly once, after the end or on `dispose()`.
    public func emit(
        onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        asObservable().subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Subscribes, for what the sequence does on the way.
    public func emit() -> any Disposable { emit(onNext: nil, onCompleted: nil, onDisposed: nil) }
}
