/// What a check was asked to look at, besides the filter.
struct CheckScope: Codable, Equatable, Sendable {
    /// Nil for the suite's default ones.
    let variants: [String]?
    let counts: Bool
    let times: Bool
    /// Whether it looked at limits alone, without a baseline; absent where not.
    var limits: Bool?
}

extension Results {
    /// What of the suite was asked for, in words; nil for all of it.
    var partOfSuite: String? {
        var parts: [String] = []
        if let filter { parts.append("what matches \(filter)") }
        if let skip { parts.append("but what matches \(skip)") }
        if let tags { parts.append("what is tagged \(tags.joined(separator: " or "))") }
        for (name, words) in (choices ?? [:]).sorted(by: { $0.key < $1.key }) {
            parts.append("of \(name) \(words.joined(separator: ", "))")
        }
        if let shard { parts.append("part \(shard)") }
        if let variants = scope?.variants { parts.append("on \(variants.joined(separator: ", "))") }
        if scope?.limits == true { parts.append("limits alone") }
        if scope?.times == false { parts.append("without times") }
        if scope?.counts == false { parts.append("without counts") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
