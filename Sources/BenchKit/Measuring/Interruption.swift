import Foundation
import Synchronization

/// Set from the signal handler, where little more than an atomic store is allowed.
private let requested = Atomic<Bool>(false)
/// Leads a session of its own, so that the terminal's signals don't reach it; 0 without one.
private let heir = Atomic<pid_t>(0)

/// The user's wish to stop, which arrives as SIGINT or SIGTERM.
enum Interruption {
    struct Stop: Error {}

    /// Until `restore`, the first signal asks the run to stop at its next sample; a second one ends the process as usual.
    static func install() {
        requested.store(false, ordering: .relaxed)
        for number in [SIGINT, SIGTERM] {
            signal(number) { received in
                Interruption.request()
                let heir = heir.load(ordering: .relaxed)
                if heir > 0 { kill(-heir, received) }
                signal(received, SIG_DFL)
            }
        }
    }

    /// Asks for the stop, as the first signal does.
    static func request() {
        requested.store(true, ordering: .relaxed)
    }

    /// From now on the signal goes on to that process's group too.
    /// - Parameter leader: of a session of its own; 0 for none.
    static func pass(to leader: pid_t) {
        heir.store(leader, ordering: .relaxed)
    }

    static func restore() {
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }

    static var isRequested: Bool { requested.load(ordering: .relaxed) }

    static func check() throws(Stop) {
        if isRequested { throw Stop() }
    }
}
