import Foundation
import Synchronization

/// Tests the gate end to end with planted faults: nothing else may be found, and each fault has to be, by its name.
public struct CheckSelfTest: Sendable {
    let thresholds: String?
    /// How often the part on times is repeated, to count false alarms and catches.
    let repetitions: Int
    /// A pattern that the ids match which the parts on times and tails look at; nil for all.
    let rows: String?
    let seed: UInt64
    let checksCounts: Bool
    let checksTimes: Bool
    let output: Output
    /// The suite whose own tails are looked at where checks are repeated; nil for none.
    let suite: Suite?

    public init(
        thresholds: String?, repetitions: Int, rows: String? = nil, seed: UInt64, checksCounts: Bool, checksTimes: Bool,
        suite: Suite? = nil, output: Output = .terminal
    ) {
        self.suite = suite
        self.thresholds = thresholds
        self.repetitions = repetitions
        self.rows = rows
        self.seed = seed
        self.checksCounts = checksCounts
        self.checksTimes = checksTimes
        self.output = output
    }

    /// What a check of a program with a fault has to find, and nothing else: the verdict and the gates, by their beginning.
    private static let expected: [(fault: PlantedSuite.Fault, verdict: Verdict, gates: [String])] = counted + atomics

    private static let counted: [(fault: PlantedSuite.Fault, verdict: Verdict, gates: [String])] = [
        // First, as it takes longest, and the others go on beside it.
        (.hang, .error, ["counts"]),
        (.none, .pass, []),
        (.instructions, .regression, ["instructions per event"]),
        (.malloc, .regression, ["mallocs per event"]),
        (.threadedMalloc, .regression, ["mallocs per event"]),
        (.retain, .regression, ["retains per event", "releases per event"]),
        (.systemCall, .regression, ["systemCalls per event"]),
        (.lock, .regression, ["locks per event"]),
        (.mutex, .regression, ["locks per event"]),
        (.kept, .regression, ["kept per event"]),
        (.leak, .wrongResult, ["counts"]),
        (.wrong, .wrongResult, ["counts"]),
        (.crash, .error, ["counts"]),
        (.growth, .regression, ["order over things", "growth over things"]),
    ]

    /// They are counted on one kind of processor.
    #if arch(x86_64)
    private static let atomics = [(fault: PlantedSuite.Fault.atomic, verdict: Verdict.regression, gates: ["atomics per event"])]
    #else
    private static let atomics: [(fault: PlantedSuite.Fault, verdict: Verdict, gates: [String])] = []
    #endif

    public func run() throws -> ExitCode {
        try requireRows()
        let temporary = try TemporaryFolder(), folder = temporary.path
        defer { withExtendedLifetime(temporary) {} }
        let baseline = "\(folder)/baseline.json", limits = "\(folder)/limits.json"
        // The bounds are on rows of the real suite.
        let real = try thresholds.map { try Thresholds.read($0) } ?? .usual
        let plain = Thresholds(
            counts: real.counts, times: real.times, ratios: [], multiples: [],
            orders: [Thresholds.Order(scaling: PlantedSuite.growing, variant: "only", most: .constant, times: 2)])
        try plain.json().write(to: URL(fileURLWithPath: limits))
        Interruption.install()
        defer { Interruption.restore() }
        var code = ExitCode.success
        if checksCounts || !checksTimes {
            for (fault, wanted, isComplete) in CheckSelfTest.spoiltRuns {
                if try !checkRun(fault, wanted, isComplete: isComplete, in: folder) { code = .regression }
            }
        }
        if checksCounts {
            try accept(into: baseline)
            if try !checkAll(baseline: baseline, limits: limits) { code = .regression }
        }
        if checksTimes, code == .success { code = try BoundSelfTest(times: real.times, test: self).run() }
        if checksTimes, code == .success { code = try TimeSelfTest(limits: plain, test: self).run() }
        if checksTimes, code == .success { code = try TailSelfTest(limits: plain, test: self).run() }
        if checksTimes, code == .success, repetitions > 1, let suite {
            code = try DrawnTailSelfTest(suite: suite, limits: real, test: self).run()
        }
        output.line(code == .success ? "the gate works" : code == .inconclusive ? "not decided" : "THE GATE FAILED")
        return code
    }

    /// What a run does that a benchmark spoils: the fault, the exit code, and whether the run gets to its end.
    private static let spoiltRuns: [(fault: PlantedSuite.Fault, code: ExitCode, isComplete: Bool)] = [
        (.none, .success, true), (.move, .success, true), (.wrong, .wrongResult, true), (.leak, .wrongResult, true), (.crash, .failure, false),
        (.exit, .failure, false), (.hang, .failure, false),
    ]

