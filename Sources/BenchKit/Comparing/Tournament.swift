import Foundation

/// How much effort duels are worth. Times are in seconds.
struct TournamentSettings: Equatable, Sendable {
    /// Eleven or more let one row of sixty be told from chance.
    static let usualForks = 12
    /// Forks that each duel should have.
    var forks = usualForks
    /// Clean pairs that a fork should have; a fork with fewer than half of them doesn't count.
    var pairs = 10
    /// What one sample should take: less than a busy system's time slice of some three milliseconds, so that many samples end
    /// before another program gets the processor.
    var sampleTime = 0.0015
    /// The most that a warm-up may take.
    var warmUp = 0.04
    /// What a trial of latency takes.
    var trial = 0.2
    /// What one answer of a worker may take.
    var limit = 60.0

    /// Where forks were too disturbed to count, so many are tried in all.
    var mostForks: Int { forks * 3 / 2 }
}

/// Plays duels: each fork starts the programs anew and goes through all duels in a random order, with samples in the order
/// A B B A, or B A A B in every second fork; which comes first is up to the seed.
struct Tournament {
    let programs: [WorkerProgram]
    let settings: TournamentSettings
    let output: Output
    /// Tells what other programs take of the processors.
    var watch: ([pid_t]) -> () -> Double? = { BackgroundLoad.watch(besides: $0) }
    /// What was found so far, in the order of the duels; also after an interruption.
    private(set) var outcomes: [DuelOutcome] = []
    private var generator: SeededGenerator
    private var workers: [WorkerProcess?]
    /// The program that was asked last.
    private var asked = 0

    init(programs: [WorkerProgram], settings: TournamentSettings, seed: UInt64, output: Output) {
        self.programs = programs
        self.settings = settings
        self.output = output
        generator = SeededGenerator(seed: seed)
        workers = programs.map { _ in nil }
    }

    /// - Parameters:
    ///   - title: what the progress calls it.
    ///   - checkpoint: gets the outcomes after each fork.
    /// - Throws: `Interruption.Stop`; `outcomes` has what was found until then.
    mutating func play(
        _ duels: [Duel], title: String, checkpoint: ([DuelOutcome]) -> Void = { _ in }
    ) throws(Interruption.Stop) {
        outcomes = duels.map { DuelOutcome($0) }
        defer { workers = programs.map { _ in nil } }
        let begins = duels.map { _ in generator.next() % 2 }
        for fork in 0..<settings.mostForks {
            let open = outcomes.indices.filter {
                outcomes[$0].failure == nil && outcomes[$0].ratios.count < settings.forks
            }
            if open.isEmpty { break }
            output.error("\(title): fork \(fork + 1) of \(settings.forks) to \(settings.mostForks), \(open.count) rows")
            workers = programs.map { _ in nil }
            for index in generator.shuffle(open) {
                let duel = outcomes[index].duel
                do {
                    if let tail = duel.tail {
                        let found = try self.tail(tail, of: duel, isMirrored: UInt64(fork) % 2 != begins[index])
                        outcomes[index].add(tail: found)
                        continue
                    }
                    let (pairs, isWarm) = try pairs(of: duel, isMirrored: UInt64(fork) % 2 != begins[index])
                    outcomes[index].add(pairs, least: (settings.pairs + 1) / 2, isWarm: isWarm)
                } catch let stop as Interruption.Stop {
                    throw stop
                } catch {
                    let failed = asked
                    forget(error)
                    outcomes[index].fail(RowFailure(error), of: failed)
                    guard outcomes[index].isFaultOfBase, duel.tail == nil else { continue }
                    // This program may be wrong too, which matters more.
                    do {
                        _ = try worker(duel.challenger.program).prepare(
                            duel.challenger.benchmark, duel.challenger.variant, events: duel.challenger.events, warmUp: settings.warmUp)
                    } catch let stop as Interruption.Stop {
                        throw stop
                    } catch {
                        forget(error)
                        outcomes[index].fail(RowFailure(error), of: duel.challenger.program)
                    }
                }
            }
            checkpoint(outcomes)
        }
    }

    /// A process that failed has no more to say, and the other ones start anew with it.
    private mutating func forget(_ error: any Error) {
        if error is ChildProcess.Failure { workers = programs.map { _ in nil } }
    }

    private mutating func worker(_ program: Int) throws -> WorkerProcess {
        asked = program
        if let worker = workers[program] { return worker }
        let worker = try WorkerProcess(program: programs[program], limit: settings.limit)
        workers[program] = worker
        return worker
    }

    /// Samples of both sides next to each other, until enough are clean or four times as many were taken.
    /// - Returns: the pairs, and whether both sides' warm-ups became stable, as far as they tell.
    private mutating func pairs(
        of duel: Duel, isMirrored: Bool
    ) throws -> (pairs: [(challenger: TimeSample, base: TimeSample)], isWarm: Bool) {
        let sides = [duel.challenger, duel.base]
        var iterations = [1, 1], isWarm = true
        let order = Interleaving.order(round: 0, of: 2, isMirrored: isMirrored)
        let processes = Set(try order.map { try worker(sides[$0].program).identifier })
        let others = duel.usesProcessorTime ? nil : watch(Array(processes))
        for index in order {
            let side = sides[index]
            let ready = try worker(side.program).prepare(
                side.benchmark, side.variant, events: side.events, warmUp: settings.warmUp)
            iterations[index] = max(1, Int(min(settings.sampleTime / max(ready.seconds, 1e-9), 1e6)))
            isWarm = isWarm && ready.isWarm
        }
        var pairs: [(challenger: TimeSample, base: TimeSample)] = []
        var clean = 0
        let start = Clock.monotonic()
        func isTold() -> Bool { others == nil || Double(Clock.monotonic() - start) / 1e9 >= BackgroundLoad.leastWindow }
        for round in 0..<(4 * settings.pairs) where clean < settings.pairs || !isTold() {
            var samples: [Int: TimeSample] = [:]
            for index in Interleaving.order(round: round, of: 2, isMirrored: isMirrored) {
                let side = sides[index]
                samples[index] = try worker(side.program).sample(
                    side.benchmark, side.variant, iterations: iterations[index])
            }
            guard let challenger = samples[0], let base = samples[1] else { continue }
            pairs.append((challenger, base))
            if challenger.isQuiet, base.isQuiet { clean += 1 }
        }
        // One thread that waited, waited for others; several may have waited for each other.
        if let share = others?() {
            let challengers = pairs.map(\.challenger).disturbed(by: share), bases = pairs.map(\.base).disturbed(by: share)
            pairs = zip(challengers, bases).map { (challenger: $0, base: $1) }
        }
        return (pairs, isWarm)
    }
}

