import BenchKit
import Dispatch
import Foundation
import Rx

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests that a protocol of this process answers, without a network. Most of what they take is URLSession's, on threads of its own, so that
/// nothing but their mallocs is counted, which are over a hundred: what can be seen is a wrong answer, what stays, and a multiple of the time.
let requests: [CoveringRows] = [
    requested("response", "Reactive.response(request:)") { $0.response(request: URLRequest(url: $1)).map { $0.data.count } },
    requested("data", "Reactive.data(request:)") { $0.data(request: URLRequest(url: $1)).map(\.count) },
    requested("json", "Reactive.json(request:options:)") { $0.json(request: URLRequest(url: $1)).map { ($0 as? [Int])?.count ?? 0 } },
    requested("json/url", "Reactive.json(url:)") { $0.json(url: $1).map { ($0 as? [Int])?.count ?? 0 } },
    refused("response", "Reactive.response(request:)", "a request that gets no answer", CannedResponses.unreachable) {
        $0.response(request: URLRequest(url: $1)).map { $0.data.count }
    },
    refused("data", "Reactive.data(request:)", "a request whose answer has the status 404", CannedResponses.missing) {
        $0.data(request: URLRequest(url: $1)).map(\.count)
    },
    refused("json", "Reactive.json(request:options:)", "a request whose answer is no JSON", CannedResponses.unreadable) {
        $0.json(request: URLRequest(url: $1)).map { ($0 as? [Int])?.count ?? 0 }
    },
    abandoned,
]

/// The path says how.
private final class CannedResponses: URLProtocol {
    static let unreachable = "/unreachable", missing = "/missing", unreadable = "/unreadable", silent = "/silent"
    static let body = Data("[1,2,3]".utf8)
    /// Of requests that get no answer: signalled when one is there, and when it is given up.
    static let hasBegun = DispatchSemaphore(value: 0), hasStopped = DispatchSemaphore(value: 0)

    override class func canInit(with _: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        switch request.url?.path {
        case CannedResponses.silent: CannedResponses.hasBegun.signal()
        case CannedResponses.unreachable: client?.urlProtocol(self, didFailWithError: URLError(.cannotConnectToHost))
        case CannedResponses.missing: answer(404, CannedResponses.body)
        case CannedResponses.unreadable: answer(200, Data("[1,2,".utf8))
        default: answer(200, CannedResponses.body)
        }
    }

    private func answer(_ status: Int, _ body: Data) {
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: nil)
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: body)
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() { if request.url?.path == CannedResponses.silent { CannedResponses.hasStopped.signal() } }
}

/// One for all rows: sessions are not cheap to make, and Foundation on Linux frees them late.
private let session: URLSession = {
    Reactive<URLSession>.shouldLogRequest = { _ in false }  // In a debug build each is printed otherwise.
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [CannedResponses.self]
    configuration.urlCache = nil
    return URLSession(configuration: configuration)
}()

/// What comes of requests.
private struct Outcome {
    var sum = 0, errors = 0
}

/// One request after the other, each to its end.
private func request(
    _ run: Run, _ path: String, _ request: (Reactive<URLSession>, URL) -> Observable<Int>
) throws -> Outcome {
    let url = try address(path)
    nonisolated(unsafe) var outcome = Outcome()  // Written before the semaphore is signalled, and read after that.
    run.timed {
        for _ in 0..<run.n {
            let done = DispatchSemaphore(value: 0)
            let subscription = request(session.rx, url).subscribe(
                onNext: { outcome.sum += $0 }, onError: { _ in outcome.errors += 1 }, onDisposed: { done.signal() })
            done.wait()
            subscription.dispose()
        }
    }
    return outcome
}

private func address(_ path: String) throws -> URL {
    guard let url = URL(string: "http://row.invalid\(path)") else { throw WrongResult("there is no such address") }
    return url
}

/// On Linux, URLSession keeps some 230 bytes of each request, with or without us.
private func covered(_ row: Benchmark, _ covers: String) -> CoveringRows { CoveringRows(rows: [row.limits(.kept(perEvent: 8))], covers: [covers]) }

private func requested(
    _ name: String, _ covers: String, _ observable: @escaping @Sendable (Reactive<URLSession>, URL) -> Observable<Int>
) -> CoveringRows {
    let title = "session.rx.\(name): a request, answered by this process"
    let requesting = row("URLSession/\(name)/event", title, unit: "request", events: 20, isSingleThreaded: false) { run in
        let outcome = try request(run, "/", observable)
        // Each has as many bytes as its body, or numbers as there are in it.
        try run.expect(outcome.sum, run.n * (name.hasPrefix("json") ? 3 : CannedResponses.body.count), "what came")
    }
    return covered(requesting, covers)
}

private func refused(
    _ name: String, _ covers: String, _ what: String, _ path: String,
    _ observable: @escaping @Sendable (Reactive<URLSession>, URL) -> Observable<Int>
) -> CoveringRows {
    let refusing = row("URLSession/\(name)/error", "session.rx.\(name): \(what)", unit: "request", events: 20, isSingleThreaded: false) { run in
        let outcome = try request(run, path, observable)
        try run.expect(outcome.errors, run.n, "errors")
        try run.expect(outcome.sum, 0, "what came")
    }
    return covered(refusing, covers)
}

/// Each is waited for until it is there, and until it is given up.
private let abandoned = covered(
    row(
        "URLSession/response/dispose", "session.rx.response: to dispose while the answer is waited for", unit: "request", events: 20,
        isSingleThreaded: false
    ) { run in
        let url = try address(CannedResponses.silent)
        nonisolated(unsafe) var events = 0  // Nobody writes it after dispose() has returned.
        run.timed {
            for _ in 0..<run.n {
                let subscription = session.rx.response(request: URLRequest(url: url)).subscribe { _ in events += 1 }
                CannedResponses.hasBegun.wait()
                subscription.dispose()
                CannedResponses.hasStopped.wait()
            }
        }
        try run.expect(events, 0, "events")
    }, "Reactive.response(request:)")
