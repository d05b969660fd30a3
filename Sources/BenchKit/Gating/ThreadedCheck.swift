import Foundation
import Synchronization

/// Rows of several threads aren't counted, but they have to be right and to leave nothing behind. They run in a process of their own, which this looks
/// at on a thread of its own, while other rows are counted: such rows spend much of their time waiting for each other's threads or for a timer.
final class ThreadedCheck: Sendable {
    private let found = Mutex<[Finding]>([]), isOver = Mutex(false)
    /// Signalled once a row, and at the end.
    private let news = DispatchSemaphore(value: 0)

    /// Begins at once.
    init(_ plan: Plan, _ own: WorkerProgram, _ options: CheckOptions) {
        let items = plan.items.filter { !$0.benchmark.isSingleThreaded && (!options.onlyLimits || !$0.benchmark.countLimits.isEmpty) }
        let limit = options.limit
        Thread.detachNewThread { [self] in
            look(at: items, own, limit: limit)
            isOver.withLock { $0 = true }
            news.signal()
        }
    }

    /// What is known so far.
    var findings: [Finding] { found.withLock { $0 } }

    /// Returns when all has been looked at; after an interruption some is left out.
    /// - Parameter changed: is called when there is more in `findings`.
    func wait(_ changed: () throws -> Void) rethrows {
        while !isOver.withLock({ $0 }) {
            news.wait()
            try changed()
        }
    }

    private func look(at items: [Plan.Item], _ own: WorkerProgram, limit: Double) {
        var worker: WorkerProcess?
        for item in items {
            for variant in item.variants {
                let benchmark = item.benchmark, row = RowName.text(benchmark.id, variant), gate = "results"
                let finding: Finding
                do {
                    let current = try worker ?? WorkerProcess(program: own, limit: limit)
                    worker = current
                    _ = try current.prepare(benchmark.id, variant, events: benchmark.events.brief, warmUp: 0)
                    _ = try current.sample(benchmark.id, variant, iterations: ThreadedCheck.iterations)
                    finding = Finding(row: row, gate: gate, verdict: .pass, detail: try ThreadedCheck.requireNothingKept(current, benchmark, variant))
                } catch is Interruption.Stop {
                    return
                } catch {
                    if error is ChildProcess.Failure { worker = nil }
                    finding = Finding(row: row, gate: gate, Failure(error))
                }
                found.withLock { $0.append(finding) }
                news.signal()
            }
        }
    }

    /// Of each row of several threads, besides those that warm it up.
    private static let iterations = 10
    private static let keptRounds = 5

    /// What other threads give back late, they do during the next iteration, or on a busy machine a few later. So where something stays of most
    /// iterations, many more are looked at together: what was late is in that sum once as got and once as given back.
    /// - Returns: what was found, where that is right.
    /// - Throws: `WrongResult` where each event leaves memory behind.
    private static func requireNothingKept(_ worker: WorkerProcess, _ benchmark: Benchmark, _ variant: String) throws -> String {
        // What the system keeps of a floor, as Dispatch of its timers, isn't the program's.
        if benchmark.kind == .floor, benchmark.countLimits.isEmpty { return "right, and no resources left behind; memory of a floor isn't looked at" }
        let events = benchmark.events.brief
        var kept: [Double] = []
        func look() throws -> Bool {
            for _ in 0..<ThreadedCheck.iterations {
                guard let counts = try worker.count(benchmark.id, variant, events: events, label: nil) else { return false }
                kept.append((Double(counts.mallocs) - Double(counts.frees)) / Double(max(events, 1)))
            }
            return true
        }
        guard try look() else { return "right, and no resources left behind; memory isn't counted here" }
        if kept.sorted()[kept.count / 4] > benchmark.mostKept {
            for _ in 1..<ThreadedCheck.keptRounds { _ = try look() }
            let mean = kept.reduce(0, +) / Double(kept.count)
            if mean > benchmark.mostKept {
                throw WrongResult("blocks of memory that stay of each event: \(String(format: "%.3g, limit %.3g", mean, benchmark.mostKept))")
            }
        }
        return "right, and nothing left behind"
    }
}
