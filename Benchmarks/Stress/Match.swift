import BenchKit
import Rx
import Synchronization

/// The threads that race. Where a call gets stuck, others take their place.
private let racers = Mutex(Racers())

/// A block of rounds of one race.
final class Match: @unchecked Sendable {
    // Sendable: what changes is written by racer 0 between two meetings, and read by the caller when both are done or stuck.
    private let arena: Arena
    private let pair: [Int]
    private let block: StressBlock
    private let name: String
    private let core: Core
    private let log = RoundLog()
    private var outcome = StressOutcome()
    private var bout: (any Bout)?
    private var chances: Chances
    private var referee: Referee

    init(_ arena: Arena, _ pair: [Int], _ block: StressBlock) {
        self.arena = arena
        self.pair = pair
        self.block = block
        name = "\(arena.name) \(pair) \(block.variant)"
        core = block.variant == "queue" ? .queue : .lock
        chances = Chances(seed: block.seed, name: name, round: 0, spread: 0)
        referee = Referee(log, .briefly(0), patience: 0)
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
        report(Fault(law: .returns, message: "a call did not return within \(arena.patience) s"), block.rounds.lowerBound + outcome.rounds)
        return outcome
    }

    private func race(_ index: Int, _ threads: Racers) {
        for number in block.rounds {
            let before = index == 0 ? Residue.now : nil
            if index == 0 { prepare(number) }
            guard threads.meet() else { return }
            if let warmer = chances.warmer {
                if warmer == index { bout?.warmUp() }
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
        referee = Referee(log, chances.stay, patience: outcome.first == nil ? 5 : Referee.impatience)
        bout = arena.make(referee, chances, pair)
    }

    private func act(_ index: Int, _ threads: Racers) {
        let action = pair[chances.swaps ? 1 - index : index]
        threads.align()
        for turn in 0..<chances.delays[index] { blackHole(turn) }
        referee.begin(action)
        bout?.act(action, thread: index)
        referee.end(action)
    }

    private func check(_ number: Int, _ before: Residue) {
        bout?.finish()
        bout = nil
        outcome.rounds += 1
        if let fault = referee.fault { report(fault, number) }
        if referee.awaits({ Residue.now == before }) || referee.fault != nil { return }
        report(Fault(law: .resources, message: "\(before) became \(Residue.now)"), number)
    }

    private func report(_ fault: Fault, _ number: Int) {
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
    let ears: Int

    static var now: Residue { Residue(resources: Resources.total, ears: Ear.alive) }

    var description: String { "\(resources) resources and \(ears) observers" }
}
