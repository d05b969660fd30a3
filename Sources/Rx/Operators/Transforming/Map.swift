extension ObservableType {
    /// Each element, transformed. A throw ends the sequence with that error.
    ///
    ///     source  --1--2--3--|
    ///     map { $0 * 10 }
    ///     result  --10-20-30-|
    ///
    /// Cost: a closure call; none when the chain is written in one expression. No allocation for an event.
    @inlinable @inline(__always)
    public func map<Result>(_ transform: @escaping (Element) throws -> Result) -> Observable<Result> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Result>, _ segment: Segment) {
            let stop = observer.stop
            source.attach(
                segment,
                next: { [observer = consume observer] in do { observer.send(try transform($0)) } catch { observer.stop(error) } },
                stop: consume stop)
        }
        return Observable<Result>(run)
    }
}
