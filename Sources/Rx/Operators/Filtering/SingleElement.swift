extension ObservableType {
    /// The only element, as soon as it comes. A second one is `RxError.moreThanOneElement`, none is `RxError.noElements`.
    ///
    ///     source  --1--2--|
    ///     single
    ///     result  --1--x
    ///
    /// Cost: one cell for each subscription, no allocation for an event.
    @inlinable @inline(__always)
    public func single() -> Observable<Element> { single { _ in true } }

    /// The only element for which `predicate` is true; see `single()`. A throw ends the sequence with that error.
    ///
    ///     source  --1--2--3--|
    ///     single { $0 % 2 == 0 }
    ///     result  -----2-----|
    ///
    /// Cost: as `single()`.
    @inlinable @inline(__always)
    public func single(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let found = Cell(false)
            source.attach(
                segment,
                next: { element in
                    do { guard try predicate(element) else { return } } catch { return observer.stop(error) }
                    if found.value { return observer.stop(RxError.moreThanOneElement) }
                    found.value = true
                    observer.send(element)
                },
                stop: { error in observer.stop(error ?? (found.value ? nil : RxError.noElements)) })
        }
        return Observable(run)
    }
}
