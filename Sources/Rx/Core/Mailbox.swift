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
    @exclusivity(unchecked) @usableFromInline var own = MessageBuffer<Message>()
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

    /// As `send`, for who comes now and then, as a timer: where somebody sends meanwhile, that thread gets the place inside, and this one
    /// goes, instead of delivering what the other one sends for as long as it does.
    func visit(_ message: consuming Message) {
        guard gate.enter() else { return post(message) }
        handler(&message)
        if gate.leave() { return }
        // Mail of its own it delivers itself. In a gate that is biased to it nothing in `word` tells of that, and nothing must.
        if gate.hasOwnMail || !own.isEmpty { return drain() }
        gate.remind()
        if offer() != 0 { drain() }
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
    /// gate can be closed, only by who calls `refuse` where it isn't claimed.
    ///
    /// - Parameter takesOver: whether the caller goes inside, too, where the thread inside offers its place. A constant: as an argument
    ///   it cost `publish/re-entrant` 20 instructions an event.
    @inlinable @inline(__always)
    func enqueue(_ message: consuming Message, takesOver: Bool = true) -> Kept {
        if _slowPath(gate.isClosed) { return .waits }
        let me = threadToken()
        if gate.bias.load() == me, gate.presence.load() != 0 {
            // This thread is inside, also if the bias is revoked from here on: it sees its own mail before it leaves.
            own.append(message)
            gate.presence.store(2)
            return .waits
        }
        let isFlood = inbox.put(message, gate, gate.core)
        return announce(me, takesOver) ? .claimed : isFlood ? .floods : .waits
    }

    /// Tells the thread inside of a message that waits, or goes inside.
    @inlinable @inline(__always)
    func announce(_ me: UInt, _ takesOver: Bool) -> Bool {
        if gate.bias.load() == me {
            // The gate is kept for this thread, which is outside: in, as `enter` does it.
            gate.presence.store(1)
            lightFence()
            if gate.bias.loadAcquiring() == me || gate.enterAfterRevocation(me) { return true }
        }
        // The message first, then the flag: whoever sees the flag finds the message. If the flag is there already and somebody
        // inside, that thread, or who takes its place, has yet to clear it, and takes everything afterwards: if it had taken
        // what waits before this message came, then taking or leaving it, which are in one order, would have shown that the flag is cleared.
        let seen = gate.word.load()
        // Still biased in `word`: somebody is revoking it, and only `presence` says whether this thread is inside.
        if seen & ~Gate.flags == me, seen & Gate.biased == 0 || gate.presence.load() != 0 { gate.hasOwnMail = true }
        if gathers, seen & (Gate.mail | Gate.biased) == Gate.mail, seen & ~Gate.flags != 0 { return false }
        return gate.announceUnbiased(me, takesOver)
    }

    /// Delivers what waits, and leaves.
    ///
    /// Senders at full speed would pass the cache lines of the gate and the queue to and fro for each message. So where all who
    /// come are senders, at subjects and where sequences are merged, the thread inside lets a batch gather once it has found mail
    /// of others twice in a row; it goes on with that only while it pays, and not for long. docs/Costs.md has what it moved.
    ///
    /// A thread that has delivered `Tuning.handOverAfter` messages looks whether others' wait behind the batch, and none of its own, and then
    /// offers its place: a sender that comes meanwhile takes it, with the rest of the batch and what waits.
    @inlinable @inline(never)
    func drain() { drain(for: self) }

    /// As `drain()`, for an owner whose method is compiled into here.
    @inlinable @inline(__always)
    func drain<Owner: MessageHandler<Message>>(for owner: Owner) {
        var lap = 0, count = 0, left = Tuning.handOverAfter, isDone = false
        while true {
            if !own.isEmpty {
                left &-= deliverOwn(for: owner)
                isDone = true
            } else if hasRest {
                count = deliverRest(atMost: left, for: owner)
                left &-= count
            } else {
                let pays = lap == 1 || lap > 1 && lap <= Tuning.gatheringLaps && count >= Tuning.gatheringSizes.lowerBound
                if gathers, pays, !gate.hasOwnMail, !gate.isClosed { Gathering.pause(inLap: lap) }
                let hasOwn = gate.hasOwnMail
                gate.hasOwnMail = false
                count = deliver(atMost: hasOwn ? .max : left, for: owner)  // A batch with mail of its own isn't divided.
                left &-= count
                lap &+= 1
                isDone = true
            }
            if left <= 0 {
                left = offer()
                if left == 0 { return }
            }
            // Not before it has taken what waits: who goes inside with a message clears the flag that tells of it.
            if isDone, !hasRest, gate.leave() { return }
        }
    }

    /// By a thread that has delivered enough: offers its place. Returns how many messages it may deliver until it offers again; 0:
    /// somebody else has taken its place.
    @usableFromInline @inline(never)
    func offer() -> Int {
        if gate.hasOwnMail || !own.isEmpty || gate.word.load() & Gate.mail == 0 { return Tuning.offerAgainAfter }
        guard gate.offer() else { return Tuning.handOverAfter }
        freeRefused()
        return 0
    }

    /// After a hand-over. If the gate was closed before somebody took the place, nobody will take what waits, and it may hold
    /// this mailbox.
    @usableFromInline @inline(never)
    func freeRefused() {
        guard gate.isClosed else { return }
        freeWaiting()
        inbox.free(takeRest(), gate)
    }

    @usableFromInline @inline(never)
    func takeRest() -> UInt {
        gate.lock.with(gate) {
            defer { rest = 0 }
            return rest
        }
    }

    @usableFromInline @inline(never)
    func leaveRest(_ rest: UInt) {
        gate.lock.with(gate) { self.rest = rest }
        hasRest = true
    }

    /// Delivers what this thread has sent itself while it had the gate's bias, and what it sends while it does. That ends: others who come take the
    /// bias away, and then what it sends waits among theirs.
    @inlinable @inline(__always)
    func deliverOwn<Owner: MessageHandler<Message>>(for owner: Owner) -> Int {
        var count = 0
        while var message = own.take() {
            if !gate.isClosed { owner.handle(&message) }
            count &+= 1
        }
        if gate.presence.load() == 2 { gate.presence.store(1) }
        return count
    }

    /// Delivers what waits now, until it is `limit`; returns how many messages that were.
    @inlinable @inline(__always)
    func deliver<Owner: MessageHandler<Message>>(atMost limit: Int, for owner: Owner) -> Int {
        gate.takeMailFlag()
        return hand(inbox.take(gate, gate.core), atMost: limit, for: owner)
    }

    /// As `deliver`, of what is left of a batch.
    @inlinable @inline(__always)
    func deliverRest<Owner: MessageHandler<Message>>(atMost limit: Int, for owner: Owner) -> Int {
        hasRest = false
        let rest = takeRest()
        return rest == 0 ? 0 : hand(rest, atMost: limit, for: owner)  // 0: it was freed, as the gate is closed.
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
