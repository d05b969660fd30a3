import Foundation
import Synchronization

/// The process's standard output, which results go to and nothing else.
enum StandardOutput {
    private static let own = Atomic<Int32>(STDOUT_FILENO)

    static var descriptor: Int32 { own.load(ordering: .relaxed) }

    /// From now on what the measured code prints goes to the standard error, also where a program that it starts does.
    static func keepForResults() {
        fflush(nil)
        guard descriptor == STDOUT_FILENO else { return }
        let copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        // It may be closed, and so may the standard error: then all is as it was.
        guard copy >= 0 else { return }
        if dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 { own.store(copy, ordering: .relaxed) } else { close(copy) }
    }
}
