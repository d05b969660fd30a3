import ToolCommand

/// Whether every unsafe use is listed with its invariant; see `summary`.
public struct UnsafeUses: Tool {
    public let name = "unsafe-uses", subject = "unsafe uses"
    public let forms = ["", "--list"]
    public let summary = """
        Whether docs/unsafe.txt lists every use of an unsafe or underscored construct in the library's sources, with its invariant: by kind and file,
        how many there are. Comments and string literals don't count; what a literal interpolates does. Also what is of no kind is an error: an
        attribute or a name with a leading underscore that the file's invariant doesn't name, any other name with `unsafe` in it. So is an invariant
        that is missing, shorter than 20 characters or longer than 160, or that more than three files share.
        --list prints every use: `path:line: kind: invariant`. Exit code 1: something differs.
        """

    private static let table = "docs/unsafe.txt"
    private static let folders = ["Rx", "RxPlatform", "RxTest", "RxBlocking", "RxInspector", "RxMarbles"].map { "Sources/" + $0 }

    public init() {}

    public func run(_ arguments: [String], in place: ToolPlace) throws -> ToolOutcome {
        guard arguments.isEmpty || arguments == ["--list"] else { throw wrongArguments }
        let sources = Self.folders.flatMap(place.files).filter { $0.hasSuffix(".swift") }.sorted()
        guard let text = try? place.text(Self.table), !sources.isEmpty else {
            let absent = "unsafe uses: no \(Self.table), or no sources, here; run it in the package's folder"
            return ToolOutcome(output: [absent], exitCode: ToolFailure.finding)
        }
        let table = UnsafeTable(text)
        let uses = try sources.flatMap { try UnsafeUse.all(in: try place.text($0), path: $0, ignoring: table.names) }
        var outcome = ToolOutcome.found(
            (table.defects + table.differences(from: uses)).sorted().map { "unsafe uses: \($0)" },
            otherwise: "\(uses.count) uses in \(Set(uses.map(\.path)).count) files, each with its invariant")
        if !arguments.isEmpty {
            outcome.output = uses.map { "\($0.path):\($0.line): \($0.kind): \(table.entries[$0.place]?.invariant ?? "not listed")" } + outcome.output
        }
        return outcome
    }
}
