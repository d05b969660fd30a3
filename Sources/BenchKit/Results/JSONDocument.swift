import Foundation

/// What a results file holds.
protocol JSONDocument: Encodable {
    /// The whole file.
    func json() throws -> Data
}

extension JSONDocument {
    /// With sorted keys, so that two files compare line by line, and a newline at the end.
    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        var json: Data
        do {
            json = try encoder.encode(self)
        } catch is EncodingError {
            // JSON has no such number: rather a word in its place than all the rest lost.
            encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
            json = try encoder.encode(self)
        }
        json = Data(JSONText.quoted(String(decoding: json, as: UTF8.self)).utf8)
        return json + Data("\n".utf8)
    }
}

enum JSONText {
    /// The same JSON with what is unseen as `\u001B`: the encoder leaves a part of it as it is, and some terminals obey that.
    static func quoted(_ json: String) -> String {
        if json.utf8.allSatisfy({ $0 < 0x7F }) { return json }
        var result = String.UnicodeScalarView()
        for scalar in json.unicodeScalars {
            // Blanks and ends of lines stand between the values, too.
            if scalar.isUnseen, scalar != "\n", scalar != "\t", scalar != "\r" {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16, uppercase: true)
                    result.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
                }
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}
