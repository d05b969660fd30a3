import Foundation

/// The ideas, and how many lines of the library each takes.
struct AblationSources {
    /// Lines of code: neither blank nor a comment alone.
    struct Lines: Equatable {
        /// In files of the folder that bear the name of a type that `Speed.swift` names with the idea.
        var ofFiles = 0
        /// In other files: what a condition encloses for the idea, and lines that ask the idea's constant.
        var ofConditions = 0
    }

    let ideas: [AblationIdea]
    /// By the idea's name.
    let lines: [String: Lines]

    init(root: URL) throws {
        let speed = "\(AblationCommand.speed)/Speed.swift"
        guard let source = try? String(contentsOf: root.appendingPathComponent(speed), encoding: .utf8) else {
            throw AblationFailure("\(speed) can't be read")
        }
        let ideas = AblationIdea.all(in: source)
        guard !ideas.isEmpty else { throw AblationFailure("\(speed) names no idea") }
        guard Set(ideas.map(\.name)).count == ideas.count else { throw AblationFailure("\(speed) names an idea twice") }
        let library = "Sources/Rx"
        let paths = (FileManager.default.enumerator(atPath: root.appendingPathComponent(library).path)?.compactMap { $0 as? String } ?? [])
            .filter { $0.hasSuffix(".swift") }.map { "\(library)/\($0)" }
        var lines = Dictionary(uniqueKeysWithValues: ideas.map { ($0.name, Lines()) })
        for path in paths where path != speed {
            guard let text = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) else {
                throw AblationFailure("\(path) can't be read")
            }
            let type = path.hasPrefix(AblationCommand.speed + "/") ? String(path.dropFirst(AblationCommand.speed.count + 1).dropLast(6)) : nil
            let own = ideas.filter { idea in type.map(idea.codes.contains) ?? false }.map(\.name)
            for idea in own { lines[idea]?.ofFiles += Self.code(of: text).count }
            for (idea, count) in Self.conditions(in: text, of: ideas) where !own.contains(idea) { lines[idea]?.ofConditions += count }
        }
        self.ideas = ideas
        self.lines = lines
    }

    static func code(of text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && !$0.hasPrefix("//") }
    }

    /// How many lines of a file there are for each idea: in a branch that is compiled only with it, or with its constant in them.
    static func conditions(in text: String, of ideas: [AblationIdea]) -> [String: Int] {
        var found: [String: Int] = [:], branches: [(condition: String, isElse: Bool)] = []
        for line in code(of: text) {
            if line.hasPrefix("#if ") {
                branches.append((String(line.dropFirst(4)), false))
            } else if line.hasPrefix("#elseif"), !branches.isEmpty {
                // Of a second condition nothing is known here.
                branches[branches.count - 1] = ("", false)
            } else if line == "#else", !branches.isEmpty {
                branches[branches.count - 1].isElse = true
            } else if line == "#endif" {
                _ = branches.popLast()
            } else {
                for idea in ideas {
                    let without = "RX_WITHOUT_\(idea.name)"
                    let isBranch = branches.contains { $0.condition == without && $0.isElse || $0.condition == "!" + without && !$0.isElse }
                    let asks = idea.constant.map { line.contains(try! Regex("\\bSpeed\\.\($0)\\b")) } ?? false
                    if isBranch || asks { found[idea.name, default: 0] += 1 }
                }
            }
        }
        return found
    }
}
