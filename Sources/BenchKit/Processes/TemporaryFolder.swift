import Foundation
import Synchronization

/// A folder of its own that goes with this object, whatever is in it.
final class TemporaryFolder {
    let path: String

    /// - Throws: `FileError` where there can be none.
    init() throws(FileError) {
        path = try TemporaryFiles.freshPath()
        if mkdir(path, 0o700) != 0 { throw TemporaryFiles.failure(at: path) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Where a process keeps what goes with it: a folder in the system's temporary one, with a file `lock` that it holds a lock on. The kernel
/// lets go of that however the process ends, and then any other one removes the folder.
enum TemporaryFiles {
    private struct Root {
        let path: String
        /// Of the lock. Programs that are started don't get it.
        let descriptor: Int32
    }

    private static let root = Mutex<Root?>(nil)
    private static let prefix = "rxbench-"

    /// Whether a folder of that name is one of these, or of `Scripts/gate`; others' are left alone.
    private static func isOwn(_ name: String) -> Bool {
        name.hasPrefix(prefix + "gate-") || name.hasPrefix(prefix) && UUID(uuidString: String(name.dropFirst(prefix.count))) != nil
    }

    /// A path in this process's folder that nothing has yet.
    static func freshPath() throws(FileError) -> String {
        let folder = root.withLock { root in
            // Somebody may have tidied up.
            if root.map({ access($0.path, F_OK) != 0 }) != false { root = make() }
            return root?.path
        }
        guard let folder else { throw failure(at: NSTemporaryDirectory() + prefix + "…") }
        return "\(folder)/\(UUID().uuidString)"
    }

    static func failure(at path: String) -> FileError {
        FileError(description: "cannot write the temporary \(path): \(String(cString: strerror(errno)))")
    }

    /// Removes what processes left that were killed; never what a living one uses. What can't be removed stays.
    static func sweep() {
        let folder = NSTemporaryDirectory()
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where isOwn(name) {
            sweep(name, in: folder)
        }
        // A folder of such a name elsewhere is somebody else's.
        let start = folder.replacingOccurrences(of: "/", with: "_")
        for name in swiftLocks(in: folder) where name.hasPrefix(start) {
            let owner = String(name.dropFirst(start.count).prefix { $0 != "_" })
            if isOwn(owner), access(folder + owner, F_OK) != 0 { unlink(folder + name) }
        }
    }

    /// Removes the locks that SwiftPM has left for builds in that folder, which is one of `freshPath`'s. No build may be under way there.
    static func removeLocks(ofBuildsIn path: String) {
        let folder = NSTemporaryDirectory(), sign = "_" + path.split(separator: "/").suffix(2).joined(separator: "_") + "_"
        for name in swiftLocks(in: folder) where name.contains(sign) { unlink(folder + name) }
    }

    /// For each folder that it builds in, SwiftPM makes a file of that path's name, with `_` for each `/`, and never removes it.
    private static func swiftLocks(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".lock") }
    }

    private static func sweep(_ name: String, in folder: String) {
        let path = folder + name
        var found = stat()
        guard lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFDIR, found.st_uid == getuid() else { return }
        let descriptor = open(path + "/lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        if descriptor < 0 {
            // It was killed before it had a lock; one that lives and has none yet finds out, and makes another.
            if errno == ENOENT { rmdir(path) }
            return
        }
        defer { close(descriptor) }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Nil where none can be made, for which `errno` says why.
    private static func make() -> Root? {
        _ = removalAtExit
        for _ in 0..<100 {
            let path = NSTemporaryDirectory() + prefix + UUID().uuidString
            if mkdir(path, 0o700) != 0 { return nil }
            let descriptor = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            if descriptor < 0 {
                if errno == ENOENT { continue }
                return nil
            }
            // Another process may have taken it for one that was left, between the two.
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0, access(path + "/lock", F_OK) == 0 { return Root(path: path, descriptor: descriptor) }
            close(descriptor)
        }
        return nil
    }

    /// Registered once.
    private static let removalAtExit: Void = {
        atexit {
            if let path = TemporaryFiles.root.withLockIfAvailable({ $0?.path }) ?? nil { try? FileManager.default.removeItem(atPath: path) }
        }
    }()
}
