extension ObservableType {
    /// Only the stop event.
    ///
    ///     source  --1--2--3--|
    ///     ignoreElements
    ///     result  -----------|
    ///
    /// Cost: nothing for an event.
    @inlinable @inline(__always)
    public func ignoreElements() -> Observable<Never> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Never>, _ segment: Segment) {
            source.attach(segment, next: { _ in }, stop: observer.stop)
        }
        return Observable<Never>(run)
    }
}
