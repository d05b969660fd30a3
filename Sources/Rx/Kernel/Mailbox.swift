import RxPlatform

/// The one concurrency primitive: runs `handler` for one message at a time, in the order in which the messages came.
///
/// `send` from a thread that finds the mailbox free runs the handler at once, on that thread, and returns afterwards.
/// A message that comes while the handler runs, from another thread or from inside the handler, is kept; the thread
/// inside runs it before it leaves, or a sender to which it hands its place over. Nobody ever waits for somebody else's handler.
/// Nothing runs after the gate is closed.
///
/// Where a message waits is the core's choice: a buffer under a mutex of its own, or a lock-free linked queue. But what the thread inside sends itself,
/// while it has the gate's bias, waits in a buffer that nobody else touches, and is handled before what others send: whoever sends takes the
/// bias away before the call returns. So no send had returned whose message still waits, and what is sent later comes behind it.
@usableFromInline
final class Mailbox<Message>: MessageHandler, @unchecked Sendable {  // Sendable: the inbox guards what waits; the thread inside owns the rest.
    @usableFromInline let gate: Gate
    @usableFromInline let handler: (inout Message) -> Void
    /// Whether the threads that come here all send, and often: see `drain`.
    @usableFromInline let gathers: Bool
    /// Whether `rest` may be there; touched only by the thread inside, and passed on with its place.
    @exclusivity(unchecked) @usableFromInline var hasRest = false
    /// What isn't delivered of a batch that was divided, as the inbox has it; 0: nothing. Guarded by the gate's lock: the thread that offered its place
    /// frees it if the gate was closed before a sender took that.
    @exclusivity(unchecked) @usableFromInline var rest: UInt = 0
    /// What the thread inside has sent itself while it had the gate's bias. Touched only by the thread inside, and empty when that goes.
    @exclusivity(unchecked) @usableFromInline var own = OwnMail<Message>()
    /// What others have sent. What every sender changes for each message comes last there, as far as can be from what the thread inside reads for
    /// each.
    @usableFromInline let inbox = CoreInbox<Message>()

    @inlinable
    init(_ gate: Gate, gathers: Bool = false, handler: @escaping (inout Message) -> Void) {
        self.gate = gate
        self.gathers = gathers
        self.handler = handler
        Resources.add(.mailboxes, 1)
    }

    @inlinable
    deinit {
        assert(rest == 0, "a batch was divided, and nobody has taken the rest of it")
        if rest != 0 { inbox.free(rest, gate) }
        inbox.freeAll()
        if gate.core.kind == .other { OtherInboxes.remove(gate) }
        own.free()
        Resources.add(.mailboxes, -1)
    }

    @inlinable @inline(__always)
    func handle(_ message: inout Message) { handler(&message) }

    @inlinable @inline(__always)
    func send(_ message: consuming Message) {
        if _fastPath(gate.enter()) {
            handler(&message)
            finish()
        } else {
            post(message)
        }
    }

    /// Leaves the gate after delivering what came meanwhile.
    @inlinable @inline(__always)
    func finish() {
        if _slowPath(!gate.leave()) { drain() }
    }

    /// Keeps a message that could not be delivered at once; delivers it here after all if the gate has become free.
    @inlinable @inline(never)
    func post(_ message: consuming Message) {
        let kept = enqueue(message)
        if kept == .claimed { drain() } else { leave(kept) }
    }

    /// After a message that was left, and not under a lock: in a flood it lets others run, who may need that.
    @inlinable @inline(__always)
    func leave(_ kept: Kept) {
        if _slowPath(kept == .floods) { giveWay() }
        refuse()
    }

    /// After a message that was left: the thread inside may have looked for mail for the last time, and the message may
    /// hold this mailbox: it must not stay. Nothing is delivered any more once the gate is closed, so whoever sees that may free
    /// what waits. A gate that is closed after this look is closed after the flag `mail`, too, and who is inside then drains; who
    /// offers its place then frees.
    @inlinable @inline(__always)
    func refuse() {
        if _slowPath(gate.isClosed) { freeWaiting() }
    }

