import Foundation

/// What the program does with its arguments.
public struct ArityCommand: Sendable {
    /// What it would print, and how it ends.
    public struct Outcome: Equatable, Sendable {
        public var output: [String] = []
        public var errors: [String] = []
        public var exitCode: Int32 = 0
    }

    static let usage = """
        arity            writes the files that spell out one shape for each number of sources, where they are out of date
        arity --check    writes nothing, and names those that are out of date; exit code 1 if there are any
        """

    private let root: URL

    /// - Parameter root: the folder of the repository; that of these sources if none is given.
    public init(root: URL? = nil) {
        self.root = root ?? (1...4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
    }

    public func run(_ arguments: [String]) -> Outcome {
        switch arguments {
        case []: write()
        case ["--check"]: check()
        case ["--help"]: Outcome(output: [Self.usage])
        default: Outcome(errors: ["arity: takes no argument but --check or --help"], exitCode: 64)
        }
    }

    private func check() -> Outcome {
        let paths = outdated.map(\.path)
        return Outcome(output: paths, exitCode: paths.isEmpty ? 0 : 1)
    }

    private func write() -> Outcome {
        var outcome = Outcome()
        for file in outdated {
            do {
                try Data(file.text.utf8).write(to: root.appendingPathComponent(file.path), options: .atomic)
                outcome.output.append("wrote \(file.path)")
            } catch {
                outcome.errors.append("arity: \(file.path) can't be written: \(error.localizedDescription)")
                outcome.exitCode = 1
            }
        }
        return outcome
    }

    /// A file that is missing or can't be read is out of date, too.
    private var outdated: [GeneratedFile] {
        GeneratedFile.all.filter { file in
            (try? Data(contentsOf: root.appendingPathComponent(file.path))) != Data(file.text.utf8)
        }
    }
}
