import RxPlatform

/// A lock for short critical sections that mostly one thread takes. Once a thread has come several times in a row, taking and releasing it
/// are plain stores and loads for that thread (measured: a behaviour subject's event took 14.4 ns with two atomic operations). Not
/// recursive, and no foreign code runs under it.
///
/// State
///
///     bias    = 0 nobody yet | a thread's token | `revoked`, then for good
///     holder  = 0 | the token of the thread that is inside by its bias; written by that thread only
///     history = unbiased: who had the mutex last, and in the low bits how often in a row | revoked: the parker of who revoked
///
/// Unbiased, `mutex` decides. A thread that comes with the mutex and finds a bias to another one revokes it, once, as that of a gate
/// (`Gate`), and waits until that thread is outside:
///
///     the biased thread, in:   holder = me;   light fence;  bias still me? inside : step back
///     the biased thread, out:  holder = 0;    light fence;  bias still me? outside : outside, and wake who revoked
///     the revoker:             bias = revoked;  heavy fence;  holder ≠ 0 ? park : go on
///
/// Of the two loads of each pair at least one sees the other's store. So who steps back or goes out unseen wakes a revoker that parks; it may wake one
/// that doesn't, which is why the parker is only used once.
@usableFromInline
struct BiasedLock: ~Copyable, Sendable {
    private let mutex = Lock()
    @usableFromInline let bias = Word(0)
    @usableFromInline let holder = Word(0)
    private let history = Word(0)

    private static var revoked: UInt { 1 }
    /// Low bits of a token, which are 0.
    private static var counts: UInt { 15 }

    init() {}

    deinit {
        if bias.load() == BiasedLock.revoked { parker.release() }
    }

    /// - Parameter owner: the object that contains this lock; it names the mutex to the sanitizer.
    @inlinable @inline(__always)
    func acquire(_ owner: AnyObject) {
        let me = threadToken()
        if _fastPath(bias.load() == me) {
            holder.store(me)
            lightFence()
            if _fastPath(bias.loadAcquiring() == me) { return }
        }
        acquireUnbiased(owner, me)
    }

    @inlinable @inline(__always)
    func release(_ owner: AnyObject) {
        let me = threadToken()
        if _fastPath(holder.load() == me) {
            holder.storeReleasing(0)
            lightFence()
            if _fastPath(bias.loadAcquiring() == me) { return }
            wakeRevoker()
        } else {
            releaseUnbiased(owner, me)
        }
    }

    @inlinable @inline(__always)
    func with<Result: ~Copyable>(_ owner: AnyObject, _ body: () throws -> Result) rethrows -> Result {
        acquire(owner)
        defer { release(owner) }
        return try body()
    }

    @usableFromInline @inline(never)
    func acquireUnbiased(_ owner: AnyObject, _ me: UInt) {
        if holder.load() == me {
            // Revoked at the door.
            holder.storeReleasing(0)
            wakeRevoker()
        }
        mutex.acquire(owner)
        // Only its own thread gives itself the bias, with the mutex: it is another's.
        if bias.load() > BiasedLock.revoked { revoke() }
    }

    @usableFromInline @inline(never)
    func releaseUnbiased(_ owner: AnyObject, _ me: UInt) {
        if bias.load() == 0 { giveBias(me) }
        mutex.release(owner)
    }

    private func giveBias(_ me: UInt) {
        let last = history.load()
        if last & ~BiasedLock.counts != me {
            history.store(me)
        } else if last & BiasedLock.counts < UInt(Tuning.biasAfter) {
            history.store(last + 1)
        } else if hasAsymmetricFence {
            bias.store(me)
        }
    }

    private func revoke() {
        let parker = Parker()
        history.store(UInt(bitPattern: Unmanaged.passRetained(parker).toOpaque()))
        bias.storeReleasing(BiasedLock.revoked)
        heavyFence()
        if holder.loadAcquiring() != 0 { parker.park() }
    }

    /// By the thread that had the bias, and is outside.
    @usableFromInline @inline(never)
    func wakeRevoker() { parker._withUnsafeGuaranteedRef { $0.unpark() } }

    /// Of a lock whose bias was revoked.
    private var parker: Unmanaged<Parker> {
        .fromOpaque(UnsafeRawPointer(bitPattern: history.loadAcquiring()).unsafelyUnwrapped)
    }
}
