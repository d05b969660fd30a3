/// A piece of HTML, SVG or XML. Whatever comes from a results file goes in as `.text`, as `.lines` or as an attribute's value, which are
/// escaped when they are written: no other way leads into a page.
indirect enum Markup: Equatable {
    case text(String)
    /// Text of several lines. Any other stays on one, whatever it holds.
    case lines([String])
    case element(String, [(name: String, value: String)], [Markup])

    /// How elements without content are written.
    enum Syntax {
        /// `<br>`, `<p></p>`, and `<path/>` within SVG.
        case html
        /// `<p/>`.
        case xml
    }

    static func == (one: Markup, other: Markup) -> Bool { one.rendered(.xml) == other.rendered(.xml) }

    func rendered(_ syntax: Syntax) -> String {
        var text = ""
        write(to: &text, syntax)
        return text
    }

    private func write(to output: inout String, _ syntax: Syntax) {
        switch self {
        case .text(let text):
            output += Markup.escaped(text)
        case .lines(let lines):
            output += lines.map(Markup.escaped).joined(separator: "\n")
        case .element(let name, let attributes, let children):
            output += "<\(name)"
            for (name, value) in attributes { output += " \(name)=\"\(Markup.escaped(value))\"" }
            if children.isEmpty, syntax == .html, Markup.void.contains(name) {
                output += ">"
                return
            }
            if children.isEmpty, syntax == .xml || Markup.shapes.contains(name) {
                output += "/>"
                return
            }
            output += ">"
            for child in children { child.write(to: &output, syntax) }
            output += "</\(name)>"
            if Markup.blocks.contains(name) { output += "\n" }
        }
    }

    /// Elements that HTML has no end tag for.
    private static let void: Set<String> = ["br", "hr", "link", "meta"]
    /// Elements of SVG, which end with `/>` in HTML too.
    private static let shapes: Set<String> = ["circle", "line", "path", "polygon", "polyline", "rect"]
    /// After these a new line begins, so that files can be read and compared.
    private static let blocks: Set<String> = [
        "caption", "details", "h1", "h2", "h3", "h4", "head", "header", "li", "main", "meta", "p", "section", "style", "svg", "table", "tbody",
        "testcase", "testsuite", "thead", "title", "tr", "ul",
    ]

    /// What is unseen, of which XML doesn't allow all, is spelled: no two texts become one.
    static func escaped(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.onOneLine.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

/// An element with markup in it.
func tag(_ name: String, _ attributes: KeyValuePairs<String, String>, _ children: [Markup]) -> Markup {
    .element(name, attributes.map { ($0.key, $0.value) }, children)
}

func tag(_ name: String, _ children: [Markup]) -> Markup { .element(name, [], children) }

/// An element with text in it, or without content.
func tag(_ name: String, _ attributes: KeyValuePairs<String, String>, _ text: String? = nil) -> Markup {
    tag(name, attributes, text.map { [.text($0)] } ?? [])
}

func tag(_ name: String, _ text: String) -> Markup { .element(name, [], [.text(text)]) }
