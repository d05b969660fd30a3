// What they do is said at `ObservableType`'s of the same name. A closure that may throw must not: it breaks the promise.

extension InfallibleType {
    /// The elements for which `predicate` is true.
    @inlinable @inline(__always)
    public func filter(_ predicate: @escaping (Element) -> Bool) -> Infallible<Element> {
        Infallible(raw: asObservable().filter(predicate))
    }

    /// The first `count` elements, then completion.
    @inlinable @inline(__always)
    public func take(_ count: Int) -> Infallible<Element> { Infallible(raw: asObservable().take(count)) }

    /// The elements that come within `duration` of the subscription, then completion.
    public func take(for duration: RxTimeInterval, scheduler: any SchedulerType) -> Infallible<Element> {
        Infallible(raw: asObservable().take(for: duration, scheduler: scheduler))
    }

    /// The elements until `other` sends one, then completion.
    public func take(until other: some InfallibleType) -> Infallible<Element> {
        Infallible(raw: asObservable().take(until: other.asObservable()))
    }

    /// The elements until `other` sends one, then completion.
    public func take(until other: some ObservableType) -> Infallible<Element> {
        Infallible(raw: asObservable().take(until: other))
    }

    /// The elements until `predicate` is true for one, then completion.
    @inlinable @inline(__always)
    public func take(
        until predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Infallible<Element> {
        Infallible(raw: asObservable().take(until: predicate, behavior: behavior))
    }

    /// The elements for as long as `predicate` is true, then completion.
    @inlinable @inline(__always)
    public func take(
        while predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Infallible<Element> {
        Infallible(raw: asObservable().take(while: predicate, behavior: behavior))
    }

    /// The elements that come after `other` has sent one.
    public func skip(until other: some ObservableType) -> Infallible<Element> {
        Infallible(raw: asObservable().skip(until: other))
    }

    /// The elements from the first for which `predicate` is false on.
    @inlinable @inline(__always)
    public func skip(while predicate: @escaping (Element) throws -> Bool) -> Infallible<Element> {
        Infallible(raw: asObservable().skip(while: predicate))
    }

    /// The elements whose key differs from that of the one sent before.
    @inlinable @inline(__always)
    public func distinctUntilChanged(
        _ keySelector: @escaping (Element) throws -> some Equatable
    ) -> Infallible<Element> {
        Infallible(raw: asObservable().distinctUntilChanged(keySelector))
    }

    /// The elements that `comparer` doesn't call equal to the one sent before, which is its first argument.
    @inlinable @inline(__always)
    public func distinctUntilChanged(
        _ comparer: @escaping (Element, Element) throws -> Bool
    ) -> Infallible<Element> {
        Infallible(raw: asObservable().distinctUntilChanged(comparer))
    }

    /// The elements whose key `comparer` doesn't call equal to the key sent before, which is its first argument.
    @inlinable @inline(__always)
    public func distinctUntilChanged<K>(
        _ keySelector: @escaping (Element) throws -> K, comparer: @escaping (K, K) throws -> Bool
    ) -> Infallible<Element> {
        Infallible(raw: asObservable().distinctUntilChanged(keySelector, comparer: comparer))
    }

    /// The elements whose property differs from that of the one sent before.
    @inlinable @inline(__always)
    public func distinctUntilChanged(at keyPath: KeyPath<Element, some Equatable>) -> Infallible<Element> {
        Infallible(raw: asObservable().distinctUntilChanged(at: keyPath))
    }
}

extension InfallibleType where Element: Equatable {
    /// The elements that differ from the one before.
    @inlinable @inline(__always)
    public func distinctUntilChanged() -> Infallible<Element> { Infallible(raw: asObservable().distinctUntilChanged()) }
}
