/// What short programs of the machine print.
enum Shell {
    /// Seconds that they may be silent.
    private static let patience = 120.0

    /// The lines that a program prints; nil where it is missing or fails.
    /// - Parameter words: the program, which is looked up in `PATH`, and its arguments.
    static func lines(_ words: [String]) -> [String]? {
        guard let path = Executables.find(words[0]) else { return nil }
        return try? ChildProcess.lines(of: path, Array(words.dropFirst()), silence: patience, heedsInterruption: false)
    }

    /// The first line that a program prints; nil where it is missing, fails or prints nothing.
    static func firstLine(_ words: [String]) -> String? { lines(words)?.first { !$0.isEmpty } }

    /// Whether a program prints anything; nil where it is missing or fails.
    static func prints(_ words: [String]) -> Bool? { lines(words).map { !$0.isEmpty } }
}
