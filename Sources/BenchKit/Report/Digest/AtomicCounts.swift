/// What `Scripts/atomics` writes: what an event executes, and how many of it are atomic instructions.
struct AtomicCounts: Codable {
    static let schema = "rxbench-atomics/2"

    struct Row: Codable {
        let benchmark, variant: String
        /// Atomic instructions of an event: of the library and the benchmark, of reference counts, of the rest.
        let own, references, system: Double
        /// As `own`, where no gate is ever given to a thread.
        let ownUnbiased: Double
        /// Full fences of an event, and those that all processors are asked for.
        let fences, heavyFences: Double
        let instructions, retains, releases, mallocs, accesses: Double
    }

    let rows: [Row]

    static let explanation = "An event's instructions, calls and atomic instructions: of the library (and without bias), of reference "
        + "counts, and of the rest; fences, and those that all processors are asked for."

    static let columns = [
        "instructions", "retains", "releases", "mallocs", "accesses", "atomic", "without bias", "of references", "of the rest", "fences",
        "heavy fences",
    ]
}

extension AtomicCounts.Row {
    var name: String { RowName.text(benchmark, variant) }

    /// In the order of the columns. What rounding leaves of nothing is nothing.
    var cells: [String] {
        [instructions, retains, releases, mallocs, accesses, own, ownUnbiased, references, system, fences, heavyFences].map {
            Figures.short(abs($0) < 0.01 ? 0 : $0)
        }
    }
}
