import Foundation
import Rx

extension AllExamples {
    /// The repository: two folders above this one.
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Where `pages` belong.
    public static let pagesFolder = root.appendingPathComponent("Sources/Rx/Rx.docc/Operators")

    /// The documentation's pages about operators, by file name: the decision tree and a page for each family. What an
    /// operator does and costs is its documentation comment; its code and its diagram are those of its example.
    public static func pages() throws -> [String: String] {
        let comments = try DocComments(
            folders: ["Rx", "RxBlocking"].map { root.appendingPathComponent("Sources/\($0)") })
        var pages = ["Operators.md": overview]
        for family in families { pages[family.page + ".md"] = page(of: family, comments) }
        return pages
    }

    private static var overview: String {
        var lines = [
            "# Operators", "",
            "Which operator for what: find the sentence that you would say.", "",
            "Every diagram on these pages was drawn by running the example in virtual time: `swift run Examples OPERATOR` does it again. "
                + "A tick is a second. `-` is a tick that passes, `|` completion, `#` an error, `!` a disposal; "
                + "what comes within one tick is in parentheses.", "",
            "In the code, `stage.hot` is a source that sends what its marble string says, `stage.cold` one that begins anew for each "
                + "subscription, and `stage.show` subscribes and draws what comes. `stage.scheduler` is RxTest's scheduler of virtual time. "
                + "`stage.wait` and `stage.iterate` draw what asynchronous work comes to, and a `Server` answers a request when it is told to.", "",
        ]
        for family in families {
            lines += ["## \(family.question)", ""]
            lines += family.examples.map { "- \($0.purpose): [`\($0.name)`](<doc:\(family.page)#\(anchor(of: $0.name))>)" }
            lines.append("")
        }
        // Where DocC has the families in the navigation: below this page.
        lines += ["## Topics", "", "### Families", ""] + families.map { "- <doc:\($0.page)>" } + [""]
        return lines.joined(separator: "\n")
    }

    /// What DocC calls a heading in a link.
    private static func anchor(of heading: String) -> String {
        heading.filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == " " }.replacing(" ", with: "-")
    }

    private static func page(of family: Family, _ comments: DocComments) -> String {
        var lines = [
            "# \(family.title)", "", "\(family.question) How to read the examples: <doc:Operators>; what each operator takes: <doc:OperatorCosts>.",
            "",
        ]
        for example in family.examples {
            lines += ["## \(example.name)", "", "*… \(example.purpose)*", ""]
            if let entry = comments.entry(named: example.documentation) {
                let summary = entry.summary.trimmingCharacters(in: .whitespacesAndNewlines)
                if !summary.isEmpty { lines += [summary, ""] }
                if let cost = entry.cost { lines += ["**Cost:** \(cost.dropFirst("Cost: ".count))", ""] }
            }
            lines += ["```swift", example.code ?? "", "```", "", "```text", example.output(on: .lock), "```", ""]
        }
        return lines.joined(separator: "\n")
    }
}
