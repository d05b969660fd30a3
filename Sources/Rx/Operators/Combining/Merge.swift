extension ObservableType where Element: ObservableConvertibleType {
    /// The elements of all sequences that this one sends, as they come. The first error ends all.
    ///
    ///     source  --a---b--|
    ///     a         --1--3--|
    ///     b             --2--4|
    ///     result  ----1--32--4|
    ///
    /// Cost: one child subscription for each inner sequence; none for `just`, `empty` and `error`.
    @inlinable @inline(__always)
    public func merge() -> Observable<Element.Element> { flatMap { $0 } }
}

extension ObservableType {
    /// The elements of all sources, as they come. Completes when all have; the first error ends all.
    ///
    ///     a       --1-----3--|
    ///     b       ----2-----4--|
    ///     result  --1-2---3-4--|
    ///
    /// Cost: one child subscription for each source. Sources that take turns on the current-thread scheduler, as two `range`s
    /// do, allocate for each turn.
    @inlinable
    public static func merge<Collection: Swift.Collection>(_ sources: Collection) -> Observable<Element>
    where Collection.Element == Observable<Element> {
        // Not inlined: what the sources are is known at run time only, and so nothing would fuse.
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let mailbox = Mailbox(segment, gathers: true, handler: observer.handler), running = Counter(1)
            for source in sources {
                if segment.isClosed { return }
                Flattening.flatten(source, mailbox, observer, segment, running)
            }
            Flattening.sourceStopped(nil, mailbox, running)
        }
        return Observable(run)
    }

    /// The elements of all sources, as they come; see `merge(_:)` of a collection.
    @inlinable
    public static func merge(_ sources: [Observable<Element>]) -> Observable<Element> {
        mergeAll(sources)
    }

    /// The elements of all sources, as they come; see `merge(_:)` of a collection.
    @inlinable
    public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
        mergeAll(sources)
    }

    @inlinable
    static func mergeAll(_ sources: some Collection<Observable<Element>>) -> Observable<Element> {
        merge(sources)
    }
}
