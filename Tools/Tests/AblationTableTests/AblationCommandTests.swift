import Foundation
import Testing

@testable import AblationTable

@Suite struct AblationCommandTests {
    private let repository: AblationRepository

    init() throws { repository = try AblationRepository() }

    private func error(_ arguments: [String] = []) -> String? {
        let outcome = repository.command.run(arguments)
        return outcome.exitCode == 1 && outcome.output == [] && outcome.errors.count == 1 ? outcome.errors[0] : nil
    }

    @Test func onlyWhatIsBetweenTheMarksIsWritten() throws {
        try repository.counts("usual", ["a": 100])
        #expect(repository.command.run([]) == .init(output: ["wrote docs/Ablation.md", "wrote docs/journal/ablation-tables.md"]))
        for path in [AblationCommand.page, AblationCommand.journal] {
            let page = try repository.page(path)
            #expect(page.hasPrefix("# Head\n\n<!-- ablation -->\n\nMeasured on 2026-11-28: Swift version 6.3.1"))
            #expect(page.hasSuffix("\n<!-- /ablation -->\n\nTail\n"))
            #expect(!page.contains("old"))
        }
        #expect(repository.command.run([]) == .init())
    }

    @Test func thePageHasARowForEachIdeaAndTheJournalEachFigure() throws {
        try repository.counts("usual", ["a": 100])
        try repository.counts("BIAS", ["a": 150])
        #expect(repository.command.run([]).exitCode == 0)
        let page = try repository.page(), journal = try repository.page(AblationCommand.journal)
        let figure = "| a (lock) | instructions | 100 | 150 | ×1.50 |"
        #expect(page.contains("\n| `BIAS` | ") && !page.contains("### ") && !page.contains(figure))
        #expect(journal.contains("\n### Without `BIAS`\n") && journal.contains(figure) && !journal.contains("| `BIAS` | "))
    }

    @Test func neitherPageIsWrittenWhereTheOtherHasNoMarks() throws {
        try repository.counts("usual", ["a": 100])
        try repository.write(AblationCommand.journal, "# Head\n")
        #expect(error()?.hasPrefix("ablation-table: docs/journal/ablation-tables.md has to have the lines") == true)
        #expect(try repository.page().contains("old"))
    }

