import RxPlatform

/// Flattens any number of inner sequences into one segment; shared by `flatMap` and `merge`.
@frozen
@usableFromInline
struct Merging<Element> {
    @usableFromInline let output: SerializedObserver<Element>
    /// The source, if it hasn't completed, and the inner sequences that haven't.
    @usableFromInline let running: Counter

    @inlinable @inline(__always)
    init(_ output: SerializedObserver<Element>) {
        self.output = output
        running = Counter(1)
    }

    @inlinable @inline(__always)
    func flatten(_ inner: Observable<Element>) {
        switch inner.scalar {
        case .just(let element): output.send(element)
        case .empty: break
        case .error(let error): output.stop(error)
        case .none: subscribe(inner)
        }
    }

    @inlinable @inline(never)
    func subscribe(_ inner: Observable<Element>) {
        running.increment()
        inner.source.subscribe(
            Segment(in: output.segment), tearDown: .beforeCompletion, next: output.send, stop: sourceStopped)
    }

    /// The source or an inner sequence stopped.
    @inlinable
    func sourceStopped(_ error: (any Error)?) {
        if error != nil {
            output.stop(error)
        } else if running.decrement() == 0 {
            output.stop(nil)
        }
    }
}

/// A count that several threads change.
@usableFromInline
final class Counter: Sendable {
    private let word: Word

    @usableFromInline
    init(_ value: UInt) { word = Word(value) }

    @usableFromInline
    func increment() { word.add(1) }

    /// Returns the new value.
    @usableFromInline
    func decrement() -> UInt { word.subtract(1) }

    @usableFromInline
    var value: UInt { word.loadAcquiring() }
}
