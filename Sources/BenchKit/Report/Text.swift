extension Benchmark.Kind {
    /// The order in which people are shown the kinds.
    static let shown: [Benchmark.Kind] = [.workload, .scenario, .floor]

    var plural: String { rawValue + "s" }
}

extension String {
    /// Filled with spaces at its end, or at its start, up to `width` characters.
    func padded(to width: Int, atStart: Bool = false) -> String {
        let spaces = String(repeating: " ", count: max(0, width - count))
        return atStart ? spaces + self : self + spaces
    }

    /// Cut to `width` characters.
    func shortened(to width: Int) -> String {
        count <= width ? self : String(prefix(max(0, width - 1))) + "…"
    }
}
