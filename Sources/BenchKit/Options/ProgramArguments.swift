import CAllocationCounter

/// What this program was started with.
enum ProgramArguments {
    /// The program's name, without its folder.
    static var name: String { words.first?.split(separator: "/").last.map(String.init) ?? "benchmarks" }

    /// Without its name.
    static var all: [String] { Array(words.dropFirst()) }

    /// Swift's own `CommandLine.arguments` is empty on Linux where there is no `/proc`.
    private static let words: [String] = {
        guard var word = rxac_arguments() else { return CommandLine.arguments }
        var words: [String] = []
        while let text = word.pointee {
            words.append(String(cString: text))
            word += 1
        }
        return words
    }()
}
