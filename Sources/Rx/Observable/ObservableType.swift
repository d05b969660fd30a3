/// Anything that can be turned into an observable sequence.
public protocol ObservableConvertibleType<Element> {
    associatedtype Element
    func asObservable() -> Observable<Element>
}

/// A sequence of events that can be subscribed to.
public protocol ObservableType<Element>: ObservableConvertibleType {
    /// Subscribes `observer`: it gets every event until the sequence ends or the result is disposed.
    ///
    /// - Returns: ends the subscription; after `dispose()` has returned, on any thread, the observer isn't called any more.
    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element
}

extension ObservableType {
    /// The default for sequences that are made elsewhere: each subscription subscribes an observer that serialises.
    public func asObservable() -> Observable<Element> {
        Observable.create { observer in self.subscribe(observer) }
    }
}
