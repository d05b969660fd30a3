/// What several files say of things that have names: of each the newest counts.
struct NewestByName<Name: Hashable, Value> {
    /// What one file says.
    struct Entry {
        let value: Value
        let source: Digest.Source
    }

    /// All that the files say of each, oldest first.
    private let entries: [Name: [Entry]]
    /// In the order of the newest file, then what only older ones have.
    let names: [Name]

    /// - Parameters:
    ///   - sources: oldest first.
    ///   - values: what a file has; of two of one name in one file the first counts.
    init(_ sources: [Digest.Source], _ values: (Results) -> [Value], name: (Value) -> Name) {
        var entries: [Name: [Entry]] = [:], names: [Name] = []
        for source in sources.reversed() {
            var seen: Set<Name> = []
            for value in values(source.results) where seen.insert(name(value)).inserted {
                if entries[name(value)] == nil { names.append(name(value)) }
                entries[name(value), default: []].insert(Entry(value: value, source: source), at: 0)
            }
        }
        self.entries = entries
        self.names = names
    }

    subscript(name: Name) -> Entry? { entries[name]?.last }

    /// Of one name, oldest first.
    func history(_ name: Name) -> [Entry] { entries[name] ?? [] }

    /// The newest of each name.
    var all: [Entry] { names.compactMap { self[$0] } }

    /// The files that these are of, in words.
    var origin: String { Digest.words(all.map(\.source.name)) }

    /// How many of a file's are older than another file's.
    func superseded(of file: String) -> Int {
        entries.values.count { entry in entry.dropLast().contains { $0.source.name == file } }
    }

    /// How many a file has.
    func count(of file: String) -> Int {
        entries.values.count { entry in entry.contains { $0.source.name == file } }
    }
}

/// Which comparison of two variants is meant.
struct ComparisonKey: Hashable {
    let benchmark: String
    let variant: String
    let base: String
}

extension Comparison {
    var key: ComparisonKey { ComparisonKey(benchmark: benchmark, variant: variant, base: base) }
}

extension Digest {
    /// Names, each once, with commas between.
    static func words(_ names: [String]) -> String {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }.joined(separator: ", ")
    }
}

extension Digest {
    /// What is to be known of the files before their figures are read.
    var fileLines: [String] { partLines + historyLines }

    /// A line for each part of the suite that was asked for, with the files that are of it alone.
    private var partLines: [String] {
        let found = sources.compactMap { source in source.results.partOfSuite.map { (file: source.name, part: $0) } }
        return Cause.unique(found.map(\.part)).map { part in
            let files = found.filter { $0.part == part }.map(\.file)
            return "\(Digest.words(files)) \(files.count == 1 ? "is" : "are") of a part alone: \(part)."
        }
    }

    /// A line for each file some of whose rows, findings or floors count no more, since another file has them too.
    var historyLines: [String] { rowLines + findingLines + floorLines }

    private var rowLines: [String] {
        sources.compactMap { source in
            let older = superseded(source)
            if older == 0 { return nil }
            let rows = ReportVerdict.number(rows(of: source), "row")
            return "\(older) of \(rows) of \(source.name) are older than another file's: they are those rows' history."
        }
    }

    /// The verdict is made of the newest check's findings, and a check may have nothing else.
    private var findingLines: [String] {
        let counting = Dictionary(judged.map { ($0.check.name, $0.findings.count) }) { first, _ in first }
        return sources.filter { $0.results.isOf(.check) }.compactMap { check in
            let all = check.results.findings?.count ?? 0, older = all - counting[check.name, default: 0]
            if older == 0 { return nil }
            let findings = ReportVerdict.number(all, "finding")
            return "\(older) of \(findings) of \(check.name) are older than another check's: the verdict leaves them out."
        }
    }

    /// A line for each environment whose figures don't compare with the newest file's, with the files that are of it.
    var strangerLines: [String] {
        let found = sources.compactMap { source -> (file: String, text: String)? in
            let differences = newest.environment.differences(from: source.results.environment)
            return differences.isEmpty ? nil : (file: source.name, text: differences.joined(separator: "; "))
        }
        return Cause.unique(found.map(\.text)).map { text in
            let files = found.filter { $0.text == text }.map(\.file)
            return "\(Digest.words(files)) \(files.count == 1 ? "is" : "are") of another environment than \(sources[sources.count - 1].name), "
                + "the newest file, in which \(text)."
        }
    }
}
