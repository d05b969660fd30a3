import Foundation
import Testing

@testable import BenchKit

/// One change is told once, whatever it is found in.
@Suite struct CauseTests {
    private static let map = "$s2Rx14ObservableTypePAAE3mapyAA0B0Vyqd__Gqd__7ElementQzKclF"
    private static let filter = "$s2Rx14ObservableTypePAAE6filteryAA0B0Vy7ElementQzGSbAHKcF"
    private static let note = "$s2Rx4noteyyF"
    private static let create = "$s2Rx7SegmentC11endContentsyyF"

    private func row(_ id: String, _ variant: String, _ calls: [String: Double]) -> Row {
        Fixture.counted(
            id, variant, retains: 1,
            calls: calls)
    }

    private func finding(
        _ row: String, _ gate: String, _ detail: String, _ calls: [CallChange]? = nil,
        _ verdict: Verdict = .regression
    ) -> Finding {
        Finding(row: row, gate: gate, verdict: verdict, detail: detail, calls: calls)
    }

    /// Something planted into `map`: six figures of two rows on two variants.
    private func planted() -> (findings: [Finding], rows: [Row]) {
        let calls = [
            CallChange(function: "swift_retain", before: 0, after: 9), CallChange(function: Self.note, before: 0, after: 6),
            CallChange(function: "rxac_note", before: 0, after: 60), CallChange(function: "0x0000000000021a30", before: 0, after: 60),
        ]
        let gates = ["instructions", "retains", "releases", "objects", "mallocs", "bytes"].map { "\($0) per event" }
        let names = ["T3 (lock)", "T3 (queue)", "T11 (lock)", "T11 (queue)"]
        let findings = names.flatMap { name in gates.map { finding(name, $0, "0 became 1", calls) } }
        let rows = ["lock", "queue"].flatMap { variant in
            [
                row("T3", variant, [Self.map: 6, Self.create: 1, Self.note: 6]),
                row("T11", variant, [Self.map: 1, Self.create: 1, Self.note: 1]),
                row("T12", variant, [Self.create: 1, Self.filter: 3]), row("T13", variant, [Self.create: 1]),
                row("T14", variant, [Self.create: 1, Self.filter: 1]),
            ]
        }
        // One that differs by chance, and doesn't call the operator.
        return (findings + [finding("T12 (queue)", "instructions per subscription", "100 became 103")], rows)
    }

    @Test func oneRegressionIsThreeLinesThatNameTheOperator() throws {
        let (findings, rows) = planted()
        let text = CheckReport(findings, rows: rows, product: "bench").text, lines = text.components(separatedBy: "\n")
        #expect(lines.count == 5, "\(text)")
        #expect(lines[0].hasPrefix("WORSE: in ObservableType.map: T3 (lock) (a workload), and 4 more rows: T3 (queue), T11 (lock)"))
        #expect(lines[1].hasPrefix("  T3 (lock): per event: mallocs 0 became 1, retains 0 became 1, releases 0 became 1"))
        #expect(lines[2] == "  calls: note 0 → 6, swift_retain 0 → 9")
        #expect(lines[3] == "25 figures: 25 WORSE")
        let results = try Fixture.results(.check, rows: rows, findings: findings), digest = Fixture.digest(results)
        #expect(ReportVerdict(digest).causes.count == 1)
        for report in [MarkdownReport(digest).text, PageReport(digest).text, JUnitReport(digest).text] {
            #expect(!report.contains("rxac_") && !report.contains("0x0000"))
            #expect(report.contains("T12 (queue)") && (report.contains("swift\\_retain") || report.contains("swift_retain")))
        }
        for report in [MarkdownReport(digest).text, PageReport(digest).text] {
            #expect(report.components(separatedBy: ": ObservableType.map").count == 2)
        }
    }

    /// The committed baseline needs no names of functions: what the rows call now tells where to look.
    @Test func withoutCallsOfTheBaselineTheOperatorIsNamedAllTheSame() {
        let (findings, rows) = planted()
        let unexplained = findings.map { finding($0.row, $0.gate, $0.detail) }
        let lines = CheckReport(unexplained, rows: rows, product: "bench").text.components(separatedBy: "\n")
        #expect(lines.count == 4 && lines[0].hasPrefix("WORSE: near ObservableType.map, note: T3 (lock) (a workload), and 4 more rows: "))
        #expect(lines[1].hasPrefix("  T3 (lock): per event: mallocs 0 became 1, retains 0 became 1"))
    }

