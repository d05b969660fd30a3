import Foundation
import Testing

/// The ideas of the kernel's speed that a build may leave out are named in two manifests, for the benchmarks, and in conditions.
@Suite struct IdeaListTests {
    private static func text(_ path: String) throws -> String {
        try String(contentsOf: RepositorySources.root.appendingPathComponent(path), encoding: .utf8)
    }

    private static func names(_ pattern: String, in text: String) throws -> Set<String> {
        Set(text.matches(of: try Regex(pattern, as: (Substring, Substring).self)).map { String($0.output.1) })
    }

    /// Those of a manifest.
    private static func listed(in path: String) throws -> Set<String> {
        let manifest = try text(path)
        let list = try #require(try manifest.firstMatch(of: Regex("ideas: Set = \\[([^\\]]*)\\]", as: (Substring, Substring).self)))
        return try names("\"([A-Z_]+)\"", in: String(list.output.1))
    }

    @Test func eachListNamesAllIdeas() throws {
        let files = try #require(RepositorySources.files), ideas = try Self.listed(in: "Package.swift")
        #expect(ideas.count >= 8)
        #expect(try Self.listed(in: "ModelChecker/Package.swift") == ideas)
        #expect(try Self.names("RX_WITHOUT_([A-Z_]+)", in: Self.text("Benchmarks/LeftOut.swift")) == ideas)
        let library = try files.filter { $0.hasPrefix("Sources/Rx/") }.map(Self.text).joined()
        #expect(try Self.names("RX_WITHOUT_([A-Z_]+)", in: library) == ideas)
    }
}
