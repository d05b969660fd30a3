extension ObservableType where Element: FixedWidthInteger {
    /// `count` integers from `start` on, then completion. Traps if `count` is negative or the last one is out of range.
    ///
    ///     range(start: 3, count: 4)
    ///     result  3456|
    ///
    /// Cost: two or three allocations to subscribe, none for an element on the current-thread scheduler.
    @inlinable @inline(__always)
    public static func range(
        start: Element, count: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> {
        precondition(count >= 0, "range: a negative count")
        precondition(count == 0 || !start.addingReportingOverflow(count - 1).overflow, "range: the last element is out of range")
        @inline(__always)
        func step(_ sent: inout Element) -> Element? {
            if sent == count { return nil }
            defer { sent &+= 1 }
            return start &+ sent
        }
        return Observable<Element>.looping(from: { 0 }, on: scheduler, step)
    }
}
