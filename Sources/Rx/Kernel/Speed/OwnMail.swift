#if !RX_WITHOUT_OWN_MAIL && !RX_WITHOUT_BIAS
import RxPlatform

/// What the owner of a mailbox has sent itself while it had the gate's bias: a buffer that nobody else touches. It is handled before what others
/// send, which is in order: a sender takes the bias away before its call returns, so no send had returned whose message still waits, and what is sent
/// later comes behind it.
@frozen
@usableFromInline
struct OwnMail<Message> {
    @usableFromInline var buffer = MessageBuffer<Message>()

    @inlinable @inline(__always)
    init() {}

    @inlinable
    var isEmpty: Bool { @inline(__always) get { buffer.isEmpty } }

    /// Whether what this thread sends goes here: it is inside by the bias, also if that is revoked from here on. It sees the mail before it leaves.
    @inlinable @inline(__always)
    func takesMail(of gate: Gate, _ me: UInt) -> Bool {
        guard gate.bias.isGiven(to: me), gate.bias.isOccupied else { return false }
        gate.bias.presence.store(Bias.ownMail)
        return true
    }

    @inlinable @inline(__always)
    mutating func append(_ message: consuming Message) { buffer.append(message) }

    @inlinable @inline(__always)
    mutating func take() -> Message? { buffer.take() }

    @inlinable @inline(__always)
    mutating func free() { buffer.free() }
}

extension Mailbox {
    /// Delivers what this thread has sent itself, and what it sends while it does. That ends: other senders take the bias away, and then what it
    /// sends waits among theirs.
    @inlinable @inline(__always)
    func deliverOwn<Owner: MessageHandler<Message>>(for owner: Owner) -> Int {
        var count = 0
        while var message = own.take() {
            if !gate.isClosed { owner.handle(&message) }
            count &+= 1
        }
        _ = gate.bias.takeOwnMail()
        return count
    }
}
#endif
