import Foundation
import Testing

@testable import AblationTable

private let root = (1...4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }

@Suite struct AblationSourcesTests {
    /// An idea that `Speed.swift` doesn't tell would have no row.
    @Test func theIdeasAreThoseOfTheManifest() throws {
        let manifest = try String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
        let list = try #require(manifest.firstMatch(of: #/let ideas: Set = \[([^\]]*)\]/#)?.1)
        let ideas = try AblationSources(root: root).ideas
        #expect(ideas.map(\.name).sorted() == list.matches(of: #/"([A-Z_]+)"/#).map { String($0.1) }.sorted())
        #expect(ideas.allSatisfy { !$0.text.isEmpty })
    }

    @Test func eachIdeaHasLinesAndEachFileAnIdea() throws {
        let sources = try AblationSources(root: root)
        for idea in sources.ideas { #expect(sources.lines[idea.name] != AblationSources.Lines(), "\(idea.name)") }
        let files = try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(AblationCommand.speed).path)
        let types = files.filter { $0.hasSuffix(".swift") && $0 != "Speed.swift" }.map { String($0.dropLast(6)) }.sorted()
        #expect(types.filter { type in !sources.ideas.contains { $0.codes.contains(type) } } == [])
    }

    @Test func linesOfCodeAreNeitherBlankNorCommentsAlone() throws {
        let repository = try AblationRepository()
        let lines = try AblationSources(root: repository.root).lines
        #expect(lines == ["BIAS": .init(ofFiles: 4, ofConditions: 2), "REUSE": .init(ofFiles: 0, ofConditions: 1)])
    }

    @Test func onlyABranchThatIsCompiledWithTheIdeaCounts() {
        let idea = AblationIdea(name: "BIAS", text: "", constant: nil)
        func lines(_ text: String) -> Int { AblationSources.conditions(in: text, of: [idea])["BIAS"] ?? 0 }
        #expect(lines("#if !RX_WITHOUT_BIAS\na\n#if DEBUG\nb\n#endif\n#else\nc\n#endif\nd") == 2)
        #expect(lines("#if RX_WITHOUT_BIAS\na\n#else\nb\n#endif") == 1)
        #expect(lines("#if RX_WITHOUT_BIASES\na\n#else\nb\n#endif") == 0)
        #expect(lines("#if RX_WITHOUT_BIAS\na\n#endif") == 0)
    }

    @Test func sourcesThatTellNoIdeaAreNamed() throws {
        let repository = try AblationRepository()
        try repository.write("Sources/Rx/Kernel/Speed/Speed.swift", "enum Speed {}\n")
        #expect(repository.command.run([]) == .init(errors: ["ablation-table: Sources/Rx/Kernel/Speed/Speed.swift names no idea"], exitCode: 1))
    }
}
