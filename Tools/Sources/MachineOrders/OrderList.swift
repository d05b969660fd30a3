import Foundation
import ToolCommand

/// Whether `docs/orders.txt` has the operations that there are; see `summary`.
public struct OrderList: Tool {
    public let name = "order-list", subject = "order list"
    public let forms = [""]
    public let summary = """
        Compares docs/orders.txt with the sources: each operation that it names has to be in its file and function, and each operation with a memory
        order has to be named. Exit code 1: one isn't.
        """

    private static let table = "docs/orders.txt"

    public init() {}

    public func run(_ arguments: [String], in place: ToolPlace) throws -> ToolOutcome {
        guard arguments.isEmpty else { throw wrongArguments }
        var places: Set<OrderPlace> = [], certain: Set<OrderPlace> = []
        for path in place.files(under: "Sources/Rx").filter({ $0.hasSuffix(".swift") }) {
            let file = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
            for (found, isCertain) in OrderPlace.all(in: try place.text(path), file: file) {
                places.insert(found)
                if isCertain { certain.insert(found) }
            }
        }
        let listed = Self.listed(in: try place.text(Self.table))
        let gone = listed.subtracting(places).map { "\(Self.table) names \($0.name), which isn't in the sources" }
        let missing = certain.subtracting(listed).map { "\(Self.table) has no line for \($0.name)" }
        return .found(
            (gone + missing).sorted().map { "\(subject): \($0)" }, otherwise: "\(listed.count) operations, each in the list and in the sources")
    }

    /// Lines of either part: an operation, and a number where its function has several, then the half in a column of its own or behind a comma.
    static func listed(in text: String) -> Set<OrderPlace> {
        var found: Set<OrderPlace> = []
        for line in text.split(separator: "\n") {
            let words = line.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init)
            guard let first = words.first, let dot = first.firstIndex(of: "."), first.last != ".", first.first?.isUppercase == true else { continue }
            let half = words.firstIndex { ["acquire", "release", "failure", "fence"].contains($0) }
            guard let half, half >= 2 else { continue }
            // "heavy fence" ends with what is a half, too.
            let end = words[half] == "fence" && half + 1 < words.count && words[half + 1] == "fence" ? half + 1 : half
            var operation = words[1..<end].joined(separator: " ")
            if let last = words[1..<end].last, Int(last) != nil { operation = words[1..<(end - 1)].joined(separator: " ") }
            if operation == "load of a mark" { operation = "load" }
            found.insert(OrderPlace(file: String(first[..<dot]), function: String(first[first.index(after: dot)...]), operation: operation))
        }
        return found
    }
}
