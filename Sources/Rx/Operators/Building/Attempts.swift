import RxPlatform

/// Sequences that are tried one after the other: shared by `retry` and `catch(sequence:)`.
///
/// A failed subscription is torn down before the next one starts. What fails while it is being subscribed to only notes
/// that the next one is due: the loop that subscribes goes on, so no stack grows.
final class Attempts<Element>: @unchecked Sendable {
    // Sendable: `due` is atomic; attempts don't overlap, and `due` orders them.
    private let output: Turns<Element>
    private let next: () -> Source<Element>?
    /// Runs when an attempt has failed, inside its segment, which has yet to be torn down.
    private let failed: (Attempts, Segment, any Error) -> Void
    /// Attempts that are due, including the one that is being subscribed to.
    private let due = Word(0)
    private var lastError: (any Error)?

    init(
        _ output: Turns<Element>, next: @escaping () -> Source<Element>?,
        failed: @escaping (Attempts, Segment, any Error) -> Void = { attempts, segment, _ in attempts.advance(from: segment) }
    ) {
        self.output = output
        self.next = next
        self.failed = failed
    }

    /// Starts the next attempt, once `failed` is torn down; passes the last error on, or completion, if there is none.
    func advance(from failed: Segment? = nil) {
        // Whoever is still subscribing to it goes on with the next one as soon as that is due.
        if due.load() != 0 { failed?.disposeContents() }
        guard due.add(1) == 1 else { return }
        repeat {
            if output.segment.isClosed { return }
            guard let source = next() else { return output.stop(lastError) }
            failed?.disposeContents()
            attempt(source)
        } while due.subtract(1) != 0
    }

    private func attempt(_ source: Source<Element>) {
        if output.segment.isClosed { return }
        let child = ChildSegment(in: output.segment)
        source.start(
            child, next: output.send,
            stop: { error in
                child.end {
                    guard let error else { return self.output.stop(nil) }
                    self.lastError = error
                    self.failed(self, child, error)
                }
            })
    }
}
