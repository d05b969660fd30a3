extension ObservableType {
    /// Each element with its number, from 0 on. After `Int.max` elements comes `RxError.overflow`.
    ///
    ///     source  --a-----b-----c----|
    ///     enumerated
    ///     result  --(0,a)-(1,b)-(2,c)|
    ///
    /// Cost: one cell for each subscription, no allocation for an event.
    @inlinable @inline(__always)
    public func enumerated() -> Observable<(index: Int, element: Element)> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<(index: Int, element: Element)>, _ segment: Segment) {
            let count = Cell(0)
            let stop = observer.stop
            source.attach(
                segment,
                next: { [observer = consume observer] element in
                    let index = count.value
                    if index == .max { return observer.stop(RxError.overflow) }
                    count.value = index &+ 1
                    observer.send((index: index, element: element))
                }, stop: consume stop)
        }
        return Observable<(index: Int, element: Element)>(run)
    }
}
