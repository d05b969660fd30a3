import Dispatch
import Foundation

/// A small HTTP/1.1 server on 127.0.0.1, on a port that the system picks. It answers `GET /item/N` with a kilobyte that
/// depends on N, keeps connections open, and serves a bounded number of requests, on a thread of its own.
final class ItemServer: @unchecked Sendable {  // Sendable: everything below `thread` is touched by the thread only.
    let port: UInt16
    private let listener: Int32
    /// A byte in here ends the thread.
    private let wake: (reading: Int32, writing: Int32)
    private let ended = DispatchSemaphore(value: 0)

    private var connections: [Int32: [UInt8]] = [:]
    private var requestsLeft: Int
    private static let mostConnections = 64

    /// - Parameter requests: more are refused.
    init(requests: Int) throws {
        requestsLeft = requests
        (listener, port) = try ItemServer.listen()
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Unavailable("pipe failed with error \(errno)") }
        wake = (ends[0], ends[1])
        let thread = Thread { [self] in
            while serve() {}
            for connection in connections.keys { close(connection) }
            connections = [:]
            ended.signal()
        }
        thread.name = "rxbench.server"
        thread.start()
    }

    /// Ends it and waits until it has.
    func stop() {
        var byte: UInt8 = 0
        _ = write(wake.writing, &byte, 1)
        ended.wait()
        for descriptor in [listener, wake.reading, wake.writing] { close(descriptor) }
    }

    /// What item `number` consists of.
    static func body(_ number: Int) -> [UInt8] {
        var state = UInt64(number) &+ 1
        return (0..<1024).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407  // Knuth, MMIX.
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    private static func listen() throws -> (listener: Int32, port: UInt16) {
        #if canImport(Glibc)
        let stream = Int32(SOCK_STREAM.rawValue)
        #else
        let stream = SOCK_STREAM
        #endif
        let listener = socket(AF_INET, stream, 0)
        if listener < 0 { throw Unavailable("socket failed with error \(errno)") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let failed = withUnsafeMutableBytes(of: &address) { bytes in
            let pointer = bytes.bindMemory(to: sockaddr.self).baseAddress!
            return bind(listener, pointer, length) != 0 || Foundation.listen(listener, 64) != 0
                || getsockname(listener, pointer, &length) != 0
        }
        if failed {
            defer { close(listener) }
            throw Unavailable("no port on 127.0.0.1, error \(errno)")
        }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    /// Waits for something to do and does it. `false`: it is over.
    private func serve() -> Bool {
        var polled = [wake.reading, listener].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        polled += connections.keys.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&polled, nfds_t(polled.count), -1) >= 0 else { return errno == EINTR }
        if polled[0].revents != 0 { return false }
        if polled[1].revents != 0 { accept() }
        for connection in polled.dropFirst(2) where connection.revents != 0 { read(connection.fd) }
        return true
    }

    private func accept() {
        let connection = Foundation.accept(listener, nil, nil)
        if connection < 0 { return }
        #if canImport(Darwin)
        var on: Int32 = 1
        setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        if connections.count < ItemServer.mostConnections {
            connections[connection] = []
        } else {
            close(connection)
        }
    }

    private func read(_ connection: Int32) {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = recv(connection, &chunk, chunk.count, 0)
        guard count > 0, var request = connections[connection], request.count < 16_384 else { return drop(connection) }
        request += chunk[..<count]
        while let end = ItemServer.end(of: request) {
            guard answer(String(decoding: request[..<end], as: UTF8.self), on: connection) else { return drop(connection) }
            request.removeFirst(end)
        }
        connections[connection] = request
    }

    private func drop(_ connection: Int32) {
        connections[connection] = nil
        close(connection)
    }

    /// Where the head of a request ends: behind the first empty line.
    private static func end(of request: [UInt8]) -> Int? {
        let blank: [UInt8] = [13, 10, 13, 10]
        guard request.count >= blank.count else { return nil }
        return (blank.count...request.count).first { request[($0 - blank.count)..<$0].elementsEqual(blank) }
    }

    private func answer(_ request: String, on connection: Int32) -> Bool {
        let words = request.prefix { $0 != "\r\n" }.split(separator: " ")
        guard requestsLeft > 0, words.count == 3, words[0] == "GET", words[1].hasPrefix("/item/"),
            let number = Int(words[1].dropFirst("/item/".count))
        else { return false }
        requestsLeft -= 1
        let body = ItemServer.body(number)
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: \(body.count)\r\n\r\n"
        return send(Array(head.utf8) + body, on: connection)
    }

    #if canImport(Darwin)
    private let noSignal: Int32 = 0
    #else
    private let noSignal = Int32(MSG_NOSIGNAL)
    #endif

    private func send(_ bytes: [UInt8], on connection: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Foundation.send(connection, $0.baseAddress, $0.count, noSignal) }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }
}
