import RxPlatform

/// Admits one thread at a time (G1) and closes for good (G2). It never makes a sender wait: who isn't admitted
/// leaves a message with the mailbox, and the thread inside delivers it before it leaves, or offers its place to who sends.
///
/// State
///
///     word     = owner token | flags: mail, waiter, closed, biased
///     bias     = 0 nobody yet | a thread's token | that and `revoked` | `serial` | `revoked`, then for good
///                | `unguarded` in the unchecked core
///     presence = 0 outside | 1 inside | 2 inside with mail of its own;
///                anything but 0 is written only by the thread named in `bias`. While that is `serial`: the token of who is inside
///
/// Unbiased, `word` decides: whoever turns it from 0 to its own token is inside. How is what the cores differ in
/// (`Lock/LockGate.swift`, `Queue/QueueGate.swift`).
///
/// Biased, a thread that came several times in a row goes in and out with plain stores and loads on `presence` and `bias`
/// (measured: 1.2 ns a pair, against 10 to 12 ns for two compare-exchanges). `word` then holds that thread's token and
/// the flag `biased`, so nobody else gets in. Another thread that wants in, or wants to close, revokes the bias:
///
///     the biased thread:  presence = 1;  light fence;  bias still me? inside : step back
///     the revoker:        bias = revoked;  heavy fence;  presence ≠ 0 ? it is inside : it is outside
///
/// The heavy fence (`membarrier`) stands in for the fence that the biased thread leaves out: either the revoker sees
/// `presence`, or the biased thread sees `revoked`, or both; in the last case it finds itself owner in `word`.
/// A revoked gate is biased again to the same thread only, once that has come very often in a row: a timer comes now and then between its
/// events. A late store to `presence` by the thread that lost the bias, or by one that was inside meanwhile, so always comes before it
/// matters again: the first in that thread's own order, the others before they gave the gate back.
///
/// Where something else sees to it that only one thread at a time tries to go in (a subject's gate, for those of its observers),
/// a bias isn't revoked when another thread comes: it becomes one to all of them, `serial`, with the same two sequences. Nobody's
/// store to `presence` is late then, as who goes in has been let in further upstream. `word` holds no token meanwhile. Only who closes
/// the gate revokes that, and puts the token that it finds in `presence` into `word`.
@usableFromInline
class Gate: @unchecked Sendable {  // Sendable: every field is atomic, constant, or guarded by `lock` or by ownership.
    @usableFromInline final let bias: Word
    @usableFromInline final let presence = Word(0)
    @usableFromInline final let word = Word(0)
    @usableFromInline final let core: Core
    /// How often in a row `lastOwner` was inside; touched only by the owner. Of many times the low part.
    @exclusivity(unchecked) final var streak: UInt8 = 0
    /// Whether the owner has left mail for itself, among that of others, since it last took some; touched only by the owner.
    @exclusivity(unchecked) @usableFromInline final var hasOwnMail = false
    /// Of a segment: constant once that is attached to something. Here because it takes no room here.
    @exclusivity(unchecked) final var hasOnDisposed = false
    /// Guards `rare`, the rest of a batch that a mailbox has divided, and in the lock core `word`; in the queue core who frees what waits in a closed
    /// mailbox takes it, and puts it back, under this. No foreign code runs under it.
    @usableFromInline final let lock = Lock()
    /// Made when it is needed, then there for good. Retained, and freed by who has it: a segment. By hand: every other gate is spared the
    /// code that would free it. Guarded by `lock`, or set before anybody else knows of the gate.
    @exclusivity(unchecked) final var rare: Unmanaged<Rare>?
    /// Who was last inside, and in the low bits, which are 0 in a token, the high part of how often; touched only by the owner.
    @exclusivity(unchecked) final var lastOwner: UInt = 0

    @inlinable static var mail: UInt { 1 }
    @inlinable static var waiter: UInt { 2 }
    @inlinable static var closed: UInt { 4 }
    @inlinable static var biased: UInt { 8 }
    @inlinable static var flags: UInt { 15 }
    @inlinable static var revoked: UInt { 1 }
    @inlinable static var serial: UInt { 4 }
    /// In `bias` of the unchecked core's gates.
    @inlinable static var unguarded: UInt { 2 }

