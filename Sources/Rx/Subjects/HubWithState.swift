import RxPlatform

/// Sending for subjects with a state of their own, compiled into their callers.
extension Hub {
    /// As `send(_:updating:)`. Who subscribes after the update is not told: its replay has the element.
    @inlinable @inline(__always)
    func send(_ element: Element, changing update: () -> Bool) {
        lock.acquire(self)
        guard gate.enter() else {
            lock.release(self)
            return sendLater(element, changing: update)
        }
        let isOpen = update(), count = isOpen ? Int(used.load()) : 0
        lock.release(self)
        // Only the owner of the gate, which this is, moves listeners or takes them off.
        if count > 0, let list = Slots(bitPattern: slots.loadAcquiring()) {
            for index in 0..<count {
                guard let slot = list[index] else { continue }
                ListEntry(slot).receive(element)
            }
        }
        if !gate.leave() { drain() }
    }

    @usableFromInline @inline(never)
    func sendLater(_ element: Element, changing update: () -> Bool) { send(element, updating: update) }
}

extension SubjectState.Ending {
    /// - Parameter event: a stop event.
    init<Element>(_ event: Event<Element>) {
        if case .error(let error) = event { self = .error(error) } else { self = .completed }
    }

    /// `nil` is completion.
    var error: (any Error)? {
        if case .error(let error) = self { error } else { nil }
    }
}