    /// Of what has more rows than a line takes.
    @Test func eachSubjectIsNamedBeforeAnyIsNamedTwice() {
        let aspects = ["event", "subscribe", "complete", "dispose", "error", "other-error"]
        let rows = ["asSingle", "asMaybe", "retry/when"].flatMap { subject in
            aspects.flatMap { aspect in ["", "/composed"].flatMap { form in ["lock", "queue"].map { "\(subject)/\(aspect)\(form) (\($0))" } } }
        }
        let findings = rows.map { finding($0, "retains per event", "1 became 2") }
        let cause = Cause(verdict: .regression, name: "WORSE", findings: findings, places: ["note"], calls: [], title: "a title")
        let line = cause.lines[0]
        #expect(cause.lines.count == 2 && line.contains("71 more rows"))
        for subject in ["asMaybe/", "retry/when/"] { #expect(line.contains(subject), "\(line)") }
        #expect(line.components(separatedBy: "/").count > 10 && line.count < 400 && line.hasSuffix(" …"), "\(line)")
    }

    /// Several things that got worse at once, on both cores and in several forms: each subject has its own block, however alike the counts differ.
    @Test func withoutCallsSeveralOperatorsAreNamedOneByOne() {
        let fillers = (0..<50).map { "other\($0)" }
        let rows = (["map", "filter"] + fillers).flatMap { name in
            ["event", "event/composed"].flatMap { form in
                ["lock", "queue"].map { variant in
                    row("\(name)/\(form)", variant, [Self.create: 1, name == "map" ? Self.map : name == "filter" ? Self.filter : "other": 1])
                }
            }
        }
        let findings = ["map", "filter"].flatMap { name in
            ["event", "event/composed"].flatMap { form in
                ["lock", "queue"].map { finding("\(name)/\(form) (\($0))", "mallocs per event", "0 became 1") }
            }
        }
        let blocks = CauseSearch(rows).causes(of: findings)
        #expect(blocks.map(\.rows.count) == [4, 4] && blocks.allSatisfy { $0.lines.count <= 3 })
        #expect(blocks[0].rows.allSatisfy { $0.hasPrefix("map/") } && blocks[1].rows.allSatisfy { $0.hasPrefix("filter/") })
    }

    /// What an operator of observables does for those of traits, too, more or less often, is one block; what another operator does isn't in it.
    @Test func withoutCallsAnOperatorOfSeveralFamiliesIsOneBlock() {
        let fillers = (0..<50).flatMap { ["other\($0)", "driver/other\($0)", "single/other\($0)"] }
        let faulty = ["debounce", "driver/debounce", "single/debounce", "driver/sample"]
        let rows = (faulty + fillers).map { row("\($0)/event", "lock", [Self.create: 1, "other": 1]) }
        let findings = faulty.enumerated().map { finding("\($1)/event (lock)", "mallocs per event", "1 became 1.\($0 + 1)") }
        let blocks = CauseSearch(rows).causes(of: findings)
        #expect(blocks.map(\.rows.count) == [3, 1] && blocks.allSatisfy { $0.lines.count <= 3 })
        #expect(blocks.last?.rows == ["driver/sample/event (lock)"])
    }

    /// A dispose that several disposables call, one of them ten times: one thing is done, and no row that passed calls it.
    @Test(arguments: [true, false])
    func withoutCallsWhatIsDoneSeveralTimesIsOneBlock(othersPassed: Bool) {
        let dispose = "$s2Rx17BooleanDisposableC7disposeyyF", copy = dispose + "Tf4n_n"
        let fillers = othersPassed ? (0..<60).map { row("other\($0)/event", "lock", [Self.create: 1, "other": 1]) } : []
        let faulty = [
            row("pair/dispose", "lock", [Self.create: 1, dispose: 2]), row("array/dispose", "lock", [Self.create: 1, copy: 10]),
            row("bag/dispose", "lock", [Self.create: 1, dispose: 48]), row("map/event", "lock", [Self.create: 1, Self.map: 1]),
        ]
        let times = [2, 10, 48, 1]
        let findings = zip(faulty, times).map { finding($0.key.text, "atomics per event", "0 became \($1)") }
        let ids = (0..<60).map { "other\($0)/dispose" }
        let blocks = CauseSearch(faulty + fillers, ids: ids).causes(of: findings)
        #expect(blocks.map(\.rows.count).sorted() == (othersPassed ? [1, 3] : [1, 1, 1, 1]), "\(blocks.map(\.lines))")
        #expect(!othersPassed || blocks.contains { $0.places.first == "BooleanDisposable.dispose" && $0.rows.count == 3 })
    }

    /// An object that has grown is no second thing where the same operator does more.
    @Test func whatMayBeByChanceStandsWithWhatIsSureOfItsSubject() {
        let fillers = (0..<60).flatMap { number in ["event", "subscribe"].map { row("other\(number)/\($0)", "lock", [Self.create: 1]) } }
        let faulty = ["retry", "window"].flatMap { name in ["event", "subscribe"].map { row("\(name)/\($0)", "lock", [Self.create: 1]) } }
        let findings = faulty.enumerated().map { index, row in
            finding(row.key.text, index % 2 == 0 ? "mallocs per event" : "bytes per event", index == 0 ? "1 became 2" : "1 became 9")
        }
        let blocks = CauseSearch(faulty + fillers).causes(of: findings)
        #expect(blocks.map(\.rows) == [["retry/event (lock)", "retry/subscribe (lock)"], ["window/event (lock)", "window/subscribe (lock)"]])
    }

    @Test func twoRegressionsAreTwoBlocks() {
        func change(_ function: String) -> [CallChange] { [CallChange(function: function, before: 1, after: 2)] }
        let findings = [
            finding("T1 (lock)", "retains per event", "0 became 1", change(Self.map)),
            finding("T2 (lock)", "retains per event", "0 became 1", change(Self.filter)),
            finding("T2 (lock)", "time", "1.2", nil), finding("T3 (lock)", "time", "1.3", nil),
            finding("T4 (lock)", "retains per event", "2 became 1", change(Self.map), .improvement),
        ]
        let causes = CauseSearch([]).causes(of: findings)
        #expect(causes.map(\.rows) == [["T1 (lock)"], ["T2 (lock)"], ["T3 (lock)"], ["T4 (lock)"]])
        #expect(causes.map(\.findings.count) == [1, 2, 1, 1])
        #expect(causes.map(\.heading) == ["ObservableType.map", "ObservableType.filter", "T3 (lock)", "ObservableType.map"])
        #expect(causes.allSatisfy { $0.lines.count <= 3 })
    }

    /// What all rows call is no place to look, and neither is a benchmark's own closure.
    @Test func whereNothingTellsRowsApartNoPlaceIsNamed() {
        let benchmark = "$s10Benchmarks14stageWorkloadsSay8BenchKit9BenchmarkVGvpfiyAC3RunC_2Rx4CoreOtYbKcfU_"
        let rows = [
            row("T1", "lock", [Self.create: 1, benchmark: 1]), row("T2", "lock", [Self.create: 1]),
            row("T3", "lock", [Self.create: 1]),
        ]
        let causes = CauseSearch(rows).causes(of: [finding("T1 (lock)", "retains per event", "0 became 1")])
        #expect(causes.map(\.places) == [[]] && causes.map(\.heading) == ["T1 (lock)"])
    }

    @Test func whatIsTheSameForManyRowsIsOneLine() {
        let new = (1...20).map { Finding(row: "T\($0) (lock)", gate: "counts", .new, "the baseline doesn't have it") }
        let busy = (1...20).map { finding("T\($0) (lock)", "time", "1.\($0)", nil, .inconclusive) }
        let lines = CheckReport(new + busy, product: "bench").text.components(separatedBy: "\n")
        #expect(lines.count == 6)
        #expect(lines.filter { $0.hasPrefix("new: T1 (lock) ") || $0.hasPrefix("new: T1 (lock), and 19 more rows") }.count == 1)
    }

    /// Under a filter too few rows are counted to tell that `event` and `composed` say what of an operator is measured.
    @Test func aFilteredCheckKnowsTheWordsOfAllNames() {
        let aspects = ["event", "event/composed", "subscribe", "error"]
        let ids = (1...50).flatMap { number in aspects.map { "operator-\(number)/\($0)" } }
        let rows = aspects.map { Row(benchmark: Benchmark("operator-1/\($0)", "operator") { _ in }, variant: "lock", events: 10) }
        let findings = rows.enumerated().map { finding($1.key.text, "retains per event", "\($0) became \($0 + 1)") }
        let whole = CheckReport(findings, rows: rows, ids: ids, product: "bench").text.components(separatedBy: "\n")
        #expect(whole.filter { $0.hasPrefix("WORSE") }.count == 1 && whole.count <= 3 + 2, "\(whole)")
        let unknown = CheckReport(findings, rows: rows, product: "bench").text
        #expect(unknown.components(separatedBy: "WORSE").count > 2)
    }

    @Test func functionsAreCalledWhatPeopleCallThem() {
        #expect(FunctionName(Self.map).text == "ObservableType.map" && FunctionName(Self.map).module == "Rx")
        #expect(FunctionName("$s2Rx7SegmentC11endContentsyyF").text == "Segment.endContents")
        #expect(FunctionName("$s10Benchmarks16sumThroughStages33_ED378C1FA935D519E2390BBA808D7408LLyS2iF").text == "sumThroughStages")
        #expect(FunctionName("$s2Rx4CoreO7currentACvgZTf4d_n").text == "Core.current.getter")
        #expect(FunctionName("$sSS5countSivg").module == "Swift" && !FunctionName("$sSS5countSivg").isOfProgram)
        // What extends another module's type is of the module that it is in; a copy that serves several types is named as they are.
        let extended = FunctionName(
            "$sScs2Rxs5Error_pRs_rlE2of_ScsyxsAB_pGAA10ObservableCyxG_Scs12ContinuationV15BufferingPolicyOyxsAB_p__Gtc33_"
                + "CA9F4793465FAE0871AF8C43D1F9C829LlfcyAIyxsAB_p_GXEfU_yxcfU_")
        #expect(extended.text == "AsyncThrowingStream.init" && extended.module == "Rx" && extended.isOfProgram)
        #expect(!FunctionName("$ss6_DequeV8_StorageV4readyqd__qd__AB13_UnsafeHandleVyx_GKXEKlFTm").isOfProgram)
        #expect(FunctionName("malloc").text == "malloc" && FunctionName("malloc").module == nil)
        #expect(!FunctionName.isTold("rxac_free") && !FunctionName.isTold("0x0000000000021a30") && FunctionName.isTold("free"))
    }
}
