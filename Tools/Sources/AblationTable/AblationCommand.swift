import Foundation

/// What the program does with its arguments.
public struct AblationCommand: Sendable {
    /// What it would print, and how it ends.
    public struct Outcome: Equatable, Sendable {
        public var output: [String] = []
        public var errors: [String] = []
        public var exitCode: Int32 = 0
    }

    static let usage = """
        ablation-table            writes the tables of docs/Ablation.md, and each figure into docs/journal/ablation-tables.md, from the files in
                                  .build/ablation, which Scripts/ablation measures
        ablation-table --print    prints them instead, one after the other
        ablation-table --rows-without-instructions    prints a pattern, for rxbench's --filter, of rows that the usual program's counts can't judge
        """
    static let page = "docs/Ablation.md", journal = "docs/journal/ablation-tables.md"
    static let measured = ".build/ablation"
    static let speed = "Sources/Rx/Kernel/Speed"

    private let root: URL

    /// - Parameter root: the folder of the repository; that of these sources if none is given.
    public init(root: URL? = nil) {
        self.root = root ?? (1...4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
    }

    public func run(_ arguments: [String]) -> Outcome {
        do {
            switch arguments {
            case []: return Outcome(output: try write())
            case ["--print"]:
                let tables = try tables()
                return Outcome(output: [(tables.summary + tables.details).joined(separator: "\n")])
            case ["--rows-without-instructions"]: return Outcome(output: try rowsWithoutInstructions())
            case ["--help"]: return Outcome(output: [Self.usage])
            default: return Outcome(errors: ["ablation-table: takes no argument but --print, --rows-without-instructions or --help"], exitCode: 64)
            }
        } catch let failure as AblationFailure {
            return Outcome(errors: ["ablation-table: \(failure.text)"], exitCode: 1)
        } catch {
            return Outcome(errors: ["ablation-table: \(AblationFailure("\(error)").text)"], exitCode: 1)
        }
    }

    private func tables() throws -> AblationTables {
        let sources = try AblationSources(root: root)
        let folder = try AblationFolder(root.appendingPathComponent(Self.measured), shownAs: Self.measured, ideas: sources.ideas.map(\.name))
        return AblationTables(sources: sources, folder: folder)
    }

    /// A pattern of the benchmarks with a row whose instructions the usual program's counts don't have; no line if there is none.
    private func rowsWithoutInstructions() throws -> [String] {
        let path = "\(Self.measured)/counts-\(AblationFolder.usual).json"
        guard let data = try? Data(contentsOf: root.appendingPathComponent(path)) else { throw AblationFailure("\(path) can't be read") }
        let rows = try AblationResults.read(data, name: path).rows.filter { row in
            row.kind == "workload" && row.figures(.counts)[.instructions]?.value == nil
        }
        let names = Set(rows.map(\.benchmark)).sorted().map { $0.replacing(#/[^A-Za-z0-9\/_=-]/#) { "\\\($0.output)" } }
        return names.isEmpty ? [] : ["^(\(names.joined(separator: "|")))$"]
    }

    /// Both pages, or none of them where one has no marks.
    private func write() throws -> [String] {
        let pages = try [Self.page, Self.journal].map { path in
            let url = root.appendingPathComponent(path)
            guard let text = try? String(contentsOf: url, encoding: .utf8) else { throw AblationFailure("\(path) can't be read") }
            return (path: path, url: url, text: text)
        }
        let tables = try tables()
        let written = try zip(pages, [tables.summary, tables.details]).map { page, lines in
            (page, new: try AblationPage(text: page.text, path: page.path).with(lines))
        }
        return try written.filter { $0.new != $0.0.text }.map { page, new in
            do { try Data(new.utf8).write(to: page.url, options: .atomic) } catch {
                throw AblationFailure("\(page.path) can't be written: \(error.localizedDescription)")
            }
            return "wrote \(page.path)"
        }
    }
}
