import Foundation

/// An SVG image that a screen reader can name and describe.
struct Picture {
    let width: Double
    let height: Double
    /// Unique in its page.
    let id: String
    /// What it is.
    let title: String
    /// What it shows, in words.
    let description: String
    let content: [Markup]
    var style = "plot"

    var markup: Markup { element([("class", style)], before: []) }

    /// As a file of its own, with the colours in their places: not all that draws such files knows variables.
    /// - Parameter colours: `PageStyle.light` or `PageStyle.dark`.
    func text(_ colours: String) -> String {
        let ground = tag("rect", ["class": "ground", "width": coordinate(width), "height": coordinate(height)], [])
        var rules = PageStyle.plots + "\n.ground { fill: var(--back); }"
        for colour in colours.split(whereSeparator: { $0 == ";" || $0.isNewline }) {
            let parts = colour.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
            if parts.count == 2 { rules = rules.replacingOccurrences(of: "var(\(parts[0]))", with: parts[1]) }
        }
        let style = tag("style", [.lines(rules.components(separatedBy: "\n"))])
        return element([("xmlns", "http://www.w3.org/2000/svg")], before: [style, ground]).rendered(.xml) + "\n"
    }

    private func element(_ first: [(name: String, value: String)], before: [Markup]) -> Markup {
        .element(
            "svg",
            first + [
                ("viewBox", "0 0 \(coordinate(width)) \(coordinate(height))"), ("width", coordinate(width)), ("height", coordinate(height)),
                ("role", "img"), ("aria-labelledby", "\(id)-t \(id)-d"),
            ],
            [tag("title", ["id": "\(id)-t"], title), tag("desc", ["id": "\(id)-d"], description)] + before + content)
    }

    static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String) -> Markup {
        tag(
            "line",
            [
                "class": style, "x1": coordinate(x1), "y1": coordinate(y1), "x2": coordinate(x2), "y2": coordinate(y2),
            ])
    }

    static func text(_ x: Double, _ y: Double, _ text: String, anchor: String = "start", _ style: String = "label") -> Markup {
        tag("text", ["class": style, "x": coordinate(x), "y": coordinate(y), "text-anchor": anchor], text)
    }

    /// A triangle around (x, y) whose tip points to the right where `side` is 1, to the left where it is -1.
    static func arrow(_ x: Double, _ y: Double, towards side: Double, _ style: String) -> Markup {
        let corners = [(x + 5 * side, y), (x - 3 * side, y - 5), (x - 3 * side, y + 5)]
        return tag(
            "polygon",
            [
                "class": style, "points": corners.map { "\(coordinate($0.0)),\(coordinate($0.1))" }.joined(separator: " "),
            ])
    }

    static func dot(_ x: Double, _ y: Double, radius: Double, _ style: String) -> Markup {
        tag("circle", ["class": style, "cx": coordinate(x), "cy": coordinate(y), "r": coordinate(radius)])
    }
}
