import CRxPlatform
import Synchronization

/// A short, non-recursive mutual exclusion: the toolchain's futex mutex, announced to the thread sanitizer.
/// No code of a user ever runs while one is held.
@frozen
public struct Lock: ~Copyable, Sendable {
    @usableFromInline let mutex = Mutex<Void>(())

    @inlinable
    public init() {}

    /// - Parameters:
    ///   - owner: the object that contains this lock, or to which what contains it belongs; it names the lock to the sanitizer.
    ///   - number: which of the locks that it names, from 0; less than 8.
    @inlinable
    public func acquire(_ owner: AnyObject, number: Int = 0) {
        let id = Unmanaged.passUnretained(owner).toOpaque() + number
        rx_lock_will_acquire(id)
        mutex._unsafeLock()
        rx_lock_did_acquire(id)
    }

    @inlinable
    public func release(_ owner: AnyObject, number: Int = 0) {
        let id = Unmanaged.passUnretained(owner).toOpaque() + number
        rx_lock_will_release(id)
        mutex._unsafeUnlock()
        rx_lock_did_release(id)
    }

    @inlinable @inline(__always)
    public func with<Result: ~Copyable>(
        _ owner: AnyObject, number: Int = 0, _ body: () throws -> Result
    ) rethrows -> Result {
        acquire(owner, number: number)
        defer { release(owner, number: number) }
        return try body()
    }
}
