extension ObservableType {
    /// The source; if it fails, the sequence that `handler` makes of the error. A throw replaces the error.
    ///
    ///     source  --1--2--x
    ///     handler         -9--|
    ///     result  --1--2---9--|
    ///
    /// The new sequence is subscribed to before the failed subscription is disposed. Cost: a gate around an event.
    public func `catch`(_ handler: @escaping (any Error) throws -> Observable<Element>) -> Observable<Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let output = Turns(observer, segment)
            source.subscribe(
                ChildSegment(in: segment), next: output.send,
                stop: { error in
                    guard let error else { return output.stop(nil) }
                    let other: Source<Element>
                    do { other = try handler(error).source } catch { return output.stop(error) }
                    other.subscribe(ChildSegment(in: segment), next: output.send, stop: output.stop)
                })
        }
        return Observable(run)
    }

    /// The source; if it fails, `element` and completion.
    ///
    ///     source  --1--2--x
    ///     result  --1--2--9|
    ///
    /// Cost: none for an event.
    @inlinable @inline(__always)
    public func catchAndReturn(_ element: Element) -> Observable<Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            source.attach(
                segment, next: observer.send,
                stop: { error in
                    if error != nil {
                        observer.send(element)
                        if segment.isClosed { return }
                    }
                    observer.stop(nil)
                })
        }
        return Observable(run)
    }

    /// Sequences, each subscribed to when the one before has failed. The last error is passed on; no sequence: completion.
    ///
    ///     1       --1--x
    ///     2            --2--|
    ///     result  --1----2--|
    ///
    /// `sequence` is iterated as it is needed. Any number of synchronous failures need no stack.
    ///
    /// Cost: one child subscription for each sequence; a gate around an event.
    public static func `catch`<Sequence: Swift.Sequence>(sequence: Sequence) -> Observable<Element>
    where Sequence.Element == Observable<Element> {
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            var sources = sequence.makeIterator()
            Attempts(Turns(observer, segment), next: { sources.next()?.source }).advance()
        }
        return Observable(run)
    }

    @available(*, deprecated, renamed: "catch(_:)")
    public func catchError(_ handler: @escaping (any Error) throws -> Observable<Element>) -> Observable<Element> {
        self.catch(handler)
    }

    @available(*, deprecated, renamed: "catchAndReturn(_:)")
    public func catchErrorJustReturn(_ element: Element) -> Observable<Element> { catchAndReturn(element) }

    @available(*, deprecated, renamed: "catch(sequence:)")
    public static func catchError<Sequence: Swift.Sequence>(_ sequence: Sequence) -> Observable<Element>
    where Sequence.Element == Observable<Element> {
        self.catch(sequence: sequence)
    }
}
