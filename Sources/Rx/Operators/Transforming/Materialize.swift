extension ObservableType {
    /// Each event as an element; the stop event too, then completion.
    ///
    ///     source  --1-------2-------x
    ///     materialize
    ///     result  --next(1)-next(2)-error(x)|
    ///
    /// Cost: no allocation for an event.
    @inlinable @inline(__always)
    public func materialize() -> Observable<Event<Element>> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Event<Element>>, _ segment: Segment) {
            @inline(__always)
            func next(_ element: Element) { observer.send(.next(element)) }
            @inline(__always)
            func stop(_ error: (any Error)?) {
                observer.send(.stop(error))
                if !segment.isClosed { observer.stop(nil) }
            }
            source.attach(segment, next: next, stop: stop)
        }
        return Observable<Event<Element>>(run)
    }
}

extension ObservableType where Element: EventConvertible {
    /// The events that this sequence's elements stand for; a stop event among them ends the result, and so does this
    /// sequence's own.
    ///
    ///     source  --next(1)-next(2)-error(x)-next(3)|
    ///     dematerialize
    ///     result  --1-------2-------x
    ///
    /// Cost: no allocation for an event.
    @inlinable @inline(__always)
    public func dematerialize() -> Observable<Element.Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element.Element>, _ segment: Segment) {
            @inline(__always)
            func next(_ element: Element) { observer.on(element.event) }
            source.attach(segment, next: next, stop: observer.stop)
        }
        return Observable<Element.Element>(run)
    }
}
