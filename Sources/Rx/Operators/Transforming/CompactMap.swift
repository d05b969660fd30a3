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
        func run(_ observer: __owned Rx.Observer<Result>, _ segment: Segment) {
            let stop = observer.stop
            source.attach(
                segment,
                next: { [observer = consume observer] element in
                    do { if let result = try transform(element) { observer.send(result) } } catch { observer.stop(error) }
                }, stop: consume stop)
        }
        return Observable<Result>(run)
    }
}
