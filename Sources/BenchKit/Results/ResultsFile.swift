import Foundation

/// A results file being written. What is measured goes to a neighbour named `*.partial` after every benchmark, so that even a
/// crash loses no row; the end renames it, so that a reader never sees half a file and an old file stays until then.
struct ResultsFile: Sendable {
    /// The path the user knows.
    let path: String
    private var partial: String { path + ".partial" }

    /// Checks that the file can be written, by making the neighbour. The default directory is made where it is missing; one
    /// that the user names must exist, since a missing one is rather a typing error.
    /// - Throws: `UsageError`, in one line.
    init(path: String, makingDirectory: Bool) throws(UsageError) {
        self.path = path
        let manager = FileManager.default
        let directory = (path as NSString).deletingLastPathComponent
        if makingDirectory, !directory.isEmpty {
            try? manager.createDirectory(atPath: directory, withIntermediateDirectories: true)
        }
        var isDirectory: ObjCBool = false
        if !directory.isEmpty, !manager.fileExists(atPath: directory) {
            throw .impossible("cannot write \(path): there is no directory \(directory)")
        }
        if path.hasSuffix("/") || (manager.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue) {
            throw .impossible("cannot write \(path): it is a directory")
        }
        guard let file = fopen(partial, "w") else {
            throw .impossible("cannot write \(path): \(String(cString: strerror(errno)))")
        }
        fclose(file)
    }

    /// Keeps what is known so far.
    func checkpoint(_ results: some JSONDocument) throws {
        try results.json().write(to: URL(fileURLWithPath: partial), options: .atomic)
    }

    /// Puts the results in their place in one step.
    func finish(_ results: some JSONDocument) throws {
        try checkpoint(results)
        guard rename(partial, path) == 0 else {
            throw FileError(description: "cannot write \(path): \(String(cString: strerror(errno)))")
        }
    }

    /// Leaves nothing behind of a run that measured nothing.
    func discard() {
        unlink(partial)
    }
}

struct FileError: Error, CustomStringConvertible {
    let description: String
}
