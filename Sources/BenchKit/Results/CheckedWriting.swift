import Foundation

/// Writing with write(2), which says why it fails.
enum CheckedWriting {
    /// - Returns: 0 or an error number.
    static func all(_ data: Data, to descriptor: Int32) -> Int32 {
        data.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = write(descriptor, bytes.baseAddress! + sent, bytes.count - sent)
                if count > 0 {
                    sent += count
                } else if count < 0, errno == EAGAIN {
                    var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&wanted, 1, -1)
                } else if count == 0 || errno != EINTR {
                    return count == 0 ? EIO : errno
                }
            }
            return 0
        }
    }

    /// Replaces what a file holds, or makes it.
    /// - Returns: 0 or an error number.
    static func all(_ data: Data, toFile path: String) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        if descriptor < 0 { return errno }
        let error = all(data, to: descriptor)
        // Some file systems say only now that they are full.
        return close(descriptor) == 0 || error != 0 ? error : errno
    }
}
