import Foundation

/// A copy of a program in which valgrind finds no debug information. It needs none for counting, and version 3.19
/// gives up on what the toolchain writes. The copy goes with this object.
final class UndescribedExecutable: Sendable {
    let path: String

    /// - Throws: `FileError` where the program cannot be read or the copy not be written.
    init(of original: String) throws {
        guard let bytes = FileManager.default.contents(atPath: original) else {
            throw FileError(description: "cannot read \(original)")
        }
        path = try TemporaryFiles.freshPath()
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        let copy = Data(UndescribedExecutable.hidingDebugSections(of: Array(bytes)))
        guard FileManager.default.createFile(atPath: path, contents: copy, attributes: attributes) else {
            throw FileError(description: "cannot write \(path)")
        }
    }

    deinit { unlink(path) }

    /// Renames the sections `.debug_…` of a 64-bit little-endian ELF file, so that nobody knows them; returns what is no such
    /// file as it is. The offsets are those of the ELF specification's file header and section headers.
    static func hidingDebugSections(of original: [UInt8]) -> [UInt8] {
        var bytes = original
        func number(at offset: Int, bytes count: Int) -> Int? {
            guard offset >= 0, offset + count <= bytes.count else { return nil }
            let value = bytes[offset..<(offset + count)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return Int(exactly: value)
        }
        guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]), let headers = number(at: 0x28, bytes: 8),
            let size = number(at: 0x3A, bytes: 2), let count = number(at: 0x3C, bytes: 2),
            let namesIndex = number(at: 0x3E, bytes: 2),
            let names = number(at: headers + namesIndex * size + 0x18, bytes: 8)
        else { return original }
        let prefix = Array(".debug_".utf8)
        for index in 0..<count {
            guard let name = number(at: headers + index * size, bytes: 4), names + name + prefix.count <= bytes.count else {
                continue
            }
            let start = names + name
            if bytes[start..<(start + prefix.count)].elementsEqual(prefix) { bytes[start + 1] = UInt8(ascii: "x") }
        }
        return bytes
    }
}
