// swift .ci/affected.swift REVISION LIST
//
// Which rows a change affects: of what `rxbench list --json` printed into LIST those whose declarations are in files that differ between the revision
// and the work tree. Prints a regular expression that chooses them, for `--filter` and `--first`. Where all rows are affected, or none, it prints
// nothing, and a line on the standard error says which and why. It is about what is worth counting first: code may run in other rows, too.
//
// Run it in the package's folder. Exit status 64: there is no such revision, or the list can't be read.
import Foundation

struct Row: Decodable {
    let id: String
    let covers: [String]
    let latency: Latency?

    /// Whatever it says: rows that have it are of `rxbench latency`, and `check` doesn't know them.
    struct Latency: Decodable {}
}

func say(_ text: String) { FileHandle.standardError.write(Data("affected rows: \(text)\n".utf8)) }

func refuse(_ text: String) -> Never {
    say(text)
    exit(64)
}

/// What git prints; nil where it fails.
func git(_ arguments: String...) -> String? {
    let process = Process(), pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-c", "core.quotePath=false"] + arguments
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
}

/// `Type.name` of what a source of the library makes public, and `name` alone of operators, since traits pass on to those of the same name.
func declarations(in source: String) -> Set<String> {
    let ofFile = #/^(?:[@\w()]+ )*(extension|class|struct|enum|protocol|typealias) (\w+)/#
    let ofType = #/^    (?:@\S+ )*public (?:\w+ )*(?:(?:func|var|let) `?|(?=init|subscript))(\w+)/#
    var type = "", found: Set<String> = []
    for line in source.split(separator: "\n") {
        if let match = line.firstMatch(of: ofFile) {
            type = String(match.2)
            if match.1 != "extension" { found.insert(type) }
        } else if let match = line.firstMatch(of: ofType) {
            found.insert("\(type).\(match.1)")
            if ["ObservableConvertibleType", "ObservableType", "Observable"].contains(type) { found.insert(String(match.1)) }
        }
    }
    return found
}

/// Whether a row is of such a declaration. What covers nothing, as how an operator ends in other ways, begins with the operator's name.
func isAffected(_ row: Row, by declarations: Set<String>) -> Bool {
    if row.covers.isEmpty { return declarations.contains(String(row.id.prefix { $0 != "/" })) }
    return row.covers.contains { isDeclared($0, in: declarations) }
}

/// What the rows of a file of the catalogue begin with; nil where it has others than those of types that have a literal as their name.
func names(in source: String) -> Set<String>? {
    let entry = #/\b(?:RowSet\.\w+|rows)\.of\((\w+)(?:<Input>)?\.self\)/#
    let entries = source.matches(of: #/\[CoveringRows\] (?:= |{\n\s*)\[(?s:(.*?))\n\s*\]/#).map { $0.1 }.joined()
    let types = Set(entries.matches(of: entry).map { $0.1 })
    let names = Set(source.matches(of: #/static (?:let name = |var name: String { )"([^"\\]+)"/#).map { String($0.1) })
    guard names.count == types.count, entries.replacing(entry, with: "").allSatisfy({ $0 == "," || $0.isWhitespace }) else { return nil }
    return names.allSatisfy { name in rows.contains { $0.id.hasPrefix(name + "/") } } ? names : nil
}

/// Whether what a row covers, such as `ObservableType.take(_:) [count]`, is among declarations without labels.
func isDeclared(_ cover: String, in declarations: Set<String>) -> Bool {
    let name = String(cover.prefix { $0 != "(" && $0 != " " })
    return declarations.contains(name) || name.split(separator: ".").last.map { declarations.contains(String($0)) } == true
}

guard CommandLine.arguments.count == 3 else { refuse("usage: swift .ci/affected.swift REVISION LIST") }
let (revision, list) = (CommandLine.arguments[1], CommandLine.arguments[2])
guard let commit = git("rev-parse", "--verify", "--quiet", revision + "^{commit}")?.trimmingCharacters(in: .newlines) else {
    refuse("there is no revision \(revision)")
}
guard let data = FileManager.default.contents(atPath: list), let listed = try? JSONDecoder().decode([Row].self, from: data) else {
    refuse("\(list) is no list of rows, as rxbench list --json prints it")
}
let rows = listed.filter { $0.latency == nil }
guard let differing = git("diff", "--name-only", "--no-renames", commit), let new = git("ls-files", "--others", "--exclude-standard") else {
    refuse("git can't tell what differs from \(revision)")
}

/// The rows that a file affects; nil for all.
func affected(by path: String) -> [Row]? {
    // What is gone was declared, too.
    let text = ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "") + "\n" + (git("show", "\(commit):\(path)") ?? "")
    // Every subscription goes through these; what creates elements goes through the current thread's trampoline; and what all schedulers are
    // made of is in any row that waits.
    if path.contains(#/^Sources/Rx/(Kernel|Observable|Observer)//#) || path.hasSuffix("/Disposables/Disposable.swift") { return nil }
    if path.contains(#/^Sources/Rx/Schedulers/(CurrentThreadScheduler|Trampoline|WorkItem|Schedule\w+|TimerQueue|Worker)\.swift$/#) { return nil }
    var found: [Row] = []
    if path.contains(#/^Sources/(Rx|RxBlocking)//#) {
        let declared = declarations(in: text)
        found = rows.filter { isAffected($0, by: declared) }
    } else if path.hasPrefix("Benchmarks/Catalogue/"), let names = names(in: text) {
        found = rows.filter { row in names.contains { row.id.hasPrefix($0 + "/") } }
    }
    return found.isEmpty ? nil : found
}

let measured = #/^(Package\.swift|(Sources/(Rx|RxBlocking|RxPlatform|CRxPlatform|BenchKit|CAllocationCounter)|Benchmarks)/.*\.(swift|c|h))$/#
var chosen: Set<String> = []
for path in (differing + new).split(separator: "\n").map(String.init) where path.contains(measured) {
    guard let rows = affected(by: path) else {
        say("all, by \(path)")
        exit(0)
    }
    chosen.formUnion(rows.map(\.id))
}
if chosen.isEmpty {
    say("none")
    exit(0)
}

/// `a/`, `a/b/` and so on, and the id itself with its end, as a regular expression has them.
func beginnings(of id: String) -> [String] {
    let id = id.replacing(#/[^\w\/-]/#) { "\\" + $0.0 }
    return id.indices.filter { id[$0] == "/" }.map { String(id[...$0]) } + [id + "$"]
}
// The shortest that no other row has: so one word stands for most rows of an operator.
let others = Set(rows.map(\.id).filter { !chosen.contains($0) }.flatMap(beginnings))
let words = Set(chosen.compactMap { id in beginnings(of: id).first { !others.contains($0) } }).sorted()
say("\(chosen.count) of \(rows.count)")
print("^(\(words.joined(separator: "|")))")
