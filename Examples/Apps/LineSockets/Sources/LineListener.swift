import Dispatch
import Rx

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Listens on a port of this machine, on 127.0.0.1 alone.
public final class LineListener: Sendable {
    private let socket: SystemSocket

    /// The port, which the system has chosen where 0 was asked for.
    public let port: UInt16

    /// Connections are taken from now on, and wait until ``channels`` is subscribed to.
    ///
    /// - Throws: a ``SystemCallError`` where the port is taken.
    public init(port: UInt16 = 0) throws {
        let socket = try SystemSocket()
        try socket.set(SO_REUSEADDR, Int32(1))
        self.port = try SystemSocket.withAddress(port: port) { address, size in
            try SystemSocket.check("bind", bind(socket.descriptor, address, size))
            try SystemSocket.check("listen", listen(socket.descriptor, 64))
            var size = size
            try SystemSocket.check("getsockname", getsockname(socket.descriptor, address, &size))
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
        }
        self.socket = socket
    }

    /// Each connection that somebody makes. Subscribed to once; it doesn't complete.
    public var channels: Observable<any LineChannel> {
        Observable.create { [socket] observer in
            let source = DispatchSource.makeReadSource(
                fileDescriptor: socket.descriptor, queue: DispatchQueue(label: "LineListener.channels"))
            source.setEventHandler {
                let descriptor = accept(socket.descriptor, nil, nil)
                if descriptor >= 0 { observer.onNext(LineSocket(socket: SystemSocket(descriptor: descriptor))) }
            }
            source.resume()
            return Disposables.create { source.cancel() }
        }
    }
}
