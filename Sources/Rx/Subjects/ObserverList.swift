import RxPlatform

/// The list of a hub: everything about it that doesn't depend on the element, so that subscribing and unsubscribing look up
/// no metadata.
///
/// Appending is guarded by `lock`. Slots are emptied and closed up only by the owner of `gate`, under `lock`; so the owner may
/// walk the list without it.
@usableFromInline
class ObserverList: @unchecked Sendable {  // Sendable: guarded as said at the fields.
    /// Retained registrations.
    @usableFromInline typealias Slots = UnsafeMutablePointer<UnsafeMutableRawPointer?>

    @usableFromInline final let gate: Gate
    /// Where the list is; a new one is published before the count that needs it.
    @usableFromInline final let slots = Word(0)
    /// How many slots are used, the emptied ones included.
    @usableFromInline final let used = Word(0)
    /// The number of who subscribes next; raised under `lock`.
    @usableFromInline final let nextNumber = Word(0)
    // Guarded by `lock`:
    @exclusivity(unchecked) private final var capacity = 0
    /// Nobody will ever send again.
    @exclusivity(unchecked) final var isAbandoned = false
    /// Emptied slots; changed by the gate's owner.
    @exclusivity(unchecked) private final var emptied = 0
    /// Guards appending to the list, and the state of the subject that must change together with it.
    @usableFromInline final let lock = BiasedLock()

    @usableFromInline
    init(_ gate: Gate) {
        self.gate = gate
        Resources.add(.subjects, 1)
    }

    deinit {
        // Whoever is on the list holds it: nobody is.
        list?.deallocate()
        Resources.add(.subjects, -1)
    }

    final var hasObservers: Bool { lock.with(self) { Int(used.load()) > emptied } }

    private final var list: Slots? { Slots(bitPattern: slots.loadAcquiring()) }

    // MARK: The mailbox, which depends on the element

    func postRemoval(_ entry: ListEntry) { preconditionFailure("ObserverList.postRemoval: abstract") }
    func drain() { preconditionFailure("ObserverList.drain: abstract") }
    /// Frees a list once nobody walks it any more.
    func sendFree(_ slots: Slots) { preconditionFailure("ObserverList.sendFree: abstract") }

    // MARK: On and off

    /// Appends an observer. `prepare` runs first, under the lock, and says whether to append; it may enter the segment's gate
    /// so that a replay comes before the first event.
    ///
    /// - Parameter entry: retained, for the list; if it isn't wanted, that reference stays with the caller.
    /// - Returns: what `prepare` has said.
    @usableFromInline
    final func add(_ entry: Unmanaged<Registration>, if prepare: () -> Bool) -> Bool {
        lock.acquire(self)
        let isWanted = prepare()
        guard isWanted, !isAbandoned, entry._withUnsafeGuaranteedRef({ !$0.segment.isClosed }) else {
            let isLost = isWanted && isAbandoned
            lock.release(self)
            // Where its segment has ended: who tears that down takes this off the list, and finds that it isn't there. That it is closed
            // is in sight here if that came before, since taking it off takes the lock.
            if isLost { entry._withUnsafeGuaranteedRef { $0.segment.disown($0) } }
            if isWanted { entry.release() }
            return isWanted
        }
        append(ListEntry(entry))
        return true
    }

    /// As the other one, for a segment that is to be on the list itself, has its observer, and is known to who subscribes alone.
    @usableFromInline
    final func add(_ segment: ListedSegment, if prepare: () -> Bool) -> Bool {
        lock.acquire(self)
        let isWanted = prepare()
        guard isWanted, !isAbandoned else {
            lock.release(self)
            if isWanted { segment.forgetObserver() }
            return isWanted
        }
        segment.setList(self)
        append(ListEntry(Unmanaged.passRetained(segment)))
        return true
    }

