import RxPlatform

/// Holds one disposable that is known later. Assigning it twice is a programmer's error and traps.
public final class SingleAssignmentDisposable: DisposeBase, Cancelable, @unchecked Sendable {
    // Sendable: `disposable` is guarded by `lock`.
    private let lock = Lock()
    private let state = Word(0)  // assigned | disposed
    private var disposable: (any Disposable)?

    private static var assigned: UInt { 1 }
    private static var disposed: UInt { 2 }

    public override init() { super.init() }

    public var isDisposed: Bool { state.loadAcquiring() & Self.disposed != 0 }

    /// Assigns; disposes `disposable` at once if this has been disposed.
    public func setDisposable(_ disposable: any Disposable) {
        let old = lock.with(self) {
            let old = state.fetchOr(Self.assigned)
            if old == 0 { self.disposable = disposable }
            return old
        }
        if old & Self.assigned != 0 {
            fatalError("SingleAssignmentDisposable.setDisposable: a disposable has been assigned before")
        }
        if old & Self.disposed != 0 { disposable.dispose() }
    }

    public func dispose() { end { $0.dispose() } }
}

extension SingleAssignmentDisposable: DisposableContainer {
    func end(_ each: (any Disposable) -> Void) {
        let disposable = lock.with(self) {
            _ = state.fetchOr(Self.disposed)
            defer { self.disposable = nil }
            return self.disposable
        }
        if let disposable { each(disposable) }
    }
}
