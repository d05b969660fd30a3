extension ObservableType where Element: Equatable {
    /// The elements that differ from the one before.
    ///
    ///     source  --1--1--2--2--1--|
    ///     distinctUntilChanged
    ///     result  --1-----2-----1--|
    ///
    /// Cost: one cell for each subscription; a comparison and no allocation for an event.
    @inlinable @inline(__always)
    public func distinctUntilChanged() -> Observable<Element> {
        distinctUntilChanged({ $0 }, comparer: { $0 == $1 })
    }
}

extension ObservableType {
    /// The elements whose key differs from that of the one sent before.
    ///
    ///     source  --a1--a2--b3--|
    ///     distinctUntilChanged { $0.letter }
    ///     result  --a1------b3--|
    ///
    /// Cost: as `distinctUntilChanged()`.
    @inlinable @inline(__always)
    public func distinctUntilChanged(
        _ keySelector: @escaping (Element) throws -> some Equatable
    ) -> Observable<Element> {
        distinctUntilChanged(keySelector, comparer: { $0 == $1 })
    }

    /// The elements that `comparer` doesn't call equal to the one sent before, which is its first argument.
    ///
    ///     source  --1--2--5--6--|
    ///     distinctUntilChanged { abs($0 - $1) < 2 }
    ///     result  --1-----5-----|
    ///
    /// Cost: as `distinctUntilChanged()`.
    @inlinable @inline(__always)
    public func distinctUntilChanged(
        _ comparer: @escaping (Element, Element) throws -> Bool
    ) -> Observable<Element> {
        distinctUntilChanged({ $0 }, comparer: comparer)
    }

    /// The elements whose property differs from that of the one sent before.
    ///
    ///     source  --a1--a2--b3--|
    ///     distinctUntilChanged(at: \.letter)
    ///     result  --a1------b3--|
    ///
    /// Cost: as `distinctUntilChanged()`, and two key path reads.
    @inlinable @inline(__always)
    public func distinctUntilChanged(at keyPath: KeyPath<Element, some Equatable>) -> Observable<Element> {
        distinctUntilChanged({ $0[keyPath: keyPath] }, comparer: { $0 == $1 })
    }

    /// The elements whose key `comparer` doesn't call equal to the key sent before, which is its first argument.
    /// A throw of either closure ends the sequence with that error.
    ///
    ///     source  --a1--A2--b3--|
    ///     distinctUntilChanged({ $0.letter }, comparer: { $0.lowercased() == $1.lowercased() })
    ///     result  --a1------b3--|
    ///
    /// Cost: as `distinctUntilChanged()`.
    @inlinable @inline(__always)
    public func distinctUntilChanged<K>(
        _ keySelector: @escaping (Element) throws -> K, comparer: @escaping (K, K) throws -> Bool
    ) -> Observable<Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let last = Cell<K?>(nil)
            let stop = observer.stop
            source.attach(
                segment,
                next: { [observer = consume observer] element in
                    do {
                        let key = try keySelector(element)
                        if let last = last.value, try comparer(last, key) { return }
                        last.value = key
                        observer.send(element)
                    } catch {
                        observer.stop(error)
                    }
                }, stop: consume stop)
        }
        return Observable(run)
    }
}
