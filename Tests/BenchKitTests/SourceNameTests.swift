import Foundation
import Testing

/// What is beside the tests where they were built.
enum RepositorySources {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..").standardizedFileURL

    /// The Swift files, by their paths in the repository; nil where that isn't here. Links are left out: what they lead to is there itself.
    static let files: [String]? = {
        let folders = ["Sources", "Benchmarks", "Examples", "Plugins", "Tests", "ModelChecker", "Tools"]
        guard folders.allSatisfy({ FileManager.default.fileExists(atPath: root.appendingPathComponent($0).path) }) else { return nil }
        return folders.flatMap { folder in
            guard let paths = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path) else { return [String]() }
            var found: [String] = []
            while let path = paths.nextObject() as? String {
                if path.hasSuffix(".build") { paths.skipDescendants() } else if path.hasSuffix(".swift") { found.append("\(folder)/\(path)") }
            }
            return found
        }.sorted()
    }()
}

/// In the whole repository a name stands for one thing: who looks for a file or a type finds one.
@Suite(.enabled(if: RepositorySources.files != nil, "the sources aren't beside the tests")) struct SourceNameTests {
    /// Names that a package or a program needs.
    private static let usual: Set<String> = ["main.swift", "Package.swift"]

    /// Folders of files that are called as others, and why.
    private static let standIns = [
        "ModelChecker/Sources/RxPlatform/": "compiled in place of Sources/RxPlatform, file by file",
        "Benchmarks/Build/": "programs of users, in a package of their own",
    ]

    /// Folders of types that are called as others, and why.
    private static let apart = [
        "ModelChecker/Sources/RxPlatform/": "compiled in place of Sources/RxPlatform, whose types it has",
        "Sources/Rx/Kernel/Seams.swift": "what stands for a type in a build that leaves it out",
        "Benchmarks/Peer/": "compiled with another library, in place of what that hasn't got",
        "Benchmarks/Build/": "programs of users, in a package of their own",
        "Tests/Clients/": "programs of users, in packages of their own",
    ]

    /// Those that have a name in common, each with what has it.
    private static func shared(_ named: [(name: String, by: String)]) -> [String] {
        Dictionary(grouping: named) { $0.name }.filter { $0.value.count > 1 }
            .map { "\($0.key): \($0.value.map(\.by).joined(separator: ", "))" }.sorted()
    }

    /// Upper and lower case alike, as some file systems have it.
    private static func sharedNames(of files: [String]) -> [String] {
        let names = files.map { (name: ($0 as NSString).lastPathComponent, path: $0) }.filter { !usual.contains($0.name) }
        return shared(names.map { (name: $0.name.lowercased(), by: $0.path) })
    }

    /// The types that a file declares for others than itself: not in another type, and not private to the file. Text is no declaration.
    private static func types(in source: String) -> [String] {
        let declaration = #/^(?:@\w+(?:\([^)]*\))? )*(?<modifiers>(?:\w+ )*?)(?:struct|class|enum|protocol|actor|typealias) (?<name>[A-Z]\w*)/#
        var isText = false
        return source.split(separator: "\n").compactMap { line in
            defer { if line.components(separatedBy: "\"\"\"").count % 2 == 0 { isText.toggle() } }
            guard !isText, let match = line.prefixMatch(of: declaration) else { return nil }
            let modifiers = match.modifiers.split(separator: " ")
            return modifiers.contains("private") || modifiers.contains("fileprivate") ? nil : String(match.name)
        }
    }

    @Test func noTwoFilesHaveOneName() throws {
        let files = try #require(RepositorySources.files).filter { file in !Self.standIns.keys.contains { file.hasPrefix($0) } }
        #expect(files.count > 500)
        #expect(Self.sharedNames(of: files) == [])
    }

    @Test func noTwoTypesHaveOneName() throws {
        let files = try #require(RepositorySources.files).filter { file in !Self.apart.keys.contains { file.hasPrefix($0) } }
        let declared = try files.flatMap { file in
            Self.types(in: try String(contentsOf: RepositorySources.root.appendingPathComponent(file), encoding: .utf8)).map { (name: $0, by: file) }
        }
        #expect(declared.count > 500)
        #expect(Self.shared(declared) == [])
    }

    /// An exception that nothing needs any more is taken out.
    @Test func eachExceptionIsNeeded() throws {
        let files = try #require(RepositorySources.files), originals = files.filter { file in !Self.apart.keys.contains { file.hasPrefix($0) } }
        let names = Set(originals.map { ($0 as NSString).lastPathComponent })
        for folder in Self.standIns.keys {
            #expect(files.contains { $0.hasPrefix(folder) && names.contains(($0 as NSString).lastPathComponent) }, "\(folder)")
        }
        func types(of files: [String]) throws -> Set<String> {
            Set(try files.flatMap { Self.types(in: try String(contentsOf: RepositorySources.root.appendingPathComponent($0), encoding: .utf8)) })
        }
        let own = try types(of: originals)
        for folder in Self.apart.keys {
            #expect(try !types(of: files.filter { $0.hasPrefix(folder) }).isDisjoint(with: own), "\(folder)")
        }
    }

    @Test func sharedNamesAreFound() {
        #expect(
            Self.sharedNames(of: ["A/Gate.swift", "B/gate.swift", "B/Lock.swift", "A/main.swift", "B/main.swift"])
                == ["gate.swift: A/Gate.swift, B/gate.swift"])
        let source = """
            struct Gate<Value> {
                struct Nested {}
            }
            @MainActor public final class Lock: Sendable {
            @Suite(.serialized) struct GateTests {
            private enum Own {}
            fileprivate struct Other {}
            extension Gate {}
            indirect enum Tree {}
            package typealias Name = String
            let type = "struct Text {}"
            \"""
            struct Text {}
            \"""
            """
        #expect(Self.types(in: source) == ["Gate", "Lock", "GateTests", "Tree", "Name"])
        #expect(Self.shared([(name: "Gate", by: "one"), (name: "Lock", by: "one"), (name: "Gate", by: "other")]) == ["Gate: one, other"])
    }
}
