/// Which benchmarks are chosen, as `--filter`, `--skip` and `--tag` say. What all three leave is.
public struct Selection: Sendable, Equatable, ExpressibleByStringInterpolation {
    /// A regular expression that an id or title must contain, upper and lower case alike; nil for all.
    public var filter: String?
    /// One that neither may contain; nil for none.
    public var skip: String?
    /// Of which a benchmark must have one; empty for all.
    public var tags: [String]
    /// What was chosen of each of the suite's choices.
    public var choices: [ChosenTags] = []

    /// Of benchmarks that have a tag of a choice, those with one of these.
    public struct ChosenTags: Sendable, Equatable {
        let name: String
        let words: [String]
        /// The choice's other words.
        let others: [String]
        /// Whether somebody has asked for it.
        var isAsked = true
    }

    public init(filter: String? = nil, skip: String? = nil, tags: [String] = [], choices: [ChosenTags] = []) {
        self.filter = filter
        self.skip = skip
        self.tags = tags
        self.choices = choices
    }

    /// That of a filter alone.
    public init(stringLiteral filter: String) {
        self.init(filter: filter)
    }

    /// Whether everything is chosen.
    var isEmpty: Bool { filter == nil && skip == nil && tags.isEmpty && choices.isEmpty }

    /// Whether somebody has said what is wanted, and not only what isn't.
    var isChoice: Bool { filter != nil || !tags.isEmpty || !asked.isEmpty }

    /// Tells of an id, a title and tags whether they are chosen.
    /// - Throws: where a pattern is no regular expression.
    func chooser() throws -> (_ id: String, _ title: String, _ tags: [String]) -> Bool {
        let wanted = try filter.map { try Regex($0).ignoresCase() }, unwanted = try skip.map { try Regex($0).ignoresCase() }
        let tags = tags, others = Set(choices.flatMap(\.others))
        return { id, title, own in
            if let wanted, !id.contains(wanted), !title.contains(wanted) { return false }
            if let unwanted, id.contains(unwanted) || title.contains(unwanted) { return false }
            if !others.isEmpty, own.contains(where: others.contains) { return false }
            return tags.isEmpty || own.contains(where: tags.contains)
        }
    }

    /// The options that say so, as a person types them.
    var words: [String] {
        (filter.map { ["--filter '\($0)'"] } ?? []) + (skip.map { ["--skip '\($0)'"] } ?? []) + tags.map { "--tag \($0)" }
            + asked.map { "--\($0.name) \($0.words.joined(separator: ","))" }
    }

    private var asked: [ChosenTags] { choices.filter(\.isAsked) }

    /// The same, as another process of this program gets them.
    var arguments: [String] {
        (filter.map { ["--filter=\($0)"] } ?? []) + (skip.map { ["--skip=\($0)"] } ?? []) + tags.map { "--tag=\($0)" }
            + asked.map { "--\($0.name)=\($0.words.joined(separator: ","))" }
    }
}

extension Selection? {
    /// As `Selection.chooser()`; nil chooses all.
    func chooser() throws -> (_ id: String, _ title: String, _ tags: [String]) -> Bool {
        try (self ?? Selection()).chooser()
    }
}

extension Suite {
    /// A choice among benchmarks that differ in one thing, which is a tag of each: an option of its own.
    public struct Choice: Sendable {
        /// Of the option: `forms`.
        public let name: String
        /// The tags. A benchmark without any of them is always chosen.
        public let words: [String]
        /// What is chosen without the option.
        public let usual: [String]
        /// For the help, in one line: `Of rows that come in several forms, those.` A word that no benchmark has is refused with it, so it
        /// says how to get these.
        public let summary: String

        public init(_ name: String, words: [String], usual: [String]? = nil, _ summary: String) {
            self.name = name
            self.words = words
            self.usual = usual ?? words
            self.summary = summary
        }

        /// - Returns: nil where nobody asked, and no benchmark has a tag that isn't usual.
        /// - Throws: where somebody asked for what no benchmark has.
        func chosen(_ asked: [String]?, of suite: Suite) throws(UsageError) -> Selection.ChosenTags? {
            let chosen = asked ?? usual, others = words.filter { !chosen.contains($0) }, known = suite.allTags
            if asked == nil, Set(others).isDisjoint(with: known) { return nil }
            if let wrong = asked?.first(where: { !known.contains($0) }) {
                let complaint = "no benchmark here has \(wrong). \(summary)"
                throw .invalidValue(option: "--\(name)", value: chosen.joined(separator: ","), complaint: complaint)
            }
            return Selection.ChosenTags(name: name, words: chosen, others: others, isAsked: asked != nil)
        }
    }

    /// What is measured where nobody says what is wanted: not a catalogue beside other benchmarks, which takes ten times as long, and is
    /// there to look things up in. Nil for all.
    func usualKinds(for selection: Selection?) -> Set<Benchmark.Kind>? {
        let others = benchmarks.contains { $0.kind != .catalogue && $0.kind != .floor }
        return selection?.isChoice == true || !others ? nil : Set(Benchmark.Kind.allCases).subtracting([.catalogue])
    }

    /// Of some benchmark or scaling, sorted.
    public var allTags: [String] {
        // There are few, which a search finds sooner than a hash of each.
        var found: [String] = []
        func add(_ tags: [String]) {
            for tag in tags where !found.contains(tag) { found.append(tag) }
        }
        for benchmark in benchmarks { add(benchmark.tags) }
        for benchmark in latencies { add(benchmark.tags) }
        for scaling in scalings { add(scaling.tags) }
        return found.sorted()
    }
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
                tags.isEmpty
                    ? "\(verb) what has one of these tags; there are none." : "\(verb) what has one of these tags: \(tags.joined(separator: ", "))."),
        ] + suite.choices.map { Option($0.name, value: .words(of: $0.words), fallback: $0.usual.joined(separator: ","), $0.summary) }
    }

    /// Their names.
    static func selectionNames(of suite: Suite) -> [String] { ["filter", "skip", "tag"] + suite.choices.map(\.name) }
}

extension ParsedOptions {
    /// What `--filter`, `--skip`, `--tag` and the suite's choices choose; nil for all.
    /// - Throws: `UsageError` where no benchmark has what a choice asks for.
    func selection(of suite: Suite) throws -> Selection? {
        let choices = try suite.choices.compactMap { try $0.chosen(words($0.name), of: suite) }
        let selection = Selection(filter: value("filter"), skip: value("skip"), tags: words("tag") ?? [], choices: choices)
        return selection.isEmpty ? nil : selection
    }
}
