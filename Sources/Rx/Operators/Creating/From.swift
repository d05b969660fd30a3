extension ObservableType {
    /// The given elements, then completion.
    ///
    ///     of(1, 2, 3)
    ///     result  123|
    ///
    /// Cost: about ten allocations to build and subscribe; none for an element on the current-thread scheduler while nothing
    /// else waits on it.
    @inlinable @inline(__always)
    public static func of(_ elements: Element...) -> Observable<Element> { from(elements) }

    /// As `of(_:)`, on `scheduler`: one element a work item and one for the end.
    @inlinable
    public static func of(
        _ elements: Element..., scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> {
        from(elements, scheduler: scheduler)
    }

    /// The elements of an array, then completion.
    ///
    ///     from([1, 2, 3])
    ///     result  123|
    ///
    /// Cost: as `of`.
    @inlinable @inline(__always)
    public static func from(_ array: [Element]) -> Observable<Element> { SequenceStepper(array).observable() }

    /// As `from(_:)`, on `scheduler`: one element a work item and one for the end.
    @inlinable
    public static func from(
        _ array: [Element], scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> {
        SequenceStepper(array).observable(on: scheduler)
    }

    /// The elements of a sequence, then completion. Each subscription makes an iterator of its own.
    ///
    ///     from(1...)
    ///     result  1234…
    ///
    /// Cost: as `of`, and the iterator's.
    @inlinable @inline(__always)
    public static func from<Sequence: Swift.Sequence>(_ sequence: Sequence) -> Observable<Element>
    where Sequence.Element == Element {
        SequenceStepper(sequence).observable()
    }

    /// As `from(_:)`, on `scheduler`: one element a work item and one for the end.
    @inlinable
    public static func from<Sequence: Swift.Sequence>(
        _ sequence: Sequence, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> where Sequence.Element == Element {
        SequenceStepper(sequence).observable(on: scheduler)
    }

    /// The element, if there is one, then completion, both during `subscribe`.
    ///
    ///     from(optional: 1)    1|
    ///     from(optional: nil)  |
    ///
    /// Cost: flattened by `flatMap` and its kin without a subscription.
    @inlinable @inline(__always)
    public static func from(optional: Element?) -> Observable<Element> {
        if let optional { just(optional) } else { empty() }
    }

    /// The element, if there is one, then completion, each as work of its own on `scheduler`.
    public static func from(
        optional: Element?, scheduler: any ImmediateSchedulerType
    ) -> Observable<Element> {
        if let optional { return just(optional, scheduler: scheduler) }
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            segment.own(scheduler.scheduleReleasing { [observer = consume observer] in segment.deliver { observer.stop(nil) } })
        }
        return Observable(run)
    }
}

@usableFromInline
struct SequenceStepper<Sequence: Swift.Sequence>: Stepper {
    @usableFromInline let sequence: Sequence
    /// Made with the first element, so that each subscription has its own.
    @usableFromInline var iterator: Sequence.Iterator?

    @inlinable @inline(__always)
    init(_ sequence: Sequence) {
        self.sequence = sequence
        iterator = nil
    }

    @inlinable @inline(__always)
    mutating func next() -> Sequence.Element? {
        if iterator == nil { iterator = sequence.makeIterator() }
        return iterator!.next()
    }
}
