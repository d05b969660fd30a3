/// Something of an operator's or a subject's that a segment owns. The class has no parameters: a call of its methods looks up
/// no metadata, and owning one is a retain.
@usableFromInline
class SegmentItem: @unchecked Sendable {  // Sendable: no state of its own; see the subclasses.
    @usableFromInline
    init() {}

    /// The segment has ended. Called once, by the thread inside its gate; must not wait.
    @usableFromInline
    func segmentEnded() {}
}

/// A closure that a segment owns.
final class OwnedAction: SegmentItem, @unchecked Sendable {  // Sendable: constant.
    private let action: () -> Void

    init(_ action: @escaping () -> Void) { self.action = action }

    override func segmentEnded() { action() }
}
