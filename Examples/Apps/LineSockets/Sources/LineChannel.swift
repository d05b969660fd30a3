import Rx

/// Lines of text both ways: a socket in a program, whatever a test makes of it in a test.
public protocol LineChannel: Sendable {
    /// What the other end sends, a line an element. Subscribed to once; on which thread the lines come is the channel's choice.
    ///
    /// It completes when the other end has closed, and fails where the connection is lost. Disposing closes this end.
    var lines: Observable<String> { get }

    /// Sends a line, which has no line break in it. From any thread; it doesn't wait. After the end it does nothing.
    func send(_ line: String)

    /// Closes this end when all that was sent before has gone; what the other one sends until it closes as well still comes. From any thread; it
    /// doesn't wait.
    func close()
}

extension LineChannel {
    /// One element and completion, when the other end has closed or is lost: for `take(until:)`.
    public var ended: Observable<Void> {
        lines.materialize().filter(\.isStopEvent).map { _ in }.take(1)
    }
}
