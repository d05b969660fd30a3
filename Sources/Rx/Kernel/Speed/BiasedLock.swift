#if !RX_WITHOUT_BIAS
import RxPlatform

/// A lock for short critical sections that mostly one thread takes. Once a thread has come several times in a row, taking and releasing it
/// are plain stores and loads for that thread (`Bias`). Not recursive, and no foreign code runs under it.
///
/// Unbiased, `mutex` decides. A thread that comes with the mutex and finds a bias to another one revokes it, for good, and parks until that thread is
/// outside. So a thread that steps back or goes out unseen wakes a revoker that parks; it may wake one that doesn't, which is why the parker is only
/// used once. It is where the bias has counted before: `bias.last`.
@usableFromInline
struct BiasedLock: ~Copyable, Sendable {
    @usableFromInline let bias = Bias()
    private let mutex = Lock()

    init() {}

    deinit {
        if bias.thread.load() == Bias.revoked { parker.release() }
    }

    /// - Parameter owner: the object that contains this lock; it names the mutex to the sanitizer.
    @inlinable @inline(__always)
    func acquire(_ owner: AnyObject) {
        let me = threadToken()
        if _fastPath(bias.isGiven(to: me)), _fastPath(bias.enter(me, as: me)) { return }
        acquireUnbiased(owner, me)
    }

    @inlinable @inline(__always)
    func release(_ owner: AnyObject) {
        let me = threadToken()
        if _fastPath(bias.isInside(me)) {
            if !bias.leave(as: me) { wakeRevoker() }
        } else {
            releaseUnbiased(owner, me)
        }
    }

    @usableFromInline @inline(never)
    func acquireUnbiased(_ owner: AnyObject, _ me: UInt) {
        if bias.isInside(me) {
            // Revoked at the door.
            bias.presence.storeReleasing(0)
            wakeRevoker()
        }
        mutex.acquire(owner)
        // Only its own thread gives itself the bias, with the mutex: it is another's.
        if bias.thread.load() > Bias.revoked { revoke() }
    }

    @usableFromInline @inline(never)
    func releaseUnbiased(_ owner: AnyObject, _ me: UInt) {
        if bias.thread.load() == 0, bias.isEarned(by: me) { bias.give(to: me) }
        mutex.release(owner)
    }

    private func revoke() {
        let parker = Parker()
        bias.last.store(UInt(bitPattern: Unmanaged.passRetained(parker).toOpaque()))
        if bias.revoke(Bias.revoked, isOwn: false) != 0 { parker.park() }
    }

    /// By the thread that had the bias, and is outside.
    @usableFromInline @inline(never)
    func wakeRevoker() {
        _ = bias.thread.loadAcquiring()  // It has been revoked, and what the revoker did before is in sight.
        parker._withUnsafeGuaranteedRef { $0.unpark() }
    }

    /// Of a lock whose bias was revoked.
    private var parker: Unmanaged<Parker> {
        .fromOpaque(UnsafeRawPointer(bitPattern: bias.last.load()).unsafelyUnwrapped)
    }
    @inlinable @inline(__always)
    func with<Result: ~Copyable>(_ owner: AnyObject, _ body: () throws -> Result) rethrows -> Result {
        acquire(owner)
        defer { release(owner) }
        return try body()
    }
}
#endif
