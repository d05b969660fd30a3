extension ObservableType {
    /// What `resultSelector` makes of the first elements of all sources, of the second elements, and so on.
    ///
    ///     source1  1--2-----3--|
    ///     source2  --a--b--------|
    ///     result   --1a-2b-------|
    ///
    /// Completes when all sources have completed, when an element comes that finds no partner while every other source
    /// has completed, and at once without a source. The first error ends it at once. Cost: an array for a row.
    public static func zip<Collection: Swift.Collection>(
        _ collection: Collection,
        resultSelector: @escaping ([Collection.Element.Element]) throws -> Element
    ) -> Observable<Element> where Collection.Element: ObservableType {
        let sources = collection.map(\.source)
        if sources.isEmpty { return .empty() }
        return Rows.observable(sources.count) { rows in
            let slots = sources.map { Pending(rows, $0) }
            for slot in slots {
                slot.attach({ try resultSelector(slots.map { $0.take() }) }, stopsEarly: true, tearDown: .afterStop)
            }
        }
    }

    /// The first elements of all sources, the second elements, and so on.
    public static func zip<Collection: Swift.Collection>(_ collection: Collection) -> Observable<[Element]>
    where Collection.Element: ObservableType, Collection.Element.Element == Element {
        Observable<[Element]>.zip(collection, resultSelector: { $0 })
    }
}
