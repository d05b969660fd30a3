#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What the system said of a call that failed.
public struct SystemCallError: Error, Equatable, CustomStringConvertible {
    public let call: String
    public let code: Int32

    public var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// A TCP socket of this machine. It is closed when nobody holds it any more, so its descriptor is never another file's.
final class SystemSocket: Sendable {
    let descriptor: Int32

    /// Writing to a connection that is gone is an error, and no reason to end the process.
    private static let ignoresBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

    init(descriptor: Int32) {
        Self.ignoresBrokenPipes
        self.descriptor = descriptor
    }

    #if canImport(Darwin)
    static let stream = SOCK_STREAM
    #else
    static let stream = Int32(SOCK_STREAM.rawValue)
    #endif

    convenience init() throws {
        self.init(descriptor: try Self.check("socket", socket(AF_INET, Self.stream, 0)))
    }

    deinit { _ = systemClose(descriptor) }

    /// `result`, or the error of the call that returned it.
    @discardableResult
    static func check(_ call: String, _ result: Int32) throws -> Int32 {
        if result < 0 { throw SystemCallError(call: call, code: errno) }
        return result
    }

    /// Calls `body` with the address 127.0.0.1 and this port.
    static func withAddress<Result>(port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) throws -> Result) rethrows -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { try body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }

    func set(_ option: Int32, _ value: some BitwiseCopyable) throws {
        var value = value
        try Self.check("setsockopt", setsockopt(descriptor, SOL_SOCKET, option, &value, socklen_t(MemoryLayout.size(ofValue: value))))
    }

    /// Bytes that have come, at most 64 KiB of them, no bytes at the end; nil where nothing has come.
    func receive() throws -> [UInt8]? {
        var received = 0, code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            repeat { received = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)) } while received < 0 && errno == EINTR
            code = errno
            count = max(0, received)
        }
        if received >= 0 { return bytes }
        if code == EAGAIN || code == EWOULDBLOCK { return nil }
        throw SystemCallError(call: "recv", code: code)
    }

    /// Sends all of it, or gives the connection up: lines with a gap would be worse than none.
    func sendAll(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let result = bytes[sent...].withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count, 0) }
            if result < 0 && errno == EINTR { continue }
            if result <= 0 { return giveUp() }
            sent += result
        }
    }

    /// The other end reads what was sent, then the end. What it sends itself still comes.
    func finishSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    private func giveUp() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
}

// Within the class these would be looked for among its methods.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(descriptor, bytes, count, flags)
}
