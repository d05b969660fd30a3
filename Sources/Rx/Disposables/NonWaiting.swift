/// A disposable that holds others, or a subscription: both know how to end without waiting.
protocol NonWaitingDisposable: Disposable {
    func end(tellingOf ended: (AnyObject) -> Void)
}

extension NonWaitingDisposable {
    public func disposeWithoutWaiting() { end(tellingOf: { _ in }) }
    public func _end(_ ended: (AnyObject) -> Void) { end(tellingOf: ended) }
}

extension Segment {
    @usableFromInline
    func disposeWithoutWaiting() { cancel() }

    @usableFromInline
    func _end(_ ended: (AnyObject) -> Void) {
        cancel()
        ended(self)
    }

    @usableFromInline
    var _item: AnyObject? { nil }

    @usableFromInline
    var _hasEnded: Bool { isClosed && owner == 0 && occupiedChildren().isEmpty }
}

/// A disposable that hands over what it holds, once, so that both ways to end are written once.
protocol DisposableContainer: NonWaitingDisposable {
    /// Ends each disposable that it holds, in order, outside any lock; does nothing the second time, but for a timer's subscription, which
    /// then is its segment.
    func end(_ each: (any Disposable) -> Void)
}

extension DisposableContainer {
    public func dispose() { end { $0.dispose() } }
    func end(tellingOf ended: (AnyObject) -> Void) { end { $0._end(ended) } }
}
