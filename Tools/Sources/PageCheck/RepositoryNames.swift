import Foundation

/// What a name on a page may stand for: a file, a folder, or something in the code of this repository.
struct RepositoryNames {
    private var paths: Set<String> = [], parts: Set<String> = []
    private var names: Set<String> = []
    private var files: [SourceTokens] = [], texts: [String] = []
    /// The types that aren't only extended here, and the files that declare or extend each.
    private var declared: Set<String> = [], declaring: [String: [Int]] = [:]
    private var labels: [String: [[String]]] = [:]

    /// Folders of what is written into them: builds, and git's own.
    static let leftOut: Set = [".build", ".git", ".swiftpm"]
    /// Their names are those of another library, or aren't here on purpose: a page may tell of them.
    private static func isVocabulary(_ path: String) -> Bool { path.wholeMatch(of: #/docs/vocabulary[a-z-]*\.txt/#) != nil }

    init(root: URL) {
        guard let found = FileManager.default.enumerator(atPath: root.path) else { return }
        while let path = found.nextObject() as? String {
            let folders = path.split(separator: "/")
            if folders.last.map({ Self.leftOut.contains(String($0)) }) ?? false {
                found.skipDescendants()
                continue
            }
            paths.insert(path)
            for start in folders.indices {
                for end in start..<folders.endIndex { parts.insert(folders[start...end].joined(separator: "/")) }
            }
            let isCode = ["swift", "c", "h", "S"].contains((path as NSString).pathExtension)
            guard isCode || folders.count == 2 && ["Scripts", ".ci"].contains(folders[0]) || Self.isVocabulary(path),
                let text = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
            else { continue }
            add(SourceTokens(text))
            texts.append(text)
        }
    }

    /// Blocks of code on pages declare things, too, for the page to speak of.
    mutating func add(blocksOf page: PageText) {
        for block in page.blocks { add(SourceTokens(block)) }
    }

    private mutating func add(_ file: SourceTokens) {
        names.formUnion(file.names)
        for type in file.types.keys { declaring[type, default: []].append(files.count) }
        declared.formUnion(file.declared)
        labels.merge(file.labels) { $0 + $1 }
        files.append(file)
    }

    /// Whether what a page has in back quotes stands for something here, or is no name: a command, an expression, a row of the benchmarks, a
    /// commit. Of a command the words that are paths are looked at.
    func has(_ code: String) -> Bool {
        let words = code.split(separator: " ")
        guard words.count == 1 else { return words.allSatisfy { !isPathFromRoot($0) || hasPath($0) } }
        if isPathFromRoot(words[0]) || words[0].wholeMatch(of: #/[A-Z]\w+(?:/[A-Z][\w+]*)+(?:\.\w+)?/#) != nil { return hasPath(words[0]) }
        if code.wholeMatch(of: #/[A-Za-z_][\w+-]*\.(?:swift|md|txt|json|c|h|yml)/#) != nil { return parts.contains(code) || isWritten(code) }
        if code.wholeMatch(of: #/(?=\w*[0-9])[0-9a-f]{7,40}/#) != nil { return true }
        guard let name = code.wholeMatch(of: #/\.?((?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*)(\((?:\w+:)*\))?/#) else { return true }
        let labels = name.2.map { $0.dropFirst().dropLast().split(separator: ":").map(String.init) }
        return hasName(name.1.split(separator: ".").map(String.init), labels: labels)
    }

    private func isPathFromRoot(_ word: Substring) -> Bool {
        let folders = word.split(separator: "/")
        return folders.count > 1 && paths.contains(String(folders[0])) && word.first != "/"
    }

    /// A path from the root of the repository, or the end of one. With a star, or dots for what is left out, it stands for more than one.
    private func hasPath(_ word: Substring) -> Bool {
        let path = word.last == "/" ? word.dropLast() : word
        if path.contains(where: { "*…<>{}$".contains($0) }) { return true }
        let isThere = isPathFromRoot(word) ? paths.contains(String(path.split(separator: ":")[0])) : parts.contains(String(path))
        return isThere || isWritten(path)
    }

    /// Whether the code has it letter by letter: a file that a program or a script writes.
    private func isWritten(_ path: some StringProtocol) -> Bool { texts.contains { $0.contains(path) } }

    private func hasName(_ path: [String], labels asked: [String]?) -> Bool {
        guard let last = path.last, path.allSatisfy({ names.contains($0) || parts.contains($0 + ".swift") }) else { return false }
        if path.count > 1, declared.contains(path[path.count - 2]), !members(of: path[path.count - 2], have: last) { return false }
        guard let asked, !asked.isEmpty, let known = labels[last] else { return true }
        return known.contains { Self.areIn($0, asked) }
    }

    /// Whether a file that declares or extends the type, or one above it, has the name.
    private func members(of type: String, have name: String) -> Bool {
        var seen: Set<String> = [], next = [type]
        while let type = next.popLast() {
            guard seen.insert(type).inserted else { continue }
            for index in declaring[type] ?? [] {
                if files[index].names.contains(name) { return true }
                next += files[index].types[type] ?? []
            }
        }
        return false
    }

    /// Whether the labels are among the declared ones, in their order: what has a default may be missing.
    private static func areIn(_ declared: [String], _ asked: [String]) -> Bool {
        var rest = declared[...]
        return asked.allSatisfy { label in
            guard let index = rest.firstIndex(of: label) else { return false }
            rest = rest[(index + 1)...]
            return true
        }
    }
}
