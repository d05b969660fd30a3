extension ObservableType {
    /// The elements; `default` if the sequence completes without any.
    ///
    ///     source  -----|
    ///     ifEmpty(default: 1)
    ///     result  -----1|
    ///
    /// Cost: one cell for each subscription, no allocation for an event.
    @inlinable @inline(__always)
    public func ifEmpty(default: Element) -> Observable<Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let isEmpty = Cell(true)
            source.attach(
                segment,
                next: { element in
                    isEmpty.value = false
                    observer.send(element)
                },
                stop: { error in
                    if error == nil, isEmpty.value {
                        observer.send(`default`)
                        if segment.isClosed { return }
                    }
                    observer.stop(error)
                })
        }
        return Observable(run)
    }

    /// The elements; those of `other` if the sequence completes without any.
    ///
    ///     source  -----|
    ///     other   --1--2|
    ///     result  -------1--2|
    ///
    /// Cost: one child subscription, and another one for `other`.
    @inlinable
    public func ifEmpty(switchTo other: Observable<Element>) -> Observable<Element> {
        let source = source
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let output = Turns(observer, segment)
            // Touched by the source's thread only.
            let isEmpty = Cell(true)
            source.subscribe(
                ChildSegment(in: segment),
                next: { element in
                    isEmpty.value = false
                    output.send(element)
                },
                stop: { error in
                    guard error == nil, isEmpty.value else { return output.stop(error) }
                    other.source.subscribe(ChildSegment(in: segment), next: output.send, stop: output.stop)
                })
        }
        return Observable(run)
    }
}
