// What they do is said at `ObservableType`'s of the same name.

extension InfallibleType {
    /// Each element, transformed.
    @inlinable @inline(__always)
    public func map<Result>(_ transform: @escaping (Element) -> Result) -> Infallible<Result> {
        Infallible<Result>(raw: asObservable().map(transform))
    }

    /// Each element, transformed; `nil` is left out.
    @inlinable @inline(__always)
    public func compactMap<Result>(_ transform: @escaping (Element) -> Result?) -> Infallible<Result> {
        Infallible<Result>(raw: asObservable().compactMap(transform))
    }

    /// The elements of all sequences that `selector` makes of this one's elements, as they come.
    @inlinable @inline(__always)
    public func flatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) -> Source
    ) -> Infallible<Source.Element> {
        Infallible<Source.Element>(raw: asObservable().flatMap(selector))
    }

    /// The elements of the sequence that `selector` makes of the latest element.
    @inlinable @inline(__always)
    public func flatMapLatest<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) -> Source
    ) -> Infallible<Source.Element> {
        let latest: Observable<Source.Element> = asObservable().flatMapLatest(selector)
        return Infallible<Source.Element>(raw: latest)
    }

    /// The elements of the sequence that `selector` makes of an element; while it runs, further elements are dropped.
    public func flatMapFirst<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) -> Source
    ) -> Infallible<Source.Element> {
        Infallible<Source.Element>(raw: asObservable().flatMapFirst(selector))
    }

    /// The elements of the sequences that `selector` makes of this one's elements, one sequence after the other.
    public func concatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) -> Source
    ) -> Infallible<Source.Element> {
        Infallible<Source.Element>(raw: asObservable().concatMap(selector))
    }

    /// What `accumulator` makes of the seed and the first element, of that and the second one, and so on.
    @inlinable @inline(__always)
    public func scan<Seed>(
        into seed: Seed, accumulator: @escaping (inout Seed, Element) -> Void
    ) -> Infallible<Seed> {
        Infallible<Seed>(raw: asObservable().scan(into: seed, accumulator: accumulator))
    }

    /// What `accumulator` makes of the seed and the first element, of that and the second one, and so on.
    @inlinable @inline(__always)
    public func scan<Seed>(_ seed: Seed, accumulator: @escaping (Seed, Element) -> Seed) -> Infallible<Seed> {
        Infallible<Seed>(raw: asObservable().scan(seed, accumulator: accumulator))
    }

    /// Each element with `obj`, which is held weakly: the first element that comes after it is gone completes the sequence.
    public func withUnretained<Object: AnyObject>(_ obj: Object) -> Infallible<(Object, Element)> {
        Infallible<(Object, Element)>(raw: asObservable().withUnretained(obj))
    }

    /// What `resultSelector` makes of `obj` and each element; see `withUnretained(_:)`.
    public func withUnretained<Object: AnyObject, Out>(
        _ obj: Object, resultSelector: @escaping (Object, Element) -> Out
    ) -> Infallible<Out> {
        Infallible<Out>(raw: asObservable().withUnretained(obj, resultSelector: resultSelector))
    }
}
