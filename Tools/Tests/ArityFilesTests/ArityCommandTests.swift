import Foundation
import Testing

@testable import ArityFiles

/// In a folder of its own, where all files are up to date to begin with.
@Suite final class ArityCommandTests {
    private let root: URL
    private let command: ArityCommand

    init() throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent("arity-\(UUID().uuidString)")
        command = ArityCommand(root: root)
        for file in GeneratedFile.all {
            let url = root.appendingPathComponent(file.path)
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(file.text.utf8).write(to: url)
        }
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    @Test func nothingIsSaidOfFilesThatAreUpToDate() {
        #expect(command.run(["--check"]) == .init())
        #expect(command.run([]) == .init())
    }

    @Test func checkNamesTheFilesThatWereChangedOrAreMissing() throws {
        let changed = GeneratedFile.all[1], missing = GeneratedFile.all[3]
        let url = root.appendingPathComponent(changed.path)
        try Data((changed.text + "\n").utf8).write(to: url)
        try FileManager.default.removeItem(at: root.appendingPathComponent(missing.path))
        #expect(command.run(["--check"]) == .init(output: [changed.path, missing.path], exitCode: 1))
        #expect(try String(contentsOf: url, encoding: .utf8) == changed.text + "\n")
    }

    @Test func whatIsOutOfDateIsWritten() throws {
        let file = GeneratedFile.all[0], url = root.appendingPathComponent(file.path)
        try Data().write(to: url)
        #expect(command.run([]) == .init(output: ["wrote \(file.path)"]))
        #expect(try String(contentsOf: url, encoding: .utf8) == file.text)
    }

    @Test func aFileThatCannotBeWrittenIsNamed() throws {
        let file = GeneratedFile.all[0], url = root.appendingPathComponent(file.path)
        try FileManager.default.removeItem(at: url)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        let outcome = command.run([])
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.count == 1)
        #expect(outcome.errors.first?.hasPrefix("arity: \(file.path) can't be written: ") == true)
    }

    @Test(arguments: [["--chek"], ["--check", "--check"], ["file.swift"], ["--help", "--check"], [""]])
    func otherArgumentsAreRefusedInOneLine(arguments: [String]) {
        let outcome = command.run(arguments)
        #expect(outcome.exitCode == 64)
        #expect(outcome.output == [])
        #expect(outcome.errors.count == 1 && outcome.errors.first?.contains("\n") == false)
    }

    @Test func helpNamesWhatCanBeAsked() {
        #expect(command.run(["--help"]) == .init(output: [ArityCommand.usage]))
    }
}
