import Foundation
import Testing

@testable import ArityFiles

private let root = (1...4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }

@Suite struct GeneratedFileTests {
    @Test(arguments: GeneratedFile.all.map(\.path))
    func theCommittedFileIsWhatIsGenerated(path: String) throws {
        let file = try #require(GeneratedFile.all.first { $0.path == path })
        let committed = try Data(contentsOf: root.appendingPathComponent(path))
        // Not `==` in the expectation: a failure would print both files.
        let isSame = committed == Data(file.text.utf8)
        #expect(isSame, "run swift run --package-path Tools arity")
    }

    /// A file that nothing generates any more would otherwise stay as it is for good.
    @Test func everyFileThatSaysSoIsGenerated() throws {
        let sources = try #require(FileManager.default.enumerator(atPath: root.appendingPathComponent("Sources").path))
        let marked = try sources.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.map { "Sources/\($0)" }.filter { path in
            try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8).hasPrefix(GeneratedFile.mark)
        }
        #expect(marked.sorted() == GeneratedFile.all.map(\.path).sorted())
    }

    @Test func noLineIsTooLong() {
        let lines = GeneratedFile.all.flatMap { $0.text.split(separator: "\n") }
        #expect(lines.filter { $0.count > 150 } == [])
    }
}
