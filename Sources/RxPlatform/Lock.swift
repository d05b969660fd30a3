import CRxPlatform
import Synchronization

/// A short, non-recursive mutual exclusion: the toolchain's futex mutex, announced to the thread sanitizer.
/// No code of a user ever runs while one is held.
@frozen
public struct Lock: ~Copyable, Sendable {
    @usableFromInline let mutex = Mutex<Void>(())

    @inlinable
    public init() {}

    /// - Parameter owner: the object that contains this lock; it names the lock to the sanitizer.
    @inlinable
    public func acquire(_ owner: AnyObject) {
        let id = Unmanaged.passUnretained(owner).toOpaque()
        rx_lock_will_acquire(id)
        mutex._unsafeLock()
        rx_lock_did_acquire(id)
    }

    @inlinable
    public func release(_ owner: AnyObject) {
        let id = Unmanaged.passUnretained(owner).toOpaque()
        rx_lock_will_release(id)
        mutex._unsafeUnlock()
        rx_lock_did_release(id)
    }

    @inlinable @inline(__always)
    public func with<Result: ~Copyable>(_ owner: AnyObject, _ body: () throws -> Result) rethrows -> Result {
        acquire(owner)
        defer { release(owner) }
        return try body()
    }
}
