import RxPlatform

/// The observers of a subject, and the mailbox through which all of them are told, one event after the other.
///
/// - A list of slots in order of subscription (`ObserverList`). Subscribing appends, on any thread, also while an event is on
///   its way: it never waits for a delivery. Unsubscribing closes the observer's own segment at once; taking it off the list
///   is left to the mailbox's owner, so a list is never changed under the thread that walks it, and walking takes no retain.
/// - Each observer has a number. An event that had to wait carries the number that was next when it was sent: who
///   subscribed later doesn't get it, since its replay has it already.
@usableFromInline
final class Hub<Element>: ObserverList, MessageHandler, @unchecked Sendable {  // Sendable: see `ObserverList`.
    @usableFromInline
    enum Message {
        case next(Element, limit: UInt)
        case stop((any Error)?, limit: UInt)
        case remove(ListEntry, of: AnyObject)
        /// All off the list, untold.
        case clear(limit: UInt)
        case free(Slots)
    }

    @usableFromInline let mailbox: Mailbox<Message>

    @inlinable
    init(core: Core) {
        let gate = Gate(core: core)
        mailbox = Mailbox(gate, gathers: true) { _ in preconditionFailure("Hub: its mailbox is drained by itself") }
        super.init(gate)
    }

    // MARK: Sending

    /// Sends to all who are subscribed now.
    @inlinable @inline(__always)
    func send(_ element: Element) {
        if _fastPath(gate.enter(otherwise: { !gate.isOccupied && gate.enterUnbiased($0) })) {
            tell(element, limit: .max)
            if _slowPath(!gate.leave()) { drain() }
        } else {
            post(element)
        }
    }

    /// Who subscribes after the look at the number isn't told; who subscribed before it is.
    @inlinable @inline(never)
    func post(_ element: Element) {
        let kept = mailbox.enqueue(.next(element, limit: nextNumber.load()))
        if kept == .claimed { drain() } else { mailbox.leave(kept) }
    }

    /// Lets `update` change the subject's state and sends, as one step: state and deliveries have the same order.
    func send(_ element: Element, updating update: () -> Bool) {
        var limit: UInt = 0, entered = false, kept = Mailbox<Message>.Kept.waits
        lock.with(self) {
            guard update() else { return }
            limit = nextNumber.load()
            entered = gate.enter()
            if !entered { kept = mailbox.enqueue(.next(element, limit: limit)) }
        }
        if entered {
            tell(element, limit: limit)
            if !gate.leave() { drain() }
        } else if kept == .claimed {
            drain()
        } else if kept == .floods {
            giveWay()
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

    /// The subject is gone, and with it everybody who could send: forgets all who are subscribed or will be. They hold the
    /// hub, so it can't wait for its own deinit.
    func abandon() {
        order({ .clear(limit: $0) }) {
            isAbandoned = true
            return used.load() > 0
        }
    }

    private func order(_ message: (UInt) -> Message, _ update: () -> Bool) {
        let claimed = lock.with(self) { update() && mailbox.enqueue(message(nextNumber.load())) == .claimed }
        if claimed { drain() }
    }

    /// Compiled into `drain`: as a closure of the mailbox it would get each message by way of memory.
    @inlinable @inline(__always)
    func handle(_ message: inout Message) {
        if case .next(let element, let limit) = message { tell(element, limit: limit) } else { handleOther(message) }
    }

    /// Out of line: what those need would have to be set up for each element.
    @inlinable @inline(never)
    func handleOther(_ message: Message) {
        switch message {
        case .next: break
        case .stop(let error, let limit):
            takeAll(limit: limit) { $0.receiveStop(error, Element.self) }
        case .remove(let entry, _): _ = take(entry)
        case .clear(let limit): takeAll(limit: limit) { $0.disown() }
        case .free(let slots): slots.deallocate()
        }
    }

    @inlinable @inline(__always)
    func tell(_ element: Element, limit: UInt) {
        let count = Int(used.loadAcquiring())
        guard count > 0, let list = Slots(bitPattern: slots.loadAcquiring()) else { return }
        var index = 0
        while index < count {
            if let slot = list[index] {
                let entry = ListEntry(slot)
                let inTime = entry.receive(element, before: limit)
                if _slowPath(!inTime) { return }
            }
            index &+= 1
        }
    }

    @inlinable @inline(never)
    override func drain() { mailbox.drain(for: self) }

    // Who subscribes or disposes isn't to deliver what others send.
    override func postRemoval(_ entry: ListEntry) { postAside(.remove(entry, of: entry.object.takeUnretainedValue())) }

    override func sendFree(_ slots: Slots) {
        if gate.enter() {
            slots.deallocate()
            if !gate.leave() { drain() }
        } else {
            postAside(.free(slots))
        }
    }

    /// Doesn't go inside where the thread inside offers its place: for who doesn't send, and must not be kept by those who do.
    private func postAside(_ message: Message) {
        let kept = mailbox.enqueue(message, takesOver: false)
        if kept == .claimed { drain() } else { mailbox.leave(kept) }
    }
}

/// One observer of a subject.
@usableFromInline
final class Listener<Element>: Registration, @unchecked Sendable {  // Sendable: constant.
    @usableFromInline let observer: Observer<Element>
    /// For observers that get a replay, during which events may have to wait.
    @usableFromInline let mailbox: Mailbox<Event<Element>>?

    @inlinable
    init(_ hub: Hub<Element>, _ observer: Observer<Element>, _ segment: Segment, replays: Bool) {
        mailbox = replays ? Mailbox(segment, handler: observer.handler) : nil
        self.observer = observer
        super.init(hub, segment)
    }

    @inlinable @inline(__always)
    func receive(_ element: Element) {
        if _fastPath(segment.enter(otherwise: { enterSlowly($0) })) {
            observer.send(element)
            leave()
        } else {
            refuse(element)
        }
    }

    /// Who tells observers is inside the hub's gate: they go into the segment one after the other. If there is a replay, the
    /// thread that subscribes does, too; and an unchecked subject has no gate.
    private var isSerial: Bool { mailbox == nil && isOfCheckedList }

    @usableFromInline @inline(never)
    func enterSlowly(_ me: UInt) -> Bool { isSerial ? segment.enterSerially(me) : segment.enterUnbiased(me) }

    @usableFromInline @inline(never)
    func leaveSlowly(_ me: UInt) -> Bool { isSerial ? segment.leaveSerially(me) : segment.leaveUnbiased(me) }

    @usableFromInline @inline(never)
    func refuse(_ element: Element) { mailbox?.post(.next(element)) }

    @inlinable
    func receiveStop(_ error: (any Error)?) {
        if segment.enter(otherwise: { enterSlowly($0) }) {
            observer.stop(error)
            leave()
        } else {
            mailbox?.post(.stop(error))
        }
    }

    @inlinable @inline(__always)
    func leave() {
        if _slowPath(!segment.leave(otherwise: { leaveSlowly($0) })) { drain() }
    }

    @usableFromInline @inline(never)
    func drain() {
        if let mailbox { mailbox.drain() } else { segment.leaveWithoutMail() }
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
}
