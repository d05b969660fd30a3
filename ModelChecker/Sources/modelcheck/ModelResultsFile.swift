import Foundation

/// What `--json` writes: schema `modelcheck/1`, one object a check, as `CheckResult` says.
struct ModelResultsFile: Encodable {
    let schema = "modelcheck/1"
    let checks: [CheckResult]

    init(_ results: [CheckResult]) { checks = results }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(self).write(to: URL(fileURLWithPath: path))
    }
}
