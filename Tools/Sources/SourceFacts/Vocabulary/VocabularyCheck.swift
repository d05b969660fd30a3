import Foundation
import ToolCommand

/// Whether the public symbols cover the vocabulary; see `summary`.
public struct VocabularyCheck: Tool {
    public let name = "check-vocabulary", subject = "vocabulary"
    public let forms = ["[--strict] VOCABULARY LEFT-OUT SYMBOL-GRAPH..."]
    public let summary = """
        Whether the public symbols of the graphs (`swift package dump-symbol-graph`) cover the vocabulary: plain facts, one a line,
        `path :: declaration   [where constraints]`. A fact is covered by a symbol with its path, of the same type or of one that it inherits from,
        whose declaration is the same but for how it is spelled: sendability, isolation, `any`, typed throws, the values of default arguments,
        primary associated types, the names of generic parameters, stored or computed, `final`. LEFT-OUT lists, with reasons, what isn't covered on
        purpose; a line there that is covered is a defect too. --strict prints where the spelling differs as well.
        Exit code 1: something is neither covered nor left out.
        """

    public init() {}

    public func run(_ arguments: [String], in place: ToolPlace) throws -> ToolOutcome {
        let isStrict = arguments.first == "--strict", paths = Array(arguments.dropFirst(isStrict ? 1 : 0))
        guard paths.count >= 3 else { throw wrongArguments }
        func facts(_ path: String) throws -> [VocabularyFact] {
            try place.text(path).components(separatedBy: "\n").compactMap(VocabularyFact.init(line:))
        }
        let vocabulary = try facts(paths[0]), leftOut = Set(try facts(paths[1]))
        let symbols = PublicSymbols(try paths.dropFirst(2).map { try place.json($0, as: "symbol graph") })
        var comparison = VocabularyComparison(isStrict: isStrict)
        for fact in vocabulary { comparison.add(fact, symbols.verdict(fact), isLeftOut: leftOut.contains(fact)) }
        comparison.add(unknown: leftOut.subtracting(vocabulary))
        let isWhole = comparison.defects == 0 && !vocabulary.isEmpty
        return ToolOutcome(output: comparison.lines + [comparison.summary], exitCode: isWhole ? 0 : ToolFailure.finding)
    }
}

/// What is said of the facts so far.
struct VocabularyComparison {
    let isStrict: Bool
    private(set) var lines: [String] = []
    private(set) var defects = 0
    private var facts = 0, same = 0, respelled = 0, leftOut = 0

    init(isStrict: Bool) { self.isStrict = isStrict }

    var summary: String {
        "\(facts) facts: \(same) the same, \(respelled) spelled differently, \(leftOut) left out, \(defects) defects"
    }

    mutating func add(_ fact: VocabularyFact, _ verdict: FactVerdict, isLeftOut: Bool) {
        facts += 1
        switch verdict {
        case .same where isLeftOut, .respelled where isLeftOut:
            leftOut += 1
            defect("left out, but there: \(fact.text)")
        case .different where isLeftOut, .missing where isLeftOut: leftOut += 1
        case .same: same += 1
        case .respelled(let ours):
            respelled += 1
            if isStrict { lines.append("spelled differently: \(fact.text)\n    ours: \(ours)") }
        case .different(let ours): defect("different: \(fact.text)\n    ours: \(ours.joined(separator: "\n          "))")
        case .missing: defect("missing: \(fact.text)")
        }
    }

    /// - Parameter facts: what is left out of a vocabulary that hasn't got it.
    mutating func add(unknown facts: Set<VocabularyFact>) {
        for text in facts.map(\.text).sorted() { defect("left out, but not in the vocabulary: \(text)") }
    }

    private mutating func defect(_ line: String) {
        defects += 1
        lines.append(line)
    }
}
