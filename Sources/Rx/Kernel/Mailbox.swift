import RxPlatform

/// The one concurrency primitive: runs `handler` for one message at a time, in the order in which the messages came.
///
/// `send` from a thread that finds the mailbox free runs the handler at once, on that thread, and returns afterwards.
/// A message that comes while the handler runs, from another thread or from inside the handler, is kept; the
/// owner runs it before it leaves, or a sender to which it hands its place over. No thread ever waits for another thread's handler.
/// Nothing runs after the gate is closed.
///
/// Where a message waits is the core's choice: a buffer under a mutex of its own, or a lock-free linked queue.
@usableFromInline
final class Mailbox<Message>: MessageHandler, @unchecked Sendable {  // Sendable: the inbox guards the mail; the owner has the rest.
    @usableFromInline let gate: Gate
    @usableFromInline let handler: (inout Message) -> Void
    /// Whether the threads that come here all send, and often, as at subjects and where sequences are merged: see `Pacing`.
    @usableFromInline let gathers: Bool
    /// Whether `rest` may be there; touched only by the owner, and passed on with its place.
    @exclusivity(unchecked) @usableFromInline var hasRest = Plain(false)
    /// What isn't delivered of a batch that was divided, as the inbox has it; 0: nothing. Guarded by the gate's lock: the thread that offered its
    /// place frees it if the gate was closed before a sender took that.
    @exclusivity(unchecked) @usableFromInline var rest = Plain<UInt>(0)
    /// With these a mailbox has 120 bytes, for which allocators take 128, on a boundary of two cache lines: what senders write is on the second one.
    /// With 104 bytes `merge/2-subjects/2-threads` took 13 to 16 % more, by where a mailbox came to lie.
    @usableFromInline let padding: (UInt, UInt) = (0, 0)
    /// Where mail waits. What every sender changes for each message comes last there, as far as can be from what the owner reads for
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
        assert(rest.value == 0, "a batch was divided, and nobody has taken the rest of it")
        if rest.value != 0 || !inbox.untyped.isUnused || gate.core.kind == .other { freeMessages() }
        inbox.untyped.freeRoom()
        Resources.add(.mailboxes, -1)
    }

    /// Out of line: most mailboxes have no mail at their end, and the gate would be retained and released for this.
    #if RX_SMALL_CODE
    @usableFromInline
    #else
    @inlinable
    #endif
    @inline(never)
    func freeMessages() {
        if rest.value != 0 { inbox.free(rest.value, gate) }
        inbox.freeMessages(gate, gate)
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

    /// Delivers what waits, and leaves: first the rest of a batch that was divided, then what came after it. `Pacing` says how long it pauses before
    /// it takes, and `HandOver` when it offers its place.
    @inlinable @inline(never)
    func drain() { drain(for: self) }

    /// As `drain()`, for an owner whose method is compiled into here.
    #if RX_SMALL_CODE
    @usableFromInline @inline(never)
    #else
    @inlinable @inline(__always)
    #endif
    func drain<Owner: MessageHandler<Message>>(for owner: Owner) {
        var pacing = Pacing(), handOver = HandOver(), mayLeave = false
        while true {
            let isRest = hasRest.value
            var limit = handOver.left
            if !isRest {
                if gathers { gather(pacing.next) }
                if gate.hasOwnMail.value { limit = .max }  // A batch with own mail isn't divided.
            }
            let (count, rest) = inbox.hand(isRest ? takeRest() : takeWaiting(), atMost: limit, gate.core) { message in
                if !gate.isClosed { owner.handle(&message) }
            }
            if rest != 0 { leaveRest(rest) }
            if !isRest {
                pacing.took(count)
                mayLeave = true
            }
            if handOver.next(afterDelivering: count) == .offer {
                let offer = offer()
                if offer == .taken { return }
                handOver.goOn(after: offer)
            }
            // Not before it has taken what waits: a thread that goes inside with a message clears the flag that tells of it.
            if mayLeave, !hasRest.value, gate.leave() { return }
        }
    }

    /// What waits now, as a batch.
    @inlinable @inline(__always)
    func takeWaiting() -> UInt {
        if gate.hasOwnMail.value {
            gate.hasOwnMail.value = false
            _ = gate.bias.takeMail()
        }
        gate.takeMailFlag()
        return inbox.take(gate, gate.core)
    }
}
