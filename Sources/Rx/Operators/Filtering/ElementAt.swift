extension ObservableType {
    /// The element with that number, from 0 on, then completion; `RxError.argumentOutOfRange` if the sequence is too short.
    /// Traps if `index` is negative.
    ///
    ///     source  --a--b--c--|
    ///     element(at: 1)
    ///     result  -----b|
    ///
    /// Cost: one cell for each subscription, no allocation for an event.
    @inlinable @inline(__always)
    public func element(at index: Int) -> Observable<Element> {
        require(index >= 0, "element(at:): an index of \(index) is not allowed, as it is negative")
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let left = Cell(index)
            source.attach(
                segment,
                next: { element in
                    if left.value > 0 { return left.value -= 1 }
                    observer.send(element)
                    if !segment.isClosed { observer.stop(nil) }
                },
                stop: { observer.stop($0 ?? RxError.argumentOutOfRange) })
        }
        return Observable(run)
    }

    @available(*, deprecated, renamed: "element(at:)")
    public func elementAt(_ index: Int) -> Observable<Element> { element(at: index) }
}
