import Foundation

/// A report as one HTML page that needs nothing else: no network, no script. A pure function of the digest.
struct PageReport {
    private let digest: Digest

    init(_ digest: Digest) {
        self.digest = digest
    }

    var text: String { "<!DOCTYPE html>\n" + page.rendered(.html) + "\n" }

    var page: Markup {
        let title = "\(digest.newest.suite): benchmarks"
        let verdict = VerdictSection(digest)
        let sections =
            [verdict.markup] + verdict.others + [
                FiguresSection(digest).markup, CountsSection(digest).markup,
                ProgramSection(digest).markup, CurvesSection(digest).markup, LatencySection(digest).markup, MachinesSection(digest).markup,
                DistributionSection(digest).markup, NoiseSection(digest).markup, MissingSection(digest).markup,
            ]
        return tag(
            "html", ["lang": "en"],
            [
                tag(
                    "head",
                    [
                        tag("meta", ["charset": "utf-8"]),
                        tag("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
                        tag("meta", ["name": "color-scheme", "content": "light dark"]),
                        tag("title", title),
                        // The style is this program's own text, so it is escaped in a way that leaves it as it is.
                        tag("style", [.lines(PageStyle.text.components(separatedBy: "\n"))]),
                    ]),
                tag("body", [tag("header", [tag("h1", title)]), tag("main", sections.compactMap { $0 } + [subtitle])]),
            ])
    }

    private var subtitle: Markup {
        let environment = digest.newest.environment
        let commit = environment.commit.map { "commit \($0.prefix(12))" + (environment.dirty == true ? " with changes" : "") }
        let parts = [
            environment.date, commit, environment.processor.map { "\($0), \(environment.cores) processors" }, environment.os,
            environment.compiler, "\(environment.optimisation) build", environment.allocator,
        ]
        return tag("p", ["class": "quiet"], parts.compactMap { $0 }.joined(separator: " · "))
    }
}

/// What sections are made of.
enum PagePart {
    /// A section with its heading.
    static func section(_ id: String, _ heading: String, _ content: [Markup]) -> Markup {
        tag("section", ["aria-labelledby": id], [tag("h2", ["id": id], heading)] + content)
    }

    static func paragraph(_ text: String) -> Markup { tag("p", ["class": "quiet"], text) }

    /// A table in a box of its own, which scrolls where the window is narrow and can be reached by the keyboard.
    /// - Parameter head: rows of header cells.
    static func table(_ caption: String, head: [Markup], rows: [Markup]) -> Markup {
        tag(
            "div", ["class": "scroll", "role": "region", "aria-label": caption, "tabindex": "0"],
            [
                tag("table", [tag("caption", caption), tag("thead", head), tag("tbody", rows)])
            ])
    }

    static func heads(_ titles: [String]) -> Markup {
        tag("tr", titles.map { tag("th", ["scope": "col"], $0) })
    }

    /// A row's first cell, which names it.
    static func name(_ text: String, _ title: String? = nil) -> Markup {
        tag("th", ["scope": "row"], [.text(text)] + (title.map { [tag("span", ["class": "title"], $0)] } ?? []))
    }

    static func cell(_ text: String) -> Markup {
        tag("td", ["class": text == Figures.absent ? "absent" : "figure"], text)
    }

    static func cell(_ picture: Picture?) -> Markup {
        picture.map { tag("td", [$0.markup]) } ?? cell(Figures.absent)
    }
}
