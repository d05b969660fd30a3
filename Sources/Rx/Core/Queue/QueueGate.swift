import RxPlatform

/// The queue core's gate: `word` is an atomic, taken with one compare-exchange (acquire: what the last owner wrote is
/// seen) and given back with another (release). A failed give-back means mail, a closing, or a revocation.
extension Gate {
    final func enterQueued(_ me: UInt) -> Bool {
        // A look first: a compare-exchange takes the cache line also if it fails, and the thread inside reads it for each message.
        let seen = word.load()
        if seen & ~Gate.flags != 0, seen & Gate.biased == 0 { return false }
        while true {
            // Decided on what was there, not on a second look: in between somebody else may have revoked the bias and left
            // the gate open and empty.
            let (entered, original) = word.compareExchange(0, me)
            if entered { return true }
            guard original & Gate.biased != 0, bias.load() != me else { return false }
            revoke(me)  // Nothing if somebody else has; then try again.
        }
    }

    final func leaveQueued(_ me: UInt) -> Bool {
        if presence.load() == 2 {
            // Mail of its own: take it without leaving. Also if the bias has been revoked meanwhile: that found it inside.
            presence.store(1)
            return false
        }
        presence.storeReleasing(0)
        while true {
            let now = word.loadAcquiring()
            if now == me {
                if giveBack(me) { return true }
            } else if now & Gate.biased != 0 {
                lock.with(self) {}  // A revoker is at work; it holds the lock until `word` says what it saw.
            } else if now & ~Gate.flags != me {
                return true  // The bias was revoked just after this thread had left.
            } else if now & Gate.mail != 0 {
                _ = word.fetchAnd(~Gate.mail)
                return false
            } else {
                willEmpty()
                empty()  // Mail that came after the gate was closed is freed by who sent it, or by who offers its place.
                return true
            }
        }
    }

    private final func giveBack(_ me: UInt) -> Bool {
        guard earnsBias(me) else { return word.compareExchangeReleasing(me, 0) }
        // First the bias, which only this thread reads while `word` is its own; then the flag that tells the others.
        let before = bias.load()
        bias.store(me)
        if word.compareExchangeReleasing(me, me | Gate.biased) { return true }
        bias.store(before)
        return false
    }

    /// Sets the flag of a message that waits. `true`: nobody was inside, and the caller is now.
    @inlinable @inline(__always)
    final func announceQueued(_ me: UInt, _ takesOver: Bool) -> Bool {
        let old = word.fetchOr(Gate.mail)
        if old & Gate.biased != 0 { revoke(me) }
        // There was somebody inside, who will see the flag; or it was set, and who set it, or offers the place, sees to it all.
        if !takesOver, old & Gate.mail != 0 || old & ~Gate.flags != 0 && old & Gate.biased == 0 { return false }
        var now = word.load()
        while now & (~Gate.flags | Gate.closed) == 0 {
            // Nobody is inside to see the flag: this thread goes in, unless another one does.
            let (exchanged, original) = word.compareExchange(now, (now & ~Gate.mail) | me)
            if exchanged { return true }
            now = original
        }
        return false
    }

    /// Closes and claims in one step, as `closeLocked`.
    final func closeQueued(_ me: UInt) -> Closing {
        var old = word.loadAcquiring()
        while true {
            if old & Gate.closed != 0 { return .already }
            if old & Gate.biased != 0 {
                revoke(me)
                old = word.loadAcquiring()
                continue
            }
            let owner = old & ~Gate.flags
            let claim = owner == 0 ? me : 0
            let (exchanged, original) = word.compareExchange(old, old | Gate.closed | claim)
            if exchanged { return owner == 0 ? .claimed : owner == me ? .inside : .busy }
            old = original
        }
    }
}
