import RxPlatform

/// Only knows whether it has been disposed.
///
/// Cost: one object; an atomic load or store.
public final class BooleanDisposable: Cancelable, OwnDisposable, Sendable {
    private let disposed: Word

    public init() { disposed = Word(0) }

    public init(isDisposed: Bool) { disposed = Word(isDisposed ? 1 : 0) }

    public var isDisposed: Bool { disposed.loadAcquiring() == 1 }

    public func dispose() { disposed.storeReleasing(1) }

    func end(tellingOf ended: (Segment) -> Void) { dispose() }
}
