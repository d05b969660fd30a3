/// Subscribing to a driver. On Apple's systems it traps when it isn't called on the main thread.
extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
    /// Subscribes observers: each gets every event.
    ///
    /// Cost: as `subscribe`, once for all the observers.
    public func drive<Observer: ObserverType>(_ observers: Observer...) -> any Disposable
    where Observer.Element == Element {
        ensureOnMainThread()
        return asObservable().subscribe { event in
            for observer in observers { observer.on(event) }
        }
    }

    /// Subscribes observers of an optional.
    public func drive<Observer: ObserverType>(_ observers: Observer...) -> any Disposable
    where Observer.Element == Element? {
        ensureOnMainThread()
        return asObservable().subscribe { event in
            for observer in observers { observer.on(event.map { $0 }) }
        }
    }

    /// Relays accept each element; completion is ignored.
    public func drive(_ relays: BehaviorRelay<Element>...) -> any Disposable {
        drive(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Relays accept each element; completion is ignored.
    public func drive(_ relays: BehaviorRelay<Element?>...) -> any Disposable {
        drive(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Relays accept each element; completion is ignored.
    public func drive(_ relays: ReplayRelay<Element>...) -> any Disposable {
        drive(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Relays accept each element; completion is ignored.
    public func drive(_ relays: ReplayRelay<Element?>...) -> any Disposable {
        drive(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Subscribes as `transformation` does.
    public func drive<Result>(_ transformation: (Observable<Element>) -> Result) -> Result {
        ensureOnMainThread()
        return transformation(asObservable())
    }

    /// Subscribes as `with` does, with one argument more.
    public func drive<R1, R2>(_ with: (Observable<Element>) -> (R1) -> R2, curriedArgument: R1) -> R2 {
        ensureOnMainThread()
        return with(asObservable())(curriedArgument)
    }

    /// Subscribes closures that get `object`, which is held weakly: once it is gone they are skipped, the subscription stays.
    public func drive<Object: AnyObject>(
        with object: Object, onNext: ((Object, Element) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil,
        onDisposed: ((Object) -> Void)? = nil
    ) -> any Disposable {
        ensureOnMainThread()
        return asObservable().subscribe(
            with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Subscribes closures.
    ///
    /// - Parameters:
    ///   - onDisposed: runs exactly once, after the end or on `dispose()`.
    public func drive(
        onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        ensureOnMainThread()
        return asObservable().subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Subscribes, for what the sequence does on the way.
    public func drive() -> any Disposable { drive(onNext: nil, onCompleted: nil, onDisposed: nil) }

    private func ensureOnMainThread() {
        MainScheduler.ensureRunningOnMainThread(
            errorMessage: "drive: called on a background thread; a driver is subscribed to on the main thread")
    }
}
