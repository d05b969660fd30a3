import Foundation
import Rx

/// The command line of `Examples`.
public struct ExamplesCommand {
    /// The command line is wrong (sysexits.h).
    public static let usageExitCode: Int32 = 64

    public static let usage = """
        usage: swift run Examples [OPERATOR ...] [--core lock|queue]
               swift run Examples --all [--core lock|queue]
               swift run Examples --transcript FILE
               swift run Examples --pages

        Without an argument: every operator, by purpose. An operator's example runs in virtual time and is drawn.
        """

    private struct Misuse: Error { let message: String }

    private let write: (String) -> Void
    private let complain: (String) -> Void

    /// - Parameters:
    ///   - write: gets lines of output.
    ///   - complain: gets lines for standard error.
    public init(write: @escaping (String) -> Void, complain: @escaping (String) -> Void) {
        self.write = write
        self.complain = complain
    }

    /// Returns the exit code.
    public func run(_ arguments: [String]) throws -> Int32 {
        do {
            try parse(arguments)
            return 0
        } catch let misuse as Misuse {
            complain("Examples: \(misuse.message)")
            return ExamplesCommand.usageExitCode
        }
    }

    private func parse(_ arguments: [String]) throws {
        var names: [String] = [], core = Core.lock, showsAll = false
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--core":
                let name = rest.popFirst() ?? ""
                guard let chosen = ["lock": Core.lock, "queue": .queue][name] else {
                    throw Misuse(message: "--core \(name): use lock or queue")
                }
                core = chosen
            case "--all": showsAll = true
            case "--transcript": return try save(AllExamples.transcript(on: .lock), rest)
            case "--pages": return try savePages()
            case "--help", "-h": return write(ExamplesCommand.usage)
            case let option where option.hasPrefix("-"):
                throw Misuse(message: "\(option): no such option; --help tells them")
            default: names.append(argument)
            }
        }
        if names.isEmpty, !showsAll {
            write(AllExamples.decisionTree)
            return write("\nswift run Examples OPERATOR runs an example and draws what happens.")
        }
        let chosen = showsAll ? AllExamples.examples : try names.flatMap(find)
        for example in chosen { show(example, on: core) }
    }

    private func save(_ text: String, _ rest: ArraySlice<String>) throws {
        guard let path = rest.first else { throw Misuse(message: "which file?") }
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private func savePages() throws {
        for (name, text) in try AllExamples.pages() {
            try text.write(to: AllExamples.pagesFolder.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
    }

    private func find(_ name: String) throws -> [Example] {
        let found = AllExamples.examples(named: name)
        guard found.isEmpty else { return found }
        let hint = AllExamples.nearest(to: name).map { "did you mean \($0)?" } ?? "without an argument it lists them all"
        throw Misuse(message: "\(name): no such operator; \(hint)")
    }

    private func show(_ example: Example, on core: Core) {
        write("\(example.name)\n")
        if let code = example.code {
            write(code.components(separatedBy: "\n").map { "    " + $0 }.joined(separator: "\n") + "\n")
        }
        write(example.output(on: core) + "\n")
    }
}
