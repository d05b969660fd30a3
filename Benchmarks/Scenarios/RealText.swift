import Foundation

/// Some megabytes of text that somebody needed for something else, found on the machine.
struct RealText: Sendable {
    struct File: Sendable {
        let name: String
        let bytes: Int
    }

    let files: [File]
    let bytes: [UInt8]
    /// Where each line lies in `bytes`, without its newline.
    let lines: [Range<Int>]

    /// `nil`: nothing was found.
    static let found = RealText(enough: 2_000_000)

    private init?(enough: Int) {
        var files: [File] = [], bytes: [UInt8] = []
        for path in RealText.candidates() {
            if bytes.count >= enough { break }
            guard let data = FileManager.default.contents(atPath: path), data.count >= 10_000, !data.contains(0) else {
                continue
            }
            files.append(File(name: (path as NSString).lastPathComponent, bytes: data.count))
            bytes.append(contentsOf: data)
            if data.last != RealText.newline { bytes.append(RealText.newline) }
        }
        if bytes.isEmpty { return nil }
        self.files = files
        self.bytes = bytes
        var lines: [Range<Int>] = [], start = 0
        for (index, byte) in bytes.enumerated() where byte == RealText.newline {
            lines.append(start..<index)
            start = index + 1
        }
        self.lines = lines
    }

    private static let newline = UInt8(ascii: "\n")

    /// Logs and word lists first, then headers and the module interfaces of the toolchain, the largest first.
    private static func candidates() -> [String] {
        let known = [
            "/var/log/dpkg.log", "/var/log/pacman.log", "/var/log/dnf.log", "/var/log/install.log", "/var/log/system.log",
            "/usr/share/dict/words", "/usr/share/dict/american-english", "/usr/include/sqlite3.h",
            "/usr/share/common-licenses/GPL-3",
        ]
        return known + toolchain().flatMap { largest(in: $0, endings: [".swiftinterface", ".h"]) }
            + largest(in: "/usr/include", endings: [".h"]) + largest(in: "/usr/share/doc", endings: [".md", ".txt"])
    }

    /// Where the modules of the Swift toolchain on the path are.
    private static func toolchain() -> [String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").compactMap { directory in
            let program = "\(directory)/swift"
            guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
            let resolved = URL(fileURLWithPath: program).resolvingSymlinksInPath()
            return resolved.deletingLastPathComponent().deletingLastPathComponent().path + "/lib/swift"
        }
    }

    /// The forty largest of the first five thousand files that end like this, links not followed.
    private static func largest(in directory: String, endings: [String]) -> [String] {
        guard let walk = FileManager.default.enumerator(atPath: directory) else { return [] }
        var sizes: [(path: String, size: Int)] = []
        for case let path as String in walk where endings.contains(where: path.hasSuffix) {
            let whole = directory + "/" + path
            let attributes = try? FileManager.default.attributesOfItem(atPath: whole)
            guard attributes?[.type] as? FileAttributeType == .typeRegular, let size = attributes?[.size] as? Int else {
                continue
            }
            sizes.append((whole, size))
            if sizes.count == 5000 { break }
        }
        // By name where sizes are equal: the same choice each time.
        return sizes.sorted { ($0.size, $1.path) > ($1.size, $0.path) }.prefix(40).map(\.path)
    }
}
