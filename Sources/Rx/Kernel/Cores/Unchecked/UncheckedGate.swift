import RxPlatform

/// The gate without synchronisation: each thread that comes is inside, unless it is closed. Where messages and work wait is as in the lock core,
/// whose lock is free whenever a single thread comes.
enum UncheckedGate: GateWord {
    static func enter(_ gate: Gate, _ me: UInt) -> Bool { !gate.isClosed }

    /// Only the closer comes here (`Gate.leaveClosed`): `unguarded` spares all others.
    static func leave(_ gate: Gate, _ me: UInt) -> Bool {
        if gate.word.load() & ~Gate.flags != 0 {
            gate.willEmpty()
            gate.empty()
        }
        return true
    }

    static func announce(_ gate: Gate, _ me: UInt, _ takesOver: Bool) -> Bool { true }

    /// The closer tears down at once, also from inside: the gate doesn't know whether a thread is.
    static func close(_ gate: Gate, _ me: UInt) -> Gate.Closing {
        let old = gate.word.load()
        return gate.word.compareExchange(old, old | me | Gate.closed).exchanged ? .claimed : .already
    }

    static func exchange(_ gate: Gate, _ old: UInt, _ new: UInt) -> Bool { false }

    static func remind(_ gate: Gate) {}

    static func takeMailFlag(_ gate: Gate) {}
}
