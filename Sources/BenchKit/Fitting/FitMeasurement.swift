/// Measures what one event of a scaling costs at each size: in instructions where they are exact and can be counted, else in
/// processor time.
struct FitMeasurement {
    /// Nil where instructions can't be counted.
    let counting: CountingProcess?
    /// Why it is nil.
    let countingUnavailable: String?
    let program: WorkerProgram
    /// Seconds that a process may take for one answer.
    let limit: Double

    /// Samples of each size; the median counts.
    private static let samples = 9
    /// Seconds that a sample takes at least, where one iteration takes less.
    private static let sampleTime = 0.004

    init(_ program: WorkerProgram, limit: Double) throws {
        self.program = program
        self.limit = limit
        do {
            counting = try CountingProcess(program, limit: limit)
            countingUnavailable = nil
        } catch let missing as Unmeasurable {
            counting = nil
            countingUnavailable = missing.description
        }
    }

    /// What counts instructions, if they can be counted.
    func lane() -> CountingLane? { counting.map(CountingLane.init) }

    /// Whether costs are instructions, which another busy processor doesn't change.
    func counts(_ scaling: Scaling) -> Bool { scaling.isSingleThreaded && !scaling.isTimed && counting != nil }

    /// One fit a variant.
    /// - Parameter lane: what counts, where anything is counted.
    func fits(_ scaling: Scaling, variants: [String], lane: CountingLane?) throws(Interruption.Stop) -> [Fit] {
        guard counts(scaling), let lane else {
            let reason =
                scaling.isTimed
                ? "caches count, too"
                : scaling.isSingleThreaded ? countingUnavailable : "several threads are at work"
            var fits: [Fit] = []
            for variant in variants { fits.append(try timed(scaling, variant, reason: reason)) }
            return fits
        }
        return try counted(scaling, variants, lane)
    }

    private func counted(
        _ scaling: Scaling, _ variants: [String], _ lane: CountingLane
    ) throws(Interruption.Stop) -> [Fit] {
        var points: [String: [SizedCost]] = [:], failures: [String: RowFailure] = [:]
        for (size, benchmark) in zip(scaling.sizes, scaling.benchmarks) {
            let open = variants.filter { failures[$0] == nil }
            try lane.count(benchmark, variants: open, repetitions: 1, countsEmpty: false) { variant, outcome in
                switch outcome {
                case .success(let found):
                    let cost = found.repetitions.first?.perEvent(.instructions, events: benchmark.events.counted)
                    if let cost { points[variant, default: []].append(SizedCost(size: size, cost: cost)) }
                case .failure(let error):
                    failures[variant] = RowFailure(error)
                }
            }
        }
        return variants.map {
            Fit(scaling, variant: $0, measure: .instructions, reason: nil, points: points[$0] ?? [], failure: failures[$0])
        }
    }

    /// All sizes in one process, so that they have its luck in common.
    private func timed(_ scaling: Scaling, _ variant: String, reason: String?) throws(Interruption.Stop) -> Fit {
        var points: [SizedCost] = [], taken: [TimeSample] = [], failure: RowFailure?
        do {
            let worker = try WorkerProcess(program: program, limit: limit)
            for (size, benchmark) in zip(scaling.sizes, scaling.benchmarks) {
                let others = BackgroundLoad.watch(besides: [worker.identifier])
                var samples = try samples(benchmark, variant, worker)
                if !scaling.isSingleThreaded { samples = samples.disturbed(by: others()) }
                taken += samples
                // What waited for a processor has cold caches: it counts only where nothing else is there.
                let clean = samples.filter { $0.contaminated != true }
                let kept = clean.isEmpty ? samples : clean
                points.append(
                    SizedCost(
                        size: size, cost: Statistics.median(kept.map(\.processor)), metrics: metrics(of: kept),
                        isDisturbed: clean.isEmpty ? true : nil))
            }
        } catch let stop as Interruption.Stop {
            throw stop
        } catch {
            failure = RowFailure(error)
        }
        let verdicts = taken.compactMap(\.contaminated)
        return Fit(
            scaling, variant: variant, measure: .processorTime, reason: reason, points: points,
            contaminated: verdicts.isEmpty ? nil : Double(verdicts.count { $0 }) / Double(verdicts.count), failure: failure)
    }

    private func metrics(of samples: [TimeSample]) -> [String: Metric]? {
        let names = Set(samples.flatMap(\.metrics.keys))
        if names.isEmpty { return nil }
        return Dictionary(
            uniqueKeysWithValues: names.map { name in
                let found = samples.compactMap { $0.metrics[name] }
                return (name, Metric(value: Statistics.median(found.map(\.value)), unit: found[0].unit))
            })
    }

    private func samples(_ benchmark: Benchmark, _ variant: String, _ worker: WorkerProcess) throws -> [TimeSample] {
        let seconds = try worker.prepare(benchmark.id, variant, events: benchmark.events.quick, warmUp: 0.1).seconds
        let iterations = max(1, Int(min(Self.sampleTime / max(seconds, 1e-9), 1e6)))
        return try (0..<Self.samples).map { _ in try worker.sample(benchmark.id, variant, iterations: iterations) }
    }
}
