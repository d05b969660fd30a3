extension ObservableType {
    /// The elements for which `predicate` is true. A throw ends the sequence with that error.
    ///
    ///     source  --1--2--3--4--|
    ///     filter { $0 % 2 == 0 }
    ///     result  -----2-----4--|
    ///
    /// Cost: the predicate's call. No stage of its own: the sender asks the predicate.
    @inlinable @inline(__always)
    public func filter(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
        let source = source
        #if RX_WITHOUT_RIDING_FILTERS
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let stop = observer.stop
            source.attach(
                segment,
                next: { [observer = consume observer] element in
                    do { if try predicate(element) { observer.send(element) } } catch { observer.stop(error) }
                }, stop: consume stop)
        }
        return Observable(run)
        #else
        if let first = source.predicate {
            return Observable(source.run, where: { try first($0) && predicate($0) })
        }
        return Observable(source.run, where: predicate)
        #endif
    }
}
