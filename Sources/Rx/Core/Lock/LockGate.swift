import RxPlatform

/// The lock core's gate: `word` is only written under the mutex. Two short critical sections an event.
extension Gate {
    final func enterLocked(_ me: UInt) -> Bool {
        // A look first: the thread inside needs the lock, too.
        let seen = word.load()
        if seen & ~Gate.flags != 0, seen & Gate.biased == 0 { return false }
        return lock.with(self) {
            if bias.load() == me { return false }  // Re-entrant: the biased thread is inside.
            revokeLocked(me)
            guard word.load() == 0 else { return false }
            word.store(me)
            return true
        }
    }

    final func leaveLocked(_ me: UInt) -> Bool {
        lock.acquire(self)
        if bias.load() == me {
            // Biased, with mail of its own: take it without leaving.
            presence.store(1)
            word.store(word.load() & ~Gate.mail)
            lock.release(self)
            return false
        }
        presence.store(0)
        let now = word.load()
        guard now & ~Gate.flags == me else {
            // The bias was revoked just after this thread had left.
            lock.release(self)
            return true
        }
        if now & Gate.mail != 0 {
            word.store(now & ~Gate.mail)
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
