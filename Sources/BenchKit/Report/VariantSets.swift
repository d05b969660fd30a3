/// Which benchmarks share a table with their variants side by side: those that have the same. Else one benchmark with variants of its own would give
/// each other one columns of nothing.
struct VariantSets {
    /// Of each table its columns, in the order of the first benchmark that needs them.
    let columns: [[String]]
    private let table: [String: Int]

    /// - Parameters:
    ///   - benchmarks: their ids, in order.
    ///   - rows: of these. A benchmark with fewer variants than another one goes to that one's table, and one with none of `order` to the first.
    ///   - order: all variants that can be columns.
    init(_ benchmarks: [String], rows: [String: [Row]], order: [String]) {
        let own = benchmarks.map { id in Set((rows[id] ?? []).map(\.variant)).intersection(order) }
        let all = Set(own.filter { !$0.isEmpty }), largest = all.filter { set in !all.contains { $0.isStrictSuperset(of: set) } }
        var sets: [Set<String>] = []
        for set in own where largest.contains(set) && !sets.contains(set) { sets.append(set) }
        columns = sets.map { set in order.filter(set.contains) }
        var table: [String: Int] = [:]
        for (id, set) in zip(benchmarks, own) { table[id] = sets.firstIndex { $0.isSuperset(of: set) } }
        self.table = table
    }

    /// Whether that benchmark's place is the table with that number.
    func puts(_ benchmark: String, into number: Int) -> Bool { table[benchmark] ?? 0 == number }
}
