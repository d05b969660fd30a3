import Foundation

/// What somebody typed at a terminal, key by key, with slips and pauses: a recording. `Benchmarks/Recordings/README.md`
/// says whose. Here a line of the terminal is a search: Enter clears the field.
enum KeystrokeTrace {
    struct Key: Sendable {
        /// Milliseconds since the key before.
        let gap: Int
        /// `\r` is Enter, `\u{8}` is Backspace; a completion brings several characters.
        let text: String

        /// The field after this key.
        func typed(into field: String) -> String {
            switch text {
            case "\r": ""
            case "\u{8}": String(field.dropLast())
            default: field + text
            }
        }
    }

    /// Typed over and over: they begin and end with an empty field.
    static let keys: [Key] = {
        let strokes = try! JSONDecoder().decode([Stroke].self, from: Data(PackageResources.keystrokes_json))
        return zip(strokes, [0] + strokes.map(\.time)).map { Key(gap: $0.time - $1, text: $0.text) }
    }()

    /// Microseconds from the start to the last key.
    static let duration = keys.reduce(0) { $0 + $1.gap } * 1000

    /// One line of the recording: milliseconds from its start, and the key.
    private struct Stroke: Decodable {
        let time: Int
        let text: String

        init(from decoder: any Decoder) throws {
            var line = try decoder.unkeyedContainer()
            time = try line.decode(Int.self)
            text = try line.decode(String.self)
        }
    }
}
