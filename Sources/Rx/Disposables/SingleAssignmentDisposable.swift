import RxPlatform

/// Holds one disposable that is known later. Assigning it twice is a programmer's error and traps.
public final class SingleAssignmentDisposable: DisposeBase, Cancelable, @unchecked Sendable {
    // Sendable: `disposable` is guarded by `lock`.
    private let lock = Lock()
    private let state = Word(0)  // assigned | disposed
    @exclusivity(unchecked) private var disposable: (any Disposable)?

    private static var assigned: UInt { 1 }
    private static var disposed: UInt { 2 }

    public override init() { super.init() }

    /// A chain of these, each holding the next one, is freed in a loop.
    deinit {
        var rest = disposable
        disposable = nil
        while var link = rest as? SingleAssignmentDisposable {
            rest = nil
            guard isKnownUniquelyReferenced(&link) else { return }
            rest = link.disposable
            link.disposable = nil
        }
    }

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
    /// A chain of these, each holding the next one, is ended in a loop.
    func end(_ each: (any Disposable) -> Void) {
        var next = take()
        while let link = next as? SingleAssignmentDisposable { next = link.take() }
        if let next { each(next) }
    }

    private func take() -> (any Disposable)? {
        lock.with(self) {
            _ = state.fetchOr(Self.disposed)
            defer { disposable = nil }
            return disposable
        }
    }
}
