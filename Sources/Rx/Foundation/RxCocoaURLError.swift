import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Errors of `URLSession.rx`.
public enum RxCocoaURLError: Error, @unchecked Sendable {
    // Sendable: responses don't change.
    case unknown
    /// The response isn't one of HTTP.
    case nonHTTPResponse(response: URLResponse)
    /// The status isn't one of success, 200 to 299.
    case httpRequestFailed(response: HTTPURLResponse, data: Data?)
    /// The data can't be read as JSON.
    case deserializationError(error: any Error)
}

extension RxCocoaURLError: CustomDebugStringConvertible {
    public var debugDescription: String {
        switch self {
        case .unknown: "Unknown error has occurred."
        case .nonHTTPResponse(let response): "Response is not an HTTP response: `\(response)`."
        case .httpRequestFailed(let response, _): "HTTP request failed with status `\(response.statusCode)`."
        case .deserializationError(let error): "Error during deserialization of the response: \(error)"
        }
    }
}