    /// Starts this program's hidden command `planted`. The row before the spoilt one must be in the file.
    private func checkRun(
        _ fault: PlantedSuite.Fault, _ code: ExitCode, isComplete: Bool, in folder: String
    ) throws -> Bool {
        let path = "\(folder)/\(fault.rawValue).json"
        let arguments = ["planted", "--fault", fault.rawValue, "--out", path, "--limit", "20"]
        var found = ExitCode.success
        do {
            _ = try ChildProcess.lines(of: try WorkerProgram.running().path, arguments, silence: 120)
        } catch let failure as ChildProcess.Failure {
            guard case .exited(let number) = failure.reason, let known = ExitCode(rawValue: number) else { throw failure }
            found = known
        }
        let results = try ResultsFile.read(path)
        let isKept = results.rows.contains { $0.benchmark == PlantedSuite.innocents[0] && $0.time != nil }
        let isRight = found == code && results.complete == isComplete && results.passed == (code == .success) && isKept
        output.line(
            "a run with planted \(fault.rawValue): exit code \(found.rawValue), \(results.rows.count) rows kept: "
                + (isRight ? "as it should be" : "NOT AS IT SHOULD BE"))
        return isRight
    }

    /// - Throws: `UsageError` where the pattern matches nothing that would be looked at.
    private func requireRows() throws {
        guard let rows else { return }
        let planted = PlantedSuite.suite(.none), own = try repetitions > 1 ? (thresholds.map { try Thresholds.read($0) } ?? .usual).tails ?? [] : []
        let ids = planted.benchmarks.map(\.id) + planted.latencies.map(\.id) + own.map(\.benchmark)
        if try ids.contains(where: looks(at:)) { return }
        let hint = repetitions > 1 ? ", and no tail" : "; tails are looked at with --repeat 2 or more"
        throw UsageError.impossible("--filter \(rows) matches no planted row" + hint)
    }

    func looks(at row: String) throws -> Bool { try rows.map { row.contains(try Regex($0).ignoresCase()) } ?? true }

    func program(_ fault: PlantedSuite.Fault) throws -> WorkerProgram {
        var program = try WorkerProgram.running()
        program.arguments += ["--planted", fault.rawValue]
        return program
    }

    private var quiet: Output { Output(write: { _ in }, writeError: { _ in }, errorIsTerminal: false) }

    private func accept(into path: String) throws {
        output.line("counting planted rows without a fault")
        let suite = PlantedSuite.suite(.none)
        var session = CountSession(suite: suite, options: CountOptions(), output: quiet)
        session.program = try program(.none)
        let plan = try Plan(suite: suite, filter: filter, variants: nil, seed: nil, includesReference: false)
        let results = try session.results(of: plan)
        guard results.complete else { throw Interruption.Stop() }
        guard results.passed else { throw FileError(description: "planted rows cannot be counted") }
        try Baseline(results, reason: "self-test").json().write(to: URL(fileURLWithPath: path))
    }

    /// One innocent row, and those with a fault.
    private var filter: Selection { "^(\(PlantedSuite.innocents[0])|\(PlantedSuite.guilty)|\(PlantedSuite.threaded))$" }

    /// Two at once, since a check of two rows mostly waits for one process that starts.
    /// - Returns: whether all are as they should be.
    private func checkAll(baseline: String, limits: String) throws -> Bool {
        let expected = CheckSelfTest.expected, outcomes = Mutex([Result<Outcome, any Error>?](repeating: nil, count: expected.count))
        try SharedWork.perform(expected.indices) { _, index throws(Interruption.Stop) in
            let (fault, verdict, gates) = expected[index]
            let outcome = Result { try check(fault, verdict, gates, baseline: baseline, limits: limits) }
            if case .failure(let error) = outcome, let stop = error as? Interruption.Stop { throw stop }
            outcomes.withLock { $0[index] = outcome }
        }
        let all = outcomes.withLock { $0 }
        // Those that are known first: what keeps one from being made says nothing of the others.
        for line in all.flatMap({ (try? $0?.get())?.text ?? [] }) { output.line(line) }
        return try all.allSatisfy { try $0?.get().isRight == true }
    }

    /// Of one check.
    private struct Outcome {
        let isRight: Bool
        /// What the user is told, a line each.
        let text: [String]
    }

    private func check(
        _ fault: PlantedSuite.Fault, _ verdict: Verdict, _ gates: [String], baseline: String, limits: String
    ) throws -> Outcome {
        var options = CheckOptions(seed: seed)
        // Fitting takes a while: only where it is the point, and then alone, or where nothing may be found.
        let rows =
            (fault == .growth ? [] : [PlantedSuite.innocents[0], PlantedSuite.guilty])
            + (fault == .growth || fault == .none ? [PlantedSuite.growing] : [])
            + (fault == .threadedMalloc || fault == .none ? [PlantedSuite.threaded] : [])
        options.filter = "^(\(rows.joined(separator: "|")))$"
        options.thresholds = limits
        options.baseline = baseline
        options.checksTimes = false
        // Far above what the start of a counting process takes on a busy machine.
        if fault == .hang { options.limit = 30 }
        var session = CheckSession(
            suite: PlantedSuite.suite(.none), options: options, product: "rxbench", output: quiet)
        session.program = try program(fault)
        let results = try session.results()
        guard results.complete else { throw Interruption.Stop() }
        let found = results.findings ?? []
        let others = [PlantedSuite.Fault.growth: PlantedSuite.growing, .threadedMalloc: PlantedSuite.threaded]
        let row = RowName.text(others[fault] ?? PlantedSuite.guilty, "only")
        let caught = found.filter { $0.verdict == verdict && $0.row == row }
        let isCaught = fault == .none || gates.allSatisfy { gate in caught.contains { $0.gate == gate } }
        let isClean = found.allSatisfy { $0.verdict == .pass || $0.row == row } && (fault != .none || found.exitCode == .success)
        let isRight = isCaught && isClean, told = isRight ? caught.filter { fault != .none && gates.contains($0.gate) } : found
        return Outcome(
            isRight: isRight,
            text: ["planted \(fault.rawValue): " + (isRight ? "as it should be" : "NOT AS IT SHOULD BE")]
                + told.map { "  \($0.row): \($0.gate): \($0.verdict.rawValue): \($0.detail)" })
    }
}

