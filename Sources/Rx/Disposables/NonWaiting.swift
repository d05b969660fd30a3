/// A disposable that holds others, or a subscription: both know how to end without waiting.
protocol NonWaitingDisposable: Disposable {
    /// - Parameter ended: is told of each subscription that this ended, so that its caller may wait for it later.
    func endWithoutWaiting(_ ended: (Segment) -> Void)
}

extension Disposable {
    /// Ends it without waiting for a delivery that is running on another thread: that delivery may still be running when
    /// this returns, but no later one starts. For callers that hold a lock which a closure of the subscription needs.
    /// Containers of this library pass it on to what they hold; any other disposable is just disposed.
    public func disposeWithoutWaiting() {
        endWithoutWaiting { _ in }
    }

    func endWithoutWaiting(_ ended: (Segment) -> Void) {
        if let ending = self as? any NonWaitingDisposable { ending.endWithoutWaiting(ended) } else { dispose() }
    }
}

extension Segment: NonWaitingDisposable {
    func endWithoutWaiting(_ ended: (Segment) -> Void) {
        cancel()
        ended(self)
    }
}

/// A disposable that hands over what it holds, once, so that both ways to end are written once.
protocol DisposableContainer: NonWaitingDisposable {
    /// Ends each disposable that it holds, in order, outside any lock; does nothing the second time.
    func end(_ each: (any Disposable) -> Void)
}

extension DisposableContainer {
    public func dispose() { end { $0.dispose() } }
    func endWithoutWaiting(_ ended: (Segment) -> Void) { end { $0.endWithoutWaiting(ended) } }
}
