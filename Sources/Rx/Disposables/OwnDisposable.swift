/// What a disposable is to this library.
public struct DisposableKind: Sendable {
    enum Kind: Sendable {
        /// A program's own.
        case foreign
        /// What `Disposables.create()` returns, of which nothing is to be ended or freed.
        case nothing
        /// One of this library's objects.
        case object(any OwnDisposable)
        /// What a value stands for that holds it: no reference is counted, so this is only for as long as that value lives. `_fixLifetime` sees
        /// to that where the compiler could let go of the value before.
        case hop(Unmanaged<Hop>)
        case item(Unmanaged<WorkItem>)
    }

    let kind: Kind

    init(_ kind: Kind) { self.kind = kind }

    var object: (any OwnDisposable)? {
        switch kind {
        case .object(let object): object
        case .hop(let hop): hop.takeUnretainedValue()
        case .item(let item): item.takeUnretainedValue()
        case .foreign, .nothing: nil
        }
    }
}

/// An object of this library's that is a disposable: a subscription, or one that holds others. It knows how to end without waiting.
protocol OwnDisposable: AnyObject, Disposable {
    /// As `disposeWithoutWaiting`; `ended` is told of each subscription that this ended, so that its caller may wait for it later.
    func end(tellingOf ended: (Segment) -> Void)

    /// Whether `dispose()` would do nothing and wait for nobody.
    var isSettled: Bool { get }

    /// Itself, if it may be one of a long chain, which is ended and freed in a loop.
    var link: SingleAssignmentDisposable? { get }

    /// Itself, if a segment may own it in its disposable's place.
    var item: WorkItem? { get }
}

extension OwnDisposable {
    public func disposeWithoutWaiting() { end(tellingOf: { _ in }) }
    public var _kind: DisposableKind { DisposableKind(.object(self)) }
    var isSettled: Bool { false }
    var link: SingleAssignmentDisposable? { nil }
    var item: WorkItem? { nil }
}

extension OwnDisposable where Self: Cancelable {
    var isSettled: Bool { isDisposed }
}

extension Disposable {
    /// - Parameter ended: is told of each subscription that this ended, so that its caller may wait for it later. Of a program's own
    ///   disposable nobody can be told, and so it waits itself.
    func endWithoutWaiting(_ ended: (Segment) -> Void) {
        defer { _fixLifetime(self) }
        if let own = _kind.object { own.end(tellingOf: ended) } else { dispose() }
    }

    /// Whether `dispose()` is known to do nothing and to wait for nobody.
    var isSettled: Bool {
        defer { _fixLifetime(self) }
        return switch _kind.kind {
        case .foreign: (self as? any Cancelable)?.isDisposed ?? false
        case .nothing: true
        case .object(let own): own.isSettled
        case .hop(let hop): hop._withUnsafeGuaranteedRef { $0.isDisposed }
        case .item: false
        }
    }
}

/// A disposable that hands over what it holds, once, so that both ways to end are written once.
protocol DisposableContainer: OwnDisposable {
    /// Ends each disposable that it holds, in order, outside any lock; does nothing the second time.
    func end(_ each: (any Disposable) -> Void)
}

extension DisposableContainer {
    public func dispose() { end { $0.dispose() } }
    func end(tellingOf ended: (Segment) -> Void) { end { $0.endWithoutWaiting(ended) } }
}

extension Segment: OwnDisposable {
    @usableFromInline
    func disposeWithoutWaiting() { cancel() }

    func end(tellingOf ended: (Segment) -> Void) {
        cancel()
        ended(self)
    }

    @usableFromInline
    var _kind: DisposableKind { DisposableKind(.object(self)) }

    var isSettled: Bool { isClosed && owner == 0 && occupiedChildren().isEmpty }
}
