extension ObservableType {
    /// What `resultSelector` makes of the latest elements of all sources, for each element of any of them once every source
    /// has sent one.
    ///
    ///     source1  1-----2----3--|
    ///     source2  ---a-----b--|
    ///     result   ---1a-2a-2b3b-|
    ///
    /// Completes when all sources have, or when an element comes while every other source has completed and one of them was
    /// empty. The first error ends it. No sources: one row, then completion. Cost: an array for a row.
    public static func combineLatest<Collection: Swift.Collection>(
        _ collection: Collection,
        resultSelector: @escaping ([Collection.Element.Element]) throws -> Element
    ) -> Observable<Element> where Collection.Element: ObservableType {
        let sources = collection.map(\.source)
        if sources.isEmpty {
            @inline(__always)
            func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
                segment.deliver {
                    do { observer.send(try resultSelector([])) } catch { return observer.stop(error) }
                    if !segment.isClosed { observer.stop(nil) }
                }
            }
            return Observable(run)
        }
        return Rows.observable(sources.count) { rows in
            let slots = sources.map { Latest(rows, $0) }
            for slot in slots { slot.attach({ try resultSelector(slots.map { $0.take() }) }, tearDown: .afterStop) }
        }
    }

    /// The latest elements of all sources, for each element of any of them once every source has sent one.
    public static func combineLatest<Collection: Swift.Collection>(_ collection: Collection) -> Observable<[Element]>
    where Collection.Element: ObservableType, Collection.Element.Element == Element {
        Observable<[Element]>.combineLatest(collection, resultSelector: { $0 })
    }
}
