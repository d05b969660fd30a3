import Foundation

extension ResultsFile {
    /// Reads a results file.
    /// - Throws: `FileError` that says in one line what is wrong with the file.
    static func read(_ path: String) throws(FileError) -> Results {
        let results = try decode(Results.self, from: path, schema: Results.schema)
        if let twice = results.namedTwice { throw FileError(description: "\(path) has two \(twice)") }
        if let row = results.rows.first(where: { $0.time?.isUneven == true }) {
            throw FileError(description: "\(path) has not as many samples of the processors' time as of the clock's of \(row.name)")
        }
        return results
    }

    /// Reads a file of one schema, whose `schema` says so.
    /// - Parameter pattern: a document with every field there is, for a file that people write: it may have no others.
    static func decode<Content: Decodable>(
        _ type: Content.Type, from path: String, schema wanted: String, pattern: (any JSONDocument)? = nil
    ) throws(FileError) -> Content {
        let data = try contents(path)
        let schema = try schema(of: path, data)
        if let refusal = SchemaName(schema).refusal(by: SchemaName(wanted)) { throw FileError(description: "\(path) has schema \(refusal)") }
        do {
            // A field that is misspelt is rather told of than one that is missing for that.
            if let pattern, let complaint = try UnknownFields.complaint(about: data, pattern: JSONValue(of: pattern)) {
                throw FileError(description: "\(path): \(complaint)")
            }
            return try JSONDecoder().decode(type, from: data)
        } catch let error as FileError {
            throw error
        } catch {
            throw FileError(description: "\(path) says \(schema) but is not that: \(error.place)")
        }
    }

    /// Which schema a file says it has.
    static func schema(of path: String) throws(FileError) -> String {
        try schema(of: path, contents(path))
    }

    private static func schema(of path: String, _ data: Data) throws(FileError) -> String {
        guard let document = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) else {
            throw FileError(description: "\(path) is no JSON, or was cut off")
        }
        guard let schema = (document as? [String: Any])?["schema"] else {
            throw FileError(description: "\(path) has no schema: it is no file of this program")
        }
        guard let schema = schema as? String else {
            throw FileError(description: "\(path) has a schema that is no text: it is no file of this program")
        }
        return schema
    }

    private static func contents(_ path: String) throws(FileError) -> Data {
        func unreadable(_ why: String) -> FileError { FileError(description: "cannot read \(path): \(why)") }
        var found = stat()
        if stat(path, &found) != 0 { throw unreadable(String(cString: strerror(errno))) }
        switch found.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw unreadable("it is a directory")
        case S_IFIFO: throw unreadable("it is a pipe, not a file")
        default: throw unreadable("it is no ordinary file")
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { throw unreadable(String(cString: strerror(errno))) }
        do {
            return try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).readToEnd() ?? Data()
        } catch {
            throw unreadable("\(error)")
        }
    }
}

extension Error {
    /// Where in a file decoding failed, in one line.
    var place: String {
        func path(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
            (context.codingPath + (key.map { [$0] } ?? [])).map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
                .joined(separator: ".")
        }
        return switch self as? DecodingError {
        case .keyNotFound(let key, let context): "\(path(context, key)) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            "\(path(context)) has another type or value"
        default: "\(self)"
        }
    }
}

/// A results file being written. What is measured goes to a neighbour named `*.partial` meanwhile, so that little is lost where the
/// process is killed; the end renames it, so that a reader never sees half a file and an old file stays until then.
struct ResultsFile: Sendable {
    /// The path the user knows.
    let path: String
    /// Where symbolic links lead from there: an absolute path, since a benchmark may change the current folder.
    let destination: String
    /// Whether it is a pipe, a device or the like: that is written to at the end, and never replaced.
    let isInPlace: Bool
    private let output: Output
    /// Keeps other programs from writing it at the same time.
    private let fileLock: ResultsFileLock
    var partial: String { ResultsFile.partial(of: destination) }

    /// The neighbour of a file that is no link.
    static func partial(of path: String) -> String { path + ".partial" }

    /// Checks that the file can be written, by making the neighbour. One that holds something is what another run has left, or is
    /// writing: it keeps that under the name `*.partial.1`, or the next that is free. The default directory is made where it is missing; one
    /// that the user names must exist, since a missing one is rather a typing error.
    /// - Parameter output: is told what is kept under another name.
    /// - Throws: `UsageError`, in one line.
    init(path: String, makingDirectory: Bool, output: Output = .terminal) throws(UsageError) {
        self.path = path
        self.output = output
        let manager = FileManager.default
        let absolute = path.hasPrefix("/") ? path : "\(manager.currentDirectoryPath)/\(path)"
        isInPlace = ResultsFile.isSpecial(path)
        destination = isInPlace ? absolute : ResultsFile.resolved(absolute)
        let directory = ResultsFile.directory(of: path)
        var isDirectory: ObjCBool = false
        try ResultsFile.requireDirectory(directory, of: path, making: makingDirectory)
        if path.hasSuffix("/") || (manager.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue) {
            throw .impossible("cannot write \(path): it is a directory")
        }
        if isInPlace {
            fileLock = ResultsFileLock()
            guard access(path, W_OK) == 0 else { throw .impossible("cannot write \(path): \(String(cString: strerror(errno)))") }
            return
        }
        fileLock = ResultsFileLock()
        if let error = fileLock.take(partial) {
            throw .impossible("cannot write \(path): " + (error == EWOULDBLOCK ? "another program is writing it" : String(cString: strerror(error))))
        }
        guard setAside() else {
            let error = errno
            fileLock.release()
            throw .impossible("cannot write \(path): \(String(cString: strerror(error)))")
        }
    }

