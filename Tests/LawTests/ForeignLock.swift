import Foundation
import Rx
import RxPlatform

/// A mutex of the test's own, which the library knows nothing of, and the one call-out of the library that needs it.
///
/// One thread holds the lock and, when another thread is inside the call-out and about to take the lock, enters the library.
/// The entry has to return although the other thread is stuck. If it doesn't, the call-out gives up after `patience`
/// seconds and goes on without the lock, which also frees whoever waits for it: nothing hangs, no thread is lost.
final class ForeignLock: @unchecked Sendable {  // Sendable: everything is guarded by `state`.
    /// A call of foreign code.
    struct CallOut: Sendable {
        let name: String
        /// The subscription whose closure it is; `nil`: nobody's in particular.
        let subscription: Int?
        /// Whether something is freed.
        var isRelease: Bool { name.hasPrefix("deinit") }
    }

    private enum Mode {
        case off, recording, reached
        case armed(skipping: Int)
    }

    private let state = NSCondition()
    private let patience: TimeInterval
    private var mode = Mode.off
    private var recorded: [CallOut] = []
    /// The thread that has the lock, or 0.
    private var holder: UInt = 0
    private var triggerIsOver = false
    private var gaveUp = false

    /// - Parameter patience: how long a call-out waits for the lock, in seconds.
    init(patience: TimeInterval) { self.patience = patience }

    // MARK: In foreign code

    /// Every piece of foreign code calls this. The call-out that is meant takes the lock.
    func callOut(_ name: String, of subscription: Int? = nil) {
        state.withLock {
            switch mode {
            case .off, .reached: return
            case .recording: recorded.append(CallOut(name: name, subscription: subscription))
            case .armed(let skipping):
                if holder == threadToken() { return }
                if skipping > 0 { mode = .armed(skipping: skipping - 1) } else { take() }
            }
        }
    }

    private func take() {
        mode = .reached
        state.broadcast()
        let deadline = Date(timeIntervalSinceNow: patience)
        while holder != 0, !gaveUp { gaveUp = !state.wait(until: deadline) }
    }

    /// A closure of a user's: to call it is a call-out, and so is to free it.
    func closure(_ name: String, of subscription: Int? = nil) -> () -> Void {
        let captured = ForeignObject(self, "deinit of \(name)", of: subscription)
        return { withExtendedLifetime(captured) { self.callOut(name, of: subscription) } }
    }

    // MARK: The two threads

    /// The call-outs that `body` makes, in order.
    func record(_ body: () -> Void) -> [CallOut] {
        state.withLock { mode = .recording }
        body()
        return state.withLock {
            mode = .off
            return recorded
        }
    }

    /// The thread that holds the lock: enters the library while the other one is in its call-out.
    func hold(_ entry: () -> Void) {
        let isReached = state.withLock {
            holder = threadToken()
            state.broadcast()
            while true {
                if case .reached = mode { return true }
                if triggerIsOver { return false }
                state.wait()
            }
        }
        if isReached { entry() }
        state.withLock {
            holder = 0
            state.broadcast()
        }
    }

    /// The other thread: brings the library to make the call-out, after `skipping` others.
    func trigger(skipping: Int, _ body: () -> Void) {
        state.withLock {
            while holder == 0 { state.wait() }
            mode = .armed(skipping: skipping)
        }
        body()
        state.withLock {
            triggerIsOver = true
            state.broadcast()
        }
    }

    /// What went wrong; to be asked when both threads are done.
    var fault: String? {
        state.withLock {
            guard case .reached = mode else { return "the call-out was not made" }
            return gaveUp ? "blocked" : nil
        }
    }

    /// What is called from now on is no call-out.
    func retire() { state.withLock { mode = .off } }
}

/// An element, or something that a closure captures: to free it is a call-out.
final class ForeignObject: Sendable {
    private let lock: ForeignLock
    private let name: String
    private let subscription: Int?

    init(_ lock: ForeignLock, _ name: String = "deinit of an element", of subscription: Int? = nil) {
        self.lock = lock
        self.name = name
        self.subscription = subscription
    }

    deinit { lock.callOut(name, of: subscription) }
}
