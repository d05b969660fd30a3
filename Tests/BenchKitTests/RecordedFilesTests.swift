import Benchmarks
import Foundation
import Testing

@testable import BenchKit

/// Results that are committed are of the sources that they are committed with. In git repositories made for it.
@Suite struct RecordedFilesTests {
    private static let sources = ["Package.swift", "Sources", ":(exclude)Sources/Shown", ":(exclude)*.md"]
    private static let suite = Suite(name: "test", benchmarks: [], sources: sources)

    private func git(_ words: String..., in folder: String) {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", "-c", "init.defaultBranch=main"]
        #expect(Shell.lines(["git", "-C", folder] + identity + words) != nil, "git \(words)")
    }

    private func write(_ text: String, _ name: String, in folder: String) throws {
        let path = "\(folder)/\(name)"
        try FileManager.default.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    private static let manifest = "// swift-tools-version: 6.0\nlet package = Package([\n  .target(\"a\"), .testTarget(\"c\"),\n.target(\"b\")"
    private static let program = "let answer = 42\nprint(\"a // b\")\n"

    /// A package that is committed, with a folder of results.
    private func inRepository(_ body: (String) throws -> Void) throws {
        try Fixture.inFolder { folder in
            try write(Self.manifest + "])\n", "Package.swift", in: folder)
            try write(Self.program, "Sources/main.swift", in: folder)
            try write("shown", "Sources/Shown/page.swift", in: folder)
            try write("words", "README.md", in: folder)
            try write("0", "results/.keep", in: folder)
            git("init", "-q", in: folder)
            git("add", "-A", in: folder)
            git("commit", "-q", "-m", "first", in: folder)
            try body(folder)
        }
    }

    private func state(_ folder: String) -> (digest: String?, isDirty: Bool?) {
        let measured = MeasuredSources(Self.sources, in: folder)
        return (measured.digest, measured.isDirty)
    }

    /// What a command would write now.
    private func record(_ folder: String, as name: String = "results/full.json", changing fields: [String: Any?] = [:]) throws {
        var environment: [String: Any] = ["optimisation": "release"]
        let (digest, isDirty) = state(folder)
        environment["sources"] = digest
        environment["dirty"] = isDirty
        var file: [String: Any] = ["schema": "rxbench/2", "complete": true, "passed": true]
        for (name, value) in fields { if file[name] != nil { file[name] = value } else { environment[name] = value } }
        file["environment"] = environment
        try write(String(decoding: JSONSerialization.data(withJSONObject: file), as: UTF8.self), name, in: folder)
        git("add", "-A", "results", in: folder)
    }

    private func check(_ folder: String, _ files: [String]? = nil) throws -> (code: ExitCode, says: String) {
        let recording = CapturedOutput()
        let code = try RecordedFiles(suite: Self.suite, files: files, output: recording.output, folder: folder).check()
        return (code, recording.error)
    }

    private static let stale = "results/full.json is of other sources than these"

    @Test func whatIsRecordedFromACleanTreeIsAccepted() throws {
        try inRepository { folder in
            #expect(state(folder).isDirty == false)
            try record(folder)
            // The file that was written is no part of what is measured.
            #expect(state(folder).isDirty == false)
            let (code, says) = try check(folder)
            #expect(code == .success, "\(says)")
            git("commit", "-q", "-m", "results", in: folder)
            #expect(try check(folder).code == .success)
        }
    }

    /// What changes no figure: pages, tests, what shows figures, comments, blank lines, indentation, targets of tests.
    @Test(arguments: [
        ("README.md", "other words"), ("Sources/guide.md", "a page"), ("docs/page.txt", "a page"), ("Tests/x.swift", "let x = 1"),
        ("Sources/Shown/page.swift", "otherwise"), ("untracked", "x"),
        ("Sources/main.swift", "/// The answer.\nlet answer = 42 // indeed\n\n/* a /* b */ c */\n  print(\"a // b\")"),
        ("Package.swift", manifest + ",\n    .testTarget(name: \"x\", path: f(\"y\"))\n // A comment.\n])"),
        ("Package.swift", "// swift-tools-version: 6.0\nlet package = Package([\n  .target(\"a\"), .target(\"b\")])"),
    ])
    func whatIsNotMeasuredMakesNoResultStale(name: String, text: String) throws {
        try inRepository { folder in
            try record(folder)
            try write(text, name, in: folder)
            let (code, says) = try check(folder)
            #expect(code == .success, "\(name): \(says)")
        }
    }

    @Test(arguments: [
        ("Sources/main.swift", "let answer = 43\nprint(\"a // b\")\n"), ("Sources/main.swift", "let answer = 42\nprint(\"a // c\")\n"),
        ("Sources/main.swift", "let answer = 42 print(\"a // b\")\n"), ("Sources/new.swift", ""),
        ("Package.swift", manifest.replacing("6.0", with: "6.1") + "])\n"), ("Package.swift", manifest + ", .target(\"d\")])\n"),
        ("Sources/data.json", "{}"),
    ])
    func whatIsMeasuredMakesResultsStale(name: String, text: String) throws {
        try inRepository { folder in
            try record(folder)
            try write(text, name, in: folder)
            // Also before it is committed, or known to git.
            #expect(state(folder).isDirty == true)
            var (code, says) = try check(folder)
            #expect(code == .failure)
            #expect(says.contains(Self.stale))
            git("add", "-A", in: folder)
            git("commit", "-q", "-m", "second", in: folder)
            #expect(state(folder).isDirty == false)
            (code, says) = try check(folder)
            #expect(code == .failure)
            #expect(says.contains(Self.stale))
            try record(folder)
            #expect(try check(folder).code == .success)
        }
    }

    @Test func aRemovedSourceMakesResultsStale() throws {
        try inRepository { folder in
            try write("let more = 1", "Sources/more.swift", in: folder)
            git("add", "-A", in: folder)
            git("commit", "-q", "-m", "second", in: folder)
            try record(folder)
            try FileManager.default.removeItem(atPath: "\(folder)/Sources/more.swift")
            #expect(state(folder).isDirty == true)
            #expect(try check(folder).says.contains(Self.stale))
        }
    }

    /// Its figures aren't those of the usual build, and say so.
    @Test func aBuildThatIsNotTheUsualOneSaysSo() {
        let usual = Suite(name: "mine", benchmarks: []), other = Suite(name: "mine", build: "without bias", benchmarks: [])
        #expect(Environment.current(of: other).optimisation == Environment.current(of: usual).optimisation + ", without bias")
        #expect(!Environment.current(of: other).countDifferences(from: .current(of: usual)).isEmpty)
    }

    @Test(
        arguments: [
            ("dirty", true, "was recorded from a changed tree"), ("dirty", nil, "doesn't say whether its tree was changed"),
            ("sources", nil, "doesn't say which sources it measured"), ("optimisation", "debug", "is of a debug build"),
            ("optimisation", "release, without BIAS", "is of a debug build, or of one that leaves something out"),
            ("schema", "rxbench/1", "has schema rxbench/1, which this program doesn't read: record it anew"),
            ("schema", nil, "has schema none, which"), ("complete", false, "is not complete"), ("passed", false, "has a row that failed"),
            ("samples", String(repeating: "1", count: 61_500), "has 60 KB: medians are committed"),
        ] as [(String, (any Sendable)?, String)])
    func whatCannotBeTrustedIsRefused(field: String, value: (any Sendable)?, complaint: String) throws {
        try inRepository { folder in
            try record(folder, changing: [field: value])
            let (code, says) = try check(folder)
            #expect(code == .failure)
            #expect(says.contains("results/full.json \(complaint)"), "\(says)")
            // No reason makes it hold.
            let files = RecordedFiles(suite: Self.suite, files: ["results/full.json"], output: CapturedOutput().output, folder: folder)
            try write("let answer = 43\n", "Sources/main.swift", in: folder)
            #expect(throws: FileError.self) { try files.vouch("nothing") }
        }
    }

    @Test func aReasonHoldsForTheSourcesOfItsTimeAlone() throws {
        try inRepository { folder in
            try record(folder)
            try record(folder, as: "results/scale.json")
            try write("let answer = 43\n", "Sources/main.swift", in: folder)
            let files = RecordedFiles(suite: Self.suite, files: ["results/full.json"], output: CapturedOutput().output, folder: folder)
            #expect(try files.vouch("an\nanswer costs\nwhat another does") == .success)
            let (code, says) = try check(folder)
            #expect(code == .failure)
            #expect(says.contains("results/full.json is of other sources; it is said to hold because: an answer costs what another does"))
            #expect(says.contains("results/scale.json is of other sources than these"))
            #expect(try check(folder, ["results/full.json"]).code == .success)
            try write("let answer = 44\n", "Sources/main.swift", in: folder)
            #expect(try check(folder, ["results/full.json"]).code == .failure)
        }
    }

    @Test func limitsWereNotMeasured() throws {
        try inRepository { folder in
            try write("{\"schema\": \"rxbench-gates/1\"}", "Benchmarks/Thresholds/limits.json", in: folder)
            git("add", "-A", in: folder)
            #expect(try check(folder).code == .success)
            try write("{\"schema\": \"rxbench-baseline/2\"}", "Benchmarks/Thresholds/baseline.json", in: folder)
            git("add", "-A", in: folder)
            #expect(try check(folder).code == .failure)
        }
    }

    @Test func literalsAreNoComments() {
        for text in [
            "\"https://a\"", "\"\\(f(\"https://a\")) // b\"", "#\"a\"// b\"#", "\"\"\"\n  // a\n\n  b\n\"\"\"", "#/a//b/#", "/a\\//", "\"\\\"// a\"",
        ] {
            #expect(String(decoding: SourceText.essence(of: Array(text.utf8), named: "a.swift"), as: UTF8.self) == text)
        }
        let c = "a = '\"'; b = \"//\"; /* c */ d '\\'' // e"
        #expect(String(decoding: SourceText.essence(of: Array(c.utf8), named: "a.c"), as: UTF8.self) == "a = '\"'; b = \"//\"; d '\\''")
    }

    /// What the manifest builds the program from is measured, or left out by name.
    @Test func theSuiteNamesAllThatItIsBuiltFrom() throws {
        let root = (((#filePath as NSString).deletingLastPathComponent as NSString).appendingPathComponent("../..") as NSString).standardizingPath
        let manifest = try String(contentsOfFile: root + "/Package.swift", encoding: .utf8)
        var known: Set<String> = [], folders: Set<String> = [], open = ["rxbench"]
        while let target = open.popLast() {
            if !known.insert(target).inserted { continue }
            let start = try #require(manifest.range(of: "arget(name: \"\(target)\"") ?? manifest.range(of: "arget(\n            name: \"\(target)\""))
            let entry = manifest[start.upperBound...]
            let end = entry.range(of: "arget(")?.lowerBound ?? entry.endIndex
            // What is depended on somewhere is built there.
            let condition = try Regex("\\.byName\\(name: (\"[^\"]*\"), condition: [^\\]]*\\]\\)\\)", as: (Substring, Substring).self)
            let text = String(entry[..<end]).replacing(condition) { $0.output.1 }
                .replacing("] + (catalogue ? [\"Catalogue\"] : [])", with: ", \"Catalogue\"]")
            let path = try text.firstMatch(of: Regex("path: \"([^\"]*)\"", as: (Substring, Substring).self))
            folders.insert(path.map { String($0.1) } ?? "Sources/\(target)")
            if let list = try text.firstMatch(of: Regex("dependencies: \\[([^\\]]*)\\]", as: (Substring, Substring).self))?.1 {
                open += list.split(separator: ",").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " \"\n")) }
            }
        }
        #expect(folders.contains("Benchmarks") && folders.contains("Sources/CRxPlatform"))
        // The program itself reads its arguments and starts.
        #expect(
            folders.filter { $0 != "Sources/rxbench" && !$0.hasPrefix("Benchmarks/") }
                == Set(Benchmarks.suite.sources.filter { !$0.hasPrefix(":") && $0 != "Package.swift" }))
        for path in Benchmarks.suite.sources.map({ $0.replacingOccurrences(of: ":(exclude)", with: "") }) where !path.contains("*") {
            #expect(FileManager.default.fileExists(atPath: "\(root)/\(path)"), "\(path)")
        }
    }
}
