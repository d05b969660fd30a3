import Foundation
import Rx

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers one request, without a network and when it is told to, so that the stage's clock says when.
final class Server: NSObject, URLSessionDelegate, @unchecked Sendable {  // Sendable: what changes is guarded by the semaphores.
    /// Those that wait for a request, by the name of their host.
    private static let lock = NSLock()
    nonisolated(unsafe) private static var open: [String: Server] = [:]
    private static var limit: DispatchTime { .now() + 60 }
    /// What is sent to a server that runs in this process needs no line for curl.
    private static let quiet: Void = { Reactive<URLSession>.shouldLogRequest = { _ in false } }()

    let url = URL(string: "http://\(UUID().uuidString.lowercased())/")!
    var request: URLRequest { URLRequest(url: url) }
    private(set) lazy var session: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [Connection.self]
        return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    }()

    private let requested = DispatchSemaphore(value: 0), delivered = DispatchSemaphore(value: 0)
    private var connection: Connection?

    override init() {
        Server.quiet
        super.init()
        Server.lock.withLock { Server.open[url.host!] = self }
    }

    /// Answers the request, and returns when the answer has been delivered.
    func answer(_ body: String, status: Int = 200) {
        guard requested.wait(timeout: Server.limit) == .success, let connection else { return }
        let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: nil)!
        connection.client?.urlProtocol(connection, didReceive: response, cacheStoragePolicy: .notAllowed)
        connection.client?.urlProtocol(connection, didLoad: Data(body.utf8))
        connection.client?.urlProtocolDidFinishLoading(connection)
        session.finishTasksAndInvalidate()
        _ = delivered.wait(timeout: Server.limit)
        self.connection = nil
    }

    /// Comes after everything else of the session.
    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) { delivered.signal() }

    private final class Connection: URLProtocol {
        override class func canInit(with request: URLRequest) -> Bool { true }
        override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

        override func startLoading() {
            let host = request.url?.host ?? ""
            guard let server = Server.lock.withLock({ Server.open.removeValue(forKey: host) }) else {
                client?.urlProtocol(self, didFailWithError: URLError(.cannotFindHost))
                return
            }
            server.connection = self
            server.requested.signal()
        }

        override func stopLoading() {}
    }
}
