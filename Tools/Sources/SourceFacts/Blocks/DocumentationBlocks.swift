import Foundation
import ToolCommand

/// Runs the code blocks of pages; see `summary`.
public struct DocumentationBlocks: Tool {
    public let name = "documentation-blocks", subject = "documentation blocks"
    public let forms = ["generate PACKAGE PAGE...", "compare PACKAGE OUTPUT PAGE..."]
    public let summary = """
        The code blocks of the documentation, run. `generate` writes a package whose program runs the `swift` blocks of the pages, one after the
        other; `compare` takes what it printed and compares each block's part with the `text` block that follows it on the page. A block without one
        must print nothing. A block is the body of an asynchronous function; its imports, extensions and `@Observable` types are moved out of it.
        Dates and times of day in the output are compared by their shape only. Exit code 1: a block prints something else, or there is none.
        """

    public init() {}

    public func run(_ arguments: [String], in place: ToolPlace) throws -> ToolOutcome {
        func package(_ pages: some Sequence<String>) throws -> BlocksPackage {
            BlocksPackage(library: place.folder.path, blocks: try pages.flatMap { PageBlock.all(in: try place.text($0), page: $0) })
        }
        switch arguments.first {
        case "generate" where arguments.count > 2:
            let blocks = try package(arguments.dropFirst(2))
            try write(blocks, to: arguments[1], in: place)
            return ToolOutcome(output: ["\(blocks.blocks.count) blocks"])
        case "compare" where arguments.count > 3:
            let blocks = try package(arguments.dropFirst(3)), all = blocks.blocks.count
            let defects = blocks.defects(in: try place.text(arguments[2]))
            let summary = "\(all - defects.count) of \(all) blocks print what their page says"
            return ToolOutcome(output: defects + [summary], exitCode: defects.isEmpty && all > 0 ? 0 : ToolFailure.finding)
        default: throw wrongArguments
        }
    }

    /// Sources that the folder has of other blocks are removed.
    private func write(_ package: BlocksPackage, to folder: String, in place: ToolPlace) throws {
        try? FileManager.default.removeItem(at: place.url("\(folder)/Sources/Blocks"))
        for (path, text) in package.files { try place.write(text, "\(folder)/\(path)") }
    }
}
