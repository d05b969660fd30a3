import ChangeEffects
import Foundation
import ResultFiles
import SourceFacts
import Testing
import ToolCommand

/// A folder of its own, in which tools run.
final class ToolFolder {
    private let url = FileManager.default.temporaryDirectory.appendingPathComponent("tools-\(UUID().uuidString)")

    init(_ files: [String: String] = [:]) throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (path, text) in files { try write(text, path) }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var path: String { url.path }

    func write(_ text: String, _ path: String) throws {
        let url = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    func text(_ path: String) throws -> String { try String(contentsOf: url.appendingPathComponent(path), encoding: .utf8) }

    func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: url.appendingPathComponent(path).path) }

    func remove(_ path: String) throws { try FileManager.default.removeItem(at: url.appendingPathComponent(path)) }

    func run(_ tool: any Tool, _ arguments: String..., input: String = "") -> ToolOutcome {
        let place = ToolPlace(folder: url, input: { Data(input.utf8) })
        return Toolbox([tool]).run([tool.name] + arguments, in: place)
    }

    /// What is wrong where a file of the tool's is no file of its kind: one line on the standard error.
    func complaint(_ tool: any Tool, _ arguments: [String], exitCode: Int32 = ToolFailure.file) -> String? {
        let outcome = Toolbox([tool]).run([tool.name] + arguments, in: ToolPlace(folder: url))
        guard outcome.exitCode == exitCode, outcome.output.isEmpty, outcome.errors.count == 1 else { return nil }
        return outcome.errors[0].contains("\n") ? nil : outcome.errors[0]
    }

    /// Runs a command of the shell in it, which has to succeed.
    func shell(_ command: String) throws {
        let result = try result(of: command)
        try #require(result.exitCode == 0, "\(result)")
    }

    /// What a command of the shell, run in it, prints, errors too, and ends with.
    func result(of command: String) throws -> (output: [String], exitCode: Int32) {
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "exec 2>&1; \(command)"]
        process.currentDirectoryURL = url
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init), process.terminationStatus)
    }

    /// Copies a script of the repository.
    func copy(_ path: String) throws {
        let root = (1...4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
        let copy = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: root.appendingPathComponent(path), to: copy)
    }

    /// Makes it git's, with everything in it as its commit.
    func commit() throws { try shell("git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -q -m a") }
}
