import RxPlatform

/// The observers of a subject, and the mailbox through which all of them are told, one event after the other.
///
/// - A list in order of subscription (`ObserverList`). Subscribing appends, on any thread, also while an event is on
///   its way: it never waits for a delivery. Unsubscribing closes the observer's own segment at once; taking it off the list
///   is left to the mailbox's owner, so nothing is unlinked under the thread that walks the list, and walking takes no retain.
/// - Each observer has a number. An event that had to wait carries the number that was next when it was sent: later
///   subscribers don't get it, since their replay has it already.
@usableFromInline
class Hub<Element>: ObserverList, MessageHandler, @unchecked Sendable {  // Sendable: see `ObserverList`.
    @usableFromInline
    enum Message {
        case next(Element, limit: UInt)
        case stop(Event<Element>)
        case remove(Registration)
        /// Takes all observers off the list, without telling them.
        case clear
    }

    @usableFromInline final let mailbox: Mailbox<Message>

    @inlinable
    init(core: Core) {
        let gate = Gate(core: core)
        mailbox = Mailbox(gate, gathers: true) { _ in preconditionFailure("Hub: its mailbox is drained by itself") }
        super.init(gate)
    }

    /// Subscribes an observer that gets no replay; after the end it gets the stop event.
    @inlinable
    final func attach(_ observer: __owned Observer<Element>, _ segment: Segment) {
        // By hand: the segment gets one of its two references, the list the other one.
        let listener = Unmanaged.passRetained(Listener(self, observer, segment, replays: false))
        segment.own(.fromOpaque(listener.retain().toOpaque()))
        lock.acquire(self)
        if append(.fromOpaque(listener.toOpaque())) { return }
        listener._withUnsafeGuaranteedRef { listener in segment.deliver { refuse(listener, listener.observer.stop) } }
        listener.release()
    }

    // MARK: Sending

    /// Sends to all observers that are subscribed now. After the end there are none.
    @inlinable @inline(__always)
    final func send(_ element: Element) {
        if _fastPath(gate.enter(otherwise: { !gate.isOccupied && gate.enterUnbiased($0) })) {
            tell(element, before: nextNumber.loadAcquiring())
            if _slowPath(!gate.leave()) { drain() }
        } else {
            post(element)
        }
    }

    /// An observer that subscribes after the look at the number isn't told; one that subscribed before it is.
    ///
    /// - Parameter isLocked: whether the caller has the lock, which this releases.
    @inlinable @inline(never)
    final func post(_ element: Element, isLocked: Bool = false) {
        let kept = mailbox.enqueue(.next(element, limit: nextNumber.load()))
        if isLocked { lock.release(self) }
        if kept == .claimed { drain() } else { mailbox.leave(kept) }
    }

    /// Compiled into `drain`: as a closure of the mailbox it would get each message by way of memory.
    @inlinable @inline(__always)
    final func handle(_ message: inout Message) {
        if case .next(let element, let limit) = message { tell(element, before: limit) } else { handleOther(message) }
    }

    /// Out of line: what these messages need would have to be set up for each element.
    @inlinable @inline(never)
    final func handleOther(_ message: Message) {
        switch message {
        case .next: break
        case .stop(let event):
            while let registration = takeFirst() {
                let listener = unsafeDowncast(registration, to: Listener<Element>.self)
                listener.receive(event) { listener.observer.on(event) }
            }
        case .remove(let registration): take(registration)
        case .clear:
            while let registration = takeFirst() { registration.segment.disown(registration) }
        }
    }

    /// Tells all that subscribed before `limit`. Only the owner of the gate, which the caller is, takes them off.
    @inlinable @inline(__always)
    final func tell(_ element: Element, before limit: UInt) {
        var next = first.loadAcquiring()
        while let address = UnsafeRawPointer(bitPattern: next) {
            next = Unmanaged<Listener<Element>>.fromOpaque(address)._withUnsafeGuaranteedRef { listener in
                if _slowPath(listener.number.value >= limit) { return 0 }
                listener.receive(.next(element)) { listener.observer.send(element) }
                return listener.next.loadAcquiring()
            }
        }
    }

