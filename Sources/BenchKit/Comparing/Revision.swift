import Foundation

/// A program of another time: a file, or what a git revision of the working directory's repository builds.
struct Revision {
    /// What the user wrote.
    let name: String
    let program: WorkerProgram
    /// The commit it was built from; nil for a file.
    let commit: String?

    /// How long `swift build` may be silent, in seconds: linking says nothing.
    private static let patience = 1200.0

    /// - Parameters:
    ///   - name: a path, if such a file exists, or else a revision.
    ///   - product: what to build of a revision.
    /// - Throws: `Incomparable` where it is neither, or doesn't build.
    init(_ name: String, product: String, output: Output) throws {
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: name, isDirectory: &isDirectory), !isDirectory.boolValue {
            guard FileManager.default.isExecutableFile(atPath: name) else {
                throw Incomparable("\(name) is a file but no program")
            }
            self.init(name: name, program: WorkerProgram(path: name), commit: nil)
            return
        }
        guard let git = Executables.find("git") else { throw Incomparable("\(name) is no file, and git is not on the path") }
        var found: [String] = []
        do {
            found = try ChildProcess.lines(of: git, ["rev-parse", "--verify", "--quiet", name + "^{commit}"], silence: 30)
        } catch is ChildProcess.Failure {}
        guard let commit = found.first else { throw Incomparable("\(name) is neither a file nor a revision") }
        let path = try Revision.built(commit, product: product, git: git, output: output)
        self.init(name: name, program: WorkerProgram(path: path), commit: commit)
    }

    private init(name: String, program: WorkerProgram, commit: String?) {
        self.name = name
        self.program = program
        self.commit = commit
    }

    /// - Throws: `Incomparable` where another compiler built it or another allocator serves it.
    func requireSameEnvironment(as own: Environment, its other: Environment) throws(Incomparable) {
        let differences = own.differences(from: other)
        if differences.isEmpty { return }
        let advice = commit == nil ? "--anyway does; \(Environment.advice)" : "without .build/revisions it is built anew"
        throw Incomparable("\(name) cannot be compared: \(differences.joined(separator: "; ")) (\(advice))")
    }

    /// Builds a commit in a worktree of its own, which is removed afterwards; the program stays for the next time.
    private static func built(_ commit: String, product: String, git: String, output: Output) throws -> String {
        let folder = FileManager.default.currentDirectoryPath + "/.build/revisions/\(commit)"
        let kept = "\(folder)/\(product)"
        if FileManager.default.isExecutableFile(atPath: kept) { return kept }
        guard let swift = Executables.find("swift") else { throw Incomparable("swift is not on the path to build \(commit)") }
        output.error("building \(commit.prefix(12)) in a worktree of its own …")
        do {
            // It goes with this process, in whatever way; git keeps a note of each until it is told to look.
            let worktree = try Worktree(ofRepositoryKnownTo: git)
            defer {
                let words = ["worktree", "remove", "--force", worktree.path]
                _ = try? ChildProcess.lines(of: git, words, silence: patience, heedsInterruption: false)
                worktree.removeLocks()
            }
            _ = try? ChildProcess.lines(of: git, ["worktree", "prune"], silence: patience)
            _ = try ChildProcess.lines(
                of: git, ["worktree", "add", "--detach", "--force", worktree.path, commit], silence: patience)
            let build = ["build", "-c", "release", "--package-path", worktree.package, "--product", product]
            // It starts compilers, each in a process group of its own.
            _ = try ChildProcess.lines(of: swift, build, silence: patience, leadsSession: true)
            guard let place = try ChildProcess.lines(of: swift, build + ["--show-bin-path"], silence: 60).last else {
                throw FileError(description: "swift doesn't tell where the program is")
            }
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            // In one step: another program may do the same.
            let fresh = "\(folder)/\(UUID().uuidString)"
            defer { unlink(fresh) }
            try FileManager.default.copyItem(atPath: "\(place)/\(product)", toPath: fresh)
            if rename(fresh, kept) != 0 { throw FileError(description: "\(kept) cannot be written: \(String(cString: strerror(errno)))") }
        } catch let stop as Interruption.Stop {
            throw stop
        } catch {
            throw Incomparable("\(commit.prefix(12)) cannot be built: \(error)")
        }
        return kept
    }
}

/// There is nothing to compare with, or it comes from another environment. One line for the user; the program exits with
/// `ExitCode.incomparable`.
public struct Incomparable: Error, Equatable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
