import Foundation

/// The files that a program's figures come from, in the git work tree of a folder.
struct MeasuredSources {
    /// As `Suite.sources`.
    let paths: [String]
    /// They are meant as from here.
    let folder: String

    /// Why there is nothing to know of them.
    static let elsewhere = "the working directory is not that of the package"

    init(_ paths: [String], in folder: String = FileManager.default.currentDirectoryPath) {
        self.paths = paths
        self.folder = folder
    }

    /// Whether one of them is not as it was committed, or is there but not committed: a package manager compiles those too. Nil where git
    /// doesn't tell.
    var isDirty: Bool? { Shell.prints(git(["status", "--porcelain", "--untracked-files=all"])) }

    /// The same wherever these files have the same essence, with the same names; whatever else the tree has, and in whatever state of git.
    /// Nil where there are none.
    var digest: String? {
        // A file that was removed but not committed is listed, too.
        let names = Set(Shell.lines(git(["ls-files", "--cached", "--others", "--exclude-standard"])) ?? [])
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let files = names.compactMap { name in FileManager.default.contents(atPath: "\(folder)/\(name)").map { (name, $0) } }
        if files.isEmpty { return nil }
        var whole = Data()
        for (name, data) in files {
            let essence = SourceText.essence(of: Array(data), named: name)
            whole += Data("\(name) \(essence.count)\n".utf8) + essence
        }
        guard let temporary = try? TemporaryFolder() else { return nil }
        return withExtendedLifetime(temporary) {
            let path = temporary.path + "/sources"
            guard FileManager.default.createFile(atPath: path, contents: whole) else { return nil }
            return Shell.firstLine(["git", "-C", folder, "hash-object", "--no-filters", path])
        }
    }

    private func git(_ command: [String]) -> [String] {
        // Names as they are, without quotes.
        ["git", "-C", folder, "-c", "core.quotePath=off"] + command + ["--"] + paths
    }
}
