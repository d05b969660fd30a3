import Foundation

/// A block as a source of a program.
extension PageBlock {
    /// What can't be in a function: extensions, and types that a macro adds extensions to.
    private static func isOutside(_ line: String) -> Bool { line.hasPrefix("extension ") || line.hasPrefix("@Observable ") }

    /// Which lines go where: what can't be in a function ends with a brace in the first column.
    private var parts: (imports: [Int], outside: [Int], inside: [Int]) {
        var parts: (imports: [Int], outside: [Int], inside: [Int]) = ([], [], [])
        var isOutside = false, isConditional = false
        for (index, line) in code.enumerated() {
            if line.hasPrefix("#if canImport") { isConditional = true }
            if isConditional || line.hasPrefix("import ") || line.hasPrefix("@testable import ") {
                parts.imports.append(index)
                if line.hasPrefix("#endif") { isConditional = false }
            } else if isOutside || Self.isOutside(line) {
                parts.outside.append(index)
                isOutside = !line.hasPrefix("}") && !(Self.isOutside(line) && line.hasSuffix("}"))
            } else {
                parts.inside.append(index)
            }
        }
        return parts
    }

    /// The chosen lines, the others blank, so that the compiler's messages name the page's lines. What is outside the
    /// function is private to its block.
    private func located(_ lines: [Int], privately: Bool = false) -> [String] {
        let chosen = Set(lines)
        let text = code.indices.map { index in
            let line = chosen.contains(index) ? code[index] : ""
            guard privately, Self.isOutside(line) else { return line }
            return line.hasPrefix("@Observable ") ? "@Observable fileprivate" + line.dropFirst("@Observable".count) : "fileprivate " + line
        }
        return ["#sourceLocation(file: \"\(page)\", line: \(line))"] + text + ["#sourceLocation()"]
    }

    func source(number: Int) -> String {
        let parts = parts
        let lines =
            located(parts.imports) + ["import Foundation"] + located(parts.outside, privately: true)
            + ["func block\(number)() async throws {"] + located(parts.inside) + ["}", ""]
        return lines.joined(separator: "\n")
    }
}
