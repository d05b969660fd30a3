import BenchKit
import Dispatch
import Foundation
import Synchronization

/// A second thread that stays, so that no iteration pays for making one.
final class Companion: Sendable {
    static let shared = Companion()

    private enum State: Int, AtomicRepresentable {
        case idle, ready, running, done
    }

    private let state = Atomic(State.idle)
    private let job = Mutex<(@Sendable () -> Void)?>(nil)
    private let arrival = DispatchSemaphore(value: 0)

    private init() {
        let thread = Thread { [unowned self] in  // It is never freed.
            while true { work() }
        }
        thread.name = "rxbench.companion"
        thread.start()
    }

    private func work() {
        arrival.wait()
        let job = job.withLock { $0 }
        state.store(.ready, ordering: .releasing)
        spin(until: .running)
        job?()
        state.store(.done, ordering: .releasing)
    }

    /// Runs `body(0)` on the caller and `body(1)` on the companion at the same time. As part of `run` it is timed, from a
    /// common start to the end of the slower one.
    func race(_ run: Run? = nil, _ body: @escaping @Sendable (_ thread: Int) -> Void) {
        job.withLock { $0 = { body(1) } }
        arrival.signal()
        spin(until: .ready)
        func runBoth() {
            state.store(.running, ordering: .releasing)
            body(0)
            spin(until: .done)
        }
        if let run { run.timed(runBoth) } else { runBoth() }
        job.withLock { $0 = nil }
        state.store(.idle, ordering: .relaxed)
    }

    /// Yields after a while: the other thread may need this one's processor.
    private func spin(until wanted: State) {
        var rounds = 0
        while state.load(ordering: .acquiring) != wanted {
            rounds += 1
            if rounds > 1000 { sched_yield() }
        }
    }
}
