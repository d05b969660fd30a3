import RxPlatform

/// The observers of a subject, and the mailbox through which all of them are told, one event after the other.
///
/// - A list of slots in order of subscription. Subscribing appends, on any thread, also while an event is on its way:
///   it never waits for a delivery. Unsubscribing closes the observer's own segment at once; taking it off the list is a
///   message to the mailbox, so a list is never changed under the thread that walks it, and walking takes no retain.
/// - Each observer has a number. An event that had to wait carries the number that was next when it was sent: who
///   subscribed later doesn't get it, since its replay has it already.
@usableFromInline
final class Hub<Element>: @unchecked Sendable {  // Sendable: the list is guarded as said at its fields.
    @usableFromInline
    enum Message {
        case next(Element, limit: UInt)
        case stop((any Error)?, limit: UInt)
        case remove(Listener<Element>)
        /// All off the list, untold.
        case clear(limit: UInt)
        case free(Slots)
    }

    @usableFromInline typealias Slots = UnsafeMutablePointer<Unmanaged<Listener<Element>>?>

    @usableFromInline let gate: Gate
    @usableFromInline let mailbox: Mailbox<Message>

    /// Guards appending to the list, and the state of the subject that must change together with it.
    let lock = Lock()
    /// Where the list is; a new one is published before the count that needs it.
    @usableFromInline let slots: Word
    /// How many slots are used, the emptied ones included.
    @usableFromInline let used = Word(0)
    @exclusivity(unchecked) private var capacity = 0  // Guarded by `lock`.
    @exclusivity(unchecked) private var nextNumber: UInt = 0  // Guarded by `lock`.
    /// Emptied slots; changed by the mailbox's owner, under `lock`.
    @exclusivity(unchecked) private var emptied = 0

    init(core: Core) {
        let gate = Gate(core: core)
        let relay = HandlerBox<Message>()
        self.gate = gate
        slots = Word(0)
        mailbox = Mailbox(gate) { relay.handle?($0) }
        relay.handle = { [unowned self] in self.handle($0) }
        Resources.add(.subjects, 1)
    }

    deinit {
        if let list {
            for index in 0..<Int(used.load()) {
                guard let listener = list[index]?.takeRetainedValue() else { continue }
                listener.segment.disown(listener)  // They hold each other; nobody else can undo that any more.
            }
            list.deallocate()
        }
        Resources.add(.subjects, -1)
    }

    var hasObservers: Bool { lock.with(self) { Int(used.load()) > emptied } }

    private var list: Slots? { Slots(bitPattern: slots.loadAcquiring()) }

    // MARK: Sending

    /// Sends to all who are subscribed now.
    @inlinable @inline(__always)
    func send(_ element: Element) {
        if gate.enter() {
            tell(element, limit: .max)
            if !gate.leave() { mailbox.drain() }
        } else {
            post(element)
        }
    }

    @usableFromInline @inline(never)
    func post(_ element: Element) { order({ .next(element, limit: $0) }) { true } }


    /// Lets `update` change the subject's state and sends, as one step: state and deliveries have the same order.
    func send(_ element: Element, updating update: () -> Bool) {
        var limit: UInt = 0, entered = false, claimed = false
        lock.with(self) {
            guard update() else { return }
            limit = nextNumber
            entered = gate.enter()
            if !entered { claimed = mailbox.enqueue(.next(element, limit: limit)) }
        }
        if entered {
            tell(element, limit: limit)
            mailbox.finish()
        } else if claimed {
            mailbox.drain()
        }
    }

    /// As `send`, for the end.
    func stop(_ error: (any Error)?, updating update: () -> Bool) {
        order({ .stop(error, limit: $0) }, update)
    }

    /// Forgets all who are subscribed, without telling them.
    func drop(updating update: () -> Void) {
        order({ .clear(limit: $0) }) { update(); return true }
    }

    private func order(_ message: (UInt) -> Message, _ update: () -> Bool) {
        let claimed = lock.with(self) { update() && mailbox.enqueue(message(nextNumber)) }
        if claimed { mailbox.drain() }
    }

    private func handle(_ message: Message) {
        switch message {
        case .next(let element, let limit): tell(element, limit: limit)
        case .stop(let error, let limit): takeAll(limit: limit) { $0.receiveStop(error) }
        case .remove(let listener): _ = take(listener)
        case .clear(let limit): takeAll(limit: limit) { _ in }
        case .free(let slots): slots.deallocate()
        }
    }

    @inlinable @inline(__always)
    func tell(_ element: Element, limit: UInt) {
        let count = Int(used.loadAcquiring())
        guard count > 0, let list = Slots(bitPattern: slots.loadAcquiring()) else { return }
        var index = 0
        while index < count {
            if let listener = list[index] {
                let inTime = listener._withUnsafeGuaranteedRef {
                    guard $0.number < limit else { return false }
                    $0.receive(element)
                    return true
                }
                if !inTime { return }
            }
            index &+= 1
        }
    }

