/// What is wrong with pages that the browser has shown, a line each.
struct ArchiveFindings {
    private let archive: StaticArchive
    private(set) var lines: [String] = []
    private var anchors: [String: Set<String>] = [:], links: [String: [ShownPage.Link]] = [:]

    init(_ archive: StaticArchive) { self.archive = archive }

    mutating func add(_ line: String, on page: String) { lines.append("\(page): \(line)") }

    /// - Parameters:
    ///   - missing: what it has asked for in vain.
    ///   - complaints: what the browser's console has of it.
    mutating func add(_ shown: ShownPage, of page: String, missing: [String] = [], complaints: [String] = []) {
        if shown.title.isEmpty { add("it has no title", on: page) }
        if shown.title.contains("can’t be found") || shown.title.contains("can't be found") { add("the page says that there is none", on: page) }
        for address in missing { add("\(address) isn't there", on: page) }
        for complaint in complaints { add("the console says: \(complaint)", on: page) }
        if shown.plainListings > 0 { add("\(shown.plainListings) of \(shown.swiftListings) blocks of Swift have no colours", on: page) }
        if !shown.isInNavigation { add("the navigation beside it doesn't have it", on: page) }
        anchors[page] = shown.anchors
        links[page] = shown.links
    }

    /// Of the same page on a narrow screen.
    mutating func addNarrow(_ shown: ShownPage, of page: String) {
        for wide in shown.tooWide { add("at 390 points \(wide.element) goes \(wide.points) beyond the edge", on: page) }
    }

    /// Of the same page for a reader who prefers dark colours: the background is darker than half, and the text is much brighter than that.
    mutating func addDark(_ dark: ShownPage, light: ShownPage, of page: String) {
        if dark.background > 0.5 || light.background < 0.5 {
            add("a dark background is \(dark.background), a light one \(light.background)", on: page)
        }
        if dark.text - dark.background < 0.5 { add("dark colours: text of \(dark.text) on \(dark.background)", on: page) }
        if light.background - light.text < 0.5 { add("light colours: text of \(light.text) on \(light.background)", on: page) }
    }

    /// Pages that haven't been shown, and that a link leads to a part of.
    var pagesWithAskedAnchors: [String] {
        let asked = links.values.joined().filter { !$0.anchor.isEmpty }.map { Self.folder($0.path) }
        return Set(asked).filter { anchors[$0] == nil && archive.answer($0) != .missing }.sorted()
    }

    /// Adds each link that leads nowhere. All pages have to be there, those with asked anchors too.
    mutating func addLinks() {
        for (page, links) in links.sorted(by: { $0.key < $1.key }) {
            for link in Set(links).sorted(by: { ($0.path, $0.anchor) < ($1.path, $1.anchor) }) {
                if archive.answer(link.path) == .missing {
                    add("a link leads to \(link.path), which isn't there", on: page)
                } else if !link.anchor.isEmpty, let known = anchors[Self.folder(link.path)], !known.contains(link.anchor) {
                    add("a link leads to \(link.path)#\(link.anchor), and there is no such part", on: page)
                }
            }
        }
    }

    private static func folder(_ path: String) -> String { path.hasSuffix("/") ? path : path + "/" }
}
