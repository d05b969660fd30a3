extension Segment {
    /// The children of a segment, linked through them, so that one is taken out in constant time. Retains each; guarded by the parent's lock.
    struct ChildList {
        private(set) var youngest: Unmanaged<Segment>?

        var isEmpty: Bool { youngest == nil }

        mutating func append(_ child: Segment) {
            let child = Unmanaged.passRetained(child)
            child._withUnsafeGuaranteedRef { $0.older = youngest }
            youngest?._withUnsafeGuaranteedRef { $0.younger = child }
            youngest = child
        }

        /// Returns whether it was there. The caller releases it, once it holds no lock.
        mutating func remove(_ child: Segment) -> Bool {
            let isYoungest = youngest.map { $0.toOpaque() == Unmanaged.passUnretained(child).toOpaque() } ?? false
            guard isYoungest || child.younger != nil else { return false }
            if isYoungest { youngest = child.older }
            child.younger?._withUnsafeGuaranteedRef { $0.older = child.older }
            child.older?._withUnsafeGuaranteedRef { $0.younger = child.younger }
            child.older = nil
            child.younger = nil
            return true
        }

        /// Oldest first.
        var all: [Segment] {
            var all: [Segment] = []
            var child = youngest
            while let current = child {
                all.append(current.takeUnretainedValue())
                child = current._withUnsafeGuaranteedRef { $0.older }
            }
            all.reverse()
            return all
        }
    }
}
