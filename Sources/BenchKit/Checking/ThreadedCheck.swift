import Foundation
import Synchronization

/// Rows of several threads have to be right, to leave nothing behind, and to make no more mallocs than the baseline says. They run in a process of
/// their own, which this looks at on a thread of its own, while other rows are counted: such rows spend much of their time waiting for each other's
/// threads or for a timer.
final class ThreadedCheck: Sendable {
    private let found = Mutex<(findings: [Finding], rows: [Row])>(([], [])), isOver = Mutex(false)
    /// Signalled once a row, and at the end.
    private let news = DispatchSemaphore(value: 0)
    /// Signalled when the machine has nothing else to do.
    private let quiet = DispatchSemaphore(value: 0)
    private let own: WorkerProgram
    private let limit: Double
    private let countJudge: CountJudge
    /// Nil where nothing is compared.
    private let accepted: [RowKey: RowCounts]?
    private let allowed: Set<UnmatchedReason>

    /// Begins at once.
    init(_ plan: Plan, _ own: WorkerProgram, _ options: CheckOptions, _ countJudge: CountJudge, _ accepted: [RowKey: RowCounts]?) {
        (self.own, self.countJudge, self.accepted) = (own, countJudge, accepted)
        (limit, allowed) = (options.limit, options.allowed)
        let items = plan.items.filter { !$0.benchmark.isSingleThreaded && (!options.onlyLimits || !$0.benchmark.countLimits.isEmpty) }
        Thread.detachNewThread { [self] in
            // An interruption is heard of by others, too.
            do { try lookAgain(at: look(at: items)) } catch {}
            isOver.withLock { $0 = true }
            news.signal()
        }
    }

    /// With what is known so far.
    func add(to results: inout Results) {
        let (findings, rows) = found.withLock { $0 }
        results.add(rows: rows, comparisons: [])
        results.add(findings: findings)
    }

    /// Returns when all has been looked at; after an interruption some is left out. Nothing else should be measured meanwhile.
    /// - Parameter changed: is called when there is more to add.
    func wait(_ changed: () throws -> Void) rethrows {
        quiet.signal()
        while !isOver.withLock({ $0 }) {
            news.wait()
            try changed()
        }
    }

    private func tell(_ findings: [Finding], _ counts: ThreadedCounts? = nil) {
        found.withLock {
            $0.findings += findings
            if let counts, counts.benchmark.isCountedNatively, counts.row.counts != nil { $0.rows.append(counts.row) }
        }
        news.signal()
    }

    /// - Returns: rows whose mallocs don't pass.
    private func look(at items: [Plan.Item]) throws(Interruption.Stop) -> [ThreadedCounts] {
        var worker: WorkerProcess?, doubtful: [ThreadedCounts] = []
        for (benchmark, variant) in items.flatMap({ item in item.variants.map { (item.benchmark, $0) } }) {
            let row = RowName.text(benchmark.id, variant), gate = "results"
            do {
                let current = try worker ?? WorkerProcess(program: own, limit: limit)
                worker = current
                _ = try current.prepare(benchmark.id, variant, events: benchmark.events.brief, warmUp: 0)
                _ = try current.sample(benchmark.id, variant, iterations: ThreadedCheck.iterations)
                let (detail, counted) = try ThreadedCheck.requireNothingKept(current, benchmark, variant)
                var counts = ThreadedCounts(benchmark, variant)
                counts.add(counted)
                let judged = judge(counts), isDoubtful = ThreadedCheck.isDoubtful(judged)
                if isDoubtful { doubtful.append(counts) }
                let right = Finding(row: row, gate: gate, verdict: .pass, detail: detail)
                tell([right] + (isDoubtful ? [] : judged), isDoubtful ? nil : counts)
            } catch let stop as Interruption.Stop {
                throw stop
            } catch {
                if error is ChildProcess.Failure { worker = nil }
                tell([Finding(row: row, gate: gate, RowFailure(error))])
            }
        }
        return doubtful
    }

    /// Looks in one process after the other, alone, until mallocs pass, or many have said the same.
    private func lookAgain(at doubtful: [ThreadedCounts]) throws(Interruption.Stop) {
        if doubtful.isEmpty { return }
        quiet.wait()
        for var counts in doubtful {
            for _ in 0..<ThreadedCheck.looks where ThreadedCheck.isDoubtful(judge(counts)) {
                try Interruption.check()
                var worker: WorkerProcess?
                try counts.look(in: &worker, of: own, limit: limit)
            }
            tell(judge(counts), counts)
        }
    }

    private func judge(_ counts: ThreadedCounts) -> [Finding] {
        let row = counts.row, name = row.key.text
        guard let accepted, counts.benchmark.isCountedNatively else { return [] }
        if let failure = row.failure { return [Finding(row: name, gate: "counts", failure)] }
        if let now = row.counts { return countJudge.judge(name, now: now, base: accepted[row.key]).map { $0.allowing(allowed) } }
        // Nor is it in a baseline that was made where nothing is counted.
        if accepted[row.key] == nil { return [] }
        return [Finding(row: name, gate: "mallocs per event", verdict: .unknown, detail: "it could not be counted this time")]
    }

    private static func isDoubtful(_ findings: [Finding]) -> Bool { findings.contains { [.regression, .improvement].contains($0.verdict) } }

    /// So many that no row, of which threads meet in a dearer way in each iteration of every second process, is found to be worse by chance.
    static let looks = 20
    /// Of each row, besides those that warm it up.
    private static let iterations = 10
    private static let keptRounds = 5

    /// What other threads give back late, they do during the next iteration, or on a busy machine a few later. So where something stays of most
    /// iterations, many more are looked at together: what was late is in that sum once as got and once as given back.
    /// - Returns: what was found, where that is right.
    /// - Throws: `WrongResult` where each event leaves memory behind.
    private static func requireNothingKept(
        _ worker: WorkerProcess, _ benchmark: Benchmark, _ variant: String
    ) throws -> (detail: String, counts: [AllocationCounts]) {
        // What the system keeps of a floor, as Dispatch of its timers, isn't the program's.
        if benchmark.kind == .floor, benchmark.countLimits.isEmpty {
            return ("right, and no resources left behind; memory of a floor isn't looked at", [])
        }
        func look() throws -> [AllocationCounts]? { try ThreadedCounts.iterations(of: benchmark, variant, in: worker) }
        guard var counts = try look() else { return ("right, and no resources left behind; memory isn't counted here", []) }
        var kept: [Double] { counts.map { (Double($0.mallocs) - Double($0.frees)) / Double(benchmark.events.brief) } }
        if kept.sorted()[kept.count / 4] > benchmark.mostKept {
            for _ in 1..<ThreadedCheck.keptRounds { counts += try look() ?? [] }
            let mean = kept.reduce(0, +) / Double(counts.count)
            if mean > benchmark.mostKept {
                throw WrongResult("blocks of memory that stay of each event: \(String(format: "%.3g, limit %.3g", mean, benchmark.mostKept))")
            }
        }
        return ("right, and nothing left behind", counts)
    }
}
