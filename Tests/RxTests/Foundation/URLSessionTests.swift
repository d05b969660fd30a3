import Foundation
import Rx
import RxBlocking
import RxTest
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers requests without a network: the path of the URL says how.
private final class StubProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "stub" }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        let url = request.url!
        switch url.path {
        case "/fails": client?.urlProtocol(self, didFailWithError: URLError(.cannotConnectToHost))
        case let path where path.hasPrefix("/never"): break
        case "/file":
            respond(URLResponse(url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil), "")
        default:
            let status = Int(url.pathComponents.dropFirst().first ?? "") ?? 200
            let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: nil)!
            respond(response, url.query?.removingPercentEncoding ?? "")
        }
    }

    private func respond(_ response: URLResponse, _ body: String) {
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data(body.utf8))
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}

@Suite struct URLSessionTests {
    private static let quiet: Void = { Reactive<URLSession>.shouldLogRequest = { _ in false } }()

    private let session: URLSession = {
        quiet
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [StubProtocol.self]
        return URLSession(configuration: configuration)
    }()

    private func request(_ path: String) -> URLRequest { URLRequest(url: URL(string: "http://stub/\(path)")!) }

    @Test(arguments: Core.allCases)
    func responseIsAValueWhateverItsStatus(core: Core) throws {
        try core.run { () throws in
            for status in [200, 204, 404, 500] {
                let responses = try session.rx.response(request: request("\(status)?body")).toBlocking(timeout: 20).toArray()
                expect(responses.map(\.response.statusCode), [status])
                expect(responses.map { String(decoding: $0.data, as: UTF8.self) }, ["body"])
            }
        }
    }

    @Test(arguments: Core.allCases)
    func dataFailsUnlessTheStatusIsOneOfSuccess(core: Core) throws {
        try core.run { () throws in
            #expect(try session.rx.data(request: request("299?abc")).toBlocking(timeout: 20).single() == Data("abc".utf8))
            let error = #expect(throws: RxCocoaURLError.self) {
                try session.rx.data(request: request("300?abc")).toBlocking(timeout: 20).single()
            }
            guard case .httpRequestFailed(let response, let data) = error else {
                Issue.record("another error: \(String(describing: error))")
                return
            }
            #expect(response.statusCode == 300)
            #expect(data == Data("abc".utf8))
        }
    }

    @Test(arguments: Core.allCases)
    func jsonIsReadOrTheErrorSaysWhyNot(core: Core) throws {
        try core.run { () throws in
            let numbers = try session.rx.json(url: request("200?%5B1,2%5D").url!).toBlocking(timeout: 20).single()
            expect(numbers as? [Int] ?? [], [1, 2])
            let error = #expect(throws: RxCocoaURLError.self) {
                try session.rx.json(request: request("200?nothing")).toBlocking(timeout: 20).single()
            }
            guard case .deserializationError = error else {
                Issue.record("another error: \(String(describing: error))")
                return
            }
        }
    }

    @Test(arguments: Core.allCases)
    func errorsOfTheTransportAndOtherResponsesEndTheSequence(core: Core) {
        core.run {
            #expect(throws: URLError.self) {
                try session.rx.response(request: request("fails")).toBlocking(timeout: 20).single()
            }
            let error = #expect(throws: RxCocoaURLError.self) {
                try session.rx.response(request: request("file")).toBlocking(timeout: 20).single()
            }
            guard case .nonHTTPResponse = error else {
                Issue.record("another error: \(String(describing: error))")
                return
            }
        }
    }

    @Test(arguments: Core.allCases)
    func disposeCancelsTheTask(core: Core) async {
        let path = "never-\(core)"
        core.run {
            var events = 0
            let subscription = session.rx.response(request: request(path)).subscribe { _ in events += 1 }
            subscription.dispose()
            #expect(events == 0)
        }
        let deadline = Date(timeIntervalSinceNow: 20)
        while !(await hasNoTask(session)), Date() < deadline { await Task.yield() }
        #expect(await hasNoTask(session))
    }

    private func hasNoTask(_ session: URLSession) async -> Bool {
        await withCheckedContinuation { continuation in
            session.getAllTasks { tasks in
                continuation.resume(returning: tasks.allSatisfy { $0.state == .canceling || $0.state == .completed })
            }
        }
    }

    @Test func requestsAreLoggedIfTheyAreWanted() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let tests = URLSessionTests()
            Reactive<URLSession>.shouldLogRequest = { $0.url?.path != "/200" }
            var wanted = tests.request("404?it")
            wanted.setValue("it's", forHTTPHeaderField: "X-Name")
            _ = tests.session.rx.response(request: wanted).toBlocking(timeout: 20).materialize()
            _ = tests.session.rx.response(request: tests.request("200")).toBlocking(timeout: 20).materialize()
        }
        let lines = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self).split(separator: "\n")
        #expect(lines.contains(#"curl -i -v -X GET -H 'X-Name: it'\''s' 'http://stub/404?it'"#))
        #expect(lines.contains { $0.hasPrefix("Failure (") && $0.hasSuffix(" ms): status 404") })
        #expect(!lines.contains { $0.contains("/200") })
    }
}
