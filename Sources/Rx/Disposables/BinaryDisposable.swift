import RxPlatform

/// Two disposables, disposed left to right.
final class BinaryDisposable: DisposeBase, Cancelable, DisposableContainer, @unchecked Sendable {
    // Sendable: the pair is read and cleared only by whoever turns `disposed` from 0 to 1.
    private let disposed = Word(0)
    @exclusivity(unchecked) private var pair: (any Disposable, any Disposable)?

    init(_ first: any Disposable, _ second: any Disposable) {
        pair = (first, second)
        super.init()
    }

    var isDisposed: Bool { disposed.loadAcquiring() == 1 }

    func end(_ each: (any Disposable) -> Void) {
        guard disposed.exchange(1) == 0, let (first, second) = pair else { return }
        pair = nil
        each(first)
        each(second)
    }
}

extension Disposables {
    /// Disposes both, left to right.
    public static func create(_ disposable1: any Disposable, _ disposable2: any Disposable) -> any Cancelable {
        BinaryDisposable(disposable1, disposable2)
    }
}
