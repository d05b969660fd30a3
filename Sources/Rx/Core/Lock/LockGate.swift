import RxPlatform

/// The lock core's gate: `word` is only written under the mutex, but for the last time (`empty`), when nobody who has the mutex writes more
/// than a flag for the thread inside. Two short critical sections an event; a third one for the flag of each batch of mail.
extension Gate {
    final func enterLocked(_ me: UInt) -> Bool {
        // A look first: the thread inside needs the lock, too.
        let seen = word.load()
        if seen & ~Gate.flags != 0, seen & Gate.biased == 0 { return false }
        return lock.with(self) {
            revokeLocked(me)
            guard word.load() == 0 else { return false }
            word.store(me)
            return true
        }
    }

    final func leaveLocked(_ me: UInt) -> Bool {
        if presence.load() == 2 {
            // Mail of its own, as in `leaveQueued`.
            presence.store(1)
            return false
        }
        // A look first: the flag of who is inside stays until that thread takes it. Acquiring, as it may find that another thread has
        // closed the gate: the tear-down comes after what that thread did before.
        let seen = word.loadAcquiring()
        if seen & ~Gate.flags == me, seen & Gate.mail != 0 { return false }
        // Most gates are closed by who is inside: then there is no need for the lock to see it.
        if seen & ~Gate.flags == me, seen & Gate.closed != 0 {
            willEmpty()
            leaveClosedLocked()
            return true
        }
        lock.acquire(self)
        presence.store(0)
        let now = word.load()
        guard now & ~Gate.flags == me else {
            // The bias was revoked just after this thread had left.
            lock.release(self)
            return true
        }
        if now & Gate.mail != 0 {
            lock.release(self)
            return false
        }
        if now & Gate.closed != 0 {
            lock.release(self)
            willEmpty()
            leaveClosedLocked()
            return true
        }
        if earnsBias(me) {
            bias.store(me)
            word.store(me | Gate.biased)
        } else {
            word.store(0)
        }
        lock.release(self)
        return true
    }

    /// Out of a gate that was seen to be closed and without mail; then none has come since.
    private final func leaveClosedLocked() {
        presence.store(0)
        empty()
    }

    /// Sets the flag of a message that waits. `true`: nobody was inside, and the caller is now.
    @usableFromInline
    final func announceLocked(_ me: UInt, _ takesOver: Bool) -> Bool {
        lock.with(self) {
            revokeLocked(me)
            let now = word.load()
            if now & Gate.closed != 0 { return false }
            if now & ~Gate.flags == 0 {
                if !takesOver, now & Gate.mail != 0 { return false }  // Offered: who offers it, or a sender, sees to the message.
                word.store(me)
                return true
            }
            word.store(now | Gate.mail)
            return false
        }
    }

    /// Closes and claims in one step: a second `dispose` that finds it closed must find somebody inside until all is torn down.
    @inline(__always)
    final func closeLocked(_ me: UInt) -> Closing {
        if word.load() & Gate.biased != 0 { revokeLocked(me) }
        let old = word.load()
        if old & Gate.closed != 0 { return .already }
        let owner = old & ~Gate.flags
        word.storeReleasing(old | Gate.closed | (owner == 0 ? me : 0))
        return owner == 0 ? .claimed : owner == me ? .inside : .busy
    }
}
