import Foundation
import Rx
import RxBlocking
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests over a real connection, to a server in this process.
@Suite struct LoopbackTests {
    /// - Parameter connections: how many it opens at a time.
    private static func session(connections: Int = 16) -> URLSession {
        Reactive<URLSession>.shouldLogRequest = { _ in false }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.connectionProxyDictionary = [:]  // The proxy of the environment must not get to see such requests.
        configuration.timeoutIntervalForRequest = 60
        configuration.urlCache = nil
        configuration.httpMaximumConnectionsPerHost = connections
        return URLSession(configuration: configuration)
    }

    private static func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

    /// Waits for a condition, for at most twenty seconds.
    private static func eventually(_ condition: () -> Bool) -> Bool {
        let deadline = Date(timeIntervalSinceNow: 20)
        while !condition(), Date() < deadline { Thread.sleep(forTimeInterval: 0.002) }
        return condition()
    }

    @Test(arguments: Core.allCases, [false, true])
    func aRequestThatIsCancelledBehindItsBackFails(core: Core, withItsSession: Bool) throws {
        let server = try LoopbackServer(), session = Self.session()
        defer { server.stop() }
        try core.run { () throws in
            let failed = DispatchSemaphore(value: 0)
            let subscription = session.rx.data(request: URLRequest(url: server.url("/hang"))).subscribe(onError: { _ in failed.signal() })
            #expect(Self.eventually { server.requests == 1 })
            if withItsSession { session.invalidateAndCancel() } else { session.getAllTasks { $0.forEach { $0.cancel() } } }
            #expect(failed.wait(timeout: .now() + 60) == .success)
            subscription.dispose()
        }
    }

    @Test(arguments: Core.allCases)
    func statusAndBodyOfARealResponseAreAValue(core: Core) throws {
        let server = try LoopbackServer(), session = Self.session()
        defer { server.stop(); session.invalidateAndCancel() }
        try core.run { () throws in
            for status in [200, 201, 204, 304, 400, 404, 500, 503] {
                let hasBody = status != 204 && status != 304
                let request = URLRequest(url: server.url("/status/\(status)\(hasBody ? "?body" : "")"))
                let responses = try session.rx.response(request: request).toBlocking(timeout: 60).toArray()
                expect(responses.map(\.response.statusCode), [status])
                expect(responses.map { Self.text($0.data) }, [hasBody ? "body" : ""])
                let data = session.rx.data(request: request).toBlocking(timeout: 60)
                if 200..<300 ~= status {
                    #expect(try Self.text(data.single()) == (hasBody ? "body" : ""))
                } else {
                    #expect(throws: RxCocoaURLError.self) { try data.single() }
                }
            }
            let json = try session.rx.json(url: server.url("/status/200?%5B1,2%5D")).toBlocking(timeout: 60).single()
            expect(json as? [Int] ?? [], [1, 2])
        }
    }

    @Test(arguments: Core.allCases)
    func slowBodyComesWhole(core: Core) throws {
        let server = try LoopbackServer(), session = Self.session()
        defer { server.stop(); session.invalidateAndCancel() }
        try core.run { () throws in
            let request = URLRequest(url: server.url("/slow/200?first-second"))
            let start = Date()
            #expect(try Self.text(session.rx.data(request: request).toBlocking(timeout: 60).single()) == "first-second")
            #expect(Date().timeIntervalSince(start) >= 0.2)
        }
    }

    @Test(arguments: Core.allCases)
    func connectionThatBreaksOrNeverAnswersIsAnError(core: Core) throws {
        let server = try LoopbackServer(), session = Self.session()
        defer { server.stop(); session.invalidateAndCancel() }
        core.run {
            for path in ["/cut?something", "/close"] {
                #expect(throws: URLError.self, "\(path)") {
                    try session.rx.response(request: URLRequest(url: server.url(path))).toBlocking(timeout: 60).single()
                }
            }
            var request = URLRequest(url: server.url("/hang"))
            request.timeoutInterval = 0.5
            let error = #expect(throws: URLError.self) {
                try session.rx.response(request: request).toBlocking(timeout: 60).single()
            }
            #expect(error?.code == .timedOut)
        }
        server.stop()
        _ = core.run {
            #expect(throws: URLError.self, "nobody listens") {
                try session.rx.data(request: URLRequest(url: server.url("/status/200"))).toBlocking(timeout: 60).single()
            }
        }
    }

    /// In a process of its own, since it looks at what is alive; so is the next one.
    @Test func thousandConcurrentRequestsAreAllAnswered() async {
        await #expect(processExitsWith: .success) {
            let server = try! LoopbackServer(), session = LoopbackTests.session(connections: 64)
            for (round, core) in Core.allCases.enumerated() {
                let before = Resources.total
                core.run {
                    let texts = Observable.range(start: 0, count: 1000)
                        .flatMap { number in
                            session.rx.data(request: URLRequest(url: server.url("/status/200?\(number)")))
                                .map { (number, LoopbackTests.text($0)) }
                        }
                        .toArray()
                    let result = texts.toBlocking(timeout: 120).materialize()
                    guard case .completed(let elements) = result, let answers = elements.first else { fatalError("\(result)") }
                    precondition(answers.allSatisfy { "\($0)" == $1 }, "each has its own answer")
                    precondition(Set(answers.map(\.0)).count == 1000, "\(answers.count) answers")
                }
                precondition(server.requests >= 1000 * (round + 1))
                precondition(LoopbackTests.eventually { Resources.total == before }, "\(Resources.total - before) are left")
            }
        }
    }

    @Test func stormOfCancellationsLeavesNothingBehind() async {
        await #expect(processExitsWith: .success) {
            let server = try! LoopbackServer(), session = LoopbackTests.session(connections: 64)
            for core in Core.allCases {
                let before = Resources.total
                // Each thread begins requests, most of which are never answered, and ends them at some time or other.
                DispatchQueue.concurrentPerform(iterations: 4) { thread in
                    core.run {
                        for number in 0..<100 {
                            let path = number % 4 == 0 ? "/status/200?x" : number % 4 == 1 ? "/slow/5?xyz" : "/hang"
                            nonisolated(unsafe) var isOver = false
                            let subscription = session.rx.response(request: URLRequest(url: server.url(path)))
                                .subscribe { event in precondition(!isOver, "\(event) after the end") }
                            if (number + thread) % 3 > 0 { Thread.sleep(forTimeInterval: Double(number % 5) / 1000) }
                            subscription.dispose()
                            isOver = true
                        }
                    }
                }
                precondition(LoopbackTests.eventually { Resources.total == before }, "\(Resources.total - before) are left")
                precondition(LoopbackTests.eventually { server.connections <= 64 }, "\(server.connections) connections")
            }
            session.invalidateAndCancel()
            precondition(LoopbackTests.eventually { server.connections == 0 }, "\(server.connections) connections are left")
        }
    }
}
