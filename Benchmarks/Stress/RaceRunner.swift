import BenchKit
import Rx
import Synchronization

/// The threads that race. Where a call gets stuck, others take their place.
private let racers = Mutex(Racers())

/// A block of rounds of one race.
final class RaceRunner: @unchecked Sendable {
    // Sendable: what changes is written by racer 0 between two meetings, and read by the caller when both are done or stuck.
    private let arena: Arena
    private let pair: [Int]
    private let block: StressBlock
    private let name: String
    private let core: Core
    private let log = RoundLog()
    private var outcome = StressOutcome()
    private var instance: (any RoundInstance)?
    private var chances: Chances
    private var monitor: RoundMonitor

    init(_ arena: Arena, _ pair: [Int], _ block: StressBlock) {
        self.arena = arena
        self.pair = pair
        self.block = block
        name = "\(arena.name) \(pair) \(block.variant)"
        core = block.variant == "queue" ? .queue : .lock
        chances = Chances(seed: block.seed, name: name, round: 0, spread: 0)
        monitor = RoundMonitor(log, .briefly(0), patience: 0)
    }

    func run() -> StressOutcome {
        StressSchedulers.make()
        let threads = racers.withLock { $0 }
        let isDone = threads.run(patience: arena.patience) { [self] index in
            log.join(index)
            core.run { race(index, threads) }
        }
        if isDone { return outcome }
        racers.withLock { $0 = Racers() }
        outcome.isStuck = true
        report(LawViolation(law: .returns, message: "a call did not return within \(arena.patience) s"), block.rounds.lowerBound + outcome.rounds)
        return outcome
    }

    private func race(_ index: Int, _ threads: Racers) {
        for number in block.rounds {
            let before = index == 0 ? Residue.now : nil
            if index == 0 { prepare(number) }
            guard threads.meet() else { return }
            if let warmer = chances.warmer {
                if warmer == index { instance?.warmUp() }
                guard threads.meet() else { return }
            }
            act(index, threads)
            guard threads.meet() else { return }
            if let before { check(number, before) }
            threads.beat()
        }
    }

    private func prepare(_ number: Int) {
        log.clear()
        chances = Chances(seed: block.seed, name: name, round: number, spread: arena.spread)
        // What went wrong once isn't waited for so long again.
        monitor = RoundMonitor(log, chances.closureDelay, patience: outcome.first == nil ? 5 : RoundMonitor.impatience)
        instance = arena.make(monitor, chances, pair)
    }

    private func act(_ index: Int, _ threads: Racers) {
        let action = pair[chances.swaps ? 1 - index : index]
        threads.align()
        for turn in 0..<chances.delays[index] { blackHole(turn) }
        monitor.begin(action)
        instance?.act(action, thread: index)
        monitor.end(action)
    }

    private func check(_ number: Int, _ before: Residue) {
        instance?.finish()
        instance = nil
        outcome.rounds += 1
        if let fault = monitor.fault { report(fault, number) }
        if monitor.awaits({ Residue.now == before }) || monitor.fault != nil { return }
        report(LawViolation(law: .resources, message: "\(before) became \(Residue.now)"), number)
    }

    private func report(_ fault: LawViolation, _ number: Int) {
        let isFirst = outcome.first == nil
        outcome.add(
            StressViolation(
                law: fault.law.rawValue, round: number, message: fault.message,
                events: isFirst ? log.lines(arena.actions) : []))
    }
}

/// What a round may leave behind.
private struct Residue: Equatable, CustomStringConvertible {
    let resources: Int32
    let checkers: Int

    static var now: Residue { Residue(resources: Resources.total, checkers: CheckingObserver.alive) }

    var description: String { "\(resources) resources and \(checkers) observers" }
}
