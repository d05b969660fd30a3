/// How figures of several machines compare: as multiples of floors that each has measured itself.
struct MachinesTable {
    private let results: Results

    /// - Parameter results: of several machines.
    init(_ results: Results) {
        self.results = results
    }

    /// One figure of one row on every machine that has it.
    struct Line: Equatable {
        let row: String
        let figure: String
        /// By machine; nil where one doesn't have it.
        let multiples: [Double?]

        private var known: [Double] { multiples.compactMap { $0 } }
        var median: Double { Statistics.median(known) }
        /// The largest over the smallest.
        var spread: Double { known.min().flatMap { least in least > 0 ? (known.max() ?? 0) / least : nil } ?? 0 }
    }

    /// Of rows that two machines have or more; a multiple of times that say nothing is none.
    var lines: [Line] {
        let machines = results.machines?.count ?? 1
        var keys: [RowKey] = []
        for row in results.rows where !keys.contains(row.key) { keys.append(row.key) }
        let byKey = Dictionary(grouping: results.rows, by: \.key)
        return keys.flatMap { key -> [Line] in
            let rows = (0..<machines).map { machine in byKey[key]?.first { ($0.machine ?? 0) == machine } }
            let names = rows.compactMap { $0?.latency }.first?.figures ?? []
            let figures: [(String, (Row) -> Double?)] =
                [("time", { $0.inconclusive ?? $0.inconclusiveReference == nil ? $0.multipleOfReference : nil })]
                + names.flatMap { name in
                    Percentile.multiples.map { percentile in
                        ("\(name) \(percentile.rawValue)", { $0.latency?.distributions[name]?[percentile]?.multiple })
                    }
                }
            return figures.compactMap { name, figure in
                let found = rows.map { $0.flatMap(figure) }
                return found.count { $0 != nil } > 1 ? Line(row: key.text, figure: name, multiples: found) : nil
            }
        }
    }

    /// Which machine each is, a line a machine.
    var names: [String] {
        (results.machines ?? []).enumerated().map { place, environment in
            "machine \(place + 1): \(environment.processor ?? environment.architecture), \(environment.cores) processors, \(environment.date)"
        }
    }

    var header: [String] {
        ["row", "multiple of"] + (results.machines ?? []).indices.map { "machine \($0 + 1)" } + ["median", "largest : smallest"]
    }

    func cells(_ line: Line) -> [String] {
        [line.row, line.figure] + line.multiples.map(Figures.short) + [Figures.short(line.median), Figures.short(line.spread)]
    }

    var text: String {
        let lines = lines
        if lines.isEmpty { return names.map(\.onOneLine).joined(separator: "\n") }
        var table = Table(header: header, alignedAtEnd: header.indices.map { $0 > 1 })
        for line in lines { table.add(cells(line)) }
        return (names.map(\.onOneLine) + [table.text]).joined(separator: "\n")
    }
}
