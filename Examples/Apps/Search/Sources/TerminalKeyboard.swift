import Dispatch
import Rx

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The terminal that the program was started in, or a pipe in its place.
struct TerminalKeyboard: Keyboard {
    private let descriptor: Int32

    init(descriptor: Int32 = STDIN_FILENO) { self.descriptor = descriptor }

    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Each press, as soon as the terminal hands it on: see ``RawMode``.
    var presses: Observable<KeyPress> {
        bytes
            .scan(into: (decoder: KeyDecoder(), presses: [KeyPress]())) { state, bytes in state.presses = state.decoder.presses(in: bytes) }
            .flatMap { Observable.from($0.presses) }
    }

    private var bytes: Observable<[UInt8]> {
        Observable.create { observer in
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: DispatchQueue(label: "TerminalKeyboard"))
            source.setEventHandler {
                // All of it: on Linux a source tells only once of a pipe that has ended, with whatever is still to be read.
                var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                while !source.isCancelled, poll(&state, 1, 0) > 0 {
                    let bytes = [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
                        count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
                    }
                    if bytes.isEmpty { return observer.onCompleted() }
                    observer.onNext(bytes)
                }
            }
            source.resume()
            return Disposables.create { source.cancel() }
        }
    }
}

/// The terminal hands on each key at once and doesn't show it, until this is disposed. Of a pipe it changes nothing.
final class RawMode: Disposable {
    private let descriptor: Int32
    private let before: termios

    init(descriptor: Int32 = STDIN_FILENO) {
        var settings = termios()
        tcgetattr(descriptor, &settings)
        self.descriptor = descriptor
        before = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        tcsetattr(descriptor, TCSANOW, &settings)
    }

    func dispose() {
        var settings = before
        tcsetattr(descriptor, TCSANOW, &settings)
    }
}
