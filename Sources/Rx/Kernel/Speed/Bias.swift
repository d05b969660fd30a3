#if !RX_WITHOUT_BIAS
import RxPlatform

/// Keeps a gate or a lock for the thread that came several times in a row: the biased thread then goes in and out with plain stores and loads,
/// for 1.2 ns a pair instead of 10 to 12 with two atomic operations. Another thread that comes revokes the bias.
///
///     thread   = 0 no thread yet | a thread's token | that and `revoked` | `serial` | `revoked`, then for good
///                | `unguarded` in the unchecked core
///     presence = 0 outside | a mark of the thread that is inside by the bias, which alone writes anything but 0:
///                of a gate `inside` or `insideWithMail`; of a lock, and where the bias is `serial`, the thread's token
///
///     the biased thread, in:   presence = mark; light fence;  thread still me? inside : step back
///     the biased thread, out:  presence = 0;   light fence;  thread still me? outside : outside, and the revoker has to know
///     the revoker:             thread = revoked;  heavy fence;  presence ≠ 0 ? it is inside : it is outside
///
/// The heavy fence (`membarrier`) stands in for the fence that the biased thread leaves out. Of the two loads of each pair at least one sees the
/// other's store. What a revoker does where the thread is inside is the user's: a gate makes that thread its owner, a lock waits for it.
///
/// A gate is biased again to the thread that lost it, once that has come very often in a row: a timer comes now and then between its events. A late
/// store to `presence` by the thread that lost the bias, or by one that was inside meanwhile, always comes before it matters again: the first in that
/// thread's own order, the others before they gave the gate back.
@frozen
@usableFromInline
struct Bias: ~Copyable, Sendable {
    @usableFromInline let thread: Word
    @usableFromInline let presence = Word(0)
    /// Touched only by the owner: the thread inside last, and in the low bits, which a token leaves 0, the high part of its entries in a row.
    @usableFromInline let last = PlainWord(0)
    /// The low part of that number.
    @usableFromInline let streak = PlainByte(0)

    @inlinable static var revoked: UInt { @inline(__always) get { 1 } }
    @inlinable static var unguarded: UInt { @inline(__always) get { 2 } }
    @inlinable static var serial: UInt { @inline(__always) get { 4 } }
    /// In `presence` of a gate. Not the token: with that, five `flatMap`s in a row are no longer compiled into each other.
    @inlinable static var inside: UInt { @inline(__always) get { 1 } }
    /// The same, of a thread with own mail: nothing in the gate's word tells of that.
    @inlinable static var insideWithMail: UInt { @inline(__always) get { 2 } }
    /// Low bits of a token.
    private static var flags: UInt { 15 }

    @usableFromInline @inline(__always)
    init(isGuarded: Bool = true) { thread = Word(isGuarded ? 0 : Bias.unguarded) }

    @inlinable
    var isUnguarded: Bool { @inline(__always) get { thread.load() == Bias.unguarded } }

    @inlinable @inline(__always)
    func isGiven(to me: UInt) -> Bool { thread.load() == me }

    /// For the thread that has the bias: whether it is inside.
    @inlinable
    var isOccupied: Bool { @inline(__always) get { presence.load() != 0 } }

    /// Whether `presence` says this: of `inside`, whether the owner is inside by its bias and has no own mail.
    @inlinable @inline(__always)
    func isInside(_ mark: UInt) -> Bool { presence.load() == mark }

    /// By the thread that has the bias, and is outside. `false`: it has just been revoked.
    ///
    /// - Parameters:
    ///   - mark: what `presence` says from then on.
    ///   - holder: what `thread` says if it hasn't been revoked.
    @inlinable @inline(__always)
    func enter(_ mark: UInt, as holder: UInt) -> Bool {
        presence.store(mark)
        lightFence()
        return thread.loadAcquiring() == holder
    }

    /// By the thread that is inside by the bias. `false`: that has been revoked meanwhile.
    ///
    /// - Parameter holder: what `thread` says if it hasn't been revoked.
    @inlinable @inline(__always)
    func leave(as holder: UInt) -> Bool {
        presence.storeReleasing(0)
        lightFence()
        return _fastPath(thread.load() == holder)
    }

    /// By the thread that is inside by the bias, also if that is being revoked: it has left own mail.
    @inlinable @inline(__always)
    func setMail() { presence.store(Bias.insideWithMail) }

    /// Whether the owner has left own mail since it asked last.
    @inlinable @inline(__always)
    func takeMail() -> Bool {
        guard presence.load() == Bias.insideWithMail else { return false }
        presence.store(Bias.inside)
        return true
    }

    /// By a thread that goes out of a gate by its word: it may have been inside by a bias that has been revoked.
    func setOutside() { presence.storeReleasing(0) }

    // MARK: Giving and revoking

    /// Whether the thread that is about to leave came often enough in a row.
    func isEarned(by me: UInt) -> Bool {
        guard last.load() & ~Bias.flags == me else {
            last.store(me)
            streak.store(0)
            return false
        }
        let now = thread.load()
        if now == me | Bias.revoked { return isEarnedAgain(by: me) }
        guard streak.load() >= Tuning.biasAfter else {
            streak.store(streak.load() + 1)
            return false
        }
        return now == 0 && hasAsymmetricFence
    }

    /// Of the thread that lost the bias: a revocation costs as much as about a hundred ways in and out, so that what a thread loses by being
    /// given the bias in vain is a small part of what it paid before.
    @inline(never)
    private func isEarnedAgain(by me: UInt) -> Bool {
        let low = streak.load() &+ 1
        streak.store(low)
        if low == 0 { last.store(last.load() + 1) }
        guard (last.load() & Bias.flags) << 8 + UInt(low) >= Tuning.biasAgainAfter else { return false }
        last.store(me)
        streak.store(0)
        return true
    }

    /// By the owner. Returns what was there before.
    @discardableResult
    func give(to me: UInt) -> UInt {
        let before = thread.load()
        thread.store(me)
        return before
    }

    /// - Parameter isOwn: whether the thread that has the bias revokes it: it needs no fence.
    /// - Returns: what `presence` says of the thread that had it.
    func revoke(_ now: UInt, isOwn: Bool) -> UInt {
        thread.storeReleasing(now)
        if !isOwn { heavyFence() }
        return presence.loadAcquiring()
    }
}
#endif