/// What a repeated check said of one planted row.
struct PlantedTally: Equatable {
    private(set) var caught = 0
    private(set) var calledFaster = 0
    private(set) var inconclusive = 0
    private(set) var checks = 0

    /// Of a row that is the same in both programs.
    var falseAlarms: Int { caught + calledFaster }

    mutating func add(_ verdict: Verdict) {
        checks += 1
        switch verdict {
        case .regression: caught += 1
        case .improvement: calledFaster += 1
        case .inconclusive: inconclusive += 1
        default: break
        }
    }
}

/// The part of the self-test that looks at times: innocent rows must pass, and slow ones are caught from some slowdown on.
struct TimeSelfTest {
    let limits: Thresholds
    let test: CheckSelfTest

    func run() throws -> ExitCode {
        let suite = PlantedSuite.suite(.none)
        let chosen = try suite.benchmarks.map(\.id).filter { try ($0.hasPrefix("innocent") || $0.hasPrefix("slow")) && test.looks(at: $0) }
        if chosen.isEmpty { return .success }
        let plan = try Plan(
            suite: suite, filter: "^(\(chosen.joined(separator: "|")))$", variants: nil, seed: nil, includesReference: false)
        let known = Dictionary(uniqueKeysWithValues: suite.benchmarks.map { ($0.id, suite.variants(of: $0)) })
        let duels = ProgramComparison.duels(plan, knownToBase: known).duels
        let innocent = try test.program(.none), slow = try test.program(.slow)
        test.output.line("calibrating planted rows")
        var settings = TournamentSettings()
        settings.forks = Calibration.usualForks
        var tournament = Tournament(programs: [innocent, innocent], settings: settings, seed: test.seed, output: test.output)
        try tournament.play(duels, title: "calibration")
        let noise = Noise(tournament.outcomes, environment: .withoutPrograms())
        test.output.lines(ProgramTable(tournament.outcomes, baseName: ProgramTable.itself).text)
        var tallies: [String: PlantedTally] = [:]
        for repetition in 0..<max(1, test.repetitions) {
            let options = CheckOptions(seed: test.seed &+ 10 &* UInt64(repetition))
            let check = TimeCheck(
                thresholds: limits, noise: noise, options: options, own: slow, product: "rxbench", output: test.output)
            let found = check.judge(duels, programs: [slow, innocent])
            if found.isInterrupted { throw Interruption.Stop() }
            for (duel, finding) in zip(duels, found.findings) {
                let id = duel.challenger.benchmark
                tallies[id, default: PlantedTally()].add(finding.verdict)
                if finding.verdict != (PlantedSuite.innocents.contains(id) ? .pass : .regression) {
                    test.output.line("check \(repetition + 1): \(id): \(finding.verdict.rawValue): \(finding.detail)")
                }
            }
        }
        test.output.lines(table(tallies, plan))
        return TimeSelfTest.verdict(tallies)
    }

    private func table(_ tallies: [String: PlantedTally], _ plan: Plan) -> String {
        var table = Table(
            header: ["planted", "checks", "called slower", "called faster", "inconclusive"],
            alignedAtEnd: [false, true, true, true, true])
        for id in plan.items.map(\.benchmark.id) {
            let tally = tallies[id, default: PlantedTally()]
            table.add([id, "\(tally.checks)", "\(tally.caught)", "\(tally.calledFaster)", "\(tally.inconclusive)"])
        }
        return table.text
    }

    /// No false alarm at all, neither slower nor faster, and the largest slowdown caught in 95 % of the checks that could tell.
    static func verdict(_ tallies: [String: PlantedTally]) -> ExitCode {
        if PlantedSuite.innocents.contains(where: { tallies[$0, default: PlantedTally()].falseAlarms > 0 }) { return .regression }
        guard let slowest = tallies["slow.\(PlantedSuite.slowdowns.max() ?? 0)"] else { return .success }
        let decided = slowest.checks - slowest.inconclusive
        if decided == 0 { return .inconclusive }
        return Double(slowest.caught) >= 0.95 * Double(decided) ? .success : .regression
    }
}
