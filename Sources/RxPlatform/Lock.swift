import CRxPlatform
import Synchronization

/// A short, non-recursive mutual exclusion: the toolchain's futex mutex, announced to the thread sanitizer.
/// No code of a user ever runs while one is held.
@frozen
public struct Lock: ~Copyable, Sendable {
    @usableFromInline let mutex = Mutex<Void>(())

    @inlinable
    public init() {}

    /// The mutex is handed from who releases it to who waits in the kernel, so that once a thread waits there each of a few sections
    /// of 10 ns costs two changes of threads, until no thread wants it any more: eight threads that sent to one subject on two
    /// processors took 4,000 to 24,000 ns of them an event, and take 70 since they look again for a while first (docs/Costs.md). A look
    /// that fails calls the kernel too, but no thread stops there.
    @usableFromInline @inline(never)
    func acquireSlowly() {
        for attempt in 0..<64 {
            if attempt < 16 { for _ in 0..<4 { rx_spin_hint() } } else { rx_yield() }
            if mutex._unsafeTryLock() { return }
        }
        mutex._unsafeLock()
    }

    /// - Parameters:
    ///   - owner: the object that contains this lock, or to which what contains it belongs; it names the lock to the sanitizer.
    ///   - number: which of the locks that it names, from 0; less than 8.
    @inlinable
    public func acquire(_ owner: AnyObject, number: Int = 0) {
        let id = Unmanaged.passUnretained(owner).toOpaque() + number
        rx_lock_will_acquire(id)
        if !mutex._unsafeTryLock() { acquireSlowly() }
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
