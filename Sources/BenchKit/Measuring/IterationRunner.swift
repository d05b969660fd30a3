import CAllocationCounter
import Foundation

/// Runs iterations of one benchmark on one variant and checks after each that nothing stays behind.
struct IterationRunner {
    let benchmark: Benchmark
    let variant: String
    let seed: UInt64
    let probe: (@Sendable () -> [String: Int])?
    /// Of live resources between iterations.
    private var watch: ResourceWatch

    /// Runs the first iteration, with `n` events. Resources it leaves behind become part of the baseline: they are what the
    /// program makes once, such as a shared scheduler. A leak shows in the next iteration.
    init(_ benchmark: Benchmark, variant: String, n: Int, probe: (@Sendable () -> [String: Int])?) throws {
        self.benchmark = benchmark
        self.variant = variant
        self.probe = probe
        seed = SeededGenerator.seed(of: benchmark.id)
        watch = ResourceWatch(probe)
        _ = try iterate(n)
        if watch.left() != nil { watch = ResourceWatch(probe) }
    }

    /// One iteration.
    /// - Returns: the handle its body saw, and the time of its timed section or, without one, of the whole body.
    func iterate(_ n: Int, observer: PeakObserver? = nil) throws -> (run: Run, section: ElapsedTime) {
        let run = Run(n: n, variant: variant, seed: seed, observer: observer)
        let start = ElapsedTime.Start()
        try perform(run)
        let whole = start.elapsed()
        return (run, run.section ?? whole)
    }

    private func perform(_ run: Run) throws {
        do {
            try benchmark.body(run)
        } catch {
            if benchmark.countsSections { run.countedSection.abandon() }
            throw error
        }
    }

    /// Runs iterations until their times are stable or `seconds` have passed, at least one.
    /// - Returns: what came of it, and the seconds of the fastest.
    func warmUp(_ n: Int, seconds: Double) throws -> (outcome: WarmUp.Outcome, fastest: Double) {
        var warmUp = WarmUp(seconds: seconds)
        var fastest = UInt64.max
        while !warmUp.isOver {
            try Interruption.check()
            let start = Clock.monotonic()
            _ = try iterate(n)
            let iteration = Clock.monotonic() - start
            try settle()
            fastest = min(fastest, iteration)
            warmUp.add(Double(iteration), elapsed: Double(Clock.monotonic() - start))
        }
        return (warmUp.outcome, Double(fastest) / 1e9)
    }

    /// The allocations of one whole iteration, those of its set-up and its end included. Nil where nothing is counted.
    /// - Parameter label: under callgrind, names the file that gets what else is counted in the same iteration.
    func count(_ n: Int, with counter: AllocationCounter, label: String? = nil) throws -> AllocationCounts? {
        let section = benchmark.countsSections && label != nil ? CountedSection(counter) : nil
        let run = Run(n: n, variant: variant, seed: seed, keepsFigures: false, section: section)
        // Made before anything is counted: what Swift lends a C function is an object and a malloc of its own.
        let name = label.flatMap { strdup($0) }
        defer { free(name) }
        let before = counter.read()
        if label != nil, section == nil { rxac_callgrind_start() }
        try perform(run)
        if label != nil, section == nil { rxac_callgrind_stop() }
        if let name { rxac_callgrind_write(name) }
        let atEnd = counter.read()
        try settle()
        if let section {
            if section.isMisused { throw WrongResult("a counted section was ended that hadn't begun on the same thread") }
            if n > 0, section.ended == 0 { throw WrongResult("no counted section has begun and ended") }
            return section.counts
        }
        guard let before, var atEnd, let settled = counter.read() else { return nil }
        // Where several threads are at work, what belongs to the iteration may be freed by another one, until it has settled. Looking for that takes
        // memory and gives it back, which isn't the benchmark's.
        if !benchmark.isSingleThreaded { atEnd.addFrees(until: settled) }
        return atEnd - before
    }

    /// Waits until resources are back to the baseline, since some end on other threads.
    /// - Throws: `WrongResult` when some are not.
    func settle() throws { try watch.settle() }
}
