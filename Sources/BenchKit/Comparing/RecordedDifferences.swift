/// How two documents differ in anything that they record, except for what is listed here with its reason.
struct RecordedDifferences {
    /// What differs, or is in one of the documents only.
    struct Difference: Equatable {
        /// The row, fit or the like; empty for the file itself.
        let item: String
        /// Where it stands in that, without what tells elements of lists apart.
        let kind: String
        /// What tells them apart; empty without lists.
        let element: String
        let old: JSONValue?
        let new: JSONValue?

        /// By how much numbers differ, as a share of the larger; infinite for what is no number.
        var share: Double {
            guard case .number(let old)? = old, case .number(let new)? = new else { return .infinity }
            return Figures.differing(old, new)
        }
    }

    /// Lists whose elements have names of their own, and what these are made of.
    private static let names: [String: [String]] = [
        "rows": ["benchmark", "variant"], "comparisons": ["benchmark", "variant", "base"], "fits": ["scaling", "variant"],
        "fits.points": ["size"], "fits.candidates": ["order"], "findings": ["row", "gate"], "findings.calls": ["function"],
        "noise": ["benchmark", "variant"], "against.rows": ["benchmark", "variant"], "rows.time.forks": ["fork"],
        "comparisons.forks": ["fork"], "machines": ["boot"],
    ]
    /// Objects whose fields are names of many things of one kind, and what that kind is called.
    private static let open: [String: String] = [
        "rows.counts.calls.perEvent": "rows.counts.calls.perEvent", "rows.counts.calls.perSubscription": "rows.counts.calls.perSubscription",
        "rows.latency.distributions": distribution, "\(distribution).percentiles": "\(distribution).percentiles.<percentile>",
        "rows.latency.jitter.percentiles": "rows.latency.jitter.percentiles.<percentile>",
    ]
    static let distribution = "rows.latency.distributions.<name>"

    /// What a field of an object is called.
    static func kind(of field: String, in object: String) -> String { open[object] ?? (object.isEmpty ? field : "\(object).\(field)") }

    /// What two files may differ in without a word, and why.
    static let unsaid: [String: String] = [
        "schema": "files of other schemas aren't read",
        "seed": "chance",
        "order": "follows from the seed; rows of one file only are named",
        "environment.date": "two files have two dates",
        "environment.boot": "a machine that was started anew is the same machine",
        "machines.date": "two files have two dates",
        "machines.boot": "tells them apart",
        "against.environment.boot": "a machine that was started anew is the same machine",
        "rows.time.samples": "raw; its estimate is compared",
        "rows.time.processorSamples": "raw; its estimate is compared",
        "rows.time.discarded": "raw, and thrown away; their share is compared",
        "comparisons.pairs": "raw; its estimate is compared",
        "against.rows.forks": "raw; its estimate is compared",
    ].merging(
        [distribution, "rows.latency.jitter"].flatMap { figure in
            ["least", "sum", "buckets"].map { ("\(figure).histogram.\($0)", "raw; its percentiles and the largest value are compared") }
                + [("\(figure).percentiles.<percentile>.forks", "raw; that of all of them is compared")]
        }, uniquingKeysWith: { first, _ in first })

    private(set) var differences: [Difference] = []
    /// Figures and words that both documents have.
    private(set) var compared = 0
    /// What isn't looked at, by kind with item and element.
    private let skips: (_ kind: String, _ item: String, _ element: String) -> Bool

    /// - Parameter skips: says of a kind, an item and an element whether somebody else tells of it.
    init(old: JSONValue, new: JSONValue, skips: @escaping (_ kind: String, _ item: String, _ element: String) -> Bool) {
        self.skips = skips
        compare(old, new, kind: "", item: "", element: "")
    }

    private mutating func compare(_ old: JSONValue?, _ new: JSONValue?, kind: String, item: String, element: String) {
        if RecordedDifferences.unsaid[kind] != nil || skips(kind, item, element) { return }
        switch (old, new) {
        case (.fields(let olds)?, .fields(let news)?):
            let isOpen = RecordedDifferences.open[kind] != nil
            for name in Set(olds.keys).union(news.keys).sorted() {
                compare(
                    olds[name], news[name], kind: RecordedDifferences.kind(of: name, in: kind), item: item,
                    element: isOpen ? RecordedDifferences.joined(element, name) : element)
            }
        case (.list(let olds)?, .list(let news)?) where RecordedDifferences.names[kind] != nil:
            let (olds, news) = (RecordedDifferences.named(olds, kind), RecordedDifferences.named(news, kind))
            for name in olds.map(\.name) + news.map(\.name).filter({ name in !olds.contains { $0.name == name } }) {
                let old = olds.first { $0.name == name }?.value, new = news.first { $0.name == name }?.value
                compare(old, new, kind: kind, item: item.isEmpty ? name : item, element: item.isEmpty ? element : name)
            }
        default:
            if old != nil, new != nil { compared += 1 }
            if old != new { differences.append(Difference(item: item, kind: kind, element: element, old: old, new: new)) }
        }
    }

    /// What tells a thing within another one apart from its like.
    static func joined(_ element: String, _ name: String) -> String { element.isEmpty ? name : "\(element), \(name)" }

    /// What tells the elements of a list apart; of two that are called the same, the second has a number.
    private static func named(_ list: [JSONValue], _ kind: String) -> [(name: String, value: JSONValue)] {
        var counts: [String: Int] = [:]
        return list.map { value in
            let words = (names[kind] ?? []).map { value[$0]?.description ?? "" }
            let isRow = words.count > 1 && kind != "findings"
            let name = (isRow ? [RowName.text(words[0], words[1])] + words.dropFirst(2) : words).joined(separator: ", ")
            counts[name, default: 0] += 1
            return (counts[name] == 1 ? name : "\(name) #\(counts[name] ?? 0)", value)
        }
    }
}

extension RecordedDifferences {
    /// A line a kind: how many differ, and the one that differs most.
    var lines: [String] {
        var kinds: [String] = []
        for difference in differences where !kinds.contains(difference.kind) { kinds.append(difference.kind) }
        return kinds.map { kind in
            let found = differences.filter { $0.kind == kind }
            let most = found.dropFirst().reduce(found[0]) { $1.share > $0.share ? $1 : $0 }
            let what: String
            switch (most.old, most.new) {
            case (let old?, nil): what = "only in the old file" + RecordedDifferences.shown(old)
            case (nil, let new?): what = "only in the new file" + RecordedDifferences.shown(new)
            case (let old, let new): what = "\(old?.description ?? "") became \(new?.description ?? "")"
            }
            let place = [most.item, most.element].filter { !$0.isEmpty }.joined(separator: ", ")
            let share = found.count == 1 ? "" : "\(found.count) differ, most "
            return "\(kind): \(share)\(place.isEmpty ? "" : place + ": ")\(what)"
        }
    }

    private static func shown(_ value: JSONValue) -> String {
        if case .fields = value { return "" }
        return ": \(value.description)"
    }
}
