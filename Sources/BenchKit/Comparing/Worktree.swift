import Foundation

/// Where a revision is built: a worktree in a temporary folder, at the path that the repository has in the system. To what lies beside
/// the repository, and beside each folder above it, a link leads from the same place. So paths relative to a package, such as `../rx`,
/// lead where they lead from the repository, and packages that are known by their folder's name keep that.
struct Worktree {
    /// Nothing is there yet: `git worktree add` makes it.
    let path: String
    /// The package in it of which the program is.
    let package: String
    /// Goes with the last copy.
    private let folder: TemporaryFolder

    /// - Parameter package: its path in the repository; empty for the root.
    /// - Throws: `FileError` where there can be no temporary folder.
    init(of repository: String, package: String) throws(FileError) {
        folder = try TemporaryFolder()
        path = try Worktree.place(of: repository, in: folder.path)
        self.package = package.isEmpty ? path : "\(path)/\(package)"
    }

    /// Of the working directory's repository, with the package that this program is of, or else the one that the directory is in.
    init(ofRepositoryKnownTo git: String) throws {
        guard let repository = try ChildProcess.lines(of: git, ["rev-parse", "--show-toplevel"], silence: 30).first else {
            throw FileError(description: "git doesn't tell where the repository is")
        }
        let places = [Executables.own, FileManager.default.currentDirectoryPath].compactMap(\.self)
        try self.init(of: repository, package: Worktree.package(around: places, in: repository))
    }

    /// When nothing is built in it any more.
    func removeLocks() { TemporaryFiles.removeLocks(ofBuildsIn: folder.path) }

    /// The path in a repository of the package that one of these files or folders is in, the first that is in one; empty for the root.
    static func package(around places: [String], in repository: String) -> String {
        for place in places {
            var folder = place
            while folder.hasPrefix(repository + "/") {
                if holdsPackage(folder) { return String(folder.dropFirst(repository.count + 1)) }
                folder = (folder as NSString).deletingLastPathComponent
            }
            if folder == repository, holdsPackage(folder) { return "" }
        }
        return ""
    }

    private static func holdsPackage(_ folder: String) -> Bool { FileManager.default.fileExists(atPath: folder + "/Package.swift") }

    /// Makes the folders above the place, with their links.
    private static func place(of repository: String, in folder: String) throws(FileError) -> String {
        var real = "", copy = folder
        for (depth, name) in repository.split(separator: "/").enumerated() {
            if depth > 0, mkdir(copy, 0o700) != 0 { throw TemporaryFiles.failure(at: copy) }
            // Of a folder that may not be read nothing is known: a build that needs something there says so.
            for other in (try? FileManager.default.contentsOfDirectory(atPath: real + "/")) ?? [] where other != name {
                symlink("\(real)/\(other)", "\(copy)/\(other)")
            }
            real += "/\(name)"
            copy += "/\(name)"
        }
        return copy
    }
}
