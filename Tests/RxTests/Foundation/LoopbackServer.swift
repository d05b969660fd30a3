import Foundation

/// A small HTTP/1.1 server on 127.0.0.1, a thread for each connection. The path of a request says how it is answered:
///
///     /status/404?text   with that status and text
///     /slow/200?text     half of the text, and the rest 200 ms later
///     /cut?text          the head and half of the text; then the connection is closed
///     /close             not at all: the connection is closed
///     /hang              not at all: the connection stays
final class LoopbackServer: @unchecked Sendable {  // Sendable: `lock` guards what changes.
    let port: UInt16
    private let listener: Int32
    private let lock = NSLock()
    private var requestCount = 0
    private var connectionCount = 0
    private var isStopped = false

    /// Requests that have come.
    var requests: Int { lock.withLock { requestCount } }
    /// Connections that are open.
    var connections: Int { lock.withLock { connectionCount } }

    struct Unavailable: Error { let number = errno }

    init() throws {
        #if canImport(Glibc)
        let stream = Int32(SOCK_STREAM.rawValue)
        #else
        let stream = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, stream, 0)
        listener = descriptor
        var address = sockaddr_in(), length = socklen_t(MemoryLayout<sockaddr_in>.size)
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        let failed = withUnsafeMutableBytes(of: &address) { bytes in
            let pointer = bytes.bindMemory(to: sockaddr.self).baseAddress!
            return bind(descriptor, pointer, length) != 0 || Foundation.listen(descriptor, 1024) != 0
                || getsockname(descriptor, pointer, &length) != 0
        }
        port = UInt16(bigEndian: address.sin_port)
        if failed { throw Unavailable() }
        start { [self] in
            while case let connection = accept(listener, nil, nil), connection >= 0 { serve(connection) }
        }
    }

    /// No connection is accepted any more; those that are open stay.
    func stop() {
        if lock.withLock({
            defer { isStopped = true }; return isStopped
        }) {
            return
        }
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }

    private func start(_ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.stackSize = 128 << 10
        thread.start()
    }

    private func serve(_ connection: Int32) {
        lock.withLock { connectionCount += 1 }
        start { [self] in
            var received: [UInt8] = [], chunk = [UInt8](repeating: 0, count: 4096), isOpen = true
            while isOpen, case let count = recv(connection, &chunk, chunk.count, 0), count > 0 {
                received += chunk[..<count]
                while isOpen, let end = Self.endOfHead(received) {
                    let words = String(decoding: received[..<end], as: UTF8.self).split(separator: " ", maxSplits: 2)
                    received.removeFirst(end)
                    lock.withLock { requestCount += 1 }
                    isOpen = words.count > 1 && answer(URL(string: "\(words[1])"), on: connection)
                }
            }
            close(connection)
            lock.withLock { connectionCount -= 1 }
        }
    }

    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        let blank: [UInt8] = [13, 10, 13, 10]
        guard bytes.count >= blank.count else { return nil }
        return (blank.count...bytes.count).first { bytes[($0 - blank.count)..<$0].elementsEqual(blank) }
    }

    /// `false`: the connection is to be closed.
    private func answer(_ url: URL?, on connection: Int32) -> Bool {
        let words = url?.path.split(separator: "/").map(String.init) ?? [], number = words.count > 1 ? Int(words[1]) : nil
        let text = Array((url?.query?.removingPercentEncoding ?? "").utf8), half = text.count / 2
        func head(_ status: Int) -> [UInt8] {
            // Such a response has no body, and says so by its status.
            let length = status == 204 || status == 304 ? "" : "Content-Length: \(text.count)\r\n"
            return Array("HTTP/1.1 \(status) Something\r\n\(length)\r\n".utf8)
        }
        switch words.first {
        case "status": return send(head(number ?? 200) + text, connection)
        case "slow":
            guard send(head(200) + text[..<half], connection) else { return false }
            Thread.sleep(forTimeInterval: Double(number ?? 0) / 1000)
            return send(Array(text[half...]), connection)
        case "cut":
            _ = send(head(200) + text[..<half], connection)
            return false
        case "hang": return true
        default: return false
        }
    }

    private func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
        #if canImport(Darwin)
        var on: Int32 = 1
        setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        let flags: Int32 = 0
        #else
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Foundation.send(connection, $0.baseAddress, $0.count, flags) }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }
}
