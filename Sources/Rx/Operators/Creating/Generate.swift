extension ObservableType {
    /// `initialState` and what `iterate` makes of it again and again, for as long as `condition` holds.
    ///
    ///     generate(initialState: 1, condition: { $0 < 10 }, iterate: { $0 * 2 })
    ///     result  1248|
    ///
    /// `condition` is asked about the initial state too. A throw of either closure ends the sequence with that error.
    /// Cost: about ten allocations to build and subscribe; none for an element on the current-thread scheduler while nothing
    /// else waits on it.
    @inlinable @inline(__always)
    public static func generate(
        initialState: Element, condition: @escaping (Element) throws -> Bool, iterate: @escaping (Element) throws -> Element
    ) -> Observable<Element> {
        GenerateStepper(initialState, condition, iterate).observable()
    }

    /// As without `scheduler`, on it: one element a work item and one for the end.
    @inlinable
    public static func generate(
        initialState: Element, condition: @escaping (Element) throws -> Bool,
        scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance,
        iterate: @escaping (Element) throws -> Element
    ) -> Observable<Element> {
        GenerateStepper(initialState, condition, iterate).observable(on: scheduler)
    }

    /// The same element, for ever.
    ///
    ///     repeatElement(1)
    ///     result  1111…
    ///
    /// Cost: as `generate`.
    @inlinable @inline(__always)
    public static func repeatElement(_ element: Element) -> Observable<Element> { RepeatStepper(element).observable() }

    /// As `repeatElement(_:)`, on `scheduler`: one element a work item.
    @inlinable
    public static func repeatElement(
        _ element: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> {
        RepeatStepper(element).observable(on: scheduler)
    }
}

@usableFromInline
struct GenerateStepper<Element>: Stepper {
    @usableFromInline var last: Element
    @usableFromInline var isFirst = true
    @usableFromInline let condition: (Element) throws -> Bool
    @usableFromInline let iterate: (Element) throws -> Element

    @inlinable @inline(__always)
    init(
        _ first: Element, _ condition: @escaping (Element) throws -> Bool,
        _ iterate: @escaping (Element) throws -> Element
    ) {
        last = first
        self.condition = condition
        self.iterate = iterate
    }

    @inlinable @inline(__always)
    mutating func next() throws -> Element? {
        if isFirst { isFirst = false } else { last = try iterate(last) }
        return try condition(last) ? last : nil
    }
}

@usableFromInline
struct RepeatStepper<Element>: Stepper {
    @usableFromInline let element: Element

    @inlinable @inline(__always)
    init(_ element: Element) { self.element = element }

    @inlinable @inline(__always)
    mutating func next() -> Element? { element }
}