    /// Takes everybody who subscribed before `limit` off the list, in order.
    private func takeAll(limit: UInt, _ body: (Listener<Element>) -> Void) {
        var index = 0
        while index < Int(used.loadAcquiring()), let list {
            guard let listener = list[index]?.takeUnretainedValue() else {
                index += 1
                continue
            }
            if listener.number >= limit { return }
            if take(listener) { index = 0 }  // Gaps were closed; what has been visited is gone.
            body(listener)
        }
    }

    // MARK: The list

    /// Appends an observer. `prepare` runs first, under the lock, and says whether to append; it may enter the segment's gate
    /// so that a replay comes before the first event.
    func add(_ listener: Listener<Element>, if prepare: () -> Bool) -> Bool {
        var old: Slots?
        let added = lock.with(self) {
            guard prepare() else { return false }
            listener.number = nextNumber
            nextNumber += 1
            let count = Int(used.load())
            if count == capacity { old = grow(count) }
            listener.index = count
            list![count] = .passRetained(listener)
            used.storeReleasing(UInt(count + 1))
            return true
        }
        if let old { mailbox.send(.free(old)) }
        return added
    }

    private func grow(_ count: Int) -> Slots? {
        let old = list
        capacity = max(1, capacity * 2)
        let new = Slots.allocate(capacity: capacity)
        if let old { new.update(from: old, count: count) }
        slots.storeReleasing(UInt(bitPattern: new))
        return old
    }

    /// Takes an observer off the list; only by the mailbox's owner. Returns whether gaps were closed.
    private func take(_ listener: Listener<Element>) -> Bool {
        lock.acquire(self)
        guard listener.index >= 0, let list else {
            lock.release(self)
            return false
        }
        list[listener.index] = nil
        listener.index = -1
        emptied += 1
        let isSparse = emptied * 2 > Int(used.load())
        if isSparse { compact(list) }
        lock.release(self)
        Unmanaged.passUnretained(listener).release()  // Foreign closures may be freed here: outside the lock.
        return isSparse
    }

    /// Closes the gaps, in order; each removal pays for a constant number of moves.
    private func compact(_ list: Slots) {
        var kept = 0
        for index in 0..<Int(used.load()) {
            guard let listener = list[index] else { continue }
            list[index] = nil
            list[kept] = listener
            listener._withUnsafeGuaranteedRef { $0.index = kept }
            kept += 1
        }
        emptied = 0
        used.storeReleasing(UInt(kept))
    }
}

/// One observer of a subject.
@usableFromInline
final class Listener<Element>: Disposable, @unchecked Sendable {  // Sendable: see the fields.
    @usableFromInline let observer: Observer<Element>
    @usableFromInline let segment: Segment
    /// For observers that get a replay, during which events may have to wait.
    @usableFromInline let mailbox: Mailbox<Event<Element>>?
    @usableFromInline @exclusivity(unchecked) var number: UInt = 0  // Constant once it is on the list.
    @exclusivity(unchecked) fileprivate var index = -1  // Guarded by the hub's lock.
    private weak let hub: Hub<Element>?

    init(_ hub: Hub<Element>, _ observer: Observer<Element>, _ segment: Segment, replays: Bool) {
        self.hub = hub
        self.observer = observer
        self.segment = segment
        mailbox = replays ? Mailbox(segment) { observer.on($0) } : nil
    }

    @inlinable @inline(__always)
    func receive(_ element: Element) {
        if segment.enter() {
            observer.send(element)
            leave()
        } else {
            refuse(element)
        }
    }

    @usableFromInline @inline(never)
    func refuse(_ element: Element) { mailbox?.post(.next(element)) }

    fileprivate func receiveStop(_ error: (any Error)?) {
        if segment.enter() {
            observer.stop(error)
            leave()
        } else {
            mailbox?.post(.stop(error))
        }
    }

    @inlinable @inline(__always)
    func leave() {
        if !segment.leave() { drain() }
    }

    @usableFromInline @inline(never)
    func drain() {
        if let mailbox { mailbox.drain() } else { while !segment.leave() {} }
    }

    /// Goes inside before it is on the list, so that whatever is told meanwhile waits for the replay.
    func enterForReplay() -> Bool { segment.enter() }

    /// For the thread that is inside: the replay.
    func replay(_ elements: some Sequence<Element>) {
        for element in elements {
            if segment.isClosed { return }
            observer.send(element)
        }
    }

    func replayStop(_ error: (any Error)?) {
        if !segment.isClosed { observer.stop(error) }
    }

    /// The subscription ended: off the list.
    @usableFromInline
    func dispose() {
        guard let hub else { return }
        // The handler doesn't hold the hub.
        withExtendedLifetime(hub) { hub.mailbox.send(.remove(self)) }
    }
}

/// Breaks the knot between an object and a mailbox whose handler is one of its methods.
final class HandlerBox<Message>: @unchecked Sendable {  // Sendable: set once, before the first message.
    var handle: ((Message) -> Void)?
}
