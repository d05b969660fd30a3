import RxPlatform

/// The one concurrency primitive: runs `handler` for one message at a time, in the order in which the messages came.
///
/// `send` from a thread that finds the mailbox free runs the handler at once, on that thread, and returns afterwards.
/// A message that comes while the handler runs, from another thread or from inside the handler, is kept; the thread
/// inside runs it before it leaves, or a sender to which it hands its place over. Nobody ever waits for somebody else's handler.
/// Nothing runs after the gate is closed.
///
/// Where a message waits is the core's choice: a buffer under the gate's mutex, or a lock-free linked queue.
@usableFromInline
final class Mailbox<Message>: @unchecked Sendable {  // Sendable: `waiting` is guarded by the core's rules, `handler` runs serially.
    @usableFromInline let gate: Gate
    @usableFromInline let handler: (Message) -> Void
    /// Whether the threads that come here all send, and often: see `drain`.
    @usableFromInline let gathers: Bool
    /// Lock core: waiting messages, guarded by the gate's lock. Unchecked core: those of re-entrant sends.
    @exclusivity(unchecked) @usableFromInline var waiting = MessageBuffer<Message>()
    /// Lock core: what the thread inside has taken, and the room for the next batch.
    @exclusivity(unchecked) @usableFromInline var batch = MessageBuffer<Message>()
    /// A larger one isn't kept: a flooded mailbox gives its memory back.
    @usableFromInline static var keptCapacity: Int { 256 }
    /// Queue core: waiting messages.
    @usableFromInline let queue = MessageQueue<Message>()

    @inlinable
    init(_ gate: Gate, gathers: Bool = false, handler: @escaping (Message) -> Void) {
        self.gate = gate
        self.gathers = gathers
        self.handler = handler
        Resources.add(.mailboxes, 1)
    }

    @inlinable
    deinit {
        queue.removeAll()
        waiting.free(from: 0)
        batch.free(from: 0)
        Resources.add(.mailboxes, -1)
    }

    @inlinable @inline(__always)
    func send(_ message: Message) {
        if gate.enter() {
            handler(message)
            finish()
        } else {
            post(message)
        }
    }

    /// Leaves the gate after delivering what came meanwhile.
    @inlinable @inline(__always)
    func finish() {
        if !gate.leave() { drain() }
    }

    /// Keeps a message that could not be delivered at once; delivers it here after all if the gate has become free.
    @inlinable @inline(never)
    func post(_ message: Message) { if enqueue(message, takesOver: true) { drain() } else { refuse() } }

    /// As `post`, but doesn't go inside where the thread inside offers its place: for who doesn't send, and must not be kept by
    /// those who do.
    @inlinable @inline(never)
    func postAside(_ message: Message) { if enqueue(message, takesOver: false) { drain() } else { refuse() } }

    /// Queue core, after a message that was left: the thread inside may have looked for mail for the last time, and the message may
    /// hold this mailbox: it must not stay. Nothing is delivered any more once the gate is closed, so whoever sees that may free
    /// what waits. A gate that is closed after this look is closed after the flag `mail`, too, and who is inside then drains; who
    /// offers its place then frees.
    @inlinable @inline(__always)
    func refuse() {
        if gate.isClosed, gate.core == .queue { _ = queue.takeAll { _ in } }
    }

    /// Keeps a message. `true`: the gate had become free, the caller is inside now and must call `drain`.
    /// Runs no foreign code, so that it may be called under a lock that orders the messages; if the gate can be closed, only
    /// by `post`, which frees what is refused.
    ///
    /// - Parameter takesOver: whether the caller goes inside, too, where the thread inside offers its place. A constant: as an argument
    ///   it cost W1b 20 instructions an event.
    @inlinable @inline(__always)
    func enqueue(_ message: Message, takesOver: Bool = true) -> Bool {
        switch gate.core {
        case .lock: enqueueLocked(message, takesOver)
        case .queue: enqueueQueued(message, takesOver)
        case .unchecked: enqueueUnchecked(message)
        }
    }

    @inlinable
    func enqueueUnchecked(_ message: Message) -> Bool {
        if gate.isClosed { return false }
        waiting.append(message)
        return true
    }

    /// Delivers what waits, and leaves.
    ///
    /// Senders at full speed would pass the cache lines of the gate and the queue to and fro for each message. So where all who
    /// come are senders, at subjects and where sequences are merged, the thread inside lets a batch gather once it has found mail
    /// of others twice in a row; it goes on with that only while it pays, and not for long. docs/Costs.md has what it moved.
    ///
    /// A thread that has delivered `handOverAfter` messages looks after each batch whether others' wait, and none of its own, and then
    /// offers its place: a sender that comes meanwhile takes it, with what waits.
    @inlinable @inline(never)
    func drain() {
        var lap = 0, count = 0, total = 0
        repeat {
            if gathers, lap == 1 || lap > 1 && lap <= 16 && count >= 4, !gate.hasOwnMail, !gate.isClosed { linger() }
            gate.hasOwnMail = false
            count = deliver()
            lap &+= 1
            total &+= count
            if total >= handOverAfter, !gate.hasOwnMail, gate.word.load() & Gate.mail != 0 {
                total = 0
                if gate.offer() { return freeRefused() }
            }
        } while hasLockedMail || !gate.leave()
    }

