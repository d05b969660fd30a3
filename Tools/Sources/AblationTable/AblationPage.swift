import Foundation

/// A page, of which the lines between two marks are the program's.
struct AblationPage {
    static let begin = "<!-- ablation -->", end = "<!-- /ablation -->"

    let text: String
    /// As messages name it.
    let path: String

    func with(_ lines: [String]) throws -> String {
        let begins = text.ranges(of: Self.begin + "\n"), ends = text.ranges(of: Self.end + "\n")
        guard begins.count == 1, ends.count == 1, begins[0].upperBound <= ends[0].lowerBound else {
            throw AblationFailure("\(path) has to have the lines \(Self.begin) and \(Self.end), once each and in this order")
        }
        return text[..<begins[0].upperBound] + lines.map { $0 + "\n" }.joined() + text[ends[0].lowerBound...]
    }
}
