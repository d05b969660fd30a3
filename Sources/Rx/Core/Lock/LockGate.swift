import RxPlatform

/// The lock core's gate: `word` is only written under the mutex. Two short critical sections an event; a third one for each
/// batch of mail, which takes the flag as well.
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
        // A look first: the flag of who is inside stays until that thread takes it.
        let seen = word.load()
        if seen & ~Gate.flags == me, seen & Gate.mail != 0 { return false }
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
            lock.acquire(self)
            let woken = waiters
            waiters = []
            word.store(Gate.closed)
            lock.release(self)
            for parker in woken { parker.unpark() }
            didEmpty()
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
}
