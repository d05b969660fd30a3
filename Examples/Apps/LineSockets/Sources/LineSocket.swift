import Dispatch
import Rx

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A channel over TCP to a port of this machine.
public final class LineSocket: LineChannel {
    private let socket: SystemSocket
    private let sending = DispatchQueue(label: "LineSocket.sending")

    /// After this long a line that the other end doesn't read is lost, and the connection with it.
    private static let patience = timeval(tv_sec: 5, tv_usec: 0)

    init(socket: SystemSocket) {
        self.socket = socket
        try? socket.set(SO_SNDTIMEO, Self.patience)
    }

    /// Connects to a port of this machine. Where nobody listens it throws a ``SystemCallError``.
    public convenience init(port: UInt16) throws {
        let socket = try SystemSocket()
        try SystemSocket.withAddress(port: port) { _ = try SystemSocket.check("connect", connect(socket.descriptor, $0, $1)) }
        self.init(socket: socket)
    }

    /// Lines come on a queue of the subscription's own.
    public var lines: Observable<String> {
        Observable.create { observer in
            let source = DispatchSource.makeReadSource(
                fileDescriptor: self.socket.descriptor, queue: DispatchQueue(label: "LineSocket.lines"))
            var cutter = LineCutter()
            source.setEventHandler {
                do {
                    // All of it: on Linux a source tells only once of a connection that has ended, with whatever is still to be read.
                    while !source.isCancelled, let bytes = try self.socket.receive() {
                        for line in cutter.lines(in: bytes) { observer.onNext(line) }
                        if bytes.isEmpty { return observer.onCompleted() }
                    }
                } catch {
                    observer.onError(error)
                }
            }
            source.resume()
            return Disposables.create {
                source.cancel()
                self.close()
            }
        }
    }

    public func send(_ line: String) {
        sending.async { [socket] in socket.sendAll(Array(line.utf8) + [UInt8(ascii: "\n")]) }
    }

    public func close() {
        sending.async { [socket] in socket.finishSending() }
    }
}
