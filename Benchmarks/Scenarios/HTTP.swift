import BenchKit
import Foundation
import Rx

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An HTTP fan-out: every number becomes a request, all answers come back through `flatMap`, from URLSession's threads, and
/// are summed up. The only server there is runs in this process, on 127.0.0.1.
let http = workload(
    "real.http", "HTTP requests to this process: flatMap, map, reduce", unit: "request", kind: .scenario,
    isSingleThreaded: false, events: Events(quick: 24, ci: 48, full: 48)
) { run, _ in
    let n = run.n
    let server = try ItemServer(requests: n)
    defer { server.stop() }
    let port = server.port
    let total = Sum(), latch = Latch()
    nonisolated(unsafe) var failure: (any Error)?  // Written before the latch opens, read afterwards.
    try run.timed {
        let subscription = numbers(n)
            .flatMap { Client.fetch("http://127.0.0.1:\(port)/item/\($0)") }
            .map { (count: 1, sum: checksum($0)) }
            .reduce((count: 0, sum: 0)) { ($0.count + $1.count, $0.sum &+ $1.sum) }
            .subscribe(
                onNext: { (count, sum) in
                    total.add(sum)
                    total.add(count)
                },
                onError: { failure = $0 }, onDisposed: latch.open)
        try latch.wait(for: "the last answer")
        subscription.dispose()
    }
    if let failure { throw failure }
    let expected = (0..<n).reduce(0) { $0 &+ checksum(ItemServer.body($1)) }
    try run.expect(total.count, 2, "number of totals")
    try run.expect(total.value, expected &+ n, "sum of the checksums and the number of answers")
}
// Nearly all of its mallocs are URLSession's, and as many as its threads make of a request on the machine.
.onForeignThreads()
// On Linux, URLSession keeps some 230 bytes of each request, with or without us.
.limits(.kept(perEvent: 8))

private func checksum(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(17) { $0 &* 31 &+ Int($1) }
}

private enum Client {
    /// One for all iterations: sessions are not cheap to make, and Foundation on Linux frees them late.
    private static let session: URLSession = {
        // The proxy of the environment, if there is one, must not get to see requests to this process.
        let exceptions = ProcessInfo.processInfo.environment["no_proxy"].map { $0 + "," } ?? ""
        setenv("no_proxy", exceptions + "127.0.0.1", 1)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.connectionProxyDictionary = [:]
        configuration.timeoutIntervalForRequest = 5
        configuration.urlCache = nil
        return URLSession(configuration: configuration)
    }()

    /// The body of what is at `address`.
    static func fetch(_ address: String) -> Observable<Data> {
        .create { observer in
            guard let url = URL(string: address) else {
                observer.onError(Unavailable("\(address) is no address"))
                return Disposables.create()
            }
            let task = session.dataTask(with: url) { data, response, error in
                let status = (response as? HTTPURLResponse)?.statusCode
                if let data, status == 200 {
                    observer.onNext(data)
                    observer.onCompleted()
                } else {
                    observer.onError(error ?? Unavailable("\(address) answered with status \(status ?? 0)"))
                }
            }
            task.resume()
            return Disposables.create { task.cancel() }
        }
    }
}
