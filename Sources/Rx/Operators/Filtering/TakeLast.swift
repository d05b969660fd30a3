extension ObservableType {
    /// The last `count` elements, all at completion; an error drops them. Traps if `count` is negative.
    ///
    ///     source  --1--2--3--|
    ///     takeLast(2)
    ///     result  -----------23|
    ///
    /// Cost: a ring of `count` elements, which grows once; no allocation for an event after that.
    @inlinable @inline(__always)
    public func takeLast(_ count: Int) -> Observable<Element> {
        require(count >= 0, "takeLast(_:): a count of \(count) is not allowed, as it is negative")
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let last = RingBuffer<Element>()
            @inline(__always)
            func next(_ element: Element) {
                if count == 0 { return }
                if last.count == count { _ = last.removeFirst() }
                last.append(element)
            }
            @inline(__always)
            func stop(_ error: (any Error)?) {
                if error == nil {
                    while !last.isEmpty {
                        observer.send(last.removeFirst())
                        if segment.isClosed { return }
                    }
                }
                observer.stop(error)
            }
            source.attach(segment, next: next, stop: stop)
        }
        return Observable(run)
    }
}
