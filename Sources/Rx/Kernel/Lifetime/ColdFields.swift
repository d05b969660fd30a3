import RxPlatform

/// Fields that hardly any gate needs: in line they made each gate six words larger, a size class or two of the allocators.
final class ColdFields {
    /// Runs before the tear-down after a stop event, after it on dispose. Set before another thread knows of the segment, and then its
    /// `hasOnDisposed` is; touched by the thread that runs it.
    @exclusivity(unchecked) var onDisposed: (() -> Void)?
    /// Runs the tear-down, where it is not to run at once; guarded by the segment's lock, until it has been used. The gate is closed
    /// at once.
    @exclusivity(unchecked) var deferral: Segment.Deferral?
    /// Threads that wait for the gate to be closed and empty; guarded by its lock.
    @exclusivity(unchecked) var waiters = Plain<Waiter?>(nil)
    /// Of a segment that got a parent late, retained. Set once by `awaitAlso`, under the segment's lock and the lock of late links.
    @exclusivity(unchecked) var parent = Plain<Unmanaged<Segment>?>(nil)
    @exclusivity(unchecked) var siblings = Plain(Siblings())

    deinit { parent.value?.release() }
}

/// The neighbours of a segment among its parent's children; guarded by the parent's lock.
struct Siblings {
    var older: Unmanaged<Segment>?
    var younger: Unmanaged<Segment>?
}

extension Gate {
    /// Under the lock, or for the thread that alone knows of it.
    final func makeColdFields() -> Unmanaged<ColdFields> {
        if let cold = cold.value { return cold }
        let new = Unmanaged.passRetained(ColdFields())
        cold.value = new
        return new
    }
}

/// A thread that waits for a gate to be closed and empty, and those that came before.
final class Waiter: Sendable {
    private let parker: Parker
    private let before: Waiter?

    init(_ parker: Parker, before: Waiter?) {
        self.parker = parker
        self.before = before
    }

    func wakeAll() {
        var waiter: Waiter? = self
        while let current = waiter {
            current.parker.unpark()
            waiter = current.before
        }
    }
}