    /// After a hand-over. If the gate was closed before somebody took the place, nobody will take what waits, and it may hold
    /// this mailbox.
    @usableFromInline @inline(never)
    func freeRefused() {
        guard gate.isClosed else { return }
        if gate.core == .queue {
            _ = queue.takeAll { _ in }
        } else {
            var refused = MessageBuffer<Message>()
            gate.lock.with(gate) { swap(&waiting, &refused) }
            refused.free(from: 0)
        }
    }

    /// Lock core: whether more has come.
    @inlinable
    var hasLockedMail: Bool {
        @inline(__always) get { gate.core == .lock && gate.word.load() & Gate.mail != 0 }
    }

    /// Delivers what waits now; returns how many messages that were.
    @inlinable @inline(__always)
    func deliver() -> Int {
        switch gate.core {
        case .unchecked:  // Re-entrantly, since it has no gate.
            var taken = MessageBuffer<Message>()
            swap(&waiting, &taken)
            defer { taken.free(from: taken.count) }
            return hand(taken)
        case .lock:
            gate.lock.with(gate) {
                gate.takeMailFlag()
                swap(&waiting, &batch)
            }
            let count = hand(batch)
            batch.reuse(limit: Self.keptCapacity)
            return count
        case .queue:
            return queue.takeAll { message in if !gate.isClosed { handler(message) } }
        }
    }

    @inlinable @inline(__always)
    func hand(_ taken: MessageBuffer<Message>) -> Int {
        var index = 0
        while index < taken.count {
            let message = taken.take(index)
            if !gate.isClosed { handler(message) }
            index += 1
        }
        return index
    }

    @inlinable @inline(__always)
    func enqueueLocked(_ message: Message, _ takesOver: Bool) -> Bool {
        let me = threadToken()
        return gate.lock.with(gate) {
            if gate.bias.load() != me { gate.revokeLocked(me) }
            let now = gate.word.load()
            if now & Gate.closed != 0 { return false }
            waiting.append(message)
            if now & ~Gate.flags == 0 {
                if !takesOver, now & Gate.mail != 0 { return false }  // Offered: who offers it, or a sender, sees to the message.
                gate.word.store(me)
                return true
            }
            if gate.bias.load() == me, gate.presence.load() == 0 {
                // The gate is kept for this thread, which is outside. A revoker needs the lock: no fence.
                gate.presence.store(1)
                return true
            }
            gate.word.store(now | Gate.mail)
            if now & ~Gate.flags == me { gate.hasOwnMail = true }
            if gate.bias.load() == me { gate.presence.store(2) }
            return false
        }
    }

    @inlinable @inline(__always)
    func enqueueQueued(_ message: Message, _ takesOver: Bool) -> Bool {
        let me = threadToken()
        if gate.isClosed { return false }
        queue.push(message)
        if gate.bias.load() == me {
            if gate.presence.load() != 0 {
                // This thread is inside, also if the bias is revoked from here on: it sees its own mail before it leaves.
                gate.presence.store(2)
                gate.hasOwnMail = true
                return false
            }
            // The gate is kept for this thread, which is outside: in, as `enter` does it.
            gate.presence.store(1)
            lightFence()
            if gate.bias.loadAcquiring() == me || gate.enterAfterRevocation(me) { return true }
        }
        // The message first, then the flag: whoever sees the flag finds the message. If the flag is there already and somebody
        // inside, that thread, or who takes its place, has yet to clear it, and takes everything afterwards: if it had taken the
        // list before this push, the push would have read what it left there, and this look would see the flag cleared.
        let seen = gate.word.load()
        // Still biased in `word`: somebody is revoking it, and only `presence` says whether this thread is inside.
        if seen & ~Gate.flags == me, seen & Gate.biased == 0 || gate.presence.load() != 0 { gate.hasOwnMail = true }
        if gathers, seen & (Gate.mail | Gate.biased) == Gate.mail, seen & ~Gate.flags != 0 { return false }
        let old = gate.word.fetchOr(Gate.mail)
        if old & Gate.biased != 0 { gate.revoke(me) }
        // There was somebody inside, who will see the flag; or it was set, and who set it, or offers the place, sees to it all.
        if !takesOver, old & Gate.mail != 0 || old & ~Gate.flags != 0 && old & Gate.biased == 0 { return false }
        var now = gate.word.load()
        while now & (~Gate.flags | Gate.closed) == 0 {
            // Nobody is inside to see the flag: this thread goes in, unless another one does.
            let (exchanged, original) = gate.word.compareExchange(now, (now & ~Gate.mail) | me)
            if exchanged { return true }
            now = original
        }
        return false
    }
}
