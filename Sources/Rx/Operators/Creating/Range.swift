extension ObservableType where Element: FixedWidthInteger {
    /// `count` integers from `start` on, then completion. Traps if `count` is negative or the last one is out of range.
    ///
    ///     range(start: 3, count: 4)
    ///     result  3456|
    ///
    /// Cost: about ten allocations to build and subscribe; none for an element on the current-thread scheduler while nothing
    /// else waits on it.
    @inlinable @inline(__always)
    public static func range(start: Element, count: Element) -> Observable<Element> {
        RangeStepper(start: start, count: count).observable()
    }

    /// As `range(start:count:)`, on `scheduler`: one element a work item and one for the end.
    @inlinable
    public static func range(
        start: Element, count: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> {
        RangeStepper(start: start, count: count).observable(on: scheduler)
    }
}

@usableFromInline
struct RangeStepper<Element: FixedWidthInteger>: Stepper {
    @usableFromInline var start: Element
    @usableFromInline var left: Element

    @inlinable @inline(__always)
    init(start: Element, count: Element) {
        require(count >= 0, "range(start:count:): a count of \(count) is not allowed, as it is negative")
        require(
            count == 0 || !start.addingReportingOverflow(count - 1).overflow,
            "range(start:count:): the last of \(count) elements from \(start) on is out of the range of \(Element.self)")
        self.start = start
        left = count
    }

    @inlinable @inline(__always)
    mutating func next() -> Element? {
        if left == 0 { return nil }
        left &-= 1
        defer { start &+= 1 }
        return start
    }
}
