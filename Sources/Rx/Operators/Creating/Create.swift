extension ObservableType {
    /// A sequence made by a closure that runs for each subscription.
    ///
    ///     create { o in o.onNext(1); o.onNext(2); o.onCompleted(); … }
    ///     result  --1-2-|
    ///
    /// The observer may be used on any thread, by several at once and from inside its own delivery: it serialises (G1).
    /// After a stop event it ignores what comes. What the closure returns is disposed after a stop event or on dispose.
    ///
    /// Cost: an event without contention is two plain loads and stores around the call, no allocation, no retain.
    @inlinable @inline(__always)
    public static func create(_ subscribe: @escaping (AnyObserver<Element>) -> any Disposable) -> Observable<Element> {
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let serialized = SerializedObserver(observer, segment)
            segment.ownSubscriptions(subscribe(AnyObserver(handler: { serialized.on($0) })))
        }
        return Observable(run)
    }
}
