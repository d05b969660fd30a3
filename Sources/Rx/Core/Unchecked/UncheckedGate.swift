import RxPlatform

/// The gate without synchronisation: whoever comes is inside, unless it is closed. Where messages and work wait is as in the lock core, whose lock is
/// free whenever a single thread comes.
enum UncheckedGate: GateWord {
    static func enter(_ gate: Gate, _ me: UInt) -> Bool { !gate.isClosed }

    /// Only who has closed the gate comes here (`Gate.leaveClosed`): others are spared it by `unguarded`.
    static func leave(_ gate: Gate, _ me: UInt) -> Bool {
        if gate.word.load() & ~Gate.flags != 0 {
            gate.willEmpty()
            gate.empty()
        }
        return true
    }

    static func announce(_ gate: Gate, _ me: UInt, _ takesOver: Bool) -> Bool { true }

    /// Nobody is told that somebody is inside: the caller, who may be, tears down at once.
    static func close(_ gate: Gate, _ me: UInt) -> Gate.Closing {
        let old = gate.word.load()
        return gate.word.compareExchange(old, old | me | Gate.closed).exchanged ? .claimed : .already
    }

    static func exchange(_ gate: Gate, _ old: UInt, _ new: UInt) -> Bool { false }

    static func remind(_ gate: Gate) {}

    static func takeMailFlag(_ gate: Gate) {}
}