    @inlinable @inline(never)
    override final func drain() { mailbox.drain(for: self) }

    /// Doesn't go inside where the owner offers its place: a thread that disposes isn't to deliver what others send.
    override final func postRemoval(_ registration: Registration) {
        let kept = mailbox.enqueue(.remove(registration), takesOver: false)
        if kept == .claimed { drain() } else { mailbox.leave(kept) }
    }

    // MARK: Ending

    /// Tells all observers, and those that come later, that the subject has ended; unless it has before.
    ///
    /// - Parameter finish: runs under the lock. The observers are told what it returns, before the event.
    @usableFromInline
    final func stop(_ event: Event<Element>, _ finish: () -> Element? = { nil }) {
        order {
            guard isOpen else { return false }
            (ending.value, error) = (.stopped, event.error)
            let isClaimed = finish().map { mailbox.enqueue(.next($0, limit: .max)) == .claimed } ?? false
            return mailbox.enqueue(.stop(event)) == .claimed || isClaimed
        }
    }

    /// Forgets all observers, without telling them, and how the subject has ended.
    ///
    /// - Parameter finish: runs under the lock.
    final func dispose(of subject: AnyObject, _ finish: () -> Void = {}) {
        var dropped: (any Error)?  // Released outside the lock.
        order {
            swap(&error, &dropped)
            (ending.value, self.subject) = (.disposed, subject)
            finish()
            return mailbox.enqueue(.clear) == .claimed
        }
        _ = dropped
    }

    /// The subject is gone, and with it all that could send: forgets all observers that are subscribed or will be. They hold the
    /// hub, so the hub can't do this in its deinit.
    @usableFromInline
    final func abandon() {
        order {
            if isOpen { ending.value = .lost }
            return first.load() != 0 && mailbox.enqueue(.clear) == .claimed
        }
    }

    /// The state changes and messages are left as one step: later subscribers aren't added, and all others are told.
    private func order(_ step: () -> Bool) { if lock.with(self, step) { drain() } }
}

/// One observer of a subject.
@usableFromInline
final class Listener<Element>: Registration, @unchecked Sendable {  // Sendable: see the fields.
    @usableFromInline let observer: Observer<Element>
    /// For events that come during the replay. The hub's owner makes it for the first of them, before it leaves that event here; the replaying
    /// thread looks only where its gate's word says that mail waits.
    @exclusivity(unchecked) private var missed = Plain<Mailbox<Event<Element>>?>(nil)

    @inlinable
    init(_ hub: Hub<Element>, _ observer: __owned Observer<Element>, _ segment: Segment, replays: Bool) {
        self.observer = observer
        super.init(hub, segment, replays: replays)
    }

    /// - Parameter event: made only where the segment can't be entered: else it would be built, and its element counted, for each observer.
    @inlinable @inline(__always)
    func receive(_ event: @autoclosure () -> Event<Element>, _ deliver: () -> Void) {
        if _fastPath(segment.enter(otherwise: { enterSlowly($0) })) {
            deliver()
            leave()
        } else {
            miss(event())
        }
    }

    @usableFromInline @inline(never)
    func miss(_ event: Event<Element>) {
        if isSerial || segment.isClosed { return }
        if missed.value == nil { missed.value = Mailbox(segment, handler: observer.handler) }
        missed.value?.post(event)
    }

    @inlinable @inline(__always)
    func leave() {
        if _slowPath(!segment.leave(otherwise: { leaveSlowly($0) })) { drain() }
    }

    @usableFromInline @inline(never)
    func drain() {
        if let missed = missed.value { missed.drain() } else { segment.leaveWithoutMail() }
    }
}
