import SourceFacts
import Testing
import ToolCommand

@Suite struct UnsafeUsesTests {
    private static let kinds = [
        "unchecked-sendable", "unchecked-exclusivity", "nonisolated-unsafe", "unowned-unsafe", "unmanaged", "unchecked-cast", "unchecked-optional",
        "hint", "silgen", "underscored-attribute", "raw-memory", "underscored-library",
    ]

    /// A table with a section for each kind and these lines.
    private static func table(_ lines: [String: [String]] = [:], names: String = "own-names: _own") -> String {
        "# About it.\n\(names)\n" + kinds.map { "\n## \($0): what it is\n" + (lines[$0] ?? []).map { $0 + "\n" }.joined() }.joined()
    }

    private func outcome(_ source: String, _ table: String = table(), _ arguments: String...) throws -> ToolOutcome {
        let folder = try ToolFolder(["docs/unsafe.txt": table, "Sources/Rx/A.swift": source])
        return Toolbox([UnsafeUses()]).run(["unsafe-uses"] + arguments, in: ToolPlace(folder: .init(fileURLWithPath: folder.path)))
    }

    private static let invariant = "The owner of the gate alone reads it."

    @Test func aUseThatIsListedWithItsInvariantPasses() throws {
        let source = "final class A: @unchecked Sendable {}\n", table = Self.table(["unchecked-sendable": ["Sources/Rx/A.swift 1 \(Self.invariant)"]])
        #expect(try outcome(source, table) == ToolOutcome(output: ["1 uses in 1 files, each with its invariant"]))
        let listed = try outcome(source, table, "--list").output.first
        #expect(listed == "Sources/Rx/A.swift:1: unchecked-sendable: \(Self.invariant)")
    }

    @Test(arguments: [
        ("\nlet a = unsafeDowncast(b)\n", "Sources/Rx/A.swift: unchecked-cast: not listed: unsafeDowncast in line 2"),
        ("nonisolated(unsafe) var a = 1", "Sources/Rx/A.swift: nonisolated-unsafe: not listed: nonisolated(unsafe) in line 1"),
        ("let a = \"\\(b.unsafelyUnwrapped)\"", "Sources/Rx/A.swift: unchecked-optional: not listed: unsafelyUnwrapped in line 1"),
        ("let a = veryUnsafeName", "Sources/Rx/A.swift:1: of no kind: veryUnsafeName"),
        ("withUnsafePointer(to: a) {}", "Sources/Rx/A.swift: raw-memory: not listed: withUnsafePointer in line 1"),
        ("_stdlib_call()", "Sources/Rx/A.swift: underscored-library: not listed: _stdlib_call in line 1"),
    ]) func aUseThatIsNotListedIsNamedWithItsLine(source: String, says: String) throws {
        #expect(try outcome(source) == ToolOutcome(output: ["unsafe uses: \(says)"], exitCode: 1))
    }

    @Test(arguments: [
        "// @unchecked Sendable\n", "/* unsafeBitCast /* nested */ _fastPath */\n", "let a = \"unsafeBitCast \\\" _fastPath\"\n",
        "let a = #\"unsafeBitCast \\(b) \" _fastPath\"#\n", "let a = \"\"\"\n    unsafeBitCast \"\n    \"\"\"\n", "_own()\n",
    ]) func commentsTextAndOwnNamesAreNoUses(source: String) throws {
        #expect(try outcome(source).output == ["0 uses in 0 files, each with its invariant"])
    }

    @Test(arguments: [
        ("Sources/Rx/A.swift 2 \(invariant)", "Sources/Rx/A.swift: hint: 1, listed as 2"),
        ("Sources/Rx/A.swift 1 Too short.", "Sources/Rx/A.swift: hint: an invariant of 10 characters; from 20 to 160 are allowed"),
        ("Sources/Rx/A.swift one \(invariant)", "no line of a path, a count and an invariant: Sources/Rx/A.swift one \(invariant)"),
    ]) func aLineThatIsWrongIsNamed(line: String, says: String) throws {
        let outcome = try outcome("_fastPath(a)", Self.table(["hint": [line]]))
        #expect(outcome.exitCode == 1)
        #expect(outcome.output.contains("unsafe uses: \(says)"), "\(outcome.output)")
    }

    @Test func aLineWithoutAUseATwiceListedOneAndAMissingSectionAreDefects() throws {
        let line = "Sources/Rx/A.swift 1 \(Self.invariant)"
        let outcome = try outcome("", Self.table(["hint": [line, line], "silgen": [line]]).replacing("## raw-memory", with: "## unknown"))
        #expect(
            Set(outcome.output) == [
                "unsafe uses: Sources/Rx/A.swift: hint: listed twice", "unsafe uses: Sources/Rx/A.swift: hint: listed, but there is none",
                "unsafe uses: Sources/Rx/A.swift: silgen: nothing may use it, listed or not",
                "unsafe uses: Sources/Rx/A.swift: silgen: listed, but there is none", "unsafe uses: no section: raw-memory",
                "unsafe uses: no kind, or one that has a section: ## unknown: what it is",
            ])
    }

    @Test func anUnderscoredNameHasToBeInTheInvariant() throws {
        let outcome = try outcome("@_transparent func a() {}", Self.table(["underscored-attribute": ["Sources/Rx/A.swift 1 \(Self.invariant)"]]))
        #expect(outcome.output == ["unsafe uses: Sources/Rx/A.swift:1: underscored-attribute: the invariant doesn't name @_transparent"])
    }

    @Test func anotherFolderIsRefused() throws {
        let absent = "unsafe uses: no docs/unsafe.txt, or no sources, here; run it in the package's folder"
        #expect(try ToolFolder().run(UnsafeUses()) == ToolOutcome(output: [absent], exitCode: 1))
    }
}
