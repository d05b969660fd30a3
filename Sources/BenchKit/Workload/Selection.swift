/// Which benchmarks are chosen, as `--filter`, `--skip` and `--tag` say. What all three leave is.
public struct Selection: Sendable, Equatable, ExpressibleByStringInterpolation {
    /// A regular expression that an id or title must contain, upper and lower case alike; nil for all.
    public var filter: String?
    /// One that neither may contain; nil for none.
    public var skip: String?
    /// Of which a benchmark must have one; empty for all.
    public var tags: [String]

    public init(filter: String? = nil, skip: String? = nil, tags: [String] = []) {
        self.filter = filter
        self.skip = skip
        self.tags = tags
    }

    /// That of a filter alone.
    public init(stringLiteral filter: String) {
        self.init(filter: filter)
    }

    /// Whether everything is chosen.
    var isEmpty: Bool { filter == nil && skip == nil && tags.isEmpty }

    /// Tells of an id, a title and tags whether they are chosen.
    /// - Throws: where a pattern is no regular expression.
    func chooser() throws -> (_ id: String, _ title: String, _ tags: [String]) -> Bool {
        let wanted = try filter.map { try Regex($0).ignoresCase() }, unwanted = try skip.map { try Regex($0).ignoresCase() }
        let tags = tags
        return { id, title, own in
            if let wanted, !id.contains(wanted), !title.contains(wanted) { return false }
            if let unwanted, id.contains(unwanted) || title.contains(unwanted) { return false }
            return tags.isEmpty || own.contains(where: tags.contains)
        }
    }

    /// The options that say so, as a person types them.
    var words: [String] {
        (filter.map { ["--filter '\($0)'"] } ?? []) + (skip.map { ["--skip '\($0)'"] } ?? []) + tags.map { "--tag \($0)" }
    }

    /// The same, as another process of this program gets them.
    var arguments: [String] {
        (filter.map { ["--filter=\($0)"] } ?? []) + (skip.map { ["--skip=\($0)"] } ?? []) + tags.map { "--tag=\($0)" }
    }
}

extension Selection? {
    /// As `Selection.chooser()`; nil chooses all.
    func chooser() throws -> (_ id: String, _ title: String, _ tags: [String]) -> Bool {
        try (self ?? Selection()).chooser()
    }
}

extension Suite {
    /// Of some benchmark or scaling, sorted.
    public var allTags: [String] { Set((benchmarks + latencies).flatMap(\.tags) + scalings.flatMap(\.tags)).sorted() }
}

extension Option {
    /// The choice of benchmarks.
    static func selection(of suite: Suite, _ verb: String, also: String = "") -> [Option] {
        let tags = suite.allTags
        return [
            Option("filter", value: .pattern, fallback: "all", "\(verb) what has this in its id or title\(also)."),
            Option("skip", value: .pattern, fallback: "none", "Leave out what has this in its id or title."),
            Option(
                "tag", value: .names(placeholder: "NAME", of: tags), fallback: "all",
                tags.isEmpty ? "\(verb) what has one of these tags; there are none." : "\(verb) what has one of these tags: \(tags.joined(separator: ", "))."),
        ]
    }

    /// Their names.
    static let selectionNames = ["filter", "skip", "tag"]
}

extension ParsedOptions {
    /// What `--filter`, `--skip` and `--tag` choose; nil for all.
    func selection() -> Selection? {
        let selection = Selection(filter: value("filter"), skip: value("skip"), tags: words("tag") ?? [])
        return selection.isEmpty ? nil : selection
    }
}
