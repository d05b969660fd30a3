import Foundation
import ToolCommand

/// Whether the library's memory orders are still there in code for aarch64; see `summary`.
public struct ArmOrders: Tool {
    public let name = "arm-orders", subject = "arm orders"
    public let forms = ["", "--list", "--keep FOLDER"]
    public let summary = """
        Compiles the library, and looks in LLVM's intermediate code at each atomic operation: it has to have the order that its name in RxPlatform
        stands for. Then has the toolchain's code generator make aarch64 of that code, for four kinds of processors, and looks at the instructions
        that each operation has become: those of an acquire or a release have to acquire or release, and what is on one side of a light fence stays
        there. --list prints places in the sources that no operation says that it comes from: the compiler has made it one with another function's,
        has moved it, or compiles it into programs alone. --keep leaves the compiler's files in a folder. Linux; takes about a minute.
        Exit code 1: an order is lost, or an operation has no row in PlatformOrders.
        """

    public init() {}

    public func run(_ arguments: [String], in place: ToolPlace) throws -> ToolOutcome {
        let isKept = arguments.count == 2 && arguments[0] == "--keep", isListed = arguments == ["--list"]
        guard arguments.isEmpty || isListed || isKept else { throw wrongArguments }
        let folder =
            isKept
            ? place.url(arguments[1]) : FileManager.default.temporaryDirectory.appendingPathComponent("arm-orders-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { if !isKept { try? FileManager.default.removeItem(at: folder) } }
        let library = LibraryModules(place: place, folder: folder)
        let modules = try library.compiled()
        var report = OrderReport()
        report.compare(modules.flatMap(\.code.steps), with: PlatformOrders.rows)
        let sources = try place.files(under: "Sources/Rx").filter { $0.hasSuffix(".swift") }.flatMap {
            SourceSite.all(in: try place.text($0), path: $0)
        }
        report.compare(modules.flatMap(\.code.steps), with: sources)
        for module in modules {
            let codes = try library.assembled(module.name, module.code, for: ArmProcessor.all)
            for (processor, code) in zip(ArmProcessor.all, codes) { report.compare(module.code.steps, with: code, for: processor) }
        }
        report.conclude()
        let lines = (!isListed ? [] : report.absent.map { "\($0.path):\($0.line):\($0.column): \($0.operation)" }) + report.summary
        guard report.findings.isEmpty else {
            return ToolOutcome(output: report.findings.map { "\(subject): \($0)" } + lines, exitCode: ToolFailure.finding)
        }
        return ToolOutcome(output: lines)
    }
}
