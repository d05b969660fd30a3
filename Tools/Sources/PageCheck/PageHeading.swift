/// A heading of a page, and what a link to it ends with.
public struct PageHeading: Equatable, Sendable {
    /// As GitHub makes it: small letters, without punctuation, with a number where an earlier heading has the same.
    public let anchor: String
    /// As DocC makes it: without punctuation and underscores.
    public let archiveAnchor: String

    init(_ text: String, among earlier: [PageHeading]) {
        let words = text.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.replacing(" ", with: "-")
        archiveAnchor = words.filter { $0 != "_" }
        let name = words.lowercased(), known = Set(earlier.map(\.anchor))
        anchor = known.contains(name) ? (1...).lazy.map { "\(name)-\($0)" }.first { !known.contains($0) } ?? name : name
    }

    /// Those of a page.
    public static func all(in page: String) -> [PageHeading] { PageText(page).headings }
}
