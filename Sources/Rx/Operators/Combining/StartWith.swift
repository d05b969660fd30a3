extension ObservableType {
    /// The given elements during `subscribe`, then those of the source.
    ///
    ///     source     --1--2--|
    ///     startWith(0)
    ///     result     0-1--2--|
    ///
    /// The source is subscribed to after them, unless the subscription has ended by then. Cost: none for an event of the
    /// source.
    @inlinable @inline(__always)
    public func startWith(_ elements: Element...) -> Observable<Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            segment.deliver {
                for element in elements where !segment.isClosed { observer.send(element) }
            }
            if !segment.isClosed { source.attach(segment, next: observer.send, stop: observer.stop) }
        }
        return Observable(run)
    }
}
