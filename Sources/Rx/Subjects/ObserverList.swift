import RxPlatform

/// The list of a hub, and how its subject has ended: all about it that doesn't depend on the element, so that subscribing and unsubscribing
/// look up no metadata.
///
/// Registrations are linked, in order of subscription. Appending is guarded by `lock`; only the owner of `gate` takes one off, under `lock`.
/// So the owner may walk the list without the lock.
@usableFromInline
class ObserverList: @unchecked Sendable {  // Sendable: guarded as said at the fields.
    @usableFromInline
    enum Ending {
        case none, stopped, disposed
        /// Nothing can send any more, or end it.
        case lost
    }

    @usableFromInline final let gate: Gate
    /// Where the first registration is; 0: nowhere.
    @usableFromInline final let first = Word(0)
    /// The number of the next subscriber; raised under `lock`, when the one before is on the list.
    @usableFromInline final let nextNumber = Word(1)
    // Guarded by `lock`:
    @exclusivity(unchecked) private final var last = Plain<Unmanaged<Registration>?>(nil)
    @usableFromInline @exclusivity(unchecked) final var ending = Plain(Ending.none)
    /// Of a subject that has stopped; `nil` is completion.
    @usableFromInline @exclusivity(unchecked) final var error: (any Error)?
    /// A subject that was disposed of, to be named in `RxError.disposed`.
    @exclusivity(unchecked) final weak var subject: AnyObject?
    /// Guards appending to the list, and the state of the subject that must change together with it.
    @usableFromInline final let lock = BiasedLock()

    @usableFromInline
    init(_ gate: Gate) {
        self.gate = gate
        Resources.add(.subjects, 1)
    }

    // Each observer on the list holds it: there is none.
    deinit { Resources.add(.subjects, -1) }

    final var hasObservers: Bool { lock.with(self) { first.load() != 0 } }
    final var isDisposed: Bool { lock.with(self) { ending.value == .disposed } }

    // MARK: The mailbox, which depends on the element

    /// Leaves it to the owner.
    func postRemoval(_ registration: Registration) { preconditionFailure("ObserverList.postRemoval: abstract") }
    func drain() { preconditionFailure("ObserverList.drain: abstract") }

    /// Whether it has not ended; under the lock.
    @inlinable
    final var isOpen: Bool { @inline(__always) get { ending.value == .none } }

    /// How the subject has stopped, for late subscribers: `nil` is completion.
    @usableFromInline
    final var stopError: (any Error)? {
        lock.with(self) { ending.value == .disposed ? RxError.disposed(object: subject ?? self) : error }
    }

    // MARK: On and off

    /// Under the lock, which it releases.
    ///
    /// - Parameter entry: retained, for the list.
    /// - Returns: whether it is on the list. Else the subject has ended, or the subscription, and the reference stays with the caller. A
    ///   thread that ends a subscription closes its segment before it takes the lock to remove `entry`: it finds `entry`, or this finds it closed.
    @usableFromInline
    final func append(_ entry: Unmanaged<Registration>) -> Bool {
        guard isOpen, entry._withUnsafeGuaranteedRef({ !$0.segment.isClosed }) else {
            lock.release(self)
            return false
        }
        let number = nextNumber.load()
        entry._withUnsafeGuaranteedRef { ($0.number.value, $0.previous.value) = (number, last.value) }
        setNext(of: last.value, to: UInt(bitPattern: entry.toOpaque()))
        last.value = entry
        nextNumber.storeReleasing(number + 1)
        lock.release(self)
        return true
    }

    /// For a registration that came too late to be appended. Of a subject that was dropped there is nothing to tell.
    @usableFromInline
    final func refuse(_ registration: Registration, _ stop: ((any Error)?) -> Void) {
        registration.segment.disown(registration)
        if lock.with(self, { ending.value != .lost }) { stop(stopError) }
    }

    /// Takes an observer off the list, now or when the owner gets round to it.
    final func remove(_ registration: Registration) {
        guard gate.enter() else { return postRemoval(registration) }
        take(registration)
        if !gate.leave() { drain() }
    }

    /// Takes an observer off the list, unless that has been done; only by the gate's owner.
    @usableFromInline
    final func take(_ registration: Registration) {
        lock.acquire(self)
        guard registration.number.value > 0 else { return lock.release(self) }
        registration.number.value = 0
        let next = registration.next.load(), previous = registration.previous.value
        setNext(of: previous, to: next)
        if let next = Registration.at(next) { next._withUnsafeGuaranteedRef { $0.previous.value = previous } } else { last.value = previous }
        lock.release(self)
        Unmanaged.passUnretained(registration).release()  // Foreign closures may be freed here: outside the lock.
    }

    /// Takes off the oldest one, once none is added any more; only by the gate's owner.
    @usableFromInline
    final func takeFirst() -> Registration? {
        guard let first = Registration.at(first.load())?.takeUnretainedValue() else { return nil }
        take(first)
        return first
    }

    @inline(__always)
    private final func setNext(of registration: Unmanaged<Registration>?, to address: UInt) {
        if let registration {
            registration._withUnsafeGuaranteedRef { $0.next.storeReleasing(address) }
        } else {
            first.storeReleasing(address)
        }
    }
}

/// One observer on the list. It and the list hold each other, and so do it and its segment, until the segment ends or the
/// list lets go of it.
@usableFromInline
class Registration: SegmentItem, @unchecked Sendable {  // Sendable: see the fields.
    @usableFromInline final let segment: Segment
    /// 0: not on the list. Changed under the list's lock, and once it is there by the gate's owner.
    @usableFromInline @exclusivity(unchecked) final var number = Plain<UInt>(0)
    /// Where the next one on the list is; 0: nowhere.
    @usableFromInline final let next = Word(0)
    @exclusivity(unchecked) fileprivate final var previous = Plain<Unmanaged<Registration>?>(nil)  // Guarded by the list's lock.
    private final let list: ObserverList
    /// Whether threads enter the segment one after the other, as owners of the list's gate do. Not where there is a replay, for which the
    /// subscribing thread enters too, nor on the unchecked core, whose gate admits all. Kept here, as senders write where the gate lies.
    final let isSerial: Bool

    @usableFromInline
    init(_ list: ObserverList, _ segment: Segment, replays: Bool) {
        isSerial = !replays && list.gate.isGuarded
        self.list = list
        self.segment = segment
        super.init()
    }

    override final func segmentEnded() { list.remove(self) }

    fileprivate static func at(_ address: UInt) -> Unmanaged<Registration>? { UnsafeRawPointer(bitPattern: address).map { .fromOpaque($0) } }

    @usableFromInline @inline(never)
    final func enterSlowly(_ me: UInt) -> Bool { isSerial ? segment.enterSerially(me) : segment.enterUnbiased(me) }

    @usableFromInline @inline(never)
    final func leaveSlowly(_ me: UInt) -> Bool { isSerial ? segment.leaveSerially(me) : segment.leaveUnbiased(me) }
}
