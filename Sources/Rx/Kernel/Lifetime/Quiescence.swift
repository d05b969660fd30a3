import RxPlatform

/// Waiting for a closed gate to be empty, without ever waiting in a circle.
///
/// Two subscriptions may dispose each other from their handlers. Before a thread parks it writes down what it waits for
/// and follows gate → thread inside → the gate that thread waits for → …; if the chain comes back to it, it doesn't wait.
/// Every thread does both under one lock, so exactly one thread of a circle finds it. Only this slow path takes the lock.
private enum Waits {
    static let lock = Lock()
    nonisolated(unsafe) static var gateOf: [UInt: Gate] = [:]  // Guarded by `lock`.
    static let name = Gate(core: .lock)

    /// `false`: waiting would close a circle.
    static func begin(_ me: UInt, for gate: Gate) -> Bool {
        lock.with(name) {
            var target = gate
            while true {
                let owner = target.owner
                if owner == me { return false }
                guard owner != 0, let next = gateOf[owner] else { break }
                target = next
            }
            gateOf[me] = gate
            return true
        }
    }

    static func end(_ me: UInt) {
        lock.with(name) { _ = gateOf.removeValue(forKey: me) }
    }
}

extension Segment: Disposable {
    /// Ends the subscription and waits until no closure of it is running on another thread. Called from inside its own
    /// delivery, it returns at once; nothing is delivered after the current call ends. Threads that dispose each other
    /// don't wait for each other.
    ///
    /// Like any wait, it must not be called with a lock held that a closure of this subscription needs;
    /// `disposeWithoutWaiting` is for there.
    @usableFromInline
    func dispose() {
        cancel()
        awaitEmpty()
    }
}

extension Segment {
    /// Waits until no other thread is inside this closed segment or one of its children.
    func awaitEmpty() {
        let me = threadToken()
        let owner = self.owner
        if owner == me { return }
        if owner != 0 { park(me) }
        if hasHadKin { awaitChildren() }
    }

    @inline(never)
    private func awaitChildren() { for child in occupiedChildren() { child.awaitEmpty() } }

    private func park(_ me: UInt) {
        guard isGuarded, Waits.begin(me, for: self) else { return }
        defer { Waits.end(me) }
        let parker = Parker()
        let mustWait = lock.with(self) {
            // The owner takes this lock when it leaves and finds the flag. Else it has left before, which is in sight here.
            let old = word.fetchOr(Gate.waiter)
            guard old & ~Gate.flags != 0 else { return false }
            makeColdFields()._withUnsafeGuaranteedRef { $0.waiters.value = Waiter(parker, before: $0.waiters.value) }
            return true
        }
        if mustWait { parker.park() }
    }
}
