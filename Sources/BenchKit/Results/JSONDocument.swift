import Foundation

/// What a results file holds.
protocol JSONDocument: Encodable {}

extension JSONDocument {
    /// With sorted keys, so that two files compare line by line, and a newline at the end.
    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }
}
