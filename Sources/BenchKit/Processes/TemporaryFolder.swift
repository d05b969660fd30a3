import Foundation

/// A folder of its own that goes with this object, whatever is in it.
final class TemporaryFolder {
    let path = NSTemporaryDirectory() + "rxbench-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
