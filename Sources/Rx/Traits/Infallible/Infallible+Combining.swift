// What they do is said at `ObservableType`'s of the same name.

extension InfallibleType {
    /// The given element during `subscribe`, then those of the sequence.
    @inlinable @inline(__always)
    public func startWith(_ element: Element) -> Infallible<Element> {
        Infallible(raw: asObservable().startWith(element))
    }

    /// This sequence's elements, then those of `second`.
    public func concat<Source: ObservableConvertibleType>(_ second: Source) -> Infallible<Element>
    where Source.Element == Element {
        Infallible(raw: asObservable().concat(second))
    }

    /// The elements of all sources, one source after the other; the sequence of sources is iterated as it is needed.
    public static func concat<Sequence: Swift.Sequence>(_ sequence: Sequence) -> Infallible<Element>
    where Sequence.Element == Infallible<Element> {
        Infallible(raw: .concat(sequence.lazy.map { $0.observable }))
    }

    /// The elements of all sources, one source after the other.
    public static func concat<Collection: Swift.Collection>(_ collection: Collection) -> Infallible<Element>
    where Collection.Element == Infallible<Element> {
        Infallible(raw: .concat(collection.map { $0.observable }))
    }

    /// The elements of all sources, one source after the other.
    public static func concat(_ sources: Infallible<Element>...) -> Infallible<Element> {
        Infallible(raw: .concat(sources.map { $0.observable }))
    }

    /// The elements of all sources, as they come.
    public static func merge<Collection: Swift.Collection>(_ sources: Collection) -> Infallible<Element>
    where Collection.Element == Infallible<Element> {
        Infallible(raw: .merge(sources.map { $0.observable }))
    }

    /// The elements of all sources, as they come.
    public static func merge(_ sources: [Infallible<Element>]) -> Infallible<Element> {
        Infallible(raw: .merge(sources.map { $0.observable }))
    }

    /// The elements of all sources, as they come.
    public static func merge(_ sources: Infallible<Element>...) -> Infallible<Element> {
        Infallible(raw: .merge(sources.map { $0.observable }))
    }

    /// What `resultSelector` makes of each element and the latest one of `second`.
    @inlinable @inline(__always)
    public func withLatestFrom<Source: InfallibleType, ResultType>(
        _ second: Source, resultSelector: @escaping (Element, Source.Element) throws -> ResultType
    ) -> Infallible<ResultType> {
        Infallible<ResultType>(raw: asObservable().withLatestFrom(second.asObservable(), resultSelector: resultSelector))
    }

    /// The latest element of `second`, for each element of the sequence.
    @inlinable @inline(__always)
    public func withLatestFrom<Source: InfallibleType>(_ second: Source) -> Infallible<Source.Element> {
        withLatestFrom(second) { $1 }
    }

    /// What `resultSelector` makes of the latest elements of all sources.
    public static func combineLatest<Collection: Swift.Collection>(
        _ collection: Collection, resultSelector: @escaping ([Collection.Element.Element]) throws -> Element
    ) -> Infallible<Element> where Collection.Element: InfallibleType {
        Infallible(raw: .combineLatest(collection.map { $0.asObservable() }, resultSelector: resultSelector))
    }

    /// The latest elements of all sources.
    public static func combineLatest<Collection: Swift.Collection>(_ collection: Collection) -> Infallible<[Element]>
    where Collection.Element: InfallibleType, Collection.Element.Element == Element {
        Infallible<[Element]>(raw: .combineLatest(collection.map { $0.asObservable() }, resultSelector: { $0 }))
    }
}

extension ObservableType {
    /// The elements of the sequence that `selector` makes of this one's latest element. The result promises not to fail,
    /// though neither this sequence nor `selector` does: the caller vouches for them.
    @inlinable @inline(__always)
    public func flatMapLatest<Source: InfallibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Infallible<Source.Element> {
        let latest: Observable<Source.Element> = flatMapLatest { try selector($0).asObservable() }
        return Infallible<Source.Element>(raw: latest)
    }
}
