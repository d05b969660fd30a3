import RxPlatform

/// Sequences that are tried one after the other: shared by `retry` and `catch(sequence:)`.
///
/// A failed subscription is torn down before the next one starts. What fails while it is being subscribed to only notes
/// that the next one is due: the loop that subscribes goes on, so no stack grows.
final class Attempts<Element>: @unchecked Sendable {
    // Sendable: `due` is atomic; attempts don't overlap, and `due` orders them.
    private let output: Turns<Element>
    private let next: () -> Source<Element>?
    /// Runs after an attempt has failed and was torn down.
    private let failed: (Attempts, any Error) -> Void
    /// Attempts that are due, including the one that is being subscribed to.
    private let due = Word(0)
    private var lastError: (any Error)?

    init(
        _ output: Turns<Element>, next: @escaping () -> Source<Element>?,
        failed: @escaping (Attempts, any Error) -> Void = { attempts, _ in attempts.advance() }
    ) {
        self.output = output
        self.next = next
        self.failed = failed
    }

    /// Starts the next attempt; passes the last error on, or completion, if there is none.
    func advance() {
        guard due.add(1) == 1 else { return }
        repeat {
            if output.segment.isClosed { return }
            guard let source = next() else { return output.stop(lastError) }
            attempt(source)
        } while due.subtract(1) != 0
    }

    private func attempt(_ source: Source<Element>) {
        let child = Segment(in: output.segment), failure = Cell<(any Error)?>(nil)
        // Owned first, so it is the last thing that happens to the child.
        child.own {
            guard let error = failure.value else { return }
            self.lastError = error
            self.failed(self, error)
        }
        source.subscribe(
            child, next: output.send,
            stop: { [output] error in
                if let error { failure.value = error } else { output.stop(nil) }
            })
    }
}
