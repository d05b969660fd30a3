/// A file that differs, with its text of both revisions: what is gone was declared, too.
struct ChangedSource {
    let path: String
    let text: String

    /// Folders, and a file, that figures don't pass through, among those that a program is built from: as the suite has them, but for pages.
    static let unmeasured = [
        "Sources/BenchKit/Commands", "Sources/BenchKit/Comparing", "Sources/BenchKit/Cost", "Sources/BenchKit/Export", "Sources/BenchKit/Checking",
        "Sources/BenchKit/Options", "Sources/BenchKit/Report", "Sources/BenchKit/Soak", "Sources/BenchKit/Stress",
        "Benchmarks/Build", "Benchmarks/Thresholds", "Benchmarks/Mine", "Benchmarks/Loads/Soak", "Benchmarks/Peer",
        "Benchmarks/Recordings/screens.swift", "Benchmarks/Stress", "Benchmarks/TenLines",
    ]

    /// Whether a row's figures may hang on the file at all.
    static func isMeasured(_ path: String) -> Bool {
        if unmeasured.contains(where: { path == $0 || path.hasPrefix($0 + "/") }) { return false }
        return path.contains(
            #/^(Package\.swift|(Sources/(Rx(Blocking|Test|Marbles|Platform)?|CRxPlatform|BenchKit|CAllocationCounter)|Benchmarks)/.*\.(swift|c|h))$/#)
    }

    /// Of those rows the ones that the file affects; nil for all.
    func affected(_ rows: [CountedRow]) -> [CountedRow]? {
        // Every subscription goes through these; what creates elements goes through the current thread's trampoline; and what all schedulers are
        // made of is in any row that waits.
        if path.contains(#/^Sources/Rx/(Kernel|Observable|Observer)//#) || path.hasSuffix("/Disposables/Disposable.swift") { return nil }
        if path.contains(#/^Sources/Rx/Schedulers/(CurrentThreadScheduler|Trampoline|WorkItem|Schedule\w+|TimerQueue|Worker)\.swift$/#) { return nil }
        var found: [CountedRow] = []
        if path.contains(#/^Sources/(Rx|RxBlocking|RxTest)//#) {
            let declared = declarations
            found = rows.filter { $0.isAffected(by: declared) }
        } else if path.hasPrefix("Benchmarks/Catalogue/"), let names = catalogueNames(rows) {
            found = rows.filter { row in names.contains { row.id.hasPrefix($0 + "/") } }
        }
        return found.isEmpty ? nil : found
    }

    /// `Type.name` of what a source of the library makes public, and `name` alone of operators, since traits pass on to those of the same name.
    private var declarations: Set<String> {
        let ofFile = #/^(?:[@\w()]+ )*(extension|class|struct|enum|protocol|typealias) (\w+)/#
        let ofType = #/^    (?:@\S+ )*public (?:\w+ )*(?:(?:func|var|let) `?|(?=init|subscript))(\w+)/#
        var type = "", found: Set<String> = []
        for line in text.split(separator: "\n") {
            if let match = line.firstMatch(of: ofFile) {
                type = String(match.2)
                if match.1 != "extension" { found.insert(type) }
            } else if let match = line.firstMatch(of: ofType) {
                found.insert("\(type).\(match.1)")
                if ["ObservableConvertibleType", "ObservableType", "Observable"].contains(type) { found.insert(String(match.1)) }
            }
        }
        return found
    }

    /// What the rows of a file of the catalogue begin with; nil where it has others than those of types that have a literal as their name.
    private func catalogueNames(_ rows: [CountedRow]) -> Set<String>? {
        let entry = #/\b(?:RowSet\.\w+|rows)\.of\((\w+)(?:<Input>)?\.self\)/#
        let entries = text.matches(of: #/\[CoveringRows\] (?:= |{\n\s*)\[(?s:(.*?))\n\s*\]/#).map { $0.1 }.joined()
        let types = Set(entries.matches(of: entry).map { $0.1 })
        let names = Set(text.matches(of: #/static (?:let name = |var name: String { )"([^"\\]+)"/#).map { String($0.1) })
        guard names.count == types.count, entries.replacing(entry, with: "").allSatisfy({ $0 == "," || $0.isWhitespace }) else { return nil }
        return names.allSatisfy { name in rows.contains { $0.id.hasPrefix(name + "/") } } ? names : nil
    }
}
