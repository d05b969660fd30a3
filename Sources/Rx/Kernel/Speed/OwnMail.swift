#if !RX_WITHOUT_OWN_MAIL && !RX_WITHOUT_BIAS
import RxPlatform

/// What the owner of a mailbox has sent itself while it had the gate's bias: a buffer that nobody else touches. It is handled before what others
/// send, which is in order: a sender takes the bias away before its call returns, so no send had returned whose message still waits, and what is sent
/// later comes behind it.
@frozen
@usableFromInline
struct OwnMail {
    @usableFromInline var blocks = MessageBlocks()

    @inlinable @inline(__always)
    init() {}

    @inlinable
    var isEmpty: Bool { @inline(__always) get { blocks.isEmpty } }

    /// Whether what this thread sends goes here: it is inside by the bias, also if that is revoked from here on. It sees the mail before it leaves.
    func takesMail(of gate: Gate, _ me: UInt) -> Bool {
        guard gate.bias.isGiven(to: me), gate.bias.isOccupied else { return false }
        gate.bias.presence.store(Bias.ownMail)
        return true
    }

    mutating func reserve(_ layout: SlotLayout) -> Slot {
        if !blocks.hasRoom { blocks.grow(layout) }
        return Slot(blocks.nextSlot(layout), isOwn: true)
    }

    func publish() { blocks.publish() }

    @usableFromInline
    mutating func next(_ layout: SlotLayout) -> Run { MessageBlocks.next(UInt(bitPattern: blocks.first), atMost: .max, layout) }

    /// After a run. More may have come into its block meanwhile.
    @usableFromInline
    mutating func finish() { blocks.removeEmptyFirst() }

    @inlinable @inline(__always)
    func free<Message>(_: Message.Type) {
        if blocks.first != nil { MessageBlocks.free(Message.self, UInt(bitPattern: blocks.first)) }
    }
}
#endif
