import BenchKit
import Dispatch
import Foundation
import Rx

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests that a protocol of this process answers, without a network. Most of what they take is URLSession's, on threads of its own: how many
/// mallocs that makes hangs on how these meet, from machine to machine. So what is counted is an answer's way from the session to the
/// subscription's end.
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

/// One for all rows of answers, and one for those without: sessions are not cheap to make, and Foundation on Linux frees them late.
private let session = makeSession(answers), silentSession = makeSession(nil)
private let answers = CountedAnswers()

private func makeSession(_ queue: OperationQueue?) -> URLSession {
    Reactive<URLSession>.shouldLogRequest = { _ in false }  // In a debug build each is printed otherwise.
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [CannedResponses.self]
    configuration.urlCache = nil
    return URLSession(configuration: configuration, delegate: nil, delegateQueue: queue)
}

/// Does a session's answers, one at a time. Each begins what is counted, on its thread.
private final class CountedAnswers: OperationQueue, @unchecked Sendable {
    // Sendable: what it adds is written while no request is on its way.
    var section: CountedSection?

    override init() {
        super.init()
        maxConcurrentOperationCount = 1
    }

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        super.addOperation { [section] in
            section?.begin()
            block()
        }
    }
}

/// What comes of requests.
private struct Outcome {
    var sum = 0, errors = 0
}

/// One request after the other, each to its end.
private func request(
    _ run: Run, _ path: String, _ request: (Reactive<URLSession>, URL) -> Observable<Int>
) throws -> Outcome {
    let url = try address(path), section = run.countedSection
    nonisolated(unsafe) var outcome = Outcome()  // Written before the section ends, and read after that.
    answers.section = section
    run.timed {
        for _ in 0..<run.n {
            let subscription = request(session.rx, url).subscribe(
                onNext: { outcome.sum += $0 }, onError: { _ in outcome.errors += 1 }, onDisposed: { section.end() })
            section.wait()
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
    return covered(requesting.countingSections(), covers)
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
    return covered(refusing.countingSections(), covers)
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
                let subscription = silentSession.rx.response(request: URLRequest(url: url)).subscribe { _ in events += 1 }
                CannedResponses.hasBegun.wait()
                subscription.dispose()
                CannedResponses.hasStopped.wait()
            }
        }
        try run.expect(events, 0, "events")
    }
    .onForeignThreads(), "Reactive.response(request:)")
