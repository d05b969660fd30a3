extension ObservableType {
    /// Each element with `obj`, which is held weakly: the first element that comes after it is gone completes the sequence.
    ///
    ///     source  --1--2--3--|          obj is freed after 2
    ///     withUnretained(obj)
    ///     result  --(obj,1)--(obj,2)--|
    ///
    /// Cost: one weak load for each event.
    public func withUnretained<Object: AnyObject>(_ obj: Object) -> Observable<(Object, Element)> {
        withUnretained(obj) { ($0, $1) }
    }

    /// What `resultSelector` makes of `obj` and each element; see `withUnretained(_:)`.
    ///
    ///     source  --1--2--3--|          obj is freed after 2
    ///     withUnretained(obj) { obj, number in obj.name + number }
    ///     result  --a1-a2-|
    ///
    /// Cost: one weak load for each event.
    public func withUnretained<Object: AnyObject, Out>(
        _ obj: Object, resultSelector: @escaping (Object, Element) -> Out
    ) -> Observable<Out> {
        let source = source
        return Observable { [weak obj] observer, segment in
            source.attach(
                segment,
                next: { [weak obj] element in
                    if let obj { observer.send(resultSelector(obj, element)) } else { observer.stop(nil) }
                },
                stop: observer.stop)
        }
    }
}
