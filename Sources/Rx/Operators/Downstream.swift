/// The observer of a segment, for a source that may outlive the segment because it is torn down later. When the segment ends the observer is released, and
/// with it what its closures captured.
final class Downstream<Element> {
    /// Read inside the segment's gate only; set to nil there, or once the gate has been closed and left.
    @exclusivity(unchecked) private var observer: Rx.Observer<Element>?

    /// - Parameter segment: holds this object weakly, so that a source that drops its observer frees what is downstream.
    init(_ observer: Rx.Observer<Element>, of segment: Segment) {
        self.observer = observer
        segment.ownPlace { [weak self] _ in self?.observer = nil }
    }

    /// Inside the gate.
    func send(_ element: Element) { observer?.send(element) }

    /// Inside the gate.
    func stop(_ error: (any Error)?) { observer?.stop(error) }
}
