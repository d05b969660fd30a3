import Foundation

/// A browser's way through an archive.
struct ArchiveVisit {
    /// For pictures of what is shown; none are made without it.
    var pictures: URL?
    private let archive: StaticArchive, tab: BrowserTab
    private var found: ArchiveFindings
    /// Pages whose title is words alone, as that of an article or a type: those can be searched for by it.
    private var searched: [(page: String, title: String)] = []

    private static let wide = 1280, narrow = 390

    init(_ archive: StaticArchive, tab: BrowserTab) {
        self.archive = archive
        self.tab = tab
        found = ArchiveFindings(archive)
    }

    /// Shows the page three times: dark, as usual, and narrow.
    mutating func look(at page: String) throws {
        try tab.show(width: Self.wide, dark: true)
        try tab.open(page)
        let dark: ShownPage = try tab.value(of: ShownPage.reading)
        try keepPicture(of: page, "dark")
        try tab.show(width: Self.wide)
        let light: ShownPage = try tab.value(of: ShownPage.reading)
        try keepPicture(of: page, "light")
        try tab.show(width: Self.narrow, height: 844)
        let narrow: ShownPage = try tab.value(of: ShownPage.reading)
        try keepPicture(of: page, "narrow")
        found.add(light, of: page, missing: tab.missing, complaints: tab.complaints)
        found.addDark(dark, light: light, of: page)
        found.addNarrow(narrow, of: page)
        if light.title.wholeMatch(of: #/[\w ]+/#) != nil { searched.append((page, light.title)) }
    }

    /// Looks for the first and the last page that can be searched for, in the navigation's filter and in the search that is beside it.
    mutating func search() throws {
        guard let first = searched.first, let last = searched.last else { return }
        for (page, title) in [first, last] {
            for place in SearchPlace.allCases {
                try tab.show(width: Self.wide)
                try tab.open(page)
                let _: ShownPage = try tab.value(of: ShownPage.reading)
                guard try tab.value(of: place.opening, as: Bool.self) else {
                    found.add("there is no \(place.rawValue)", on: page)
                    continue
                }
                let before = try tab.value(of: place.count, as: Int.self)
                try tab.type(title)
                if try !tab.value(of: place.finding(page, fewerThan: before), as: Bool.self) {
                    found.add("the \(place.rawValue) doesn't find \(title)", on: page)
                }
                try keepPicture(of: page, place.rawValue)
            }
        }
    }

    /// All that is wrong. Loads the pages that links lead to a part of.
    mutating func findings() throws -> [String] {
        try tab.show(width: Self.wide)
        for page in found.pagesWithAskedAnchors {
            try tab.open(page)
            found.add(try tab.value(of: ShownPage.reading), of: page, missing: tab.missing, complaints: tab.complaints)
        }
        found.addLinks()
        return found.lines
    }

    private func keepPicture(of page: String, _ name: String) throws {
        guard let pictures else { return }
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        let file = page.dropFirst(archive.base.count).split(separator: "/").joined(separator: "-") + "-\(name).png"
        try tab.picture().write(to: pictures.appendingPathComponent(file))
    }
}

/// Where a reader types what to find.
enum SearchPlace: String, CaseIterable {
    case filter, search

    /// Puts the cursor there, and whether it is there then.
    var opening: String {
        """
        (async () => {
          const field = () => document.querySelector('\(field)');
          \(self == .search ? "document.querySelector('.quick-navigation-open')?.click();" : "")
          for (const end = Date.now() + 10000; !field()?.checkVisibility() && Date.now() < end;) await new Promise(done => setTimeout(done, 10));
          field()?.focus();
          return !!field() && document.activeElement === field();
        })()
        """
    }

    /// How many pages it shows.
    var count: String { "(\(links)).length" }

    /// Waits, up to ten seconds, until what is found has the page, and is less than what was there before the question, if anything was.
    func finding(_ page: String, fewerThan before: Int) -> String {
        """
        (async () => {
          const isFound = () => {
            const found = \(links);
            return found.some(a => a.pathname.replace(/\\/?$/, '/') === \(Self.literal(page))) && (\(before) === 0 || found.length < \(before));
          };
          for (const end = Date.now() + 10000; !isFound() && Date.now() < end;) await new Promise(done => setTimeout(done, 10));
          return isFound();
        })()
        """
    }

    /// The navigation keeps elements that it has taken out of sight, to use them again.
    private var links: String {
        "[...document.querySelectorAll('\(results)')].filter(a => a.checkVisibility() && a.getBoundingClientRect().top > -1000)"
    }

    private var field: String { self == .filter ? ".navigator-filter input" : ".quick-navigation input" }
    private var results: String { self == .filter ? ".navigator-card-item a" : ".quick-navigation a" }

    private static func literal(_ text: String) -> String {
        let data = try? JSONEncoder().encode(text)
        return String(decoding: data ?? Data("\"\"".utf8), as: UTF8.self)
    }
}
