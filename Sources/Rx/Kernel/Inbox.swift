import RxPlatform

/// The second thing in which cores differ: where messages wait for their consumer. Each core that serialises has a
/// type for it in its folder.
///
/// Many threads put messages in. One at a time, the consumer takes what waits as a batch, and takes the messages out of that, all of them or a part:
/// then the next consumer goes on with the rest. A mailbox's consumer is its owner, that of `observe(on:)` the scheduler's work. A
/// batch is a word, which only its inbox can read; 0 is none. The messages of an inbox have one type, which it isn't told: what has to do with the
/// type is compiled into the sender and the consumer, and all else once.
///
/// What tells the consumer of a message is not the inbox's: a flag that the sender looks at when the message is put, and that the consumer has
/// taken back before it takes the messages. Then one of the two sees the other's.
protocol Inbox: ~Copyable {
    /// On any thread: room for a message, which the sender fills and publishes at once.
    ///
    /// - Parameter owner: the object to which the inbox belongs, always the same one; it names a lock to the sanitizer.
    func reserve(_ layout: SlotLayout, _ owner: AnyObject) -> Slot

    func publish(_ slot: Slot, _ owner: AnyObject)

    /// By the consumer.
    func take(_ owner: AnyObject) -> UInt

    /// By the consumer: the oldest messages of a batch, at most `limit`; `nil`: it has no more. A message whose sender is still filling it may be
    /// passed by: it waits again, and its sender looks at the flag afterwards. (On the queue core, where a slot is reserved before it is filled: see
    /// `LateSlots.swift`.)
    func next(_ batch: inout Batch, atMost limit: Int, _ layout: SlotLayout) -> MessageRun?

    /// By the consumer, of a run that is the last of its memory: gives that back.
    func finish(_ batch: inout Batch, _ layout: SlotLayout)

    /// By the consumer, between two runs, to go on later. Returns the rest of the batch.
    func leaveOff(_ batch: inout Batch, _ layout: SlotLayout) -> UInt

    /// On any thread, of a closed gate: frees what waits. Messages of other threads may come meanwhile.
    func freeWaiting<Message>(_: Message.Type, _ gate: Gate, _ owner: AnyObject)

    /// On any thread: frees a batch that the caller alone knows of.
    func free<Message>(_: Message.Type, _ batch: UInt, _ gate: Gate)
}

/// Where messages of one type wait, on the core of their owner.
@usableFromInline
struct CoreInbox<Message>: ~Copyable {
    @usableFromInline let untyped = Inboxes()

    @inlinable @inline(__always)
    init() {}

    @inlinable @inline(__always)
    func put(_ message: consuming Message, _ owner: AnyObject, _ core: Core) {
        let slot = untyped.reserve(.of(Message.self), owner, core)
        slot.fill(message)
        untyped.publish(slot, owner, core)
    }

    @inlinable @inline(__always)
    func take(_ owner: AnyObject, _ core: Core) -> UInt { untyped.take(owner, core) }

    @inlinable @inline(__always)
    func next(_ batch: inout Batch, atMost limit: Int, _ core: Core) -> MessageRun? {
        untyped.next(&batch, atMost: limit, .of(Message.self), core)
    }

    @inlinable @inline(__always)
    func finish(_ batch: inout Batch, _ core: Core) { untyped.finish(&batch, .of(Message.self), core) }

    @inlinable @inline(__always)
    func leaveOff(_ batch: inout Batch, _ core: Core) -> UInt { untyped.leaveOff(&batch, .of(Message.self), core) }

    /// Hands out messages of a batch, oldest first, until none is left or `limit` are handed out. Returns how many, and the rest of the batch.
    @inlinable @inline(__always)
    func hand(_ batch: UInt, atMost limit: Int, _ core: Core, _ body: (inout Message) -> Void) -> (count: Int, rest: UInt) {
        var batch = Batch(batch), left = limit
        while left > 0, let run = next(&batch, atMost: left, core) {
            run.handOut(claims: core.kind != .queue, finish: { finish(&batch, core) }, body)
            left &-= run.count
        }
        return (limit &- left, batch.list == 0 ? 0 : leaveOff(&batch, core))
    }

