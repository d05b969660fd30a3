import RxPlatform

/// A hub that keeps elements for new observers: its state and its list change as one.
@usableFromInline
final class ReplayHub<Element>: Hub<Element>, @unchecked Sendable {  // Sendable: `buffer` is guarded by the lock.
    /// When a new observer gets what is kept.
    @usableFromInline
    enum Replay {
        case always
        /// While the subject goes on; a failed subject forgets it.
        case beforeTheEnd
        /// Once the subject has completed: until then no observer is told. A failed subject forgets it.
        case atCompletion
    }

    @usableFromInline let replay: Replay
    // Unchecked: guarded by the lock.
    @exclusivity(unchecked) @usableFromInline var buffer: ReplayBuffer<Element>

    @usableFromInline
    init(core: Core, keeping limit: Int, _ replay: Replay) {
        self.replay = replay
        buffer = ReplayBuffer(limit: limit)
        super.init(core: core)
    }

    @inlinable
    var newest: Element? {
        lock.acquire(self)
        defer { lock.release(self) }
        return buffer.newest
    }

    /// Keeps an element and tells the observers. Later subscribers are not told: they get it as a replay.
    @inlinable @inline(__always)
    func keepAndSend(_ element: Element) {
        lock.acquire(self)
        let dropped = isOpen ? buffer.append(element) : nil  // Released outside the lock.
        if gate.enter() {
            let limit = nextNumber.load()
            lock.release(self)
            tell(element, before: limit)
            if !gate.leave() { drain() }
        } else {
            post(element, isLocked: true)
        }
        withExtendedLifetime(dropped) {}
    }

    @inlinable
    func keep(_ element: Element) {
        lock.acquire(self)
        let dropped = isOpen ? buffer.append(element) : nil
        lock.release(self)
        withExtendedLifetime(dropped) {}
    }

    @usableFromInline
    func stop(_ event: Event<Element>) {
        var dropped = ReplayBuffer<Element>(limit: 0)  // Released outside the lock.
        super.stop(event) {
            if case .error = event, replay != .always { swap(&buffer, &dropped) }
            return replay == .atCompletion ? buffer.newest : nil
        }
    }

    /// Forgets what it has kept, too.
    func dispose(of subject: AnyObject) {
        var dropped = ReplayBuffer<Element>(limit: 0)  // Released outside the lock.
        super.dispose(of: subject) { swap(&buffer, &dropped) }
    }

    /// Subscribes an observer, which gets its replay here, and then the stop event if the subject has ended.
    @inlinable
    func attachWithReplay(_ observer: __owned Observer<Element>, _ segment: Segment) {
        // Held here, too: a subject that is disposed of meanwhile lets go of the listener, and has the segment do so.
        let listener = Listener(self, observer, segment, replays: true), entry = Unmanaged.passRetained(listener as Registration)
        segment.own(listener)
        // This thread is inside before the listener is on the list: what is told meanwhile waits for the replay.
        guard segment.enter() else { return entry.release() }
        lock.acquire(self)
        let kept = isReplayed ? buffer : ReplayBuffer(limit: 0), isOnList = append(entry)
        kept.each { element in
            if segment.isClosed { return false }
            listener.observer.send(element)
            return true
        }
        if !isOnList {
            if !segment.isClosed { refuse(listener, listener.observer.stop) }
            entry.release()
        }
        listener.leave()
    }

    /// Under the lock.
    @inlinable var isReplayed: Bool {
        switch replay {
        case .always: true
        case .beforeTheEnd: isOpen || ending.value == .lost
        case .atCompletion: ending.value == .stopped && error == nil
        }
    }
}

/// The last elements, at most `limit`, oldest first. A value: a snapshot is a retain or two, and the next append pays for it.
@frozen
@usableFromInline
struct ReplayBuffer<Element> {
    /// The newest element, apart from the others: where one element is kept, there is no array.
    @usableFromInline var newest: Element?
    @usableFromInline var older: [Element] = []
    /// Where the oldest one is, once the buffer is full.
    @usableFromInline var head = 0
    /// How many elements are kept beside the newest; negative: none is kept at all.
    @usableFromInline let room: Int

    @inlinable
    init(limit: Int) { room = limit - 1 }

    /// Returns the element that had to make room, so that it is released outside the lock.
    @inlinable @inline(__always)
    mutating func append(_ element: Element) -> Element? {
        if room < 0 { return nil }
        var last: Element? = element
        swap(&newest, &last)
        guard room > 0, last != nil else { return last }  // Not bound: that would count a reference for each element.
        if older.count < room {
            older.append(last!)
            return nil
        }
        swap(&older[head], &last!)
        head = head + 1 == older.count ? 0 : head + 1
        return last
    }

    /// Calls `body` with each element, oldest first, until it returns `false`.
    @inlinable
    func each(_ body: (Element) -> Bool) {
        for offset in older.indices {
            let index = head + offset
            guard body(older[index < older.count ? index : index - older.count]) else { return }
        }
        if let newest { _ = body(newest) }
    }
}