    /// Under the lock, which it releases.
    @inline(__always)
    private final func append(_ entry: ListEntry) {
        let number = nextNumber.load(), count = Int(used.load())
        nextNumber.storeReleasing(number + 1)
        let old = count == capacity ? grow(count) : nil
        entry.number = number
        entry.index = count
        list![count] = entry.pointer
        used.storeReleasing(UInt(count + 1))
        lock.release(self)
        if let old { sendFree(old) }
    }

    private final func grow(_ count: Int) -> Slots? {
        let old = list
        capacity = max(1, capacity * 2)
        let new = Slots.allocate(capacity: capacity)
        if let old { new.update(from: old, count: count) }
        slots.storeReleasing(UInt(bitPattern: new))
        return old
    }

    final func add(_ registration: Registration, if prepare: () -> Bool) -> Bool {
        let entry = Unmanaged.passRetained(registration)
        if add(entry, if: prepare) { return true }
        entry.release()
        return false
    }

    /// Takes an observer off the list, now or when the thread that is inside gets round to it.
    final func remove(_ entry: ListEntry) {
        guard gate.enter() else { return postRemoval(entry) }
        _ = takeOff(entry)
        if !gate.leave() { drain() }
    }

    /// Takes an observer off the list; only by the gate's owner. Returns whether gaps were closed.
    @usableFromInline
    final func take(_ entry: ListEntry) -> Bool { takeOff(entry) }

    @inline(__always)
    private final func takeOff(_ entry: ListEntry) -> Bool {
        lock.acquire(self)
        let index = entry.index
        guard index >= 0, let list else {
            lock.release(self)
            return false
        }
        list[index] = nil
        entry.index = -1
        var count = Int(used.load())
        if index == count - 1 {  // Short lives come and go at the end.
            count = index
            used.storeReleasing(UInt(count))
        } else {
            emptied += 1
        }
        let isSparse = emptied * 2 > count
        if isSparse { compact(list) }
        lock.release(self)
        entry.release()  // Foreign closures may be freed here: outside the lock.
        return isSparse
    }

    /// Takes everybody who subscribed before `limit` off the list, in order; only by the gate's owner.
    @usableFromInline
    final func takeAll(limit: UInt, _ body: (ListEntry) -> Void) {
        var index = 0
        while index < Int(used.loadAcquiring()), let list {
            guard let slot = list[index] else {
                index += 1
                continue
            }
            let entry = ListEntry(slot)
            if entry.number >= limit { return }
            entry.retain()
            if take(entry) { index = 0 }  // Gaps were closed; what has been visited is gone.
            body(entry)
            entry.release()
        }
    }

    /// Closes the gaps, in order; each removal pays for a constant number of moves.
    private final func compact(_ list: Slots) {
        var kept = 0
        for index in 0..<Int(used.load()) {
            guard let slot = list[index] else { continue }
            list[index] = nil
            list[kept] = slot
            ListEntry(slot).index = kept
            kept += 1
        }
        emptied = 0
        used.storeReleasing(UInt(kept))
    }
}

/// One observer on the list. The list holds it, it holds the list, and its segment and it hold each other: until the
/// segment ends, or the list lets go of it.
@usableFromInline
class Registration: SegmentItem, @unchecked Sendable {  // Sendable: see the fields.
    @usableFromInline final let segment: Segment
    @usableFromInline @exclusivity(unchecked) final var number: UInt = 0  // Constant once it is on the list.
    @exclusivity(unchecked) final var index = -1  // Guarded by the list's lock.
    private final let list: ObserverList
    /// Whether those who walk the list do so one after the other. Kept here, since the list's gate lies where threads that send write.
    final let isOfCheckedList: Bool

    @usableFromInline
    init(_ list: ObserverList, _ segment: Segment) {
        isOfCheckedList = list.gate.isGuarded
        self.list = list
        self.segment = segment
        super.init()
    }

    override final func segmentEnded() { list.remove(ListEntry(.passUnretained(self))) }
}
