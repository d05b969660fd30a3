import Foundation

/// Where links of pages may lead: files and folders of the repository, and headings of its pages.
struct RepositoryLinks {
    private let root: URL
    /// What has been read of the pages.
    private var headings: [String: Set<String>] = [:]

    init(root: URL) { self.root = root.standardizedFileURL }

    /// What is wrong with a link of a page; nil if nothing is, or if it leads out of the repository.
    mutating func defect(of link: String, on page: String) -> String? {
        guard link.wholeMatch(of: #/[a-z]+:.*/#) == nil else { return nil }
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let folder = root.appendingPathComponent(page).deletingLastPathComponent()
        let name = String(parts[0]).removingPercentEncoding ?? String(parts[0])
        let target = name.isEmpty ? root.appendingPathComponent(page) : folder.appendingPathComponent(name).standardizedFileURL
        guard target.path.hasPrefix(root.path + "/"), FileManager.default.fileExists(atPath: target.path) else { return "\(link) isn't there" }
        guard parts.count == 2, target.pathExtension == "md" else { return nil }
        return anchors(of: target).contains(String(parts[1])) ? nil : "\(link): the page has no such heading"
    }

    private mutating func anchors(of page: URL) -> Set<String> {
        if let known = headings[page.path] { return known }
        // A page of the catalogue is read in the archive.
        let isInArchive = page.path.contains(".docc/")
        let all = PageHeading.all(in: (try? String(contentsOf: page, encoding: .utf8)) ?? "")
        let found = Set(all.map { isInArchive ? $0.archiveAnchor : $0.anchor })
        headings[page.path] = found
        return found
    }
}
