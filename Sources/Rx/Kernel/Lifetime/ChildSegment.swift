import RxPlatform

/// The lifetime of one upstream of an operator that runs in another segment. Its place in the tree lies in this object; a segment that is made as a
/// root and gets a parent late has it in `ColdFields`.
@usableFromInline
final class ChildSegment: Segment, @unchecked Sendable {
    /// Retained. By hand, as of several references that are freed with an object Swift retains the object meanwhile.
    @usableFromInline let ownParent: Unmanaged<Segment>
    @exclusivity(unchecked) fileprivate var ownSiblings = Plain(Siblings())

    @usableFromInline
    init(in parent: Segment, core: Core? = nil) {
        ownParent = .passRetained(parent)
        super.init(core: core ?? parent.core)
        if !parent.adopt(self) { cancel() }
    }

    deinit { ownParent.release() }

    /// Whether it has ended, or is about to, as its parent has: that may be torn down later, or further up the stack.
    @inlinable
    var isOver: Bool {
        @inline(__always) get { isClosed || ownParent._withUnsafeGuaranteedRef { $0.isClosed } }
    }

    /// The children first: `awaitAlso` sets no parent for one that has been left and has none.
    override func didEmpty() { if hasHadKin { leaveWithKin() } else { leave(ownParent) } }
}

extension Segment {
    /// A child, for a source that nothing has come before, or after a look whether this segment has ended: `Source.subscribe` looks only
    /// where it sees that it gets a child. In a chain in one expression that look costs what fusing it saves
    /// (`flatMapLatest/just/5-in-a-row`: a malloc for each event).
    @inlinable @inline(__always)
    func childForFirstSource() -> Segment { ChildSegment(in: self) }

    /// Of a root: under the lock.
    @inline(__always)
    final var parent: Unmanaged<Segment>? {
        if type(of: self) == ChildSegment.self { return unsafeDowncast(self, to: ChildSegment.self).ownParent }
        return cold.value?._withUnsafeGuaranteedRef { $0.parent.value }
    }

    /// Under the parent's lock.
    @inline(__always)
    final func withSiblings<Result>(_ body: (inout Siblings) -> Result) -> Result {
        if type(of: self) == ChildSegment.self { return body(&unsafeDowncast(self, to: ChildSegment.self).ownSiblings.value) }
        return makeColdFields()._withUnsafeGuaranteedRef { body(&$0.siblings.value) }  // It is there: its parent is in it.
    }

    /// The children of a segment, linked through them, so that one is taken out in constant time. Retains each; guarded by the parent's lock.
    struct ChildList {
        private(set) var youngest: Unmanaged<Segment>?

        var isEmpty: Bool { youngest == nil }

        mutating func append(_ child: Segment) {
            let older = youngest, child = Unmanaged.passRetained(child)
            child._withUnsafeGuaranteedRef { $0.withSiblings { $0.older = older } }
            older?._withUnsafeGuaranteedRef { $0.withSiblings { $0.younger = child } }
            youngest = child
        }

        /// Returns whether it was there. The caller releases it, once it holds no lock.
        mutating func remove(_ child: Unmanaged<Segment>) -> Bool {
            let isYoungest = youngest?.toOpaque() == child.toOpaque()
            let (older, younger) = child._withUnsafeGuaranteedRef { $0.withSiblings { ($0.older, $0.younger) } }
            guard isYoungest || younger != nil else { return false }
            if isYoungest { youngest = older }
            younger?._withUnsafeGuaranteedRef { $0.withSiblings { $0.older = older } }
            older?._withUnsafeGuaranteedRef { $0.withSiblings { $0.younger = younger } }
            child._withUnsafeGuaranteedRef { $0.withSiblings { ($0.older, $0.younger) = (nil, nil) } }
            return true
        }

        /// Oldest first.
        var all: [Segment] {
            var all: [Segment] = []
            var child = youngest
            while let current = child {
                all.append(current.takeUnretainedValue())
                child = current._withUnsafeGuaranteedRef { $0.withSiblings(\.older) }
            }
            all.reverse()
            return all
        }
    }
}
