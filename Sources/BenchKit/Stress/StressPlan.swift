/// Which targets are run on which variants.
struct StressPlan: Sendable {
    struct Entry: Sendable {
        let target: StressTarget
        let variant: String
    }

    /// In the targets' order, the variants of each together.
    let entries: [Entry]
    /// What they are about, each once.
    let subjects: [String]

    /// - Parameter filter: a regular expression that a target's id must contain, upper and lower case alike.
    /// - Throws: `UsageError` when nothing is left to run.
    init(_ targets: [StressTarget], filter: String?, variants: [String]) throws {
        let pattern = try filter.map { try Regex($0).ignoresCase() }
        let chosen = targets.filter { target in pattern.map { target.id.contains($0) } ?? true }
        if chosen.isEmpty {
            throw UsageError.impossible("no race matches --filter '\(filter ?? "")'; stress --list shows them all")
        }
        entries = chosen.flatMap { target in variants.map { Entry(target: target, variant: $0) } }
        var seen: Set<String> = []
        subjects = entries.map(\.target.subject).filter { seen.insert($0).inserted }
    }

}
