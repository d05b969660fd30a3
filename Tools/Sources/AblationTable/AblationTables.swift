/// What two pages have between their marks: one a row for each idea, the other each figure that moves.
struct AblationTables {
    private static let notMeasured = "not measured", absent = "absent"

    let sources: AblationSources
    let folder: AblationFolder

    private let ideas: [(idea: AblationIdea, comparison: AblationComparison)]
    private let together: AblationComparison

    init(sources: AblationSources, folder: AblationFolder) {
        self.sources = sources
        self.folder = folder
        ideas = sources.ideas.map { ($0, AblationComparison(folder, name: $0.name)) }
        together = AblationComparison(folder, name: AblationFolder.all)
    }

    var summary: [String] {
        ["", head, ""] + [
            "| idea | what it is | lines | workloads that lose 10 %: instructions | time | lose most without it | p99 without it | mallocs and bytes "
                + "without it | verdict |",
            "|---|---|---|---|---|---|---|---|---|",
        ] + ideas.map { row(name: "`\($0.idea.name)`", text: $0.idea.text, lines(of: [$0.idea]), $0.comparison, verdict: verdict($0.comparison)) }
            + [row(name: "all", text: "All of them together.", lines(of: sources.ideas), together, verdict: "–"), ""]
    }

    var details: [String] {
        let comparisons = ideas.map(\.comparison) + [together]
        return ["", head] + comparisons.flatMap(section) + absent(comparisons) + [""]
    }

    private var head: String {
        let environment = folder.environment
        let days = folder.days.map { $0.0 == $0.1 ? $0.0 : "\($0.0) to \($0.1)" } ?? "a day that the files don't tell"
        let machine = [environment.compiler, environment.processor, environment.cores.map { "\($0) processors" }, environment.os]
            .compactMap { $0 }.joined(separator: ", ")
        let commit = environment.commit.map { "commit `\($0.prefix(12))`" } ?? "a commit that the files don't tell"
        let dirty = environment.dirty == true ? " with changes that aren't committed" : ""
        let rounds = folder.results(.times, AblationFolder.usual).count, tails = folder.results(.tail, AblationFolder.usual).count
        let filter = folder.filter.map { " Only workloads that match `\($0.replacing("|", with: "\\|"))`." } ?? ""
        let growth = folder.results(.growth, AblationFolder.usual).count
        let others = (growth == 0 ? "" : ", of more and more threads: \(growth)") + (tails == 0 ? "" : ", of tails: \(tails)")
        let times = rounds == 0 ? "Times: \(Self.notMeasured)." : "Rounds of times: \(rounds)\(others)."
        return "Measured on \(days): \(machine); \(commit)\(dirty). \(times)\(filter)"
    }

    /// Lines of files and, behind a plus sign, of conditions.
    private func lines(of ideas: [AblationIdea]) -> String {
        let counted = ideas.compactMap { sources.lines[$0.name] }
        let files = counted.reduce(0) { $0 + $1.ofFiles }, conditions = counted.reduce(0) { $0 + $1.ofConditions }
        return conditions == 0 ? "\(files)" : "\(files) + \(conditions)"
    }

    private func verdict(_ comparison: AblationComparison) -> String {
        AblationFolder.Kind.allCases.contains(where: comparison.isMeasured) ? AblationVerdict(comparison).text : Self.notMeasured
    }

    private func row(name: String, text: String, _ lines: String, _ comparison: AblationComparison, verdict: String) -> String {
        let cells = [
            name, text, lines, losers(comparison, [.counts]), losers(comparison, [.times, .growth]), most(comparison), tails(comparison),
            memory(comparison), verdict,
        ]
        return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }

    /// How many rows lose in instructions or time, of those that have a figure.
    private func losers(_ comparison: AblationComparison, _ kinds: [AblationFolder.Kind]) -> String {
        guard kinds.contains(where: comparison.isMeasured) else { return Self.notMeasured }
        let known = comparison.changes.filter { kinds.contains($0.measure.kind) && $0.measure.role == .cost }
        let rows = Set(known.map(\.place)).count, losers = Set(known.filter(\.loses).map(\.place)).count
        return rows == 0 ? Self.absent : "\(losers) of \(rows)"
    }

