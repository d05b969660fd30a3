import Foundation
import RxPlatform

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Reactive where Base: URLSession {
    /// The response to a request, whatever its status, then completion. Each subscription makes a task of its own and starts
    /// it at once; `dispose` cancels it. Delivered on the session's delegate queue.
    ///
    /// Errors: that of the transport, `RxCocoaURLError.nonHTTPResponse`, `RxCocoaURLError.unknown`.
    ///
    ///     server    ---404
    ///     response  ---(r|)
    ///
    /// Cost: for each subscription a task of the session, and a gate around its event.
    public func response(request: URLRequest) -> Observable<(response: HTTPURLResponse, data: Data)> {
        let session = base
        return Observable.create { observer in
            let log = RequestLog(request)
            let task = session.dataTask(with: request) { data, response, error in
                log?.ended(response, error)
                guard let response, let data else {
                    return observer.onError(error ?? RxCocoaURLError.unknown)
                }
                guard let response = response as? HTTPURLResponse else {
                    return observer.onError(RxCocoaURLError.nonHTTPResponse(response: response))
                }
                observer.onNext((response: response, data: data))
                observer.onCompleted()
            }
            task.resume()
            return Disposables.create { task.cancel() }
        }
    }

    /// The data of a response with a status of 200 to 299; any other is `RxCocoaURLError.httpRequestFailed`. See
    /// `response(request:)`.
    ///
    ///     server  ---200      ---404
    ///     data    ---(d|)     ---#
    ///
    /// Cost: as `response(request:)`.
    public func data(request: URLRequest) -> Observable<Data> {
        response(request: request).map { response, data in
            guard 200..<300 ~= response.statusCode else {
                throw RxCocoaURLError.httpRequestFailed(response: response, data: data)
            }
            return data
        }
    }

    /// The data of a response, read as JSON. Other data is `RxCocoaURLError.deserializationError`. See `data(request:)`.
    ///
    ///     server  ---[1,2]        ---[1,
    ///     json    ---([1,2]|)     ---#
    ///
    /// Cost: as `data(request:)`, and reading the JSON on the session's delegate queue.
    public func json(request: URLRequest, options: JSONSerialization.ReadingOptions = []) -> Observable<Any> {
        data(request: request).map { data in
            do {
                return try JSONSerialization.jsonObject(with: data, options: options)
            } catch {
                throw RxCocoaURLError.deserializationError(error: error)
            }
        }
    }

    /// As `json(request:)`, of a GET request.
    public func json(url: URL) -> Observable<Any> { json(request: URLRequest(url: url)) }
}

extension Reactive where Base == URLSession {
    /// Which requests of `response(request:)` and its kin are printed to standard output, as a `curl` command and with how
    /// they ended. All in debug builds, none in release builds. May be set on any thread, for the requests that start afterwards.
    public static var shouldLogRequest: (URLRequest) -> Bool {
        get { RequestLog.isWanted }
        set { RequestLog.isWanted = newValue }
    }
}

/// Prints a request, and how it ended.
private struct RequestLog: Sendable {
    private static let lock = NSLock()
    #if DEBUG
    private nonisolated(unsafe) static var filter: (URLRequest) -> Bool = { _ in true }  // Guarded by `lock`.
    #else
    private nonisolated(unsafe) static var filter: (URLRequest) -> Bool = { _ in false }  // Guarded by `lock`.
    #endif

    static var isWanted: (URLRequest) -> Bool {
        get { lock.withLock { filter } }
        set {
            var other = newValue  // Then the old one, which goes: outside the lock.
            lock.withLock { swap(&filter, &other) }
        }
    }

    private let start = UptimeClock.now
    private let command: String

    /// `nil`: this request isn't to be printed.
    init?(_ request: URLRequest) {
        guard RequestLog.isWanted(request) else { return nil }
        command = RequestLog.command(request)
    }

    func ended(_ response: URLResponse?, _ error: (any Error)?) {
        let time = "(\((UptimeClock.now - start + 500_000) / 1_000_000) ms)"
        print(command + "\n" + RequestLog.ending(response as? HTTPURLResponse, error, time))
    }

    private static func ending(_ response: HTTPURLResponse?, _ error: (any Error)?, _ time: String) -> String {
        if let error = error as? URLError, error.code == .cancelled { return "Canceled \(time)" }
        if let error { return "Failure \(time): \(error)" }
        guard let status = response?.statusCode else { return "Failure \(time): no HTTP response" }
        return (200..<300 ~= status ? "Success" : "Failure") + " \(time): status \(status)"
    }

    private static func command(_ request: URLRequest) -> String {
        func quoted(_ text: String) -> String { "'" + text.replacingOccurrences(of: "'", with: #"'\''"#) + "'" }
        var parts = ["curl -i -v -X \(request.httpMethod ?? "GET")"]
        for (name, value) in (request.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }) {
            parts.append("-H " + quoted("\(name): \(value)"))
        }
        if let body = request.httpBody { parts.append("-d " + quoted(String(decoding: body, as: UTF8.self))) }
        return (parts + [quoted(request.url?.absoluteString ?? "")]).joined(separator: " ")
    }
}
