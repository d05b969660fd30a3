/// Whether the element that ends a sequence belongs to it.
public enum TakeBehavior: Sendable {
    /// It is sent, then completion.
    case inclusive
    /// Only completion is sent.
    case exclusive
}

extension ObservableType {
    /// The elements until `other` sends one, then completion. `other`'s error is this one's; its completion alone does nothing.
    ///
    ///     source  --1--2--3--4--|
    ///     other   -------x------
    ///     result  --1--2-|
    ///
    /// `other` is subscribed to first. Cost: two child subscriptions and a mailbox.
    public func take(until other: some ObservableType) -> Observable<Element> {
        let source = source
        let trigger = other.source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let output = SerializedObserver(observer, segment)
            // Made first: its place says that it is torn down first.
            let main = ChildSegment(in: segment)
            trigger.subscribe(
                ChildSegment(in: segment), next: { _ in output.stop(nil) },
                stop: { error in if error != nil { output.stop(error) } })
            source.subscribe(main, next: output.send, stop: output.stop)
        }
        return Observable(run)
    }

    /// The elements until `predicate` is true for one, then completion. A throw ends the sequence with that error.
    ///
    ///     source  --1--2--3--4--|
    ///     take(until: { $0 == 3 })
    ///     result  --1--2--|
    ///
    /// Cost: a closure call, no allocation for an event.
    @inlinable @inline(__always)
    public func take(
        until predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Observable<Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let stop = observer.stop
            source.attach(
                segment,
                next: { [observer = consume observer] element in
                    let isLast: Bool
                    do { isLast = try predicate(element) } catch { return observer.stop(error) }
                    if !isLast || behavior == .inclusive { observer.send(element) }
                    if isLast, !segment.isClosed { observer.stop(nil) }
                }, stop: consume stop)
        }
        return Observable(run)
    }

    /// The elements for as long as `predicate` is true, then completion. A throw ends the sequence with that error.
    ///
    ///     source  --1--2--3--4--|
    ///     take(while: { $0 < 3 })
    ///     result  --1--2--|
    ///
    /// Cost: a closure call, no allocation for an event.
    @inlinable @inline(__always)
    public func take(
        while predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Observable<Element> {
        take(until: { try !predicate($0) }, behavior: behavior)
    }

    @available(*, deprecated, renamed: "take(until:)")
    public func takeUntil(_ other: some ObservableType) -> Observable<Element> { take(until: other) }

    @available(*, deprecated, renamed: "take(until:behavior:)")
    public func takeUntil(
        _ behavior: TakeBehavior, predicate: @escaping (Element) throws -> Bool
    ) -> Observable<Element> {
        take(until: predicate, behavior: behavior)
    }

    @available(*, deprecated, renamed: "take(while:)")
    public func takeWhile(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
        take(while: predicate)
    }
}
