import Foundation

/// An idea as `Speed.swift` tells it.
struct AblationIdea: Equatable {
    let name: String
    let text: String
    /// The constant that asks for it, in `Speed`; nil where there is none.
    let constant: String?

    /// The words in back quotes: types and functions that belong to it.
    var codes: [String] { text.matches(of: #/`([^`]+)`/#).map { String($0.1) } }

    /// The ideas of `Speed.swift`: of the list in its first comment, with the name first, and of constants, each with a comment and a condition.
    static func all(in source: String) -> [AblationIdea] {
        var listed: [AblationIdea] = [], asked: [AblationIdea] = []
        var comment: [String] = [], constant: String?
        for line in source.split(whereSeparator: \.isNewline).map({ $0.trimmingCharacters(in: .whitespaces) }) {
            if let item = line.wholeMatch(of: #/\/\/\/ - `([A-Z_]+)`: (.+)/#) {
                listed.append(AblationIdea(name: String(item.1), text: String(item.2), constant: nil))
            } else if let further = line.wholeMatch(of: #/\/\/\/   (\S.*)/#), let last = listed.popLast() {
                listed.append(AblationIdea(name: last.name, text: "\(last.text) \(further.1)", constant: nil))
            } else if line.hasPrefix("/// ") {
                comment.append(String(line.dropFirst(4)))
            } else if let declared = line.prefixMatch(of: #/.*static var (\w+)/#) {
                constant = String(declared.1)
            } else if let condition = line.wholeMatch(of: #/#if RX_WITHOUT_([A-Z_]+)/#), let name = constant {
                asked.append(AblationIdea(name: String(condition.1), text: comment.joined(separator: " "), constant: name))
                comment = []
                constant = nil
            } else if line.hasPrefix("enum ") {
                comment = []
            }
        }
        return listed + asked
    }
}
