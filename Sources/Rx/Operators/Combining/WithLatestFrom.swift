extension ObservableType {
    /// What `resultSelector` makes of each element and the latest one of `second`.
    ///
    ///     source  --1-----2--3--|
    ///     second  ----a-----b|
    ///     result  --------2a-3b-|
    ///
    /// Elements that come before `second` has sent one are dropped. `second` is subscribed to first; its completion ends
    /// nothing, and its last element stays. Either one's error ends the sequence. Cost: no allocation for an event.
    @inlinable @inline(__always)
    public func withLatestFrom<Source: ObservableConvertibleType, ResultType>(
        _ second: Source, resultSelector: @escaping (Element, Source.Element) throws -> ResultType
    ) -> Observable<ResultType> {
        let first = source, second = second.source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<ResultType>, _ segment: Segment) {
            let junction = Junction(segment), latest = Cell<Source.Element?>(nil)
            // Made before the second one's: its place says that it is torn down first.
            let main = ChildSegment(in: segment)
            junction.subscribe(
                second, next: { latest.value = $0 }, stop: { error in if error != nil { observer.stop(error) } })
            junction.subscribe(
                first, in: main,
                next: { element in
                    guard let other = latest.value else { return }
                    do { observer.send(try resultSelector(element, other)) } catch { observer.stop(error) }
                },
                stop: observer.stop)
        }
        return Observable<ResultType>(run)
    }

    /// The latest element of `second`, for each element of the source.
    @inlinable @inline(__always)
    public func withLatestFrom<Source: ObservableConvertibleType>(_ second: Source) -> Observable<Source.Element> {
        withLatestFrom(second) { $1 }
    }
}
