import RxPlatform

/// The queue core's gate: `word` is an atomic, taken with one compare-exchange (acquire: what the last owner wrote is
/// seen) and given back with another (release). A failed give-back means mail, a closing, or a revocation.
enum QueueGate: GateWord {
    static func enter(_ gate: Gate, _ me: UInt) -> Bool {
        // A look first: a compare-exchange takes the cache line also if it fails, and the owner reads it for each message.
        let seen = gate.word.load()
        if seen & ~Gate.flags != 0, seen & Gate.biased == 0 { return false }
        while true {
            // Decided on what was there, not on a second look: in between another thread may have revoked the bias and left
            // the gate open and empty.
            let (entered, original) = gate.word.compareExchange(0, me)
            if entered { return true }
            guard original & Gate.biased != 0, !gate.bias.isGiven(to: me) else { return false }
            gate.revoke(me)  // Nothing if another thread has; then try again.
        }
    }

    static func leave(_ gate: Gate, _ me: UInt) -> Bool {
        if gate.bias.takeMail() { return false }  // Also if the bias has been revoked meanwhile: that found it inside.
        gate.bias.setOutside()
        while true {
            let now = gate.word.loadAcquiring()
            if now == me {
                if giveBack(gate, me) { return true }
            } else if now & Gate.biased != 0 {
                gate.awaitRevoker()  // A revoker is at work; it holds the lock until `word` says what it saw.
            } else if now & ~Gate.flags != me {
                return true  // The bias was revoked just after this thread had left.
            } else if now & Gate.mail != 0 {
                _ = gate.word.fetchAnd(~Gate.mail)
                return false
            } else {
                gate.willEmpty()
                gate.empty()  // Mail that came after the gate was closed is freed by its sender, or by the owner that offers its place.
                return true
            }
        }
    }

    private static func giveBack(_ gate: Gate, _ me: UInt) -> Bool {
        guard gate.bias.isEarned(by: me) else { return gate.word.compareExchangeReleasing(me, 0) }
        // First the bias, which only this thread reads while `word` is its own; then the flag that tells the others.
        let before = gate.bias.give(to: me)
        if gate.word.compareExchangeReleasing(me, me | Gate.biased) { return true }
        gate.bias.give(to: before)
        return false
    }

    static func announce(_ gate: Gate, _ me: UInt, _ takesOver: Bool) -> Bool {
        let old = gate.word.fetchOr(Gate.mail)
        if old & Gate.biased != 0 { gate.revoke(me) }
        // The owner will see the flag; or it was set, and the thread that set it, or that offers the place, sees to it all.
        if !takesOver, old & Gate.mail != 0 || old & ~Gate.flags != 0 && old & Gate.biased == 0 { return false }
        var now = gate.word.load()
        while now & (~Gate.flags | Gate.closed) == 0 {
            // No owner is there to see the flag: this thread goes in, unless another one does.
            let (exchanged, original) = gate.word.compareExchange(now, (now & ~Gate.mail) | me)
            if exchanged { return true }
            now = original
        }
        return false
    }

    static func close(_ gate: Gate, _ me: UInt) -> Gate.Closing {
        var old = gate.word.loadAcquiring()
        while true {
            if old & Gate.closed != 0 { return .already }
            if old & Gate.biased != 0 {
                gate.revoke(me)
                old = gate.word.loadAcquiring()
                continue
            }
            let owner = old & ~Gate.flags
            let claim = owner == 0 ? me : 0
            let (exchanged, original) = gate.word.compareExchange(old, old | Gate.closed | claim)
            if exchanged { return owner == 0 ? .claimed : owner == me ? .inside : .busy }
            old = original
        }
    }

    static func exchange(_ gate: Gate, _ old: UInt, _ new: UInt) -> Bool { gate.word.compareExchange(old, new).exchanged }

    /// `leave` has taken the flag.
    static func remind(_ gate: Gate) { _ = gate.word.fetchOr(Gate.mail) }

    static func takeMailFlag(_ gate: Gate) {}
}
