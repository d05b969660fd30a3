extension ObservableType {
    /// The elements of all sequences that `selector` makes of this one's elements, as they come.
    ///
    ///     source  --1-----2--|
    ///     flatMap { .of($0, $0 * 10) }
    ///     result  --1-10--2-20--|
    ///
    /// The first error ends all. Completes when the source and every inner sequence have.
    /// Cost: `just`, `empty` and `error` are flattened without a subscription: what `selector` makes of an element is the one
    /// allocation, and none where the source is a `create` in the same expression and it makes a `just` of at most two plain words.
    /// Any other inner sequence is a subscription of its own.
    @inlinable @inline(__always)
    public func flatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Source.Element>, _ segment: Segment) {
            let mailbox = Mailbox(segment, gathers: true, handler: observer.handler), running = Counter(1)
            // A function, not a closure: where the chain isn't fused, a closure's thunk would contain all of it (docs/Architecture.md).
            func next(_ element: Element) {
                do {
                    Flattening.flatten(try selector(element).asObservable(), mailbox, observer, segment, running)
                } catch { Flattening.stop(error, mailbox) }
            }
            source.subscribe(
                segment.childForFirstSource(), tearDown: .beforeCompletion, next: next,
                stop: { Flattening.sourceStopped($0, mailbox, running) })
        }
        return Observable<Source.Element>(run)
    }
}
