extension ObservableType {
    /// One value, at completion: all elements folded into the seed; the seed itself if there were none.
    ///
    ///     source  --1--2--3--|
    ///     reduce(0, accumulator: +)
    ///     result  -----------6|
    ///
    /// A throw ends the sequence with that error.
    /// Cost: one cell for each subscription; a closure call and no allocation for an event.
    @inlinable @inline(__always)
    public func reduce<A>(_ seed: A, accumulator: @escaping (A, Element) throws -> A) -> Observable<A> {
        reduce(seed, accumulator: accumulator, mapResult: { $0 })
    }

    /// As `reduce`, with the value transformed before it is sent.
    ///
    ///     source  --1--2--3--|
    ///     reduce(0, accumulator: +, mapResult: { "\($0)" })
    ///     result  -----------"6"|
    ///
    /// Cost: as `reduce`.
    @inlinable @inline(__always)
    public func reduce<A, Result>(
        _ seed: A, accumulator: @escaping (A, Element) throws -> A, mapResult: @escaping (A) throws -> Result
    ) -> Observable<Result> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Result>, _ segment: Segment) {
            let state = Cell(seed)
            @inline(__always)
            func next(_ element: Element) {
                do { state.value = try accumulator(state.value, element) } catch { observer.stop(error) }
            }
            @inline(__always)
            func stop(_ error: (any Error)?) {
                if let error { return observer.stop(error) }
                do { observer.send(try mapResult(state.value)) } catch { return observer.stop(error) }
                if !segment.isClosed { observer.stop(nil) }
            }
            source.attach(segment, next: next, stop: stop)
        }
        return Observable<Result>(run)
    }

    /// One array of all elements, at completion.
    ///
    ///     source   --1--2--3--|
    ///     toArray
    ///     result   -----------[1,2,3]
    ///
    /// Cost: the array's growth.
    @inlinable @inline(__always)
    public func toArray() -> Single<[Element]> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<[Element]>, _ segment: Segment) {
            let elements = Cell([Element]())
            @inline(__always)
            func stop(_ error: (any Error)?) {
                if let error { return observer.stop(error) }
                observer.send(elements.value)
                if !segment.isClosed { observer.stop(nil) }
            }
            source.attach(segment, next: { elements.value.append($0) }, stop: stop)
        }
        return PrimitiveSequence(raw: Observable(run))
    }
}
