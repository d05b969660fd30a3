/// A relation on events that are numbered from zero: row `a` has bit `b` where the pair (a, b) is in it.
struct Relation {
    private(set) var rows: [UInt64]

    init(on count: Int) {
        precondition(count <= UInt64.bitWidth)
        rows = Array(repeating: 0, count: count)
    }

    mutating func insert(_ from: Int, _ to: Int) { rows[from] |= 1 << UInt64(to) }

    func contains(_ from: Int, _ to: Int) -> Bool { rows[from] >> UInt64(to) & 1 == 1 }

    func union(_ other: Relation) -> Relation {
        var result = self
        for row in rows.indices { result.rows[row] |= other.rows[row] }
        return result
    }

    /// The pairs that this relation and then the other lead to; `a;b` in the literature.
    func then(_ other: Relation) -> Relation {
        var result = Relation(on: rows.count)
        for row in rows.indices {
            var rest = rows[row], reached: UInt64 = 0
            while rest != 0 {
                reached |= other.rows[rest.trailingZeroBitCount]
                rest &= rest - 1
            }
            result.rows[row] = reached
        }
        return result
    }

    /// `[from];self;[to]` for sets of events given as bits.
    func restricted(from: UInt64, to: UInt64) -> Relation {
        var result = self
        for row in rows.indices { result.rows[row] = from >> UInt64(row) & 1 == 1 ? rows[row] & to : 0 }
        return result
    }

    func reflexive() -> Relation {
        var result = self
        for row in rows.indices { result.insert(row, row) }
        return result
    }

    /// The transitive closure (Warshall 1962).
    func closure() -> Relation {
        var result = self
        result.rows.withUnsafeMutableBufferPointer { rows in
            for middle in 0..<rows.count {
                let reached = rows[middle], bit = UInt64(1) << UInt64(middle)
                for row in 0..<rows.count where rows[row] & bit != 0 { rows[row] |= reached }
            }
        }
        return result
    }

    /// For a relation that is its own closure: the closure with one pair more.
    func closedUnion(inserting from: Int, _ to: Int) -> Relation {
        var result = self
        let reached = rows[to] | 1 << UInt64(to)
        for row in rows.indices where row == from || contains(row, from) { result.rows[row] |= reached }
        return result
    }

    var isIrreflexive: Bool { rows.indices.allSatisfy { !contains($0, $0) } }
    var isAcyclic: Bool { closure().isIrreflexive }

    /// Whether no pair of the other relation leads back where one of this relation came from.
    func isIrreflexive(then other: Relation) -> Bool {
        for row in rows.indices {
            var rest = other.rows[row]
            while rest != 0 {
                if contains(rest.trailingZeroBitCount, row) { return false }
                rest &= rest - 1
            }
        }
        return true
    }
}
