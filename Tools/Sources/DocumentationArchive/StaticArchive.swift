import Foundation

/// The files of an archive as a host of static files answers with them below `/BASE/`: a folder by its `index.html`, with a slash at its end.
struct StaticArchive {
    enum Answer: Equatable {
        case file(URL, type: String)
        /// To the same address with a slash at its end.
        case moved(to: String)
        case missing
    }

    /// The address that no machine has: the browser never asks the network for it.
    static let origin = "http://archive.invalid"

    let folder: URL
    /// With a slash on both sides.
    let base: String

    init(folder: URL, base: String) {
        self.folder = folder.standardizedFileURL
        self.base = "/\(base)/"
    }

    /// - Parameter path: of an address, as it is written there; what follows `?` or `#` isn't part of it.
    func answer(_ path: String) -> Answer {
        guard path.hasPrefix(base), let name = path.dropFirst(base.count).removingPercentEncoding else { return .missing }
        let url = folder.appendingPathComponent(name).standardizedFileURL
        guard url.path == folder.path || url.path.hasPrefix(folder.path + "/") else { return .missing }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { return .missing }
        guard isFolder.boolValue else { return path.hasSuffix("/") ? .missing : .file(url, type: Self.type(of: url)) }
        let index = url.appendingPathComponent("index.html")
        guard FileManager.default.fileExists(atPath: index.path) else { return .missing }
        return path.hasSuffix("/") ? .file(index, type: Self.type(of: index)) : .moved(to: path + "/")
    }

    /// The pages, as addresses below the base, in order: each has its data and a folder of its own.
    var pages: [String] {
        let data = folder.appendingPathComponent("data")
        let paths = (FileManager.default.subpaths(atPath: data.path) ?? []).filter { $0.hasSuffix(".json") }
        return paths.map { "\(base)\($0.dropLast(".json".count))/" }.filter { answer($0) != .missing }.sorted()
    }

    /// Whether the page is an article, as its data says; others are of symbols.
    func isArticle(_ page: String) -> Bool {
        let name = page.dropFirst(base.count).dropLast()
        guard let data = try? Data(contentsOf: folder.appendingPathComponent("data/\(name).json")),
            let content = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
        else { return false }
        return content["kind"] as? String == "article"
    }

    private static func type(of url: URL) -> String {
        switch url.pathExtension {
        case "html": "text/html"
        case "js": "text/javascript"
        case "css": "text/css"
        case "json": "application/json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        default: "application/octet-stream"
        }
    }
}
