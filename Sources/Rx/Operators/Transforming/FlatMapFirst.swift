extension ObservableType {
    /// The elements of the sequence that `selector` makes of an element; while it runs, further elements are dropped without
    /// a call of `selector`.
    ///
    ///     source  --1-2---3----|
    ///     flatMapFirst { n in timer(---).map { n } }
    ///     result  -----1----3--|
    ///
    /// The inner sequence runs until it has completed and is torn down. The first error ends all. Completes when the source and
    /// the inner sequence have.
    /// Cost: as `flatMap`, and an atomic load for each element.
    @inlinable
    public func flatMapFirst<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        let source = source
        func run(_ observer: __owned Rx.Observer<Source.Element>, _ segment: Segment) {
            let mailbox = Mailbox(segment, gathers: true, handler: observer.handler), running = Counter(1)
            source.subscribe(
                segment.childForFirstSource(), tearDown: .beforeCompletion,
                next: { element in
                    // The source counts as one; it hasn't stopped.
                    if running.value > 1 { return }
                    do {
                        Flattening.flatten(try selector(element).asObservable(), mailbox, observer, segment, running)
                    } catch { Flattening.stop(error, mailbox) }
                },
                stop: { Flattening.sourceStopped($0, mailbox, running) })
        }
        return Observable<Source.Element>(run)
    }
}
