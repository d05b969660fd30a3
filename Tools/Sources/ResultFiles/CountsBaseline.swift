import Foundation
import ToolCommand

/// The gate's counts that were accepted. A row of the file is an array, and its figures are one text.
struct CountsBaseline {
    struct Row {
        let benchmark, variant: String
        /// In the order of `kinds`.
        let figures: [Substring]
    }

    let kinds: [String]
    let commit: String
    let rows: [Row]

    init(_ path: String, in place: ToolPlace) throws {
        let data = try place.data(path)
        guard let file = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any], let kinds = file["kinds"] as? [String],
            let rows = file["rows"] as? [[Any]]
        else { throw ToolFailure("\(path) is no baseline: it is not the JSON that is expected") }
        self.kinds = kinds
        self.rows = try rows.enumerated().map { index, row in
            guard row.count > 4, let benchmark = row[0] as? String, let variant = row[1] as? String, let figures = row[4] as? String else {
                throw ToolFailure("\(path) is no baseline: row \(index) is of another type")
            }
            return Row(benchmark: benchmark, variant: variant, figures: figures.split(separator: " "))
        }
        commit = file["commit"] as? String ?? ""
    }

    /// The figure of a kind, as its row has it.
    func text(_ kind: String, of row: Row) -> Substring? {
        kinds.firstIndex(of: kind).flatMap { row.figures.indices.contains($0) ? row.figures[$0] : nil }
    }
}
