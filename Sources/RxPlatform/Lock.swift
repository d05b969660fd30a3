import CRxPlatform
import Synchronization

/// A short, non-recursive mutual exclusion, announced to the thread sanitizer. No code of a user ever runs while one is held.
///
/// On Linux a futex in one word, taken by one instruction in user space, and by whoever comes first. The toolchain's mutex there hands
/// itself from who releases it to who waits in the kernel, so that once a thread waits, each of a few sections of 10 ns costs two changes
/// of threads until no thread wants it any more, and each look that fails is a system call; docs/journal has what that cost. In return it
/// lends the priority of who waits to who is in it, which this one doesn't. Elsewhere it is the toolchain's.
///
/// It is released with a look and a store, not with an exchange: half of what taking and releasing it costs (docs/journal). So a thread that
/// says that it waits between that look and that store isn't woken, and its word of it is lost. Nobody can be overlooked for long, though:
/// who waits looks again after `patience`. A fence between the store and a look after it would tell of everybody who waits, but after the
/// store the lock may be freed by who takes it next.
@frozen
public struct Lock: ~Copyable, Sendable {
    #if os(Linux)
    /// 0: free; 1: taken; 2: taken, and somebody may be waiting in the kernel.
    @usableFromInline let state = Atomic<UInt32>(0)
    /// Nanoseconds that a thread waits until it looks again.
    private static var patience: Int { 1_000_000 }

    @inlinable
    public init() {}

    @inlinable @inline(__always)
    func tryAcquire() -> Bool { state.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged }

    @usableFromInline @inline(never)
    func acquireSlowly() {
        for attempt in 0..<64 {
            if attempt < 16 { for _ in 0..<4 { rx_spin_hint() } } else { rx_yield() }
            if state.load(ordering: .relaxed) == 0, tryAcquire() { return }
        }
        acquireWaiting(patience: Lock.patience)
    }

    /// Waits in the kernel while it is taken. Returns how often in vain: the nanoseconds of `patience` went by, and nobody had woken this thread.
    @discardableResult
    func acquireWaiting(patience: Int) -> Int {
        var vain = 0
        // From here on whoever releases it wakes one thread: this one can't know that it is the only one.
        while state.exchange(2, ordering: .acquiring) != 0 {
            let isWoken = withUnsafePointer(to: state) { rx_futex_wait(UnsafeRawPointer($0), 2, patience) }
            if !isWoken { vain += 1 }
        }
        return vain
    }

    @inlinable @inline(__always)
    func open() {
        if _fastPath(state.load(ordering: .relaxed) == 1) { state.store(0, ordering: .releasing) } else { openAndWake() }
    }

    /// This lock may be gone when it wakes, if who has taken it since then freed it: then nobody waits at that address, or who does looks again.
    @usableFromInline @inline(never)
    func openAndWake() {
        withUnsafePointer(to: state) {
            state.store(0, ordering: .releasing)
            rx_futex_wake_one(UnsafeRawPointer($0))
        }
    }
    #else
    @usableFromInline let mutex = Mutex<Void>(())

    @inlinable
    public init() {}

    @inlinable @inline(__always)
    func tryAcquire() -> Bool { mutex._unsafeTryLock() }

    @usableFromInline @inline(never)
    func acquireSlowly() { mutex._unsafeLock() }

    @inlinable @inline(__always)
    func open() { mutex._unsafeUnlock() }
    #endif

    /// - Parameters:
    ///   - owner: the object that contains this lock, or to which what contains it belongs; it names the lock to the sanitizer.
    ///   - number: which of the locks that it names, from 0; less than 8.
    @inlinable
    public func acquire(_ owner: AnyObject, number: Int = 0) {
        let id = Unmanaged.passUnretained(owner).toOpaque() + number
        rx_lock_will_acquire(id)
        if _slowPath(!tryAcquire()) { acquireSlowly() }
        rx_lock_did_acquire(id)
    }

    @inlinable
    public func release(_ owner: AnyObject, number: Int = 0) {
        let id = Unmanaged.passUnretained(owner).toOpaque() + number
        rx_lock_will_release(id)
        open()
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
