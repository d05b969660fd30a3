import Foundation
import Synchronization

/// The lock on the neighbour of a results file, which tells other programs that somebody is writing it. The kernel lets go of it when the
/// process ends.
final class ResultsFileLock: Sendable {
    private let descriptor = Mutex<Int32>(-1)

    var isHeld: Bool { descriptor.withLock { $0 >= 0 } }

    /// Takes the lock on a file, which is made where there is none, and lets go of the one before.
    /// - Parameter put: puts the file where others look for it, while both are held; an error number where that fails, and nothing is let go
    ///   of then.
    /// - Returns: nil, or an error number: `EWOULDBLOCK` where another program has it.
    func take(_ path: String, then put: () -> Int32? = { nil }) -> Int32? {
        for _ in 0..<100 {
            let fresh = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
            if fresh < 0 { return errno }
            // Not all file systems have locks; there nobody is kept from anything.
            if flock(fresh, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
                close(fresh)
                return EWOULDBLOCK
            }
            var held = stat(), found = stat()
            // Another program may have replaced or removed it meanwhile.
            guard fstat(fresh, &held) == 0, stat(path, &found) == 0, held.st_ino == found.st_ino, held.st_dev == found.st_dev else {
                close(fresh)
                continue
            }
            if let error = put() {
                close(fresh)
                return error
            }
            descriptor.withLock { descriptor in
                if descriptor >= 0 { close(descriptor) }
                descriptor = fresh
            }
            return nil
        }
        return EWOULDBLOCK
    }

    func release() {
        descriptor.withLock { descriptor in
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        }
    }

    deinit { release() }
}
