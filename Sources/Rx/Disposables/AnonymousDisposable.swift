import RxPlatform

/// Runs an action once and releases it.
final class AnonymousDisposable: DisposeBase, Cancelable, OwnDisposable, @unchecked Sendable {
    // Sendable: `action` is read and cleared only by whoever turns `disposed` from 0 to 1.
    private let disposed = Word(0)
    @exclusivity(unchecked) private var action: (() -> Void)?

    init(_ action: @escaping () -> Void) {
        self.action = action
        super.init()
    }

    var isDisposed: Bool { disposed.loadAcquiring() == 1 }

    func dispose() {
        guard disposed.exchange(1) == 0 else { return }
        let action = self.action
        self.action = nil
        action?()
    }

    func end(tellingOf ended: (Segment) -> Void) { dispose() }
}