    @Test func anIdeaHasARowWithItsFigures() throws {
        try repository.counts("usual", ["a": 100, "b": 100, "c": 50])
        try repository.counts("BIAS", ["a": 110, "b": 150, "c": 50])
        let lines = try #require(repository.command.run(["--print"]).output.first?.split(separator: "\n").map(String.init))
        #expect(
            lines.contains(
                "| `BIAS` | A gate is kept for a thread: `Bias`. | 4 + 2 | 2 of 3 | not measured "
                    + "| b (lock): 100 → 150 instructions; a (lock): 100 → 110 instructions | not measured | none | stays (no tail is known) |"))
        #expect(
            lines.contains(
                "| `REUSE` | Pieces are used again: `Worker.perform`. | 0 + 1 "
                    + "| not measured | not measured | not measured | not measured | not measured | not measured |"))
        #expect(lines.contains("| b (lock) | instructions | 100 | 150 | ×1.50 |"))
        #expect(!lines.contains { $0.hasPrefix("| c (lock)") })
        #expect(try repository.page().contains("old"))
    }

    @Test func timesAndTailsAreInTheRowToo() throws {
        for (name, factor) in [("usual", 1.0), ("BIAS", 1.5)] {
            try repository.counts(name, ["a": 100, "b": 100])
            try repository.everyTime(name, ["a": 10, "b": 10 * factor, "threads": 10 * factor])
            try repository.everyTail(name, delay: 2000 * factor)
            for round in 1...4 { try repository.growth(name, round: round, [1: 5, 8: 20 * factor * factor]) }
        }
        let text = try #require(repository.command.run(["--print"]).output.first)
        #expect(
            text.contains(
                "| 0 of 2 | 2 of 4 | producers (lock): time, 8 threads ×2.25; threads (lock): time ×1.50 "
                    + "| longer: mailbox (lock) delay ×1.50 | none | stays |"))
        #expect(text.contains("| producers (lock) | time, 8 threads | 20 ns | 45 ns | ×2.25 |"))
        #expect(text.contains("| mailbox (lock) | p99 of delay | 2 µs | 3 µs | ×1.50 |"))
        #expect(text.contains("Rounds of times: 3, of more and more threads: 4, of tails: 5."))
    }

    @Test func whatIsAbsentHasAReason() throws {
        for name in ["usual", "BIAS"] {
            try repository.write(.counts, name)
            try repository.write(.times, name, rows: AblationRepository.rows(["a"]) { row, _ in row["inconclusive"] = "a busy machine" })
            try repository.everyTail(name, delay: 5000, isHidden: true)
        }
        try repository.counts("REUSE", ["a": 100])
        let text = try #require(repository.command.run(["--print"]).output.first)
        #expect(text.contains("| 0 of 2 | absent | none | absent | none | undecided: times not known |"))
        #expect(text.contains("| time | a busy machine | a (lock) |"))
        #expect(text.contains("| instructions | the file has none | publish/2-threads (lock) |"))
        #expect(text.contains("Missing: a (lock) is not in the counts as usual; publish/1-observer (lock) is not in the counts without REUSE;"))
    }

    @Test func rowsThatCountsCannotJudgeAreAPattern() throws {
        let arguments = ["--rows-without-instructions"]
        #expect(error(arguments) == "ablation-table: .build/ablation/counts-usual.json can't be read")
        try repository.counts("usual", ["a": 100])
        #expect(repository.command.run(arguments) == .init())
        try repository.write(
            .counts, "usual",
            rows: AblationRepository.rows(["b.c/2+1", "a", "d", "floor"]) { row, index in
                if index == 3 { row["kind"] = "floor" }
                if index != 1 { row["counts"] = nil }
            })
        #expect(repository.command.run(arguments) == .init(output: ["^(b\\.c/2\\+1|d)$"]))
    }

    @Test func rowsOfTimesAreChosenAmongTheirOwn() throws {
        try repository.counts("usual", ["a": 100])
        try repository.write(.times, "usual", file: { $0["filter"] = "^threads$" })
        #expect(repository.command.run(["--print"]).exitCode == 0)
        try repository.write(.times, "BIAS", file: { $0["filter"] = "^timers$" })
        #expect(error()?.hasSuffix("is of other rows than .build/ablation/times-BIAS-1.json") == true)
    }

    @Test func whatHasBeenMeasuredIsTold() throws {
        try repository.write(.counts, "usual", file: { $0["filter"] = "^(a|b)" })
        let text = try #require(repository.command.run(["--print"]).output.first)
        #expect(text.contains("; commit `000000000000`. Times: not measured. Only workloads that match `^(a\\|b)`."))
    }

    @Test func aFileThatIsNoResultsFileIsNamedInOneLine() throws {
        try repository.counts("usual", ["a": 100])
        let path = ".build/ablation/counts-BIAS.json"
        try repository.write(path, "{\"schema\":\n")
        #expect(error() == "ablation-table: \(path) is no results file: it is not the JSON that is expected")
        try repository.write(path, "{\"schema\": \"rxbench/2\", \"complete\": true, \"environment\": {}}")
        #expect(error() == "ablation-table: \(path) is no results file: the file has no rows")
        try repository.write(.counts, "BIAS", rows: AblationRepository.rows(["a"]) { row, _ in row["variant"] = 1 })
        #expect(error() == "ablation-table: \(path) is no results file: rows.0.variant is of another type")
        #expect(try repository.page().contains("old"))
    }

    @Test func aFileThatSaysOtherThanItsNameIsRefused() throws {
        try repository.counts("usual", ["a": 100])
        let path = ".build/ablation/counts-BIAS.json"
        func fails(_ end: String, _ change: (inout AblationRepository.Object) -> Void) throws {
            try repository.write(.counts, "BIAS", file: change)
            #expect(error() == "ablation-table: \(path) \(end)")
        }
        func put(_ name: String, _ value: Any) -> (inout AblationRepository.Object) -> Void { { $0.set(value, "environment", name) } }
        try fails("is of the build \"release, without REUSE\"", put("optimisation", "release, without REUSE"))
        try fails("is of the build \"release\"", put("optimisation", "release"))
        try fails("is not complete: measure it anew") { $0["complete"] = false }
        try fails("has the schema rxbench/1, not rxbench/2") { $0["schema"] = "rxbench/1" }
        try fails("has two rows of one name") { $0["rows"] = ($0["rows"] as! [Any]) + ($0["rows"] as! [Any]) }
        let other = "\(path) is of another"
        for (name, value, said) in [
            ("sources", "2" as Any, "state of the sources"), ("compiler", "Swift 9", "compiler"), ("processor", "Z80", "processor"),
            ("cores", 9, "number of processors"),
        ] {
            try repository.write(.counts, "BIAS", file: put(name, value))
            // Whichever is read first is the other's measure.
            #expect(error() == "ablation-table: \(other) \(said) than .build/ablation/counts-usual.json")
        }
        try repository.write(.counts, "BIAS", file: { $0["filter"] = "^a" })
        #expect(error()?.hasSuffix("counts-usual.json is of other rows than \(path)") == true)
    }

    @Test func aFileOfAnUnknownIdeaIsRefusedAndOthersAreLeftAlone() throws {
        try repository.counts("usual", ["a": 100])
        try repository.write(".build/ablation/description.json", "{")
        try repository.write(".build/ablation/unfinished.json", "{")
        #expect(repository.command.run([]).exitCode == 0)
        try repository.counts("GONE", ["a": 100])
        #expect(error() == "ablation-table: .build/ablation/counts-GONE.json is of no idea that Speed.swift names")
    }

    @Test func withoutFiguresOfTheUsualProgramThereIsNothingToCompareWith() throws {
        #expect(error() == "ablation-table: .build/ablation has no figures of the usual program: Scripts/ablation measures them")
        try repository.counts("BIAS", ["a": 100])
        #expect(error() == "ablation-table: .build/ablation has no figures of the usual program: Scripts/ablation measures them")
    }

    @Test(arguments: [
        "", "<!-- ablation -->\n", "<!-- /ablation -->\n<!-- ablation -->\n", "<!-- ablation -->\n<!-- ablation -->\n<!-- /ablation -->\n",
    ])
    func aPageWithoutBothMarksIsLeftAlone(page: String) throws {
        try repository.counts("usual", ["a": 100])
        try repository.write("docs/Ablation.md", page)
        #expect(error()?.hasPrefix("ablation-table: docs/Ablation.md has to have the lines") == true)
        #expect(try repository.page() == page)
    }

    @Test func aPageThatIsNotThereIsNamed() throws {
        try FileManager.default.removeItem(at: repository.root.appendingPathComponent("docs"))
        #expect(error() == "ablation-table: docs/Ablation.md can't be read")
    }

    @Test(arguments: [["--prin"], ["--print", "--print"], ["file.json"], ["--help", "--print"], [""]])
    func otherArgumentsAreRefusedInOneLine(arguments: [String]) {
        let outcome = repository.command.run(arguments)
        #expect(outcome.exitCode == 64)
        #expect(outcome.output == [])
        #expect(outcome.errors.count == 1 && outcome.errors.first?.contains("\n") == false)
    }

    @Test func helpNamesWhatCanBeAsked() {
        #expect(repository.command.run(["--help"]) == .init(output: [AblationCommand.usage]))
    }
}
