import Foundation
import Testing
import ToolCommand

@testable import ChangeEffects

/// Which rows a change affects: what the tool prints, says and ends with, in a repository of its own.
@Suite struct AffectedRowsTests {
    @Test(arguments: [
        (change: "true", pattern: "", says: "none"),
        (change: "echo >>README.md", pattern: "", says: "none"),
        (change: "echo // >>Sources/Rx/Operators/Map.swift", pattern: "^(map/|single/map/)", says: "4 of 8"),
        (change: "rm Sources/Rx/Operators/Map.swift", pattern: "^(map/|single/map/)", says: "4 of 8"),
        // What isn't committed yet.
        (change: "cp Sources/Rx/Operators/Map.swift Sources/Rx/New.swift", pattern: "^(map/|single/map/)", says: "4 of 8"),
        // A member of a type is not that of another type.
        (change: "echo // >>Sources/Rx/Subjects/Subject.swift", pattern: "^(Subject/)", says: "1 of 8"),
        // What any sequence has, traits have, too.
        (change: "echo // >>Sources/RxBlocking/Blocking.swift", pattern: "^(single/filter/)", says: "1 of 8"),
        (change: "echo // >>Sources/RxTest/Recording.swift", pattern: "^(AnyObserver/)", says: "1 of 8"),
        (change: "echo // >>Sources/RxMarbles/Text.swift", pattern: "", says: "all, by Sources/RxMarbles/Text.swift"),
        (change: "echo // >>Benchmarks/Catalogue/ListedRows.swift", pattern: "^(one\\.more\\?/|single/filter/)", says: "2 of 8"),
        // Nobody can tell which rows a function makes, and a literal elsewhere may be anything.
        (change: "echo // >>Benchmarks/Catalogue/Made.swift", pattern: "", says: "all, by Benchmarks/Catalogue/Made.swift"),
        (change: "echo // >>Benchmarks/RxbenchSuite.swift", pattern: "", says: "all, by Benchmarks/RxbenchSuite.swift"),
        (change: "echo // >>Sources/Rx/Disposables/Disposable.swift", pattern: "", says: "all, by Sources/Rx/Disposables/Disposable.swift"),
        (
            change: "echo // >>Sources/Rx/Schedulers/CurrentThreadScheduler.swift", pattern: "",
            says: "all, by Sources/Rx/Schedulers/CurrentThreadScheduler.swift"
        ),
        (change: "echo // >>Sources/Rx/Kernel/Gate.swift", pattern: "", says: "all, by Sources/Rx/Kernel/Gate.swift"),
        (change: "echo // >>Sources/Rx/Operators/Helper.swift", pattern: "", says: "all, by Sources/Rx/Operators/Helper.swift"),
        (change: "echo // >>Package.swift", pattern: "", says: "all, by Package.swift"),
        // What else has changed hides no operator.
        (
            change: "for file in Package Sources/Rx/Kernel/Gate Sources/Rx/Operators/Map; do echo // >>$file.swift; done",
            pattern: "^(map/|single/map/)", says: "all, by Package.swift; first 4 of 8, by other files"
        ),
        // What judges and shows has no part in figures; what counts has.
        (change: "mkdir -p Sources/BenchKit/Checking && echo // >Sources/BenchKit/Checking/Finding.swift", pattern: "", says: "none"),
        (
            change: "mkdir -p Sources/BenchKit/Counting && echo // >Sources/BenchKit/Counting/Count.swift", pattern: "",
            says: "all, by Sources/BenchKit/Counting/Count.swift"
        ),
    ]) func rowsAreAffectedByWhatTheirDeclarationsAreIn(change: String, pattern: String, says: String) throws {
        let found = try said(change)
        #expect(found == ["affected rows: \(says)"] + (pattern.isEmpty ? [] : [pattern]) + ["0"])
    }

