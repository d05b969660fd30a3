// swift .ci/documentation-blocks.swift generate PACKAGE PAGE...
// swift .ci/documentation-blocks.swift compare PACKAGE OUTPUT PAGE...
//
// The code blocks of the documentation, run. `generate` writes a package whose program runs the `swift` blocks of the pages,
// one after the other; `compare` takes what it printed and compares each block's part with the `text` block that follows it on
// the page. A block without one must print nothing.
//
// A block is the body of an asynchronous function; its imports, extensions and `@Observable` types are moved out of it. Dates and
// times of day in the output are compared by their shape only.
import Foundation

struct Block {
    let page: String
    /// Of the block's first line, from 1 on.
    let line: Int
    let code: [String]
    var expected: [String] = []

    var place: String { "\(page):\(line)" }
}

func blocks(of page: String) throws -> [Block] {
    let text = try String(contentsOfFile: page, encoding: .utf8)
    var blocks: [Block] = [], open: (language: String, line: Int, lines: [String])?
    var mayFollow = false  // Whether only blank lines have come since the last swift block.
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
        if line.hasPrefix("```") {
            if let block = open {
                if block.language == "swift" { blocks.append(Block(page: page, line: block.line, code: block.lines)) }
                if block.language == "text", mayFollow { blocks[blocks.count - 1].expected = block.lines }
                mayFollow = block.language == "swift"
                open = nil
            } else {
                open = (String(line.dropFirst(3)), index + 2, [])
            }
        } else if open != nil {
            open!.lines.append(line)
        } else if !line.isEmpty {
            mayFollow = false
        }
    }
    return blocks
}

// MARK: Generating

extension Block {
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
            } else if isOutside || Block.isOutside(line) {
                parts.outside.append(index)
                isOutside = !line.hasPrefix("}") && !(Block.isOutside(line) && line.hasSuffix("}"))
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
            guard privately, Block.isOutside(line) else { return line }
            return line.hasPrefix("@Observable ") ? "@Observable fileprivate" + line.dropFirst("@Observable".count) : "fileprivate " + line
        }
        return ["#sourceLocation(file: \"\(page)\", line: \(line))"] + text + ["#sourceLocation()"]
    }

    func source(number: Int) -> String {
        let parts = parts
        let lines = located(parts.imports) + ["import Foundation"] + located(parts.outside, privately: true)
            + ["func block\(number)() async throws {"] + located(parts.inside) + ["}", ""]
        return lines.joined(separator: "\n")
    }
}

let mark = "\u{1}"

func generate(_ package: String, _ blocks: [Block]) throws {
    let sources = package + "/Sources/Blocks"
    try? FileManager.default.removeItem(atPath: sources)
    try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
    func write(_ text: String, _ path: String) throws { try text.write(toFile: path, atomically: true, encoding: .utf8) }
    try write(
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
            name: "Blocks", platforms: [.macOS(.v15)],
            dependencies: [.package(name: "Rx", path: "\(FileManager.default.currentDirectoryPath)")],
            targets: [.executableTarget(name: "Blocks", dependencies: [
                .product(name: "Rx", package: "Rx"), .product(name: "RxTest", package: "Rx"),
                .product(name: "RxBlocking", package: "Rx"), .product(name: "RxInspector", package: "Rx"),
            ])],
            swiftLanguageModes: [.v6])
        """, package + "/Package.swift")
    // A block may wait for something that never comes.
    var main = [
        "import Foundation",
        "DispatchQueue.global().asyncAfter(deadline: .now() + 120) { print(\"took too long\"); exit(1) }",
    ]
    for (number, block) in blocks.enumerated() {
        try write(block.source(number: number), "\(sources)/Block\(number).swift")
        main.append("print(\"\\u{1}\(block.place)\")")
        main.append("do { try await block\(number)() } catch { print(\"threw \\(error)\") }")
        main.append("fflush(nil)")
    }
    try write(main.joined(separator: "\n") + "\n", sources + "/main.swift")
}

// MARK: Comparing

func withoutTimes(_ line: String) -> String {
    line.replacingOccurrences(
        of: #"(\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d\.\d{3}"#, with: "TIME", options: .regularExpression)
}

/// What is wrong, a message for each block.
func compare(_ output: String, _ blocks: [Block]) -> [String] {
    var came: [String: [String]] = [:], place = ""
    for line in output.components(separatedBy: "\n") {
        if line.hasPrefix(mark) { place = String(line.dropFirst()) }
        came[place, default: []] += line.hasPrefix(mark) ? [] : [line]
    }
    return blocks.compactMap { block in
        guard var lines = came[block.place] else { return "\(block.place): it didn't run" }
        while lines.last == "" { lines.removeLast() }
        if lines.map(withoutTimes) == block.expected.map(withoutTimes) { return nil }
        let expected = block.expected.isEmpty ? ["(nothing)"] : block.expected
        return "\(block.place): it printed\n    " + lines.joined(separator: "\n    ")
            + "\n  and the page says\n    " + expected.joined(separator: "\n    ")
    }
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "generate" where arguments.count > 2:
    let found = try arguments.dropFirst(2).flatMap(blocks)
    try generate(arguments[1], found)
    print("\(found.count) blocks")
case "compare" where arguments.count > 3:
    let found = try arguments.dropFirst(3).flatMap(blocks)
    let defects = compare(try String(contentsOfFile: arguments[2], encoding: .utf8), found)
    for defect in defects { print(defect) }
    print("\(found.count - defects.count) of \(found.count) blocks print what their page says")
    exit(defects.isEmpty && !found.isEmpty ? 0 : 1)
default:
    print("usage: documentation-blocks.swift generate PACKAGE PAGE... | compare PACKAGE OUTPUT PAGE...")
    exit(64)
}
