import Foundation
import Synchronization

/// Set from the signal handler, where little more than an atomic store is allowed.
private let requested = Atomic<Bool>(false)

/// The user's wish to stop, which arrives as SIGINT or SIGTERM.
enum Interruption {
    struct Stop: Error {}

    /// Until `restore`, the first signal asks the run to stop at its next sample; a second one ends the process as usual.
    static func install() {
        requested.store(false, ordering: .relaxed)
        for number in [SIGINT, SIGTERM] {
            signal(number) { received in
                Interruption.request()
                signal(received, SIG_DFL)
            }
        }
    }

    /// Asks for the stop, as the first signal does.
    static func request() {
        requested.store(true, ordering: .relaxed)
    }

    static func restore() {
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }

    static func check() throws(Stop) {
        if requested.load(ordering: .relaxed) { throw Stop() }
    }
}