    @usableFromInline @inline(__always)
    init(core: Core) {
        self.core = core
        bias = Word(core.isGuarded ? 0 : Gate.unguarded)
    }

    @inlinable @inline(__always)
    final var isClosed: Bool { word.load() & Gate.closed != 0 }

    /// Whether somebody was inside just now, where the gate isn't biased. A look, which takes no cache line from who is.
    @inlinable
    final var isOccupied: Bool {
        @inline(__always) get {
            let seen = word.load()
            return seen & ~Gate.flags != 0 && seen & Gate.biased == 0
        }
    }

    /// Whether only one thread at a time is let in.
    final var isGuarded: Bool { bias.load() != Gate.unguarded }

    final var owner: UInt { word.loadAcquiring() & ~Gate.flags }

    // MARK: In and out

    /// Goes inside if nobody is and the gate is open. After `true` the caller must call `leave`.
    @inlinable @inline(__always)
    final func enter() -> Bool { enter { enterUnbiased($0) } }

    /// Whether it is biased and whether this thread is inside are asked without a hint to the optimiser on purpose: with one, five `flatMap`s
    /// in a row are no longer compiled into each other (`flatMap/just/5-in-a-row` 352 instructions, then 561).
    ///
    /// - Parameter otherwise: goes in where the gate isn't biased to this thread, which it gets the token of.
    @inlinable @inline(__always)
    final func enter(otherwise: (UInt) -> Bool) -> Bool {
        let me = threadToken()
        if bias.load() == me {
            if presence.load() != 0 { return false }  // Re-entrant.
            presence.store(1)
            lightFence()
            if _fastPath(bias.loadAcquiring() == me) { return true }
            return enterAfterRevocation(me)
        }
        if bias.load() == Gate.unguarded { return !isClosed }
        return otherwise(me)
    }

    /// Goes out. `false`: messages are waiting and the caller is still inside; deliver them and call again. In the lock core
    /// that goes on until whoever takes them takes the flag as well.
    @inlinable @inline(__always)
    final func leave() -> Bool { leave { leaveUnbiased($0) } }

    @inlinable @inline(__always)
    final func leave(otherwise: (UInt) -> Bool) -> Bool {
        if presence.load() == 1 {
            presence.storeReleasing(0)
            lightFence()
            if _fastPath(bias.load() == threadToken()) { return true }
        }
        if bias.load() == Gate.unguarded { return true }
        return otherwise(threadToken())
    }

    /// Goes out of a gate without a mailbox. Mail that a mistaken second producer left is refused.
    @inlinable @inline(__always)
    final func leaveWithoutMail() {
        while !leave() { takeMailFlag() }
    }

    /// By the thread inside, when mail waits: offers its place for a moment. `true`: somebody else has taken it, with the mail, or has
    /// closed the gate. `false`: still inside.
    ///
    /// An offered gate has mail and no owner. `enter` finds it occupied; whoever leaves mail there goes inside and delivers all in order,
    /// as after any message that found nobody.
    @usableFromInline @inline(never)
    final func offer() -> Bool {
        let me = threadToken()
        guard exchangeWord(me | Gate.mail, Gate.mail) else { return false }
        linger(Tuning.hintsOfPause)
        giveWay()  // One of those that wait for this processor may be who is waited for.
        return !exchangeWord(Gate.mail, me | Gate.mail)
    }

    @usableFromInline @inline(never)
    final func enterAfterRevocation(_ me: UInt) -> Bool {
        presence.store(0)
        // The revoker holds the lock until `word` says what it saw: `presence` for a moment, or not.
        lock.with(self) {}
        return owner == me || enterUnbiased(me)
    }

    /// As `enterUnbiased`, where all who ever go in come one after the other, each after the one before has left.
    @inline(__always)
    final func enterSerially(_ me: UInt) -> Bool {
        if bias.load() != Gate.serial {
            guard word.load() & Gate.biased != 0, becomesSerial(me) else {
                guard enterUnbiased(me) else { return false }
                lastOwner = me  // For `earnsBias`: who it was doesn't matter.
                return true
            }
        }
        if presence.load() != 0 { return false }
        presence.store(me)
        lightFence()
        if bias.loadAcquiring() == Gate.serial { return true }
        return enterAfterRevocation(me)
    }

