import BenchKit
import Dispatch
import Foundation
import Rx

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests that a protocol of this process answers, without a network. Most of what they take is URLSession's, on threads of its own, so that
/// nothing but their mallocs is counted, which are over a hundred: what can be seen is a wrong answer, what stays, and a multiple of the time.
let requests: [Covered] = [
    requested("response", "Reactive.response(request:)") { $0.response(request: URLRequest(url: $1)).map { $0.data.count } },
    requested("data", "Reactive.data(request:)") { $0.data(request: URLRequest(url: $1)).map(\.count) },
    requested("json", "Reactive.json(request:options:)") { $0.json(request: URLRequest(url: $1)).map { ($0 as? [Int])?.count ?? 0 } },
    requested("json/url", "Reactive.json(url:)") { $0.json(url: $1).map { ($0 as? [Int])?.count ?? 0 } },
]

private final class Answers: URLProtocol {
    static let body = Data("[1,2,3]".utf8)

    override class func canInit(with _: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: nil)
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Answers.body)
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}

/// One for all rows: sessions are not cheap to make, and Foundation on Linux frees them late.
private let session: URLSession = {
    Reactive<URLSession>.shouldLogRequest = { _ in false }  // In a debug build each is printed otherwise.
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [Answers.self]
    configuration.urlCache = nil
    return URLSession(configuration: configuration)
}()

/// One request after the other.
private func requested(
    _ name: String, _ covers: String, _ request: @escaping @Sendable (Reactive<URLSession>, URL) -> Observable<Int>
) -> Covered {
    let requesting = row(
        "URLSession/\(name)/event", "session.rx.\(name): a request, answered by this process", unit: "request", events: 20, isSingleThreaded: false
    ) { run in
        guard let url = URL(string: "http://row.invalid/") else { throw WrongResult("there is no such address") }
        nonisolated(unsafe) var sum = 0  // Written before the semaphore is signalled, and read after that.
        run.timed {
            for _ in 0..<run.n {
                let done = DispatchSemaphore(value: 0)
                let subscription = request(session.rx, url).subscribe(onNext: { sum += $0 }, onDisposed: { done.signal() })
                done.wait()
                subscription.dispose()
            }
        }
        // Each has as many bytes as its body, or numbers as there are in it.
        try run.expect(sum, run.n * (name.hasPrefix("json") ? 3 : Answers.body.count), "what came")
    }
    // On Linux, URLSession keeps some 230 bytes of each request, with or without us.
    return Covered(rows: [requesting.limits(.kept(perEvent: 8))], covers: [covers])
}
