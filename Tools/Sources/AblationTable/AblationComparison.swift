/// The usual program beside one without an idea, or without all of them.
struct AblationComparison {
    struct Absence: Hashable {
        let place: AblationPlace
        let measure: AblationMeasure
        let reason: String
    }

    let name: String
    private(set) var changes: [AblationChange] = []
    private(set) var absences: [Absence] = []
    /// Rows that only one of the two programs has a figure of, as sentences' ends.
    private(set) var missingRows: [String] = []
    private let measured: Set<AblationFolder.Kind>

    /// Whether both programs have files of that kind.
    func isMeasured(_ kind: AblationFolder.Kind) -> Bool { measured.contains(kind) }

    /// Whether a verdict can go by that kind: there is a figure that counts.
    func isKnown(_ kind: AblationFolder.Kind) -> Bool {
        changes.contains { $0.measure.kind == kind && ($0.measure.role == .cost || $0.measure.role == .tail) }
    }

    init(_ folder: AblationFolder, name: String) {
        self.name = name
        measured = Set(
            AblationFolder.Kind.allCases.filter { kind in
                !folder.results(kind, AblationFolder.usual).isEmpty && !folder.results(kind, name).isEmpty
            })
        for kind in AblationFolder.Kind.allCases where measured.contains(kind) {
            compare(kind, Self.figures(folder.results(kind, AblationFolder.usual), kind), Self.figures(folder.results(kind, name), kind))
        }
    }

    private typealias Figures = [AblationPlace: [AblationMeasure: [Int: AblationFigure]]]

    private mutating func compare(_ kind: AblationFolder.Kind, _ with: Figures, _ without: Figures) {
        for place in Set(with.keys).union(without.keys).sorted() {
            guard let before = with[place], let after = without[place] else {
                missingRows.append("\(place) is not in the \(kind) \(with[place] == nil ? "as usual" : Self.title(name))")
                continue
            }
            for measure in Set(before.keys).union(after.keys).sorted(by: { $0.name < $1.name }) {
                compare(place, measure, before[measure] ?? [:], after[measure] ?? [:])
            }
        }
    }

    static func title(_ name: String) -> String { name == AblationFolder.all ? "without all of them" : "without \(name)" }

    private mutating func compare(
        _ place: AblationPlace, _ measure: AblationMeasure, _ before: [Int: AblationFigure], _ after: [Int: AblationFigure]
    ) {
        let common = Set(before.keys).intersection(after.keys).sorted()
        let pairs = common.compactMap { round in
            before[round]?.value.flatMap { with in after[round]?.value.map { (with: with, without: $0) } }
        }
        guard !pairs.isEmpty, pairs.count * 2 > common.count, pairs.count >= measure.leastRounds ?? 1 else {
            let tooFew = "\(pairs.count) of the \(measure.leastRounds ?? 1) rounds that it takes"
            absences.append(Absence(place: place, measure: measure, reason: reason(before, after) ?? tooFew))
            return
        }
        changes.append(
            AblationChange(
                place: place, measure: measure, with: AblationRounds.median(pairs.map(\.with)), without: AblationRounds.median(pairs.map(\.without)),
                rounds: measure.leastRounds.map { _ in AblationRounds(pairs) }, hasSameInstructions: hasSameInstructions(place)))
    }

    /// Counts are compared before times are.
    private func hasSameInstructions(_ place: AblationPlace) -> Bool {
        let ratio = changes.first { $0.place == place && $0.measure == .instructions }?.ratio
        return ratio.map { abs($0 - 1) < 0.01 } ?? false
    }

    /// Why a program's figures are absent, and which program's if it isn't both; nil where none is.
    private func reason(_ before: [Int: AblationFigure], _ after: [Int: AblationFigure]) -> String? {
        func first(_ rounds: [Int: AblationFigure]) -> String? {
            rounds.isEmpty ? "the file has none" : rounds.sorted { $0.key < $1.key }.lazy.compactMap(\.value.reason).first
        }
        switch (first(before), first(after)) {
        case (let reason?, nil): return "\(reason) (as usual)"
        case (nil, let reason?): return "\(reason) (\(Self.title(name)))"
        case (let reason, _): return reason
        }
    }

    /// A row that one round lacks has an absent figure there.
    private static func figures(_ rounds: [Int: AblationResults], _ kind: AblationFolder.Kind) -> Figures {
        let rows = rounds.mapValues { $0.figures(kind) }
        var found: Figures = [:]
        for place in Set(rows.values.flatMap(\.keys)) {
            for measure in Set(rows.values.flatMap { $0[place].map { Array($0.keys) } ?? [] }) {
                found[place, default: [:]][measure] = rows.mapValues { $0[place]?[measure] ?? .absent("a round has none") }
            }
        }
        return found
    }
}
