/// A file that has A/A floors, and what it is called in messages.
struct FloorFile {
    let name: String
    let rows: [Noise.Row]
}

extension Noise.Row {
    var key: RowKey { RowKey(benchmark: benchmark, variant: variant) }
}

extension Digest {
    /// The A/A floor of each row, from the first file that has one.
    var floors: [Noise.Row] {
        var seen: Set<RowKey> = []
        return floorFiles.flatMap(\.rows).filter { seen.insert($0.key).inserted }
    }

    /// A line for each file some of whose floors aren't shown. A check keeps those that it went by, so that the same are often there twice:
    /// they are shown.
    var floorLines: [String] {
        let shown = Dictionary(floors.map { ($0.key, $0) }) { first, _ in first }
        return floorFiles.reversed().compactMap { file in
            let hidden = file.rows.count { shown[$0.key] != $0 }
            if hidden == 0 { return nil }
            let floors = ReportVerdict.number(file.rows.count, "A/A floor")
            return "\(hidden) of \(floors) of \(file.name) give way to another file's: no table shows them."
        }
    }
}
