import Testing

@testable import BenchKit

@Suite struct VerdictTests {
    private func finding(_ verdict: Verdict) -> Finding { Finding(row: "T1", gate: "g", verdict: verdict, detail: "d") }

    private static let codes: [(verdicts: [Verdict], code: Int32)] = [
        ([.pass], 0), ([], 1), ([.pass, .improvement], 4), ([.improvement, .inconclusive], 3),
        ([.inconclusive, .unknown], 5), ([.unknown, .inconclusive, .regression, .improvement], 2),
        ([.regression, .error], 1), ([.error, .wrongResult, .regression], 6),
    ]

    @Test(arguments: codes) func theWorstDecides(verdicts: [Verdict], code: Int32) {
        #expect(verdicts.map(finding).exitCode.rawValue == code)
    }

    @Test func whatIsOnOneSideOnlyPassesOnlyWhereThatIsAllowed() throws {
        let sides = UnmatchedReason.allCases.map { Finding(row: "T1", gate: "g", $0, "d") }
        for finding in sides {
            #expect([finding, self.finding(.pass)].exitCode == .incomparable)
            #expect([finding.allowing([])].exitCode == .incomparable)
            for other in UnmatchedReason.allCases {
                let allowed = finding.allowing([other])
                #expect([allowed, self.finding(.pass)].exitCode == (other == finding.side ? .success : .incomparable))
                #expect([allowed, self.finding(.inconclusive)].exitCode == (other == finding.side ? .inconclusive : .incomparable))
                #expect([allowed, self.finding(.regression)].exitCode == .regression)
            }
        }
        // A figure that can't be had is not allowed by that.
        #expect([finding(.unknown).allowing(Set(UnmatchedReason.allCases))].exitCode == .incomparable)
        let removed = sides[1].allowing([.removed])
        #expect(CheckReport([removed], product: "bench").text.hasPrefix("removed (allowed): T1: g: d\n"))
        #expect(CheckReport([sides[1]], product: "bench").text.hasPrefix("removed: T1: g: d\n"))
        let results = try Fixture.results(.check, findings: [removed])
        #expect(results.passed)
        #expect(try Results(json: results.json()).findings == [removed])
        #expect(MarkdownReport(Fixture.digest(results)).text.contains("**removed (allowed): T1**\n\n- T1: g: d"))
    }

    @Test func onlyWhatIsSeenTwiceIsARegression() {
        #expect(finding(.regression).confirmed(by: finding(.regression)).verdict == .regression)
        #expect(finding(.regression).confirmed(by: finding(.pass)).verdict == .pass)
        #expect(finding(.regression).confirmed(by: finding(.improvement)).verdict == .pass)
        #expect(finding(.regression).confirmed(by: finding(.inconclusive)).verdict == .inconclusive)
        #expect(finding(.improvement).confirmed(by: finding(.wrongResult)).verdict == .wrongResult)
    }

    @Test func whatIsTheSameMayBeCalledNeitherSlowerNorFaster() {
        func tallies(_ innocent: Verdict) -> [String: PlantedTally] {
            var same = PlantedTally(), slow = PlantedTally()
            same.add(innocent)
            slow.add(.regression)
            return [PlantedSuite.innocents[0]: same, "slow.10": slow]
        }
        #expect(TimeSelfTest.verdict(tallies(.pass)) == .success)
        #expect(TimeSelfTest.verdict(tallies(.inconclusive)) == .success)
        #expect(TimeSelfTest.verdict(tallies(.regression)) == .regression)
        #expect(TimeSelfTest.verdict(tallies(.improvement)) == .regression)
    }

    /// - Returns: what the self-test says of a check that judged the ratio and the multiple so.
    private func bounds(_ ratio: Verdict, _ multiple: Verdict, meaning row: String?, _ gate: String?) -> ExitCode {
        let findings = [
            Finding(row: "ratio (other)", gate: "time : one", verdict: ratio, detail: ""),
            Finding(row: "multiple (only)", gate: "time : floor.planted", verdict: multiple, detail: ""),
        ]
        return BoundSelfTest.verdict(findings, row: row, gate: gate)
    }

    @Test func anExceededBoundHasToBeFoundByItsNameAndNoOther() {
        #expect(bounds(.regression, .pass, meaning: "ratio (other)", "time : one") == .success)
        #expect(bounds(.pass, .regression, meaning: "multiple (only)", "time : floor.planted") == .success)
        #expect(bounds(.pass, .pass, meaning: nil, nil) == .success)
        #expect(bounds(.pass, .pass, meaning: "ratio (other)", "time : one") == .regression)
        #expect(bounds(.regression, .regression, meaning: "ratio (other)", "time : one") == .regression)
        #expect(bounds(.regression, .pass, meaning: "multiple (only)", "time : floor.planted") == .regression)
        #expect(bounds(.regression, .pass, meaning: nil, nil) == .regression)
        #expect(bounds(.inconclusive, .pass, meaning: "ratio (other)", "time : one") == .inconclusive)
        #expect(bounds(.inconclusive, .regression, meaning: "ratio (other)", "time : one") == .regression)
        // A bound that nobody looked at was not kept.
        #expect(BoundSelfTest.verdict([], row: nil, gate: nil) == .regression)
        #expect(bounds(.regression, .pass, meaning: "no such row", "time : one") == .regression)
    }

    @Test func theReportNamesWhatIsNotAPassAndSaysWhatToDo() {
        let report = CheckReport([finding(.pass), finding(.improvement)], product: "bench").text
        #expect(report.contains("better: T1: g: d\n"))
        #expect(report.contains("2 figures: 1 pass, 1 better"))
        #expect(report.contains("bench baseline accept --reason TEXT"))
        #expect(CheckReport([], product: "bench").text.contains("nothing was checked"))
    }

    @Test(arguments: [
        "mallocs per event, limit", "time : floor.call", "order over subscribers", "growth over elements", "delay p99, at most 9",
        "delay p99 : floor",
    ])
    func whatIsBeyondALimitIsAdvisedAnotherLimitAndNoBaseline(gate: String) {
        let limit = Finding(row: "T1", gate: gate, verdict: .regression, detail: "d")
        func advice(_ findings: Finding...) -> String? { CheckReport(findings, product: "bench").text.components(separatedBy: "\n").last }
        let accept = "bench baseline accept --reason TEXT", other = "another limit, beside the benchmark or in limits.json"
        #expect(advice(limit, finding(.pass)) == "a regression; where it is wanted: \(other)")
        #expect(advice(limit, finding(.regression)) == "a regression; where it is wanted: \(accept), and for what is beyond a limit \(other)")
        for gate in ["mallocs per event", "time", "instructions per subscription"] {
            let worse = Finding(row: "T1", gate: gate, verdict: .regression, detail: "d")
            #expect(advice(worse) == "a regression; where it is wanted: \(accept)")
        }
    }
}
