extension ObservableType {
    /// `initialState` and what `iterate` makes of it again and again, for as long as `condition` holds.
    ///
    ///     generate(initialState: 1, condition: { $0 < 10 }, iterate: { $0 * 2 })
    ///     result  1248|
    ///
    /// `condition` is asked about the initial state too. A throw of either closure ends the sequence with that error.
    /// Cost: two or three allocations to subscribe, none for an element on the current-thread scheduler.
    @inlinable @inline(__always)
    public static func generate(
        initialState: Element, condition: @escaping (Element) throws -> Bool,
        scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance,
        iterate: @escaping (Element) throws -> Element
    ) -> Observable<Element> {
        @inline(__always)
        func step(_ last: inout Element?) throws -> Element? {
            let element: Element
            if let last { element = try iterate(last) } else { element = initialState }
            last = element
            return try condition(element) ? element : nil
        }
        return Observable<Element>.looping(from: { nil }, on: scheduler, step)
    }

    /// The same element, for ever.
    ///
    ///     repeatElement(1)
    ///     result  1111…
    ///
    /// Cost: as `generate`.
    @inlinable @inline(__always)
    public static func repeatElement(
        _ element: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> {
        Observable<Element>.looping(from: { () }, on: scheduler) { _ in element }
    }
}
