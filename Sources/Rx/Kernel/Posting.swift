import RxPlatform

/// Messages that can't be delivered at once.
extension Mailbox {
    /// Keeps a message that could not be delivered at once; delivers it here after all if the gate has become free.
    #if RX_SMALL_CODE
    @usableFromInline
    #else
    @inlinable
    #endif
    @inline(never)
    func post(_ message: consuming Message) {
        let kept = enqueue(message)
        if kept == .claimed { drain() } else { leave(kept) }
    }

    /// After a message was posted, outside any lock: in a flood lets others run, which may need that; frees what waits if the gate is closed.
    @inlinable @inline(__always)
    func leave(_ kept: Kept) {
        if _slowPath(kept == .floods) { giveWay() }
        freeIfClosed()
    }

    /// After a message that was left: the owner may have looked for mail for the last time, and the message may
    /// hold this mailbox: it must not stay. Nothing is delivered any more once the gate is closed, so a sender that sees that may free
    /// what waits. A gate that is closed after this look is closed after the flag `mail`, too: then the owner drains, or frees what waits if it
    /// has offered its place.
    @inlinable @inline(__always)
    func freeIfClosed() {
        if _slowPath(gate.isClosed) { freeWaiting() }
    }

    @usableFromInline @inline(never)
    func freeWaiting() { inbox.freeWaiting(gate, gate) }

    /// What became of a message that could not be delivered at once.
    @frozen
    @usableFromInline
    enum Kept {
        /// The gate had become free: the caller is inside now and must call `drain`, before any foreign code runs: what that sent to this mailbox
        /// could overtake the message.
        case claimed
        /// It waits, or is refused, for the gate is closed.
        case waits
        /// As `waits`, and so do many: the caller should let others run. Queue core.
        case floods
    }

    /// Keeps a message. Runs no foreign code and never gives way, so that it may be called under a lock that orders the messages; if the
    /// gate can be closed, only by a caller of `freeIfClosed` where it isn't claimed.
    ///
    /// - Parameter takesOver: whether the caller goes inside, too, where the owner offers its place.
    #if RX_SMALL_CODE
    @usableFromInline @inline(never)
    #else
    @inlinable @inline(__always)
    #endif
    func enqueue(_ message: consuming Message, takesOver: Bool = true) -> Kept {
        if _slowPath(gate.isClosed) { return .waits }
        let slot = reserve(.of(Message.self))
        slot.fill(message)
        return publish(slot, takesOver)
    }

    @inlinable @inline(__always)
    func reserve(_ layout: SlotLayout) -> Slot { inbox.untyped.reserve(layout, gate, gate.core) }

    @inlinable @inline(__always)
    func publish(_ slot: Slot, _ takesOver: Bool) -> Kept {
        inbox.untyped.publish(slot, gate, gate.core)
        return gate.announce(threadToken(), takesOver, repeats: !gathers) ? .claimed : slot.isFlood ? .floods : .waits
    }
}
