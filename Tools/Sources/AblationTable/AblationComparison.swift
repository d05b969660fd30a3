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
        measured = Set(AblationFolder.Kind.allCases.filter { kind in
            !folder.results(kind, AblationFolder.usual).isEmpty && !folder.results(kind, name).isEmpty
        })
        for kind in AblationFolder.Kind.allCases where measured.contains(kind) {
            let with = Self.figures(folder.results(kind, AblationFolder.usual), kind)
            let without = Self.figures(folder.results(kind, name), kind)
            for place in Set(with.keys).union(without.keys).sorted() {
                guard let before = with[place], let after = without[place] else {
                    missingRows.append("\(place) is not in the \(kind) \(with[place] == nil ? "as usual" : Self.title(name))")
                    continue
                }
                for measure in Set(before.keys).union(after.keys).sorted(by: { $0.name < $1.name }) {
                    compare(place, measure, before[measure] ?? [], after[measure] ?? [])
                }
            }
        }
    }

    static func title(_ name: String) -> String { name == AblationFolder.all ? "without all of them" : "without \(name)" }

    private mutating func compare(_ place: AblationPlace, _ measure: AblationMeasure, _ before: [AblationFigure], _ after: [AblationFigure]) {
        switch (Self.chosen(measure, of: before), Self.chosen(measure, of: after)) {
        case (.value(let with), .value(let without)):
            let befores = before.compactMap(\.value), afters = after.compactMap(\.value)
            let isApart = befores.max()! < afters.min()! || afters.max()! < befores.min()!
            changes.append(AblationChange(place: place, measure: measure, with: with, without: without, isApart: isApart))
        case (.absent(let reason), .absent): absences.append(Absence(place: place, measure: measure, reason: reason))
        case (.absent(let reason), .value): absences.append(Absence(place: place, measure: measure, reason: "\(reason) (as usual)"))
        case (.value, .absent(let reason)):
            absences.append(Absence(place: place, measure: measure, reason: "\(reason) (\(Self.title(name)))"))
        }
    }

    /// Of the rounds: the least of the times, since what disturbs makes them longer; of all else the median, where more than half have one.
    static func chosen(_ measure: AblationMeasure, of rounds: [AblationFigure]) -> AblationFigure {
        let values = rounds.compactMap(\.value).sorted()
        let reason = rounds.lazy.compactMap(\.reason).first ?? "the file has none"
        switch measure.choice {
        case .least: return values.first.map { .value($0) } ?? .absent(reason)
        case .median:
            guard !values.isEmpty, values.count * 2 > rounds.count else { return .absent(reason) }
            let middle = values.count / 2
            return .value(values.count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2)
        }
    }

    /// Of each workload; floors and the like have no part in it. A row that one round lacks has an absent figure there.
    private static func figures(
        _ rounds: [AblationResults], _ kind: AblationFolder.Kind
    ) -> [AblationPlace: [AblationMeasure: [AblationFigure]]] {
        let rows = rounds.map { round in
            Dictionary(uniqueKeysWithValues: round.rows.filter { $0.kind == "workload" }.map { ($0.place, $0.figures(kind)) })
        }
        var found: [AblationPlace: [AblationMeasure: [AblationFigure]]] = [:]
        for place in Set(rows.flatMap(\.keys)) {
            for measure in Set(rows.flatMap { $0[place].map { Array($0.keys) } ?? [] }) {
                found[place, default: [:]][measure] = rows.map { $0[place]?[measure] ?? .absent("a round has none") }
            }
        }
        return found
    }
}