extension Tournament {
    /// A trial of each side in a process of its own, or many short ones, one side after the other, with the same senders.
    /// - Returns: nil where a side had too few samples, or the machine hides the figure.
    /// - Throws: `FileError` where a side has no such figure, `BenchmarkFailure` and `ChildProcess.RowFailure` where it fails.
    private mutating func tail(_ tail: Tail, of duel: Duel, isMirrored: Bool) throws -> (challenger: Double, base: Double)? {
        let sides = [duel.challenger, duel.base], seed = generator.next(), length = settings.trial
        // A program that takes less than the older one is sent as much as that all the same. A floor is sent a share of what it takes itself.
        var capacity: Double?
        if tail.share != nil, tail.bound == nil, duel.challenger.benchmark == duel.base.benchmark {
            capacity = try trials(of: duel.base) { try $0(length / 2, seed, nil).capacity }
        }
        var figures: [Int: TrialOutcome.Figure] = [:]
        for index in Interleaving.order(round: 0, of: tail.bound == nil ? 2 : 1, isMirrored: isMirrored) {
            figures[index] = try trials(of: sides[index]) { attempt in
                guard let share = tail.share else { return try attempt(length, seed, nil).figure(tail) }
                // To measure the capacity takes a longer trial than the short ones.
                guard let capacity = try capacity ?? attempt(length / 2, seed, nil).capacity else { return nil }
                let fewest = 1.5 * Double(tail.percentile?.fewestSamples ?? 0) / (share * capacity)
                let seconds = min(length, max(length / 10, fewest))
                return try TrialOutcome.Figure(medianOf: (1...10).map { try attempt(seconds, seed &+ $0, capacity).figure(tail) })
            }
        }
        guard let own = figures[0] else { return nil }
        let isHidden = figures.values.contains(where: \.isHidden)
        switch tail.bound {
        // A figure within its bound passes even where the machine's jitter is part of it.
        case .most(let most): return isHidden && own.value > most ? nil : (own.value + own.offset, most + own.offset)
        case .least(let least): return isHidden ? nil : (least + own.offset, own.value + own.offset)
        case nil:
            guard let other = figures[1], !isHidden else { return nil }
            return (own.value + own.offset, other.value + other.offset)
        }
    }

    /// Runs `body` with a function that makes trials in one new process of a side: of so many seconds, with that seed, at a share of that capacity.
    private mutating func trials<Found>(
        of side: Contender, _ body: (_ attempt: (_ seconds: Double, _ seed: UInt64, _ capacity: Double?) throws -> TrialOutcome) throws -> Found
    ) throws -> Found {
        asked = side.program
        let worker = try WorkerProcess(program: programs[side.program], environment: side.environment, limit: settings.limit)
        let found = try body { try worker.attempt(side.benchmark, side.variant, seconds: $0, seed: $1, capacity: $2) }
        try worker.finish()
        return found
    }
}

extension TrialOutcome {
    fileprivate struct Figure {
        let value: Double
        /// Of events 1, else 0: to wait behind no event counts as behind one, so that two delays have a ratio.
        let offset: Double
        /// Whether the machine's own jitter is too large a part of it.
        let isHidden: Bool
    }

    /// Nil with too few samples.
    fileprivate func figure(_ tail: Tail) throws(FileError) -> Figure? {
        guard let percentile = tail.percentile else {
            guard let metric = metrics[tail.figure] else { throw FileError(description: "the trial has no figure '\(tail.figure)'") }
            return Figure(value: metric.value, offset: 0, isHidden: false)
        }
        guard let distribution = distributions[tail.figure] else {
            let known = distributions.keys.sorted().joined(separator: ", ")
            throw FileError(description: "the trial has no figure '\(tail.figure)'; it has \(known)")
        }
        guard let value = distribution.histogram.percentile(percentile).map(Double.init) else { return nil }
        if distribution.unit == "events" { return Figure(value: value, offset: 1, isHidden: false) }
        let machine = Double(jitter.percentile(percentile) ?? jitter.largest)
        return Figure(value: value, offset: 0, isHidden: distribution.unit == "ns" && machine > RowLatency.mostJitter * value)
    }
}

extension TrialOutcome.Figure {
    /// Nil where fewer than half of the trials have one.
    fileprivate init?(medianOf figures: [TrialOutcome.Figure?]) {
        let known = figures.compactMap { $0 }
        guard let first = known.first, 2 * known.count >= figures.count else { return nil }
        self.init(
            value: Statistics.median(known.map(\.value)), offset: first.offset, isHidden: 2 * known.count(where: \.isHidden) >= known.count)
    }
}
