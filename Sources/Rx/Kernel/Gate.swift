import RxPlatform

/// Admits one thread at a time (G1) and closes for good (G2). It never makes a sender wait: one that isn't admitted
/// leaves a message in the mailbox, and the owner, the thread inside, delivers it before it leaves, or offers its place to a sender.
///
///     word = the owner's token | flags: mail, waiter, closed, biased
///
/// The thread that turns `word` from 0 to its own token is inside. `mail` without an owner: the place is offered, or a sender is about to take it;
/// `enter` finds it occupied. The cores differ in how a thread goes inside (`LockGate`, `QueueGate`). `Bias` spares that to a thread that comes
/// often in a row, and `GateBias` is what a gate makes of it.
@usableFromInline
class Gate: @unchecked Sendable {  // Sendable: every field is atomic, constant, or guarded by `lock` or by ownership.
    @usableFromInline final let bias: Bias
    @usableFromInline final let core: Core
    /// Whether the owner has left own mail, among that of others, since it last took some; touched only by the owner.
    @exclusivity(unchecked) @usableFromInline final var hasOwnMail = Plain(false)
    /// Of a segment: constant once that is attached to something. Here because it takes no room here.
    @exclusivity(unchecked) final var hasOnDisposed = Plain(false)
    /// Guards `cold`, the rest of a batch that a mailbox has divided, and in the lock core `word`; in the queue core a thread that frees what waits
    /// in a closed mailbox takes it, and puts it back, under this. No foreign code runs under it.
    @usableFromInline final let lock = Lock()
    @usableFromInline final let word = Word(0)
    /// Made when it is needed, then there for good. Retained, and freed by the segment that has it. By hand: every other gate is spared the
    /// code that would free it. Guarded by `lock`, or set before another thread knows of the gate.
    @exclusivity(unchecked) final var cold = Plain<Unmanaged<ColdFields>?>(nil)

    @inlinable static var mail: UInt { 1 }
    @inlinable static var waiter: UInt { 2 }
    @inlinable static var closed: UInt { 4 }
    @inlinable static var biased: UInt { 8 }
    @inlinable static var flags: UInt { 15 }

    @usableFromInline @inline(__always)
    init(core: Core) {
        self.core = core
        bias = Bias(isGuarded: core.isGuarded)
    }

    @inlinable @inline(__always)
    final var isClosed: Bool { word.load() & Gate.closed != 0 }

    /// Whether a thread was inside just now, where the gate isn't biased. A look, which takes no cache line from the owner.
    @inlinable
    final var isOccupied: Bool {
        @inline(__always) get {
            let seen = word.load()
            return seen & ~Gate.flags != 0 && seen & Gate.biased == 0
        }
    }

    /// Whether only one thread at a time is let in.
    final var isGuarded: Bool { !bias.isUnguarded }

    final var owner: UInt { word.loadAcquiring() & ~Gate.flags }

    // MARK: In and out

    /// Goes inside if the gate is empty and open. After `true` the caller must call `leave`.
    @inlinable @inline(__always)
    final func enter() -> Bool { enter { enterUnbiased($0) } }

    /// Whether it is biased and whether this thread is inside are asked without a hint to the optimiser on purpose: with one, five `flatMap`s
    /// in a row are no longer compiled into each other (`flatMap/just/5-in-a-row` 352 instructions, then 561).
    ///
    /// - Parameter otherwise: goes in where the gate isn't biased to this thread, which it gets the token of.
    @inlinable @inline(__always)
    final func enter(otherwise: (UInt) -> Bool) -> Bool {
        let me = threadToken()
        if bias.isGiven(to: me) {
            if bias.isOccupied { return false }  // Re-entrant.
            if _fastPath(bias.enter(Bias.inside, as: me)) { return true }
            return enterAfterRevocation(me)
        }
        if bias.isUnguarded { return !isClosed }
        return otherwise(me)
    }

    /// Goes out. `false`: messages are waiting and the caller is still inside; deliver them and call again. In the lock core
    /// that goes on until the thread that takes them takes the flag as well.
    @inlinable @inline(__always)
    final func leave() -> Bool { leave { leaveUnbiased($0) } }

    @inlinable @inline(__always)
    final func leave(otherwise: (UInt) -> Bool) -> Bool {
        if bias.isInside(Bias.inside), bias.leave(as: threadToken()) { return true }
        if bias.isUnguarded { return true }
        return otherwise(threadToken())
    }

    /// Goes out of a gate without a mailbox. Mail that a mistaken second producer left is refused.
    @inlinable @inline(__always)
    final func leaveWithoutMail() {
        while !leave() { takeMailFlag() }
    }

    // MARK: Closing

    enum Closing {
        /// It was closed before.
        case already
        /// No thread was inside: the caller is now, and must call `leaveClosed`.
        case claimed
        /// The caller was inside and still is.
        case inside
        /// Another thread is inside; it will call `willEmpty` before it leaves.
        case busy
    }

    /// Closes for good: no thread is admitted any more. Never waits.
    final func close() -> Closing {
        if word.loadAcquiring() & Gate.closed != 0 { return .already }
        return closeUnbiased(threadToken())
    }

    /// Out of a closed gate that `close` claimed.
    final func leaveClosed() {
        let me = threadToken()
        if word.loadAcquiring() == me | Gate.closed {  // A short life: no other thread has come.
            willEmpty()
            return empty()
        }
        while !leaveUnbiased(me) { takeMailFlag() }  // Mail that was refused: its sender frees it, or the owner that offers its place.
    }

    /// Called by the owner, just before it leaves a closed gate. May be called more than once.
    func willEmpty() {}

    /// Called once, after the gate has been closed and left.
    func didEmpty() {}

    /// Clears the owner of a gate and wakes the waiters. The owner's last act: `word` is never its own again.
    final func empty() {
        let old = word.fetchAnd(Gate.closed)
        if old & Gate.waiter != 0 {
            lock.with(self) { cold.value?._withUnsafeGuaranteedRef { $0.waiters.value.take() } }?.wakeAll()
        }
        didEmpty()
    }
}
