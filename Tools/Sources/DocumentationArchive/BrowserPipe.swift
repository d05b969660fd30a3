import Foundation

/// A browser of Chromium's kind, and the messages to and from it: JSON, each with a zero byte at its end, through two of its file descriptors.
/// Of one thread.
final class BrowserPipe {
    private let process = Process(), input = Pipe(), output = Pipe()
    private let profile = FileManager.default.temporaryDirectory.appendingPathComponent("browser-\(UUID().uuidString)")
    private var buffer = Data()
    private static let ended = BrowserFailure("the browser has ended")

    /// - Parameter browser: the path of its program.
    init(browser: String) throws {
        // A container's root user has no sandbox; the pages are our own.
        let options = [
            "--remote-debugging-pipe", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--user-data-dir=\(profile.path)", "about:blank",
        ]
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", "sh", browser] + options
        process.standardInput = input
        process.standardOutput = output
        // A browser that ends early is told by the end of its messages, not by a signal.
        signal(SIGPIPE, SIG_IGN)
        try process.run()
    }

    /// Asks the browser to end, waits until it has, and removes what it has written. It is gone when its messages end: waiting for the process
    /// that was started isn't enough, as that may have another one in its place.
    func end() {
        try? send(["id": 0, "method": "Browser.close"])
        let deadline = Date(timeIntervalSinceNow: 30)
        while (try? receive(until: deadline)) != nil {}
        process.terminate()
        try? FileManager.default.removeItem(at: profile)
    }

    func send(_ message: [String: Any]) throws {
        let data = try JSONSerialization.data(withJSONObject: message) + [0]
        do { try input.fileHandleForWriting.write(contentsOf: data) } catch { throw Self.ended }
    }

    /// The next message. Blocks until it is there, the browser has ended, or the time is over.
    ///
    /// - Throws: `BrowserFailure`, in both of the other cases.
    func receive(until deadline: Date) throws -> [String: Any] {
        while true {
            if let end = buffer.firstIndex(of: 0) {
                let message = buffer[buffer.startIndex..<end]
                buffer = buffer[(end + 1)...]
                return try JSONSerialization.jsonObject(with: Data(message)) as? [String: Any] ?? [:]
            }
            var ready = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            let left = deadline.timeIntervalSinceNow
            guard left > 0 else { throw BrowserFailure("the browser doesn't answer") }
            guard poll(&ready, 1, Int32(left * 1000) + 1) > 0 else { continue }
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { throw Self.ended }
            buffer = Data(buffer) + bytes
        }
    }
}

struct BrowserFailure: Error {
    let text: String

    init(_ text: String) { self.text = text }
}