    /// What the suite leaves out of its sources is left out here, as no figure passes through it, and nothing else is.
    @Test func whatIsNotMeasuredIsWhatTheSuiteLeavesOut() throws {
        let root = (1...4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
        let suite = try String(contentsOf: root.appendingPathComponent("Benchmarks/RxbenchSuite.swift"), encoding: .utf8)
        let list = try #require(suite.firstMatch(of: #/measuredSources =(?s:.*?)\n    \+ \[(?s:(.*?))\]/#)).1
        let left = list.matches(of: #/"([^"]+)"/#).map { String($0.1) }.filter { !$0.hasPrefix("*") }
        #expect(left.count > 10 && left == ChangedSource.unmeasured)
    }

    @Test func whatIsAffectedIsNotGuessed() throws {
        #expect(try said("true", revision: "nowhere") == ["affected rows: there is no revision nowhere", "64"])
        #expect(try said("echo '[{}]' >list.json") == ["affected rows: list.json is no list of rows, as rxbench list --json prints it", "64"])
    }

    @Test(arguments: [[], ["HEAD"], ["HEAD", "list.json", "more"]]) func otherArgumentsAreRefusedInOneLine(arguments: [String]) throws {
        let complaint = try ToolFolder().complaint(AffectedRows(), arguments, exitCode: 64)
        #expect(complaint == "affected rows: usage: tools affected REVISION LIST")
    }

    /// - Parameter change: a command of the shell.
    private func said(_ change: String, revision: String = "HEAD") throws -> [String] {
        let covers = [
            "map/event": "ObservableType.map(_:)", "map/error": "ObservableType.map(_:)", "Subject/on": "Subject.on(_:)",
            "single/map/event": "PrimitiveSequenceType.map(_:) [SingleTrait]", "single/filter/event": "PrimitiveSequenceType.filter(_:)",
            "AnyObserver/on": "AnyObserver.on(_:)", "one.more?/event": "", "map/throwing/error": "",
        ]
        // It isn't checked.
        let late: [String: Any] = ["id": "map/late", "covers": [String](), "latency": ["senders": 1]]
        let checked: [[String: Any]] = covers.map { ["id": $0.key, "covers": $0.value.isEmpty ? [] : [$0.value]] }
        let list = try JSONSerialization.data(withJSONObject: checked + [late])
        let sources = [
            "Sources/Rx/Operators/Map.swift": "extension ObservableType {\n    public func map() {\n        let filter = 1\n    }\n}\n",
            "Sources/Rx/Operators/Helper.swift": "struct Helper {\n    func map() {}\n}\nextension ObservableType {\n    func filter() {}\n}\n",
            "Sources/Rx/Subjects/Subject.swift": "public final class Subject: Sendable {\n    public func on(_ event: Int) {}\n}\n",
            "Sources/Rx/Kernel/Gate.swift": "extension ObservableType {\n    public func map() {}\n}\n",
            "Sources/Rx/Disposables/Disposable.swift": "extension Subject {\n    public func on() {}\n}\n",
            "Sources/Rx/Schedulers/CurrentThreadScheduler.swift": "extension Subject {\n    public func on() {}\n}\n",
            "Sources/RxBlocking/Blocking.swift": "extension ObservableConvertibleType {\n    public func filter() {}\n}\n",
            "Sources/RxTest/Recording.swift": "extension AnyObserver {\n    public func on(_ event: Int) {}\n}\n",
            "Sources/RxMarbles/Text.swift": "public struct Text {}\n",
            "Benchmarks/RxbenchSuite.swift": #"let reference = "Subject/on", covers = "AnyObserver.on(_:)""#,
            "Benchmarks/Catalogue/ListedRows.swift": """
            let list: [CoveringRows] = [
                RowSet.all.of(One.self),
            ]
            func inFunction<Input>(_ rows: RowSet) -> [CoveringRows] {
                [
                    rows.of(Two<Input>.self),
                ]
            }
            enum One { static let name = "one.more?", other = "Subject" }
            enum Two<Input> { static var name: String { "single/filter" } }
            """,
            "Benchmarks/Catalogue/Made.swift": """
            let list: [CoveringRows] = [
                RowSet.all.of(One.self), made("on"),
            ]
            func made(_ name: String) -> CoveringRows { row("Subject/\\(name)") }
            enum One { static let name = "one.more?" }
            """,
            "Package.swift": "", "README.md": "",
        ]
        let folder = try ToolFolder(sources)
        try folder.commit()
        try folder.write(String(decoding: list, as: UTF8.self), "list.json")
        try folder.shell(change)
        let outcome = folder.run(AffectedRows(), revision, "list.json")
        return outcome.errors + outcome.output + ["\(outcome.exitCode)"]
    }
}
