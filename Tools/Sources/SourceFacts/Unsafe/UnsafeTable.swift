import Foundation

/// What `docs/unsafe.txt` lists.
struct UnsafeTable {
    private(set) var entries: [UnsafePlace: (count: Int, invariant: String)] = [:]
    /// Names with a leading underscore that are the project's own, or words of the language.
    private(set) var names: Set<String> = []
    private(set) var defects: [String] = []

    init(_ text: String) {
        var kind = "", missing = Set(UnsafeUse.kinds.map(\.name)).subtracting([UnsafeUse.unknown])
        for line in text.components(separatedBy: "\n") where !line.isEmpty && !line.hasPrefix("# ") && line != "#" {
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            if words.first == "##" {
                kind = words.count < 2 ? "" : words[1].replacingOccurrences(of: ":", with: "")
                if missing.remove(kind) == nil { defects.append("no kind, or one that has a section: \(line)") }
            } else if ["own-names:", "keywords:"].contains(words.first) {
                names.formUnion(line.components(separatedBy: " ").dropFirst())
            } else if words.count >= 2, let count = Int(words[1]) {
                let place = UnsafePlace(kind: kind, path: words[0])
                if kind == "silgen" { defects.append("\(place.path): silgen: nothing may use it, listed or not") }
                if entries[place] != nil { defects.append("\(place.path): \(kind): listed twice") }
                entries[place] = (count, words.count == 3 ? words[2] : "")
            } else {
                defects.append("no line of a path, a count and an invariant: \(line)")
            }
        }
        defects += missing.map { "no section: \($0)" }
        checkInvariants()
    }

    private mutating func checkInvariants() {
        for (place, entry) in entries where !(20...160).contains(entry.invariant.count) {
            defects.append("\(place.path): \(place.kind): an invariant of \(entry.invariant.count) characters; from 20 to 160 are allowed")
        }
        for (invariant, same) in Dictionary(grouping: entries, by: \.value.invariant) where Set(same.map(\.key.path)).count > 3 {
            defects.append("the same invariant for \(Set(same.map(\.key.path)).count) files: \(invariant)")
        }
    }

    /// What the uses and the entries don't have in common.
    func differences(from uses: [UnsafeUse]) -> [String] {
        let found = Dictionary(grouping: uses.filter { $0.kind != UnsafeUse.unknown }) { $0.place }
        var differences = uses.filter { $0.kind == UnsafeUse.unknown }.map { "\($0.path):\($0.line): of no kind: \($0.text)" }
        for (place, uses) in found {
            guard let entry = entries[place] else {
                let names = uses.map { "\($0.text) in line \($0.line)" }.joined(separator: ", ")
                differences.append("\(place.path): \(place.kind): not listed: \(names)")
                continue
            }
            if entry.count != uses.count { differences.append("\(place.path): \(place.kind): \(uses.count), listed as \(entry.count)") }
            for use in uses where place.kind.hasPrefix("underscored") && !entry.invariant.contains(use.text) {
                differences.append("\(use.path):\(use.line): \(use.kind): the invariant doesn't name \(use.text)")
            }
        }
        return differences + entries.keys.filter { found[$0] == nil }.map { "\($0.path): \($0.kind): listed, but there is none" }
    }
}
