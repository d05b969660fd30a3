import Foundation

/// A results file to be committed: of each row its medians, percentiles and counts, to four digits, on a line of its own. What is raw, and what
/// tells only how a run went, is left out.
struct MedianResults: JSONDocument {
    private let results: Results

    /// Digits that a figure keeps. Whole numbers keep all.
    private static let digits = 4

    /// What is left out, as `RecordedDifferences` names it, and why.
    static let leftOut: [String: String] = [
        "rows.time.samples": "raw",
        "rows.time.processorSamples": "raw",
        "rows.time.discarded": "raw",
        "rows.time.forks": "says whose the samples are",
        "rows.time.processorNanosecondsPerEvent.interval": "that of the wall clock is there",
        "rows.eventsPerSecond": "follows from the time",
        "rows.heap": "of one iteration",
        "rows.threads": "of one iteration",
        "rows.peakMemory": "of one iteration",
        "rows.contextSwitches": "of one iteration",
        "rows.transfers": "of one iteration",
        "rows.warmUp": "how the run went",
        "rows.contaminated": "how the run went",
        "rows.counts.calls": "names of functions",
        "comparisons.pairs": "raw",
        "comparisons.forks": "says whose the pairs are",
    ].merging(
        [RecordedDifferences.distribution, "rows.latency.jitter"].flatMap { figure in
            [
                ("\(figure).histogram.buckets", "raw"), ("\(figure).percentiles.<percentile>.forks", "raw"),
                ("\(figure).missing", "follows from how many values there are"),
            ]
        }, uniquingKeysWith: { first, _ in first })

    /// What is left out where it has nothing in it.
    private static let mayBeEmpty: Set<String> = ["rows.metrics", "rows.missing"]

    /// - Parameters:
    ///   - isChosen: whether a row is kept.
    ///   - filter: what chose rows, for the record; nil where the file's own stands.
    init(_ results: Results, filter: String? = nil, isChosen: (Row) -> Bool = { _ in true }) {
        self.results = results.keeping(isChosen, filter: filter)
    }

    var rows: Int { results.rows.count }

    func json() throws -> Data {
        guard var fields = try JSONSerialization.jsonObject(with: results.json()) as? [String: Any] else { return Data() }
        for (name, value) in fields { fields[name] = MedianResults.shortened(value, kind: name) }
        let lines = try fields.sorted { $0.key < $1.key }.map { name, value in
            let name = try MedianResults.text(name) + " : "
            guard let list = value as? [[String: Any]] else { return try "  " + name + MedianResults.text(value) }
            if list.isEmpty { return "  " + name + "[]" }
            return try "  " + name + "[\n    " + list.map(MedianResults.text).joined(separator: ",\n    ") + "\n  ]"
        }
        return Data(JSONText.quoted("{\n" + lines.joined(separator: ",\n") + "\n}\n").utf8)
    }

    private static func text(_ value: Any) throws -> String {
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]
        return String(decoding: try JSONSerialization.data(withJSONObject: value, options: options), as: UTF8.self)
    }

    /// Without what is left out, and nil of what is left out itself. Of resources those that there were none of aren't named, and of what the
    /// machine hides it isn't told what multiple it is.
    private static func shortened(_ value: Any, kind: String) -> Any? {
        if leftOut[kind] != nil { return nil }
        switch value {
        case let list as [Any]: return list.compactMap { shortened($0, kind: kind) }
        case var fields as [String: Any]:
            if fields["hidden"] as? Bool == true { fields["multiple"] = nil }
            for (name, value) in fields {
                let inner = RecordedDifferences.kind(of: name, in: kind)
                let isNone = kind.hasPrefix("rows.resources.") && (value as? Int) == 0
                let isEmpty = mayBeEmpty.contains(inner) && (value as? [String: Any])?.isEmpty == true
                fields[name] = isNone || isEmpty ? nil : shortened(value, kind: inner)
            }
            return fields
        case let number as NSNumber where number.objCType.pointee == 0x64 && kind != "seed":
            return NSDecimalNumber(string: String(format: "%.\(digits)g", number.doubleValue))
        default: return value
        }
    }
}
