import Foundation

@testable import BenchKit

#if canImport(FoundationXML)
import FoundationXML
#endif

/// A table as a reader finds it in a report.
struct ReportTable {
    let title: String
    let header: [String]
    let rows: [[String]]

    /// What a row has in a column; nil where there is no such cell, or more than one row begins so.
    func cell(_ start: [String], _ column: String) -> String? {
        let found = rows.filter { $0.starts(with: start) }
        guard found.count == 1, let place = header.firstIndex(of: column), found[0].indices.contains(place) else { return nil }
        return found[0][place]
    }
}

extension ReportTable {
    /// Those of a report in Markdown, each by what opens it. Cells are as they are written there.
    static func all(inMarkdown text: String) -> [ReportTable] {
        let opening = "<details><summary>", closing = "</summary>"
        var tables: [ReportTable] = [], title = "", lines: [[String]] = []
        for line in text.components(separatedBy: "\n") + [""] {
            if line.hasPrefix(opening) { title = String(line.dropFirst(opening.count).dropLast(closing.count)) }
            if line.hasPrefix("| ") {
                lines.append(MarkdownReader.cells(line).map { $0.trimmingCharacters(in: [" "]) })
                continue
            }
            // The second line says how columns are aligned.
            if lines.count > 2 { tables.append(ReportTable(title: title, header: lines[0], rows: Array(lines.dropFirst(2)))) }
            lines = []
        }
        return tables
    }

    /// Those of a page, each by its caption.
    static func all(in page: PageReport) -> [ReportTable] { PageTables(page.page.rendered(.xml)).all }
}

/// Collects the tables of a page. Where a head has two lines, a column is named by what stands in both.
private final class PageTables: NSObject, XMLParserDelegate {
    private struct Head {
        var text = ""
        let columns: Int
        let isOfBothLines: Bool
    }

    private(set) var all: [ReportTable] = []
    private var open: [String] = [], text = "", title = ""
    private var heads: [[Head]] = [], rows: [[String]] = []

    init(_ page: String) {
        super.init()
        let parser = XMLParser(data: Data(page.utf8))
        parser.delegate = self
        if !parser.parse() { all = [] }
    }

    private var header: [String] {
        guard heads.count == 2 else { return heads.first?.map(\.text) ?? [] }
        var second = heads[1].map(\.text)[...]
        return heads[0].flatMap { head -> [String] in
            if head.isOfBothLines { return [head.text] }
            defer { second = second.dropFirst(head.columns) }
            return second.prefix(head.columns).map { "\(head.text) \($0)" }
        }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        let isInHead = open.contains("thead")
        open.append(name)
        switch name {
        case "table": (title, heads, rows) = ("", [], [])
        case "tr": if isInHead { heads.append([]) } else { rows.append([]) }
        case "th", "td", "caption":
            text = ""
            guard isInHead else { return }
            let columns = attributes["colspan"].flatMap { Int($0) } ?? 1
            heads[heads.count - 1].append(Head(columns: columns, isOfBothLines: attributes["rowspan"] != nil))
        default: break
        }
    }

    /// What stands in a cell itself: not the title below a name, nor what is in a picture.
    func parser(_ parser: XMLParser, foundCharacters string: String) {
        if ["th", "td", "caption"].contains(open.last) { text += string }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        open.removeLast()
        switch name {
        case "caption": title = text
        case "th", "td":
            if open.contains("thead") {
                let line = heads.count - 1
                heads[line][heads[line].count - 1].text = text
            } else {
                rows[rows.count - 1].append(text)
            }
        case "table": all.append(ReportTable(title: title, header: header, rows: rows))
        default: break
        }
    }
}