    /// Keeps what is known so far.
    func checkpoint(_ results: some JSONDocument) throws {
        try checkpoint(try results.json())
    }

    func checkpoint(_ data: Data) throws(FileError) {
        try keep(data)
    }

    /// Puts the results in their place in one step.
    func finish(_ results: some JSONDocument) throws {
        try finish(try results.json())
    }

    func finish(_ data: Data) throws(FileError) {
        if isInPlace {
            let error = CheckedWriting.all(data, toFile: destination)
            if error != 0 { throw failure(error) }
            return
        }
        try keep(data)
        guard rename(partial, destination) == 0 else { throw failure(errno) }
        fileLock.release()
    }

    /// Leaves nothing behind of a run that measured nothing. What was measured stays.
    func discard() {
        if isInPlace || !fileLock.isHeld { return }
        if !holdsSomething { unlink(partial) }
        fileLock.release()
    }

    /// The neighbour is replaced in one step too: where there is no room for more, it has what it had.
    private func keep(_ data: Data) throws(FileError) {
        if isInPlace { return }
        let fresh = partial + ".new"
        var error = CheckedWriting.all(data, toFile: fresh)
        if error == 0 { error = fileLock.take(fresh, then: { rename(fresh, partial) == 0 ? nil : errno }) ?? 0 }
        if error == 0 { return }
        unlink(fresh)
        throw failure(error)
    }

    /// - Throws: `UsageError` that says what is wrong with the directory.
    private static func requireDirectory(_ directory: String, of path: String, making: Bool) throws(UsageError) {
        if making {
            var known = "", whole = directory.hasPrefix("/") ? "/" : ""
            for name in directory.split(separator: "/") {
                whole += name
                // What is there is no error; the rest shows below.
                if mkdir(whole, 0o777) != 0, errno != EEXIST, access(whole, F_OK) != 0 {
                    throw .impossible("cannot write \(path): cannot make the directory \(whole): \(String(cString: strerror(errno)))")
                }
                known = whole
                whole = known + "/"
            }
        }
        var found = stat()
        if stat(directory, &found) == 0 { return }
        let error = errno
        throw .impossible(
            "cannot write \(path): " + (error == ENOENT ? "there is no directory \(directory)" : "\(directory): \(String(cString: strerror(error)))"))
    }

    /// The C library's: Foundation 6.3's `deletingLastPathComponent` traps where a path is one character.
    static func directory(of path: String) -> String {
        var copy = Array(path.utf8CString)
        return copy.withUnsafeMutableBufferPointer { String(cString: dirname($0.baseAddress)) }
    }

    private static func isSpecial(_ path: String) -> Bool {
        var found = stat()
        return stat(path, &found) == 0 && ![S_IFREG, S_IFDIR].contains(found.st_mode & S_IFMT)
    }

    /// - Returns: the path where the links end, whether or not there is a file.
    private static func resolved(_ path: String) -> String {
        var path = path
        for _ in 0..<40 {
            guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
            path = next.hasPrefix("/") ? next : "\(directory(of: path))/\(next)"
        }
        return path
    }

    /// - Throws: `UsageError` where what is written would take the place of what is read.
    static func require(_ output: String?, isNone inputs: [String]) throws(UsageError) {
        var file = stat(), other = stat()
        guard let output, stat(output, &file) == 0, file.st_mode & S_IFMT == S_IFREG else { return }
        for input in inputs where stat(input, &other) == 0 && file.st_dev == other.st_dev && file.st_ino == other.st_ino {
            throw .impossible("\(output) is what is read: it cannot be written too")
        }
    }

    /// - Returns: whether there is no neighbour that holds something any more; else `errno` says why.
    private func setAside() -> Bool {
        guard holdsSomething else { return true }
        var number = 1
        var found = stat()
        while lstat("\(partial).\(number)", &found) == 0 { number += 1 }
        guard rename(partial, "\(partial).\(number)") == 0 else { return false }
        if let error = fileLock.take(partial) {
            errno = error
            return false
        }
        output.error("\(partial) is of another run: it is kept as \(partial).\(number)")
        return true
    }

    private var holdsSomething: Bool {
        var found = stat()
        return stat(partial, &found) == 0 && found.st_size > 0
    }

    private func failure(_ error: Int32) -> FileError {
        let kept = holdsSomething ? "; what was written so far is in \(partial)" : ""
        return FileError(description: "cannot write \(path): \(String(cString: strerror(error)))\(kept)")
    }
}

struct FileError: Error, Equatable, CustomStringConvertible {
    let description: String
}
