/// What ends the program, in one line.
struct AblationFailure: Error, Equatable {
    let text: String

    init(_ text: String) { self.text = text.split(whereSeparator: \.isNewline).joined(separator: " ") }
}
