import RxPlatform

/// The lock core's gate: `word` is only written under the mutex, but for the last time (`empty`): the gate is closed then, and a thread with the
/// mutex sets at most `waiter`. Two short critical sections an event; a third one for the flag of each batch of mail.
enum LockGate: GateWord {
    static func enter(_ gate: Gate, _ me: UInt) -> Bool {
        // A look first: the owner needs the lock, too.
        let seen = gate.word.load()
        if seen & ~Gate.flags != 0, seen & Gate.biased == 0 { return false }
        return gate.lock.with(gate) {
            gate.revokeLocked(me)
            guard gate.word.load() == 0 else { return false }
            gate.word.store(me)
            return true
        }
    }

    static func leave(_ gate: Gate, _ me: UInt) -> Bool {
        if gate.bias.takeMail() { return false }
        // A look first: the owner's flag stays until that takes it. Acquiring, as it may find that another thread has
        // closed the gate: the tear-down comes after what that thread did before.
        let seen = gate.word.loadAcquiring()
        if seen & ~Gate.flags == me, seen & Gate.mail != 0 { return false }
        // Most gates are closed by their owner: then there is no need for the lock to see it.
        if seen & ~Gate.flags == me, seen & Gate.closed != 0 { return leaveAtEnd(gate) }
        gate.lock.acquire(gate)
        gate.bias.setOutside()
        let now = gate.word.load()
        if now == me { goOut(gate, me) }
        gate.lock.release(gate)
        if now == me || now & ~Gate.flags != me { return true }  // Or the bias was revoked just after this thread had left.
        return now & Gate.mail != 0 ? false : leaveAtEnd(gate)
    }

    /// Under the lock.
    @inline(__always)
    private static func goOut(_ gate: Gate, _ me: UInt) {
        guard gate.bias.isEarned(by: me) else { return gate.word.store(0) }
        gate.bias.give(to: me)
        gate.word.store(me | Gate.biased)
    }

    /// Out of a gate that was seen to be closed and without mail; then none has come since.
    private static func leaveAtEnd(_ gate: Gate) -> Bool {
        gate.willEmpty()
        gate.bias.setOutside()
        gate.empty()
        return true
    }

    static func announce(_ gate: Gate, _ me: UInt, _ takesOver: Bool) -> Bool {
        gate.lock.with(gate) {
            gate.revokeLocked(me)
            let now = gate.word.load()
            if now & Gate.closed != 0 { return false }
            if now & ~Gate.flags == 0 {
                if !takesOver, now & Gate.mail != 0 { return false }  // Offered: the thread that offers it, or a sender, sees to the message.
                gate.word.store(me)
                return true
            }
            // Releasing: the owner finds it by a look without the lock, and then reads what was written for it before (`Listener.missed`).
            gate.word.storeReleasing(now | Gate.mail)
            return false
        }
    }

    static func close(_ gate: Gate, _ me: UInt) -> Gate.Closing { gate.lock.with(gate) { closeLocked(gate, me) } }

    @inline(__always)
    private static func closeLocked(_ gate: Gate, _ me: UInt) -> Gate.Closing {
        if gate.word.load() & Gate.biased != 0 { gate.revokeLocked(me) }
        let old = gate.word.load()
        if old & Gate.closed != 0 { return .already }
        let owner = old & ~Gate.flags
        gate.word.storeReleasing(old | Gate.closed | (owner == 0 ? me : 0))
        return owner == 0 ? .claimed : owner == me ? .inside : .busy
    }

    static func exchange(_ gate: Gate, _ old: UInt, _ new: UInt) -> Bool {
        gate.lock.with(gate) {
            guard gate.word.load() == old else { return false }
            gate.word.store(new)
            return true
        }
    }

    /// The flag is still there.
    static func remind(_ gate: Gate) {}

    static func takeMailFlag(_ gate: Gate) {
        gate.lock.with(gate) { gate.word.store(gate.word.load() & ~Gate.mail) }
    }
}
