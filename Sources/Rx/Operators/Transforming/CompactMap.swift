extension ObservableType {
    /// Each element, transformed; `nil` is left out. A throw ends the sequence with that error.
    ///
    ///     source  --"1"--"a"--"3"--|
    ///     compactMap(Int.init)
    ///     result  --1---------3----|
    ///
    /// Cost: a closure call. No allocation for an event.
    @inlinable @inline(__always)
    public func compactMap<Result>(_ transform: @escaping (Element) throws -> Result?) -> Observable<Result> {
        let source = source
        @inline(__always)
        func run(_ observer: Rx.Observer<Result>, _ segment: Segment) {
            @inline(__always)
            func next(_ element: Element) {
                do { if let result = try transform(element) { observer.send(result) } } catch { observer.stop(error) }
            }
            source.attach(segment, next: next, stop: observer.stop)
        }
        return Observable<Result>(run)
    }
}
