import Foundation

/// A file of text that a command writes: under another name first, so that nobody reads half of it.
enum TextFile {
    /// - Throws: `UsageError` where the path can't be written, in one line.
    static func write(_ text: String, to path: String) throws(UsageError) {
        let file = try ResultsFile(path: path, makingDirectory: false)
        defer { file.discard() }
        do {
            try file.finish(Data(text.utf8))
        } catch {
            throw .impossible(error.description)
        }
    }
}
