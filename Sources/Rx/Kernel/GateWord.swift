import RxPlatform

/// The first of the three things in which cores differ: how the word of a gate says which thread is inside where no bias does. Each core has a type
/// for it in its folder.
///
/// `me` is the calling thread's token.
protocol GateWord {
    /// Goes inside if the gate is empty and open.
    static func enter(_ gate: Gate, _ me: UInt) -> Bool
    /// By the owner: goes out. `false`: mail waits, and the caller is still inside. Of a closed gate it calls `willEmpty`, then `empty`. A
    /// core with a bias first asks for own mail (`Bias.takeMail`), and tells the bias that the thread is outside.
    static func leave(_ gate: Gate, _ me: UInt) -> Bool
    /// Sets the flag of a message that waits. `true`: no thread was inside, and the caller is now, without the flag. `false` if the gate is closed.
    ///
    /// - Parameter takesOver: whether the caller goes inside, too, where the owner offers its place.
    static func announce(_ gate: Gate, _ me: UInt, _ takesOver: Bool) -> Bool
    /// Closes, and goes inside if no thread is, in one step: a second `dispose` that finds the gate closed must find an owner until all is torn
    /// down.
    static func close(_ gate: Gate, _ me: UInt) -> Gate.Closing
    /// By the owner, or by the thread that has offered its place: the word becomes `new` if it is still `old`. Returns whether it was.
    static func exchange(_ gate: Gate, _ old: UInt, _ new: UInt) -> Bool
    /// By the owner, after `leave` has said that mail waits, which it leaves there.
    static func remind(_ gate: Gate)
    /// By the owner, before it takes the mail, or where it refuses that: the flag is set.
    static func takeMailFlag(_ gate: Gate)
}

extension Gate {
    /// After a message that was left: tells the owner, or goes inside.
    ///
    /// - Parameter repeats: whether it sets the flag also where that is set already, which takes the cache line from the owner.
    @inlinable @inline(__always)
    final func announce(_ me: UInt, _ takesOver: Bool, repeats: Bool) -> Bool {
        if bias.isGiven(to: me) {
            if bias.isOccupied {
                // Own mail, which waits in the inbox in its turn: this thread looks there before it leaves.
                hasOwnMail.value = true
                bias.setMail()
                return false
            }
            // The gate is kept for this thread, which is outside: in, as `enter` does it.
            if bias.enter(Bias.inside, as: me) || enterAfterRevocation(me) { return true }
        }
        // The message first, then the flag: a thread that sees the flag finds the message. If the flag is there already and the gate
        // occupied, the owner, or the sender that takes its place, has yet to clear it, and takes everything afterwards: if it had taken
        // the mail before this message came, then taking or leaving it, which are in one order, would have shown that the flag is cleared.
        let seen = word.load()
        // Still biased in `word`: a thread is revoking it, and only the bias says whether this thread is inside.
        if seen & ~Gate.flags == me, seen & Gate.biased == 0 || bias.isOccupied { hasOwnMail.value = true }
        if !repeats, seen & (Gate.mail | Gate.biased) == Gate.mail, seen & ~Gate.flags != 0 { return false }
        return announceUnbiased(me, takesOver)
    }
}

/// Where the core of a gate becomes a type.
extension Gate {
    /// Of the cores whose speed doesn't matter: found by a call, so that the other two are a comparison each.
    private final var slowGateWord: any GateWord.Type { core.kind == .unchecked ? UncheckedGate.self : Core.installed.gateWord }

    @usableFromInline @inline(never)
    final func enterUnbiased(_ me: UInt) -> Bool {
        switch core.kind {
        case .lock: LockGate.enter(self, me)
        case .queue: QueueGate.enter(self, me)
        case .unchecked, .other: slowGateWord.enter(self, me)
        }
    }

    @usableFromInline @inline(never)
    final func leaveUnbiased(_ me: UInt) -> Bool {
        switch core.kind {
        case .lock: LockGate.leave(self, me)
        case .queue: QueueGate.leave(self, me)
        case .unchecked, .other: slowGateWord.leave(self, me)
        }
    }

    @usableFromInline
    final func announceUnbiased(_ me: UInt, _ takesOver: Bool) -> Bool {
        switch core.kind {
        case .lock: LockGate.announce(self, me, takesOver)
        case .queue: QueueGate.announce(self, me, takesOver)
        case .unchecked, .other: slowGateWord.announce(self, me, takesOver)
        }
    }

    final func closeUnbiased(_ me: UInt) -> Closing {
        switch core.kind {
        case .lock: LockGate.close(self, me)
        case .queue: QueueGate.close(self, me)
        case .unchecked, .other: slowGateWord.close(self, me)
        }
    }

    final func exchangeWord(_ old: UInt, _ new: UInt) -> Bool {
        switch core.kind {
        case .lock: LockGate.exchange(self, old, new)
        case .queue: QueueGate.exchange(self, old, new)
        case .unchecked, .other: slowGateWord.exchange(self, old, new)
        }
    }

    /// By the owner, before it offers its place instead of delivering the mail, which is that of others.
    final func remind() {
        switch core.kind {
        case .lock: LockGate.remind(self)
        case .queue: QueueGate.remind(self)
        case .unchecked, .other: slowGateWord.remind(self)
        }
    }

    @inlinable @inline(__always)
    final func takeMailFlag() { if word.load() & Gate.mail != 0 { takeMailFlagThatIsSet() } }

    @usableFromInline
    final func takeMailFlagThatIsSet() {
        switch core.kind {
        case .lock: LockGate.takeMailFlag(self)
        case .queue: QueueGate.takeMailFlag(self)
        case .unchecked, .other: slowGateWord.takeMailFlag(self)
        }
    }
}
