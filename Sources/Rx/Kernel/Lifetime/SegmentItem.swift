import RxPlatform

/// An item: something that a segment owns. The class has no parameters: a call of its methods looks up
/// no metadata, and owning one is a retain.
@usableFromInline
class SegmentItem: @unchecked Sendable {  // Sendable: its field is the segment's; see the subclasses.
    /// The item that the segment came to own before this one, by its address; 0: none. Written before this one is published, then
    /// under the segment's lock; a word only so that the model checker sees it.
    final let ownedBefore = Word(0)

    @usableFromInline
    init() {}

    /// Visits an item and those before it. `visit` may release what it gets.
    static func each(from newest: UInt, _ visit: (Unmanaged<SegmentItem>) -> Void) {
        var next = newest
        while let address = UnsafeRawPointer(bitPattern: next) {
            let item = Unmanaged<SegmentItem>.fromOpaque(address)
            next = item._withUnsafeGuaranteedRef { $0.ownedBefore.load() }
            visit(item)
        }
    }

    /// The segment has closed, and `run` gets its tear-down, which comes later: what delivers has to end now, without waiting
    /// and without running what is a user's. Called at most once, before `segmentEnded`, by the owner.
    func segmentClosed(tearDownBy run: @escaping Segment.Deferral) {}

    /// The segment has ended. Called once, by the owner; must not wait.
    @usableFromInline
    func segmentEnded() {}
}

/// A disposable that a segment owns. It may be a subscription or hold some, also if it comes from a scheduler, which a user may have
/// written: it is ended without waiting, and a thread that waits for the segment waits for those.
final class OwnedSubscription: SegmentItem, @unchecked Sendable {  // Sendable: touched by the closer, then by the tear-down.
    private let disposable: any Disposable
    private unowned let segment: Segment  // It runs in the segment's tear-down.
    /// What is left to do once the segment has closed. Unmanaged: nearly always there is none, and that costs no release.
    @exclusivity(unchecked) private var rest: Unmanaged<TearDowns>?

    init(_ disposable: any Disposable, _ segment: Segment) {
        self.disposable = disposable
        self.segment = segment
    }

    deinit { rest?.release() }

    override func segmentClosed(tearDownBy run: @escaping Segment.Deferral) {
        let tearDowns = TearDowns(otherwise: run)
        rest = .passRetained(tearDowns)
        for disposable in segment.endSubscriptions(in: disposable, tearDownBy: run) {
            tearDowns.add(disposable.disposeWithoutWaiting)
        }
    }

    override func segmentEnded() {
        if let rest { return rest._withUnsafeGuaranteedRef { $0.run() } }
        disposable.endWithoutWaiting { segment.awaitAlso($0) }
    }
}

/// A place that a segment has among the segments that share a source.
final class OwnedPlace: SegmentItem, @unchecked Sendable {  // Sendable: as `OwnedSubscription`.
    private let leave: (Segment.Deferral?) -> Void
    /// The source's tear-downs, once the place has been given up. Unmanaged: as above.
    @exclusivity(unchecked) private var tearDowns: Unmanaged<TearDowns>?

    init(_ leave: @escaping (Segment.Deferral?) -> Void) { self.leave = leave }

    deinit { tearDowns?.release() }

    override func segmentClosed(tearDownBy run: @escaping Segment.Deferral) {
        let tearDowns = TearDowns(otherwise: run)
        self.tearDowns = .passRetained(tearDowns)
        leave(tearDowns.add)
    }

    override func segmentEnded() {
        if let tearDowns { return tearDowns._withUnsafeGuaranteedRef { $0.run() } }
        leave(nil)
    }
}

/// A closure that a segment owns.
final class OwnedAction: SegmentItem, @unchecked Sendable {  // Sendable: constant.
    private let action: () -> Void

    init(_ action: @escaping () -> Void) { self.action = action }

    override func segmentEnded() { action() }
}
