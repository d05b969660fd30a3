import Foundation

/// Where a tool works: paths are taken from a folder, that of the package unless a test has another one.
public struct ToolPlace: Sendable {
    public let folder: URL
    private let readInput: @Sendable () -> Data

    /// - Parameter input: what the standard input has; read once at most.
    public init(folder: URL, input: @escaping @Sendable () -> Data = { Data() }) {
        self.folder = folder
        readInput = input
    }

    /// All of the standard input. Blocks until that ends.
    public var input: Data { readInput() }

    /// Of a path from the folder, or from the root.
    public func url(_ path: String) -> URL { path.hasPrefix("/") ? URL(fileURLWithPath: path) : folder.appendingPathComponent(path) }

    public func data(_ path: String) throws -> Data {
        do { return try Data(contentsOf: url(path)) } catch { throw ToolFailure("\(path) can't be read: \(error.localizedDescription)") }
    }

    public func text(_ path: String) throws -> String {
        guard let text = String(data: try data(path), encoding: .utf8) else { throw ToolFailure("\(path) can't be read: it isn't UTF-8") }
        return text
    }

    public func json<Content: Decodable>(_ path: String, as kind: String) throws -> Content {
        let data = try data(path)
        do { return try JSONDecoder().decode(Content.self, from: data) } catch {
            throw ToolFailure("\(path) is no \(kind): \(Self.reason(of: error))")
        }
    }

    public func write(_ text: String, _ path: String) throws {
        let url = url(path)
        do {
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url, options: .atomic)
        } catch {
            throw ToolFailure("\(path) can't be written: \(error.localizedDescription)")
        }
    }

    /// The files under a folder, by their paths, in order; none where there is no such folder.
    public func files(under path: String) -> [String] {
        (FileManager.default.subpaths(atPath: url(path).path) ?? []).map { "\(path)/\($0)" }.sorted()
    }

    /// What git prints in the folder; nil where it fails.
    public func git(_ arguments: String...) -> String? {
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git", "-c", "core.quotePath=false"] + arguments
        process.currentDirectoryURL = folder
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
    }

    private static func reason(of error: any Error) -> String {
        func path(_ context: DecodingError.Context) -> String {
            let keys = context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
            return keys.isEmpty ? "the file" : keys.joined(separator: ".")
        }
        return switch error {
        case DecodingError.keyNotFound(let key, let context): "\(path(context)) has no \(key.stringValue)"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context): "\(path(context)) is of another type"
        default: "it is not the JSON that is expected"
        }
    }
}