    /// The two rows whose instructions or time rise most, with both figures.
    private func most(_ comparison: AblationComparison) -> String {
        guard [.counts, .times, .growth].contains(where: comparison.isMeasured) else { return Self.notMeasured }
        let costs = Dictionary(grouping: comparison.changes.filter { $0.measure.role == .cost && $0.canMove }) { $0.place }
        func worst(_ changes: [AblationChange]) -> Double { changes.map { $0.ratio ?? .infinity }.max() ?? 1 }
        let rows = costs.filter { worst($0.value) > 1 }.sorted { (worst($1.value), $0.key) < (worst($0.value), $1.key) }.prefix(2)
        guard !rows.isEmpty else { return comparison.isKnown(.counts) || comparison.isKnown(.times) ? "none" : Self.absent }
        return rows.map { place, changes in
            let figures = changes.sorted { $0.measure.name < $1.measure.name }.map { change in
                change.measure.kind != .counts
                    ? "\(change.measure.name) \(AblationNumbers.ratio(change))"
                    : "\(AblationNumbers.text(change.with)) → \(AblationNumbers.text(change.without)) \(change.measure.name)"
            }
            return "\(place): \(figures.joined(separator: ", "))"
        }.joined(separator: "; ")
    }

    private func tails(_ comparison: AblationComparison) -> String {
        guard comparison.isMeasured(.tail) else { return Self.notMeasured }
        guard comparison.isKnown(.tail) else { return Self.absent }
        func list(_ word: String, _ changes: [AblationChange]) -> String? {
            let texts = changes.map { "\($0.place) \($0.measure.name.dropFirst("p99 of ".count)) \(AblationNumbers.ratio($0))" }
            return texts.isEmpty ? nil : "\(word): \(Self.shortened(texts))"
        }
        let lists = [list("longer", comparison.changes.filter(\.isLongerTail)), list("shorter", comparison.changes.filter(\.isShorterTail))]
        return lists.contains { $0 != nil } ? lists.compactMap { $0 }.joined(separator: "; ") : "none moves"
    }

    private func memory(_ comparison: AblationComparison) -> String {
        guard comparison.isMeasured(.counts) || comparison.isMeasured(.times) else { return Self.notMeasured }
        let moved = comparison.changes.filter { ($0.measure.role == .memory || $0.measure.role == .mallocs) && $0.isMoved }
        return moved.isEmpty
            ? "none"
            : Self.shortened(
                moved.map { change in
                    let unit = change.measure.unit
                    let before = AblationNumbers.text(change.with), after = AblationNumbers.text(change.without, unit: unit)
                    return "\(change.place) \(change.measure.name) \(before) → \(after)"
                })
    }

    private static func shortened(_ texts: [String]) -> String {
        texts.prefix(3).joined(separator: ", ") + (texts.count > 3 ? ", and \(texts.count - 3) more" : "")
    }

    /// All that moves without the idea, and rows that only one program has.
    private func section(_ comparison: AblationComparison) -> [String] {
        guard AblationFolder.Kind.allCases.contains(where: comparison.isMeasured) else { return [] }
        let moved = comparison.changes.filter(\.isMoved)
        var lines = ["", comparison.name == AblationFolder.all ? "### Without all of them" : "### Without `\(comparison.name)`", ""]
        if moved.isEmpty {
            lines.append("No figure moves.")
        } else {
            lines += ["| row | figure | with | without | ratio |", "|---|---|---|---|---|"]
            lines += moved.sorted { ($0.place, $0.measure.name) < ($1.place, $1.measure.name) }.map { change in
                let unit = change.measure.unit
                return "| \(change.place) | \(change.measure.name) | \(AblationNumbers.text(change.with, unit: unit)) "
                    + "| \(AblationNumbers.text(change.without, unit: unit)) | \(AblationNumbers.ratio(change)) |"
            }
        }
        if !comparison.missingRows.isEmpty { lines += ["", "Missing: \(comparison.missingRows.joined(separator: "; "))."] }
        return lines
    }

    /// Each figure that isn't there, with its reason, once for all comparisons that lack it.
    private func absent(_ comparisons: [AblationComparison]) -> [String] {
        let all = Set(comparisons.flatMap(\.absences))
        guard !all.isEmpty else { return [] }
        let groups = Dictionary(grouping: all) { "\($0.measure.name) | \($0.reason.replacing("|", with: "\\|"))" }
        return ["", "### Absent figures", "", "| figure | why | rows |", "|---|---|---|"]
            + groups.sorted { $0.key < $1.key }.map { text, absences in
                "| \(text) | \(Set(absences.map(\.place)).sorted().map(\.description).joined(separator: ", ")) |"
            }
    }
}
