import RxPlatform

/// Holds one disposable that is known later. Assigning it twice is a programmer's error and traps.
///
/// Cost: one object; two atomic operations for the assignment, one for the end.
public class SingleAssignmentDisposable: DisposeBase, Cancelable, @unchecked Sendable {
    // Sendable: `state` says who may touch `disposable`: who assigns, until the flag `assigned`; then who ends.
    private final let state = Word(0)
    @exclusivity(unchecked) private final var disposable: (any Disposable & AnyObject)?

    private static var claimed: UInt { 1 }
    private static var assigned: UInt { 2 }
    private static var disposed: UInt { 4 }

    public override init() { super.init() }

    /// A chain of these, each holding the next one, is freed in a loop.
    deinit {
        var rest = disposable
        disposable = nil
        while var link = rest?._link {
            rest = nil
            guard isKnownUniquelyReferenced(&link) else { return }
            rest = link.disposable
            link.disposable = nil
        }
    }

    public final var isDisposed: Bool { state.loadAcquiring() & Self.disposed != 0 }

    /// Assigns; disposes `disposable` at once if this has been disposed.
    public final func setDisposable(_ disposable: any Disposable) {
        if state.fetchOr(Self.claimed) & Self.claimed != 0 {
            fatalError("SingleAssignmentDisposable.setDisposable: a disposable has been assigned before")
        }
        self.disposable = disposable._object ?? ObjectOfDisposable(disposable)
        // Whoever sets the second one of the two flags has both things in sight, and disposes.
        if state.fetchOr(Self.assigned) & Self.disposed != 0 {
            self.disposable = nil
            disposable.dispose()
        }
    }

    /// Holds `next` in place of what it holds; disposes `next` at once if this has been disposed. For the one that has assigned.
    final func replace(with next: any Disposable & AnyObject) {
        // While the flag is gone, who ends this finds nothing, and leaves it to whoever sets that.
        if state.fetchAnd(~Self.assigned) & Self.disposed == 0 {
            disposable = next
            if state.fetchOr(Self.assigned) & Self.disposed == 0 { return }
            disposable = nil
        }
        next.dispose()
    }

    /// Whether nothing has been assigned, and it has not been disposed.
    final var isSpent: Bool { state.load() == 0 }

    public final func dispose() { end { $0.dispose() } }

    public final var _link: SingleAssignmentDisposable? { self }
}

extension SingleAssignmentDisposable: DisposableContainer {
    /// A chain of these, each holding the next one, is ended in a loop.
    final func end(_ each: (any Disposable) -> Void) {
        var next = take()
        while let link = next?._link { next = link.take() }
        if let next { each(next) }
    }

    private final func take() -> (any Disposable & AnyObject)? {
        guard state.fetchOr(Self.disposed) & (Self.assigned | Self.disposed) == Self.assigned else { return nil }
        defer { disposable = nil }
        return disposable
    }
}

/// A disposable that isn't an object, as one.
private final class ObjectOfDisposable: Disposable {
    private let disposable: any Disposable

    init(_ disposable: any Disposable) { self.disposable = disposable }

    func dispose() { disposable.dispose() }
    func disposeWithoutWaiting() { disposable.disposeWithoutWaiting() }
    func _end(_ ended: (AnyObject) -> Void) { disposable._end(ended) }
}
