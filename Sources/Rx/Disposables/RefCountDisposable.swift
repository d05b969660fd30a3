import RxPlatform

/// Disposes what it holds when it has been disposed itself and so has everything that `retain` handed out.
///
/// Cost: one object, and one for each `retain`; a short lock for each change.
public final class RefCountDisposable: DisposeBase, Cancelable, DisposableContainer, @unchecked Sendable {
    // Sendable: everything is guarded by `lock`; the disposable is disposed outside it.
    private let lock = Lock()
    @exclusivity(unchecked) private var disposable: (any Disposable)?
    @exclusivity(unchecked) private var primaryDisposed = false
    @exclusivity(unchecked) private var retained = 0

    public init(disposable: any Disposable) {
        self.disposable = disposable
        super.init()
    }

    /// Whether what it held has been disposed.
    public var isDisposed: Bool { lock.with(self) { disposable == nil } }

    /// Keeps what it holds until the result has been disposed. Afterwards, when it's too late, the result does nothing.
    public func retain() -> any Disposable {
        let isHeld = lock.with(self) {
            guard disposable != nil else { return false }
            retained += 1
            return true
        }
        return isHeld ? Retained(self) : Disposables.create()
    }

    func end(_ each: (any Disposable) -> Void) { settle(each) { primaryDisposed = true } }

    private func settle(_ each: (any Disposable) -> Void, _ change: () -> Void) {
        let last: (any Disposable)? = lock.with(self) {
            change()
            guard primaryDisposed, retained == 0 else { return nil }
            defer { disposable = nil }
            return disposable
        }
        if let last { each(last) }
    }

    /// Keeps what the count holds until it is disposed.
    private final class Retained: DisposeBase, DisposableContainer, @unchecked Sendable {  // Sendable: constant.
        private let count: RefCountDisposable
        private let isDisposed = Word(0)

        init(_ count: RefCountDisposable) {
            self.count = count
            super.init()
        }

        func end(_ each: (any Disposable) -> Void) {
            if isDisposed.exchange(1) != 0 { return }
            count.settle(each) {
                count.retained -= 1
                precondition(count.retained >= 0, "RefCountDisposable: released more often than retained")
            }
        }
    }
}
