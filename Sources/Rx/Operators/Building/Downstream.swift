/// The observer of a segment, for a source that may outlive the segment because it is torn down later. When the segment ends the observer is
/// released, and with it what its closures captured.
///
/// `send` and `stop` are for the thread inside the segment's gate. The end comes inside it, too, perhaps while that thread sends, or once the gate
/// has been closed and left. So the observer needs no retain for an event: who sends releases it where the end came meanwhile.
final class Downstream<Element> {
    private final class Holder {
        let observer: Rx.Observer<Element>

        init(_ observer: Rx.Observer<Element>) { self.observer = observer }
    }

    /// Retained. Nil once it has been released.
    @exclusivity(unchecked) private var holder: Unmanaged<Holder>?
    @exclusivity(unchecked) private var isSending = false
    @exclusivity(unchecked) private var isOver = false

    /// - Parameter segment: holds this object weakly, so that a source that drops its observer frees what is downstream.
    init(_ observer: Rx.Observer<Element>, of segment: Segment) {
        holder = .passRetained(Holder(observer))
        segment.ownPlace { [weak self] _ in self?.end() }
    }

    deinit { holder?.release() }

    func send(_ element: Element) { whileSending { $0.send(element) } }

    func stop(_ error: (any Error)?) { whileSending { $0.stop(error) } }

    @inline(__always)
    private func whileSending(_ body: (Rx.Observer<Element>) -> Void) {
        guard let holder, !isOver else { return }
        let isNested = isSending  // As in the unchecked core, which has no gate.
        isSending = true
        holder._withUnsafeGuaranteedRef { body($0.observer) }
        isSending = isNested
        if isOver, !isNested { release() }
    }

    private func end() {
        isOver = true
        if !isSending { release() }
    }

    private func release() { holder.take()?.release() }
}
