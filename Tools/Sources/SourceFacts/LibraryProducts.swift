import Foundation
import ToolCommand

/// Names a package's libraries; see `summary`.
public struct LibraryProducts: Tool {
    public let name = "library-products", subject = "library products"
    public let forms = [""]
    public let summary = """
        Reads what `swift package describe --type json` prints, and prints the names of the libraries that the package has, one a line, in its order.
        Exit code 1: the standard input is nothing of the kind.
        """

    public init() {}

    public func run(_ arguments: [String], in place: ToolPlace) throws -> ToolOutcome {
        guard arguments.isEmpty else { throw wrongArguments }
        // A plugin's type is told in another form: what has none of a library's is none.
        let document = (try? JSONSerialization.jsonObject(with: place.input)) as? [String: Any]
        guard let products = document?["products"] as? [[String: Any]] else {
            throw ToolFailure("the standard input is no description of a package", exitCode: ToolFailure.finding)
        }
        let libraries = products.filter { ($0["type"] as? [String: Any])?["library"] != nil }
        return ToolOutcome(output: libraries.compactMap { $0["name"] as? String })
    }
}