    /// On any thread, of a closed gate: frees what waits. Messages of other threads may come meanwhile.
    @inlinable
    func freeWaiting(_ gate: Gate, _ owner: AnyObject) {
        switch gate.core.kind {
        case .lock, .unchecked: untyped.locked.freeWaiting(Message.self, gate, owner)
        case .queue: untyped.queued.freeWaiting(Message.self, gate, owner)
        case .other: untyped.locked.free(Message.self, OtherInboxes.take(owner), gate)
        }
    }

    /// On any thread: frees a batch that the caller alone knows of.
    @inlinable
    func free(_ batch: UInt, _ gate: Gate) {
        switch gate.core.kind {
        case .lock, .unchecked, .other: untyped.locked.free(Message.self, batch, gate)
        case .queue: untyped.queued.free(Message.self, batch, gate)
        }
    }

    /// At its owner's end, when no other thread knows of the inbox: frees what waits. The room is freed by `Inboxes.freeRoom`.
    @inlinable
    func freeMessages(_ gate: Gate, _ owner: AnyObject) {
        if !untyped.isUnused { freeWaiting(gate, owner) }
        if gate.core.kind == .other { untyped.locked.free(Message.self, OtherInboxes.remove(owner), gate) }
    }
}

/// Where the core of an inbox's owner becomes a type: there is room for both, of which one is used.
@usableFromInline
struct Inboxes: ~Copyable {
    @usableFromInline let locked = LockInbox()
    /// Behind the other one, as every sender changes it for each message.
    @usableFromInline let queued = QueueInbox()

    @inlinable @inline(__always)
    init() {}

    @inlinable @inline(__always)
    func reserve(_ layout: SlotLayout, _ owner: AnyObject, _ core: Core) -> Slot {
        switch core.kind {
        case .lock, .unchecked: locked.reserve(layout, owner)
        case .queue: queued.reserve(layout, owner)
        case .other: OtherInboxes.reserve(layout, owner)
        }
    }

    @inlinable @inline(__always)
    func publish(_ slot: Slot, _ owner: AnyObject, _ core: Core) {
        switch core.kind {
        case .lock, .unchecked: locked.publish(slot, owner)
        case .queue: queued.publish(slot, owner)
        case .other: OtherInboxes.publish(owner)
        }
    }

    @usableFromInline @inline(never)
    func take(_ owner: AnyObject, _ core: Core) -> UInt {
        switch core.kind {
        case .lock, .unchecked: locked.take(owner)
        case .queue: queued.take(owner)
        case .other: OtherInboxes.take(owner)
        }
    }

    @usableFromInline @inline(never)
    func next(_ batch: inout Batch, atMost limit: Int, _ layout: SlotLayout, _ core: Core) -> MessageRun? {
        switch core.kind {
        case .lock, .unchecked, .other: locked.next(&batch, atMost: limit, layout)
        case .queue: queued.next(&batch, atMost: limit, layout)
        }
    }

    @usableFromInline @inline(never)
    func finish(_ batch: inout Batch, _ layout: SlotLayout, _ core: Core) {
        switch core.kind {
        case .lock, .unchecked, .other: locked.finish(&batch, layout)
        case .queue: queued.finish(&batch, layout)
        }
    }

    @usableFromInline @inline(never)
    func leaveOff(_ batch: inout Batch, _ layout: SlotLayout, _ core: Core) -> UInt {
        switch core.kind {
        case .lock, .unchecked, .other: locked.leaveOff(&batch, layout)
        case .queue: queued.leaveOff(&batch, layout)
        }
    }

    /// Whether nothing waits in them, as far as they know.
    @inlinable
    var isUnused: Bool { @inline(__always) get { locked.first.load() | queued.newest.load() == 0 } }

    @usableFromInline
    func freeRoom() {
        locked.freeRoom()
        queued.freeRoom()
    }
}

extension MessageRun {
    /// Takes the messages out, one after the other.
    ///
    /// - Parameter claims: whether it takes the cache line of each slot from the thread that filled it: see `Prefetching`.
    @inlinable @inline(__always)
    func handOut<Message>(claims: Bool, finish: () -> Void, _ body: (inout Message) -> Void) {
        var slot = slots.assumingMemoryBound(to: Message.self)
        let end = slot + count
        repeat {
            PlainSlots.willChange(slot)
            var message = slot.move()
            if Speed.prefetches, claims { claimForWriting(slot) }
            slot += 1
            if isLast, slot == end { finish() }
            body(&message)
        } while slot != end
    }
}
