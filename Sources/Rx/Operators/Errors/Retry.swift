extension ObservableType {
    /// The source, subscribed to again whenever it fails.
    ///
    ///     source  --1--x  --1--|
    ///     result  --1-------1--|
    ///
    /// The failed subscription is disposed first. Any number of synchronous failures need no stack.
    ///
    /// Cost: one child subscription for each attempt; a gate around an event.
    public func retry() -> Observable<Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            Attempts(Turns(observer, segment), next: { source }).advance()
        }
        return Observable(run)
    }

    /// The source, subscribed to at most `maxAttemptCount` times; the last error is passed on. 0: only completion. Traps if
    /// it is negative.
    ///
    ///     source    --1--x  --1--x
    ///     retry(2)
    ///     result    --1-------1--x
    ///
    /// Cost: as `retry()`.
    public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
        require(maxAttemptCount >= 0, "retry(_:): \(maxAttemptCount) attempts are not allowed, as that is negative")
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            var left = maxAttemptCount
            let next: () -> Source<Element>? = {
                guard left > 0 else { return nil }
                left -= 1
                return source
            }
            Attempts(Turns(observer, segment), next: next).advance()
        }
        return Observable(run)
    }
}
