import RxPlatform

/// Holds one disposable at a time: a new one disposes the one before it.
///
/// Cost: one object; a short lock for each change.
public final class SerialDisposable: DisposeBase, Cancelable, @unchecked Sendable {
    // Sendable: everything is guarded by `lock`; disposables are disposed outside it.
    private let lock = Lock()
    @exclusivity(unchecked) private var current: (any Disposable)?
    @exclusivity(unchecked) private var disposed = false

    public override init() { super.init() }

    public var isDisposed: Bool { lock.with(self) { disposed } }

    /// Setting disposes the previous one; after `dispose()` it disposes the new one at once.
    public var disposable: any Disposable {
        get { lock.with(self) { current } ?? Disposables.create() }
        set {
            put(newValue)?.dispose()
        }
    }

    /// As setting `disposable`, but doesn't wait for a delivery of the previous one that is running on another thread: see
    /// `Disposable.disposeWithoutWaiting()`.
    public func replaceWithoutWaiting(with disposable: any Disposable) { put(disposable)?.disposeWithoutWaiting() }

    /// Returns what is to be ended.
    private func put(_ disposable: any Disposable) -> (any Disposable)? {
        lock.with(self) {
            if disposed { return disposable }
            defer { current = disposable }
            return current
        }
    }

    public func dispose() { end { $0.dispose() } }
}

extension SerialDisposable: DisposableContainer {
    func end(_ each: (any Disposable) -> Void) {
        let last = lock.with(self) {
            disposed = true
            defer { current = nil }
            return current
        }
        if let last { each(last) }
    }
}
