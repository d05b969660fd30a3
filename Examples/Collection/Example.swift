import Foundation
import Rx

/// One operator, shown: code that runs on a stage.
public struct Example: Sendable {
    /// The operator, with labels where there are several of that name.
    public let name: String
    /// What one wants who needs it; completes the sentence that its family begins.
    public let purpose: String
    /// The declaration whose comment describes it, with labels where there are several of that name.
    let documentation: String
    private let body: @Sendable (ExampleStage) -> Void
    private let file: String
    private let line: Int

    init(
        _ name: String, _ purpose: String, documentation: String? = nil, file: String = #filePath, line: Int = #line,
        _ body: @escaping @Sendable (ExampleStage) -> Void
    ) {
        self.name = name
        self.purpose = purpose
        self.documentation = documentation ?? name
        self.body = body
        self.file = file
        self.line = line
    }

    /// The name without labels: what one types.
    public var baseName: String { String(name.prefix { $0 != "(" && $0 != "," }) }

    /// The example's own source, or `nil` where that isn't at hand.
    public var code: String? {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
        let lines = text.components(separatedBy: "\n").dropFirst(line - 1)
        guard let head = lines.first else { return nil }
        let indentation = head.prefix { $0 == " " }
        let body = lines.dropFirst().prefix { !$0.hasPrefix(indentation + "}") }
        return body.map { String($0.dropFirst(indentation.count + 4)) }.joined(separator: "\n")
    }

    /// Runs it on this thread, on `core`: its diagram, then what it printed.
    public func output(on core: Core) -> String {
        core.run {
            let stage = ExampleStage()
            body(stage)
            let diagram = stage.run()
            var parts: [String] = []
            if !diagram.rows.isEmpty { parts.append(diagram.description) }
            if !stage.printed.isEmpty { parts.append(stage.printed.joined(separator: "\n")) }
            return parts.joined(separator: "\n\n")
        }
    }
}

/// Examples that answer one question.
public struct Family: Sendable {
    public let title: String
    /// Begins a sentence that each example's purpose completes.
    public let question: String
    public let examples: [Example]

    /// The name of its page.
    var page: String { "Operators-" + title.split(separator: " ").map { $0.capitalized }.joined() }

    init(_ title: String, _ question: String, _ examples: [Example]) {
        self.title = title
        self.question = question
        self.examples = examples
    }
}

/// All examples.
public enum AllExamples {
    public static let families: [Family] = [
        creating, creatingInTime, transforming, flattening, grouping, filtering, filteringByTime, combining, failing, timing,
        observing, sharing, subjects, traits, binding, bridging, system, disposing,
    ]

    public static var examples: [Example] { families.flatMap { $0.examples } }

    /// The examples with that name, or with that name and any labels.
    public static func examples(named name: String) -> [Example] {
        let exact = examples.filter { $0.name == name }
        return exact.isEmpty ? examples.filter { $0.baseName == name } : exact
    }

    /// The name that is typed most like `name`, of which one letter in three may differ; else the shortest one with that word in it.
    public static func nearest(to name: String) -> String? {
        let name = name.lowercased(), names = Set(examples.flatMap { [$0.name, $0.baseName] }).sorted()
        let distances = names.map { ($0, distance($0.lowercased(), name)) }
        if let nearest = distances.min(by: { $0.1 < $1.1 }), nearest.1 <= max(1, name.count / 3) { return nearest.0 }
        return names.filter { $0.lowercased().contains(name) }.min { $0.count < $1.count }
    }

    /// How many insertions, removals and replacements make one of the other (Levenshtein).
    private static func distance(_ one: String, _ other: String) -> Int {
        let other = Array(other)
        var row = Array(0...other.count)
        for (i, a) in one.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in other.enumerated() {
                let replaced = diagonal + (a == b ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }

    /// Everything by purpose: which operator for what.
    public static var decisionTree: String {
        families.map { family in
            let width = family.examples.map { $0.purpose.count }.max() ?? 0
            let lines = family.examples.enumerated().map { index, example in
                let branch = index == family.examples.count - 1 ? "└─" : "├─"
                let dots = String(repeating: "·", count: width - example.purpose.count + 3)
                return "\(branch) \(example.purpose) \(dots) \(example.name)"
            }
            return ([family.question] + lines).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }
}
