import Foundation

/// A declaration, as a line of the vocabulary has it: `path :: declaration   [where constraints]`.
struct VocabularyFact: Hashable {
    let path: String
    let declaration: String
    let constraints: String
    let isDeprecated: Bool

    var text: String { "\(path) :: \(declaration)" + (constraints.isEmpty ? "" : "   [where \(constraints)]") }
    var isStatic: Bool { declaration.hasPrefix("static") || declaration.contains(" static ") }

    init(path: String, declaration: String, constraints: String, isDeprecated: Bool) {
        self.path = path
        self.declaration = declaration
        self.constraints = constraints
        self.isDeprecated = isDeprecated
    }

    init?(line: String) {
        guard !line.hasPrefix(" "), let separator = line.range(of: " :: ") else { return nil }
        let (head, tail) = (line[..<separator.lowerBound], line[separator.upperBound...])
        let mark = head.range(of: " [DEPRECATED")
        let bracket = tail.range(of: "   [where ", options: .backwards)
        path = String(head[..<(mark?.lowerBound ?? head.endIndex)])
        isDeprecated = mark != nil
        declaration = String(tail[..<(bracket?.lowerBound ?? tail.endIndex)]).trimmingCharacters(in: .whitespaces)
        constraints = bracket.map { String(tail[$0.upperBound...].dropLast()) } ?? ""
    }

    /// What has to be the same: the declaration without what may be spelled differently.
    ///
    /// - Parameter known: requirements that the type's own declaration has.
    func shape(_ known: Set<String>) -> String {
        let (head, requirements) = FactSpelling.split(FactSpelling.loosened(declaration))
        let all = requirements + constraints.components(separatedBy: " & ").map(FactSpelling.requirement)
        return head + " where " + Set(all).subtracting(known).subtracting([""]).sorted().joined(separator: ", ")
    }
}
