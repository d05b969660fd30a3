/// The observer of a segment, for who may outlive that segment: a source that goes on for others, or that is torn down later. It is let go of
/// when the segment ends, and with it what its closures captured.
@usableFromInline
final class Downstream<Element> {
    /// Read inside the segment's gate only; taken away there, or when that has been closed and left.
    @exclusivity(unchecked) private var observer: Rx.Observer<Element>?

    /// - Parameter segment: doesn't hold this object: a source that forgets its observer frees what is downstream of it.
    @usableFromInline
    init(_ observer: Rx.Observer<Element>, of segment: Segment) {
        self.observer = observer
        segment.ownPlace { [weak self] _ in self?.observer = nil }
    }

    /// Inside the gate.
    @usableFromInline
    func send(_ element: Element) { observer?.send(element) }

    /// Inside the gate.
    @usableFromInline
    func stop(_ error: (any Error)?) { observer?.stop(error) }
}