    @usableFromInline @inline(never)
    func freeWaiting() { inbox.freeWaiting(gate) }

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
    /// gate can be closed, only by a caller of `refuse` where it isn't claimed.
    ///
    /// - Parameter takesOver: whether the caller goes inside, too, where the thread inside offers its place. A constant: as an argument
    ///   it cost `publish/re-entrant` 20 instructions an event.
    @inlinable @inline(__always)
    func enqueue(_ message: consuming Message, takesOver: Bool = true) -> Kept {
        if _slowPath(gate.isClosed) { return .waits }
        let me = threadToken()
        if own.takesMail(of: gate, me) {
            own.append(message)
            return .waits
        }
        let isFlood = inbox.put(message, gate, gate.core)
        return announce(me, takesOver) ? .claimed : isFlood ? .floods : .waits
    }

    /// Tells the thread inside of a message that waits, or goes inside.
    @inlinable @inline(__always)
    func announce(_ me: UInt, _ takesOver: Bool) -> Bool {
        if gate.bias.isGiven(to: me), !gate.bias.isOccupied {
            // The gate is kept for this thread, which is outside: in, as `enter` does it.
            if gate.bias.enter(me, as: me) || gate.enterAfterRevocation(me) { return true }
        }
        // The message first, then the flag: a thread that sees the flag finds the message. If the flag is there already and somebody
        // inside, that thread, or the one that takes its place, has yet to clear it, and takes everything afterwards: if it had taken
        // what waits before this message came, then taking or leaving it, which are in one order, would have shown that the flag is cleared.
        let seen = gate.word.load()
        // Still biased in `word`: somebody is revoking it, and only the bias says whether this thread is inside.
        if seen & ~Gate.flags == me, seen & Gate.biased == 0 || gate.bias.isOccupied { gate.hasOwnMail = true }
        if gathers, seen & (Gate.mail | Gate.biased) == Gate.mail, seen & ~Gate.flags != 0 { return false }
        return gate.announceUnbiased(me, takesOver)
    }

    /// Delivers what waits, and leaves: first what this thread has sent itself, then the rest of a batch that was divided, then what others have sent.
    /// How long it pauses before it takes that says `Pacing`, and when it offers its place `HandOver`.
    @inlinable @inline(never)
    func drain() { drain(for: self) }

    /// As `drain()`, for an owner whose method is compiled into here.
    @inlinable @inline(__always)
    func drain<Owner: MessageHandler<Message>>(for owner: Owner) {
        var pacing = Pacing(), handOver = HandOver(), mayLeave = false
        while true {
            var count = 0
            if !own.isEmpty {
                count = deliverOwn(for: owner)
                mayLeave = true
            } else if hasRest {
                count = deliverRest(atMost: handOver.left, for: owner)
            } else {
                if gathers { gather(pacing.next) }
                count = deliver(atMost: handOver.left, for: owner)
                pacing.took(count)
                mayLeave = true
            }
            if handOver.next(afterDelivering: count) == .offer {
                let offer = offer()
                if offer == .taken { return }
                handOver.goOn(after: offer)
            }
            // Not before it has taken what waits: a thread that goes inside with a message clears the flag that tells of it.
            if mayLeave, !hasRest, gate.leave() { return }
        }
    }

    /// Delivers what waits now, until it is `limit`; returns how many messages that were. A batch with mail of this thread's own isn't divided.
    @inlinable @inline(__always)
    func deliver<Owner: MessageHandler<Message>>(atMost limit: Int, for owner: Owner) -> Int {
        let hasOwn = gate.hasOwnMail
        gate.hasOwnMail = false
        gate.takeMailFlag()
        return hand(inbox.take(gate, gate.core), atMost: hasOwn ? .max : limit, for: owner)
    }

    @inlinable @inline(__always)
    func hand<Owner: MessageHandler<Message>>(_ batch: UInt, atMost limit: Int, for owner: Owner) -> Int {
        let (count, rest) = inbox.hand(batch, atMost: limit, gate.core) { message in if !gate.isClosed { owner.handle(&message) } }
        if rest != 0 { leaveRest(rest) }
        return count
    }
}

/// Who handles the messages of a mailbox: that itself, by its closure, or who owns it, by a method. A method is compiled into the loop that
/// takes the messages, which then reach it in registers.
@usableFromInline
protocol MessageHandler<Message> {
    associatedtype Message
    /// In place: for a closure that doesn't know the type, as the mailbox's, a copy would be made on the stack, a byte of it written and a
    /// word read, which takes the processor ten times as long as either.
    func handle(_ message: inout Message)
}
