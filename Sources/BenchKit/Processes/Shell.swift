import Foundation

/// What short programs of the machine print. popen, not Foundation's Process, whose threads would stay for the rest of the run.
enum Shell {
    /// The lines that a program prints; nil where it is missing or fails. Its error output is nobody's.
    /// - Parameter words: the program, which is looked up in `PATH`, and its arguments.
    static func lines(_ words: [String]) -> [String]? {
        let command = words.map { "'" + $0.replacingOccurrences(of: "'", with: "'\\''") + "'" }.joined(separator: " ")
        guard let pipe = popen(command + " 2>/dev/null </dev/null", "r") else { return nil }
        var bytes: [UInt8] = [], chunk = [UInt8](repeating: 0, count: 65536)
        // Reads to the end, or the program would be killed by a pipe that nobody reads.
        while true {
            let count = fread(&chunk, 1, chunk.count, pipe)
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        guard pclose(pipe) == 0 else { return nil }
        return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The first line that a program prints; nil where it is missing, fails or prints nothing.
    static func firstLine(_ words: [String]) -> String? { lines(words)?.first }

    /// Whether a program prints anything; nil where it is missing or fails.
    static func prints(_ words: [String]) -> Bool? { lines(words).map { !$0.isEmpty } }
}