    @inline(__always)
    final func leaveSerially(_ me: UInt) -> Bool {
        if presence.load() == me {
            presence.storeReleasing(0)
            lightFence()
            if bias.load() == Gate.serial { return true }
        }
        return leaveUnbiased(me)
    }

    /// The thread to which it is biased is outside, and what it did comes before this: it needs no fence.
    private final func becomesSerial(_ me: UInt) -> Bool {
        lock.with(self) {
            let now = word.load()
            guard now & Gate.biased != 0, now & ~Gate.flags != me else { return false }
            bias.store(Gate.serial)
            _ = word.fetchAnd(Gate.flags)
            return true
        }
    }

    // MARK: Closing

    enum Closing {
        /// It was closed before.
        case already
        /// Nobody was inside: the caller is now, and must call `leaveClosed`.
        case claimed
        /// The caller was inside and still is.
        case inside
        /// Another thread is inside; it will call `willEmpty` before it leaves.
        case busy
    }

    /// Closes for good: nobody is admitted any more. Never waits.
    final func close() -> Closing {
        if word.loadAcquiring() & Gate.closed != 0 { return .already }
        return closeUnbiased(threadToken())
    }

    /// Out of a closed gate that `close` claimed.
    final func leaveClosed() {
        let me = threadToken()
        if word.loadAcquiring() == me | Gate.closed {  // A short life: nobody else has come.
            willEmpty()
            return empty()
        }
        while !leaveUnbiased(me) { takeMailFlag() }  // Mail that was refused: who sent it frees it, or who offers its place.
    }

    /// Called by the thread inside, just before it leaves a closed gate. May be called more than once.
    func willEmpty() {}

    /// Called once, after the gate has been closed and left.
    func didEmpty() {}

    // MARK: Revoking a bias

    @usableFromInline
    final func revoke(_ me: UInt) { lock.with(self) { revokeLocked(me) } }

    @usableFromInline
    final func revokeLocked(_ me: UInt) {
        let now = word.load()
        guard now & Gate.biased != 0 else { return }
        let wasSerial = bias.load() == Gate.serial
        bias.store(wasSerial ? Gate.revoked : bias.load() | Gate.revoked)
        if (wasSerial ? presence.load() : now & ~Gate.flags) != me { heavyFence() }
        let inside = presence.loadAcquiring()
        if wasSerial {
            word.add(inside &- Gate.biased)  // Nobody's token is there.
        } else if inside != 0 {
            _ = word.fetchAnd(~Gate.biased)
        } else {
            _ = word.fetchAnd(Gate.flags & ~Gate.biased)
        }
    }

    /// Whether the thread that is about to leave came often enough in a row to be given the bias.
    final func earnsBias(_ me: UInt) -> Bool {
        guard lastOwner & ~Gate.flags == me else {
            lastOwner = me
            streak = 0
            return false
        }
        let now = bias.load()
        if now == me | Gate.revoked { return earnsBiasAgain(me) }
        guard streak >= Tuning.biasAfter else {
            streak += 1
            return false
        }
        return now == 0 && hasAsymmetricFence
    }

    /// Of the thread that lost it: a revocation costs as much as about a hundred ways in and out, so that what a thread loses by being
    /// given the bias in vain is a small part of what it paid before.
    @inline(never)
    private final func earnsBiasAgain(_ me: UInt) -> Bool {
        streak &+= 1
        if streak == 0 { lastOwner += 1 }
        guard (lastOwner & Gate.flags) << 8 + UInt(streak) >= Tuning.biasAgainAfter else { return false }
        lastOwner = me
        streak = 0
        return true
    }

    /// Clears the owner of a gate and wakes who waits for that. The owner's last act: `word` is never its own again.
    final func empty() {
        let old = word.fetchAnd(Gate.closed)
        if old & Gate.waiter != 0 {
            lock.with(self) { rare?._withUnsafeGuaranteedRef { $0.waiters.take() } }?.wakeAll()
        }
        didEmpty()
    }
}
