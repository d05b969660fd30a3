extension ObservableType {
    /// What `accumulator` makes of the seed and the first element, of that and the second one, and so on. The seed itself isn't
    /// sent. A throw ends the sequence with that error.
    ///
    ///     source  --1--2--3--|
    ///     scan(0, accumulator: +)
    ///     result  --1--3--6--|
    ///
    /// Cost: one cell for each subscription; a closure call and no allocation for an event.
    @inlinable @inline(__always)
    public func scan<A>(_ seed: A, accumulator: @escaping (A, Element) throws -> A) -> Observable<A> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<A>, _ segment: Segment) {
            let state = Cell(seed)
            let stop = observer.stop
            source.attach(
                segment,
                next: { [observer = consume observer] element in
                    do {
                        let result = try accumulator(state.value, element)
                        state.value = result
                        observer.send(result)
                    } catch {
                        observer.stop(error)
                    }
                }, stop: consume stop)
        }
        return Observable<A>(run)
    }

    /// As `scan`, with an accumulator that changes the value in place. Each subscription begins with a copy of the seed.
    ///
    ///     source  --1--2--3--|
    ///     scan(into: []) { $0.append($1) }
    ///     result  --[1]--[1,2]--[1,2,3]--|
    ///
    /// Cost: as `scan`. A collection is copied when somebody downstream keeps the value sent before.
    @inlinable @inline(__always)
    public func scan<A>(into seed: A, accumulator: @escaping (inout A, Element) throws -> Void) -> Observable<A> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<A>, _ segment: Segment) {
            let state = Cell(seed)
            let stop = observer.stop
            source.attach(
                segment,
                next: { [observer = consume observer] element in
                    do {
                        try accumulator(&state.value, element)
                        observer.send(state.value)
                    } catch {
                        observer.stop(error)
                    }
                }, stop: consume stop)
        }
        return Observable<A>(run)
    }
}
