import Explorer
import Foundation
import Rx
import Scenarios
import Testing

@testable import modelcheck

/// What a change touches is explored in full.
struct ChangedSourcesTests {
    /// Of the package that is tested.
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")

    private static let checks = AllScenarios.scenarios.flatMap { scenario in
        scenario.cores.map { ScenarioCheck(scenario, $0, .sequential, scenario.biases[0]) }
    }

    private func touched(_ paths: String...) -> [ScenarioCheck] { Self.checks.filter(ChangedSources(paths: paths).touches) }

    @Test func theKernelIsEverybodys() {
        let paths = [
            "Sources/Rx/Kernel/Gate.swift", "Sources/Rx/Observable/Source.swift", "Sources/Rx/Disposables/OwnDisposable.swift",
            "ModelChecker/Sources/Explorer/Machine.swift", "ModelChecker/Sources/RxPlatform/Word.swift",
        ]
        for path in paths {
            #expect(touched(path).count == Self.checks.count, "\(path)")
        }
    }

    @Test func whatNoScenarioComesByIsNobodys() {
        let paths = [
            // The model has a platform of its own.
            "Sources/RxPlatform/Word.swift", "Sources/Rx/Traits/Single.swift", "README.md", "Tests/LawTests/DisposeLaws.swift",
            "ModelChecker/Tests/ExplorerTests/Relation.swift",
        ]
        for path in paths { #expect(touched(path).first?.scenario == nil, "\(path)") }
        #expect(touched().first?.scenario == nil)
    }

    @Test func aCoreIsItsOwnChecks() {
        let lock = touched("Sources/Rx/Kernel/Cores/Lock/LockGate.swift"), queue = touched("Sources/Rx/Kernel/Cores/Queue/Chunk.swift")
        #expect(!lock.isEmpty && lock.allSatisfy { $0.core == "lock" } && !queue.isEmpty && queue.allSatisfy { $0.core == "queue" })
        #expect(lock.count + queue.count == Self.checks.count)
    }

    @Test func operatorsAreOfThoseThatSubscribe() {
        let names = Set(touched("Sources/Rx/Operators/Creating/Create.swift").map(\.scenario))
        for name in ["late/create", "subject/behind-dispose", "timer/dispose", "hand-over/removal", "refcount/again"] {
            #expect(names.contains(name))
        }
        for name in ["mailbox/2-producers", "dispose/twice", "chunks/refused", "hand-over/take"] { #expect(!names.contains(name)) }
    }

    @Test func aFileOfScenariosIsTheirs() {
        let folder = "ModelChecker/Sources/Scenarios/"
        #expect(Set(touched(folder + "DisposableScenarios.swift").map(\.definition.file)) == ["DisposableScenarios.swift"])
        #expect(Set(touched(folder + "MailboxScenarios.swift").map(\.definition.file)) == ["MailboxScenarios.swift", "HandOverScenarios.swift"])
        #expect(touched(folder + "AllScenarios.swift").count == Self.checks.count)
        #expect(touched(folder + "Witness.swift").count == Self.checks.count)
        #expect(touched(folder + "PlantedBugs.swift").isEmpty)
    }

    /// Every scenario says its file, and what the rules say of those files is so.
    @Test func whatTheRulesSayOfFilesIsSo() throws {
        let folder = Self.sources.appendingPathComponent("Scenarios")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix("Scenarios.swift") && $0 != "AllScenarios.swift"
        }
        #expect(Set(files) == Set(AllScenarios.scenarios.map(\.file)))
        var borrowers: [String: [String]] = [:]
        for file in files {
            let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            for owner in files where owner != file && text.contains("\(owner.dropLast(6)).") { borrowers[owner, default: []].append(file) }
            if ChangedSources.kernelFiles.contains(file) {
                // The subject of `hand-over/removal`.
                let subscribing = text.matches(of: #/(Subject|Observable)<|Scheduler\(|Disposables?[.(]/#).count
                #expect(subscribing == (file == "HandOverScenarios.swift" ? 1 : 0), "\(file)")
            }
        }
        #expect(borrowers == ChangedSources.borrowers)
    }

    /// A moved file counts in both places, from wherever it is asked, whatever its name.
    @Test func gitTellsWhatDiffers() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("changed-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("Lock"), withIntermediateDirectories: true)
        try Data("a file that is long enough to be known again\n".utf8).write(to: folder.appendingPathComponent("Lock/Gate.swift"))
        func git(_ arguments: String...) throws {
            let process = Foundation.Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["git", "-c", "user.name=t", "-c", "user.email=t@localhost", "-c", "commit.gpgsign=false"] + arguments
            process.currentDirectoryURL = folder
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0, "git \(arguments)")
        }
        try git("init", "-q")
        try git("add", ".")
        try git("commit", "-q", "-m", "first")
        #expect(try #require(ChangedSources(since: "HEAD", in: folder)).paths == [])
        try git("mv", "Lock/Gate.swift", "Gate.swift")
        try git("commit", "-q", "-m", "moved")
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("Lock"), withIntermediateDirectories: true)
        try Data().write(to: folder.appendingPathComponent("Übrig.swift"))
        let changed = try #require(ChangedSources(since: "HEAD~1", in: folder.appendingPathComponent("Lock")))
        #expect(Set(changed.paths) == ["Lock/Gate.swift", "Gate.swift", "Übrig.swift"])
        #expect(ChangedSources(since: String(repeating: "4", count: 40), in: folder) == nil)
        #expect(ChangedSources(since: "--stat", in: folder) == nil)
    }
}
