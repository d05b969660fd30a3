import Foundation
import Rx
import RxPlatform
import Testing

@testable import LawSupport

/// Random programs of work that schedules, keeps, returns and ends other work on the current thread, against a scheduler that uses nothing
/// again. `RX_SEED` chooses other programs, `RX_PROGRAMS` how many.
@Suite struct CurrentThreadProgramLaws {
    private static let programs = ProcessInfo.processInfo.environment["RX_PROGRAMS"].flatMap { Int($0) } ?? 2000

    @Test func workDoesWhatItDoesWhereNothingIsUsedAgain() {
        for number in 0..<Self.programs {
            let seed = Random.seed &+ UInt64(number)
            let wanted = Program(seed, on: PlainScheduler()).run(), found = Program(seed, on: SchedulerUnderTest()).run()
            if wanted == found { continue }
            let runs = "wanted \(wanted.joined(separator: " "))\nfound  \(found.joined(separator: " "))"
            Issue.record("seed \(seed) (RX_SEED=\(seed) RX_PROGRAMS=1)\n\(runs)")
            return
        }
    }

    /// After `dispose` of the first piece of a chain has returned, on another thread, at most the one that was running then goes on.
    @Test func anotherThreadEndsAChain() {
        let scheduler = CurrentThreadScheduler.instance
        for round in 0..<200 {
            let ran = AtomicCount(), head = UncheckedBox(Head()), isMade = AtomicCount()
            var before = 0
            func chain() -> any Disposable {
                scheduler.schedule(round) { _ in ran.add() > 1_000_000 ? Disposables.create() : chain() }
            }
            together([
                {
                    _ = scheduler.schedule(()) { _ in
                        head.value.disposable = chain()
                        isMade.add()
                        return Disposables.create()
                    }
                },
                {
                    while isMade.value == 0 || ran.value < round % 7 { giveWay() }
                    head.value.disposable?.dispose()
                    before = ran.value
                },
            ])
            #expect(ran.value <= before + 1, "round \(round)")
        }
    }

    /// Another thread lets go of disposables, and ends those whose work has run, while the thread of the chain decides what it uses again: all
    /// other work runs, once.
    @Test func whatAnotherThreadDropsOrEndsAfterwardsEndsNothingElse() {
        let scheduler = CurrentThreadScheduler.instance, last = 20_000
        for round in 0..<5 {
            let handed = LockedLog<(any Disposable, ends: Bool)>(), isOver = AtomicCount(), leavesRun = AtomicCount()
            var steps = 0, leaves = 0
            var random = Random.stream(round)
            func leaf() {
                leaves += 1
                let hasRun = AtomicCount(), box = UncheckedBox(Head())
                let hands = random.below(2) == 0
                box.value.disposable = scheduler.schedule(()) { _ in
                    leavesRun.add(hasRun.add())  // More than one if it runs twice.
                    if random.below(3) == 0 { leaf() }  // Which takes what there is to be used again, so that this one is next.
                    if hands, let leaf = box.value.disposable.take() { handed.append((leaf, ends: true)) }
                    return Disposables.create()
                }
            }
            func chain(_ left: Int) -> any Disposable {
                scheduler.schedule(left) { left in
                    steps += 1
                    if random.below(3) == 0 { leaf() }
                    if left == 1 { return Disposables.create() }
                    let next = chain(left - 1)
                    if random.below(2) == 0 { handed.append((next, ends: false)) }
                    return next
                }
            }
            together([
                {
                    _ = scheduler.schedule(()) { _ in chain(last) }
                    isOver.add()
                },
                {
                    while isOver.value == 0 { for (work, ends) in handed.takeAll() where ends { work.dispose() } }
                },
            ])
            #expect(steps == last, "seed \(Random.seed), round \(round)")
            #expect(leavesRun.value == leaves, "seed \(Random.seed), round \(round)")
        }
    }

    private final class Head { var disposable: (any Disposable)? }
}

/// What a program is run on.
private protocol ProgramScheduler {
    func schedule(_ number: Int, _ action: @escaping (Int) -> any Disposable) -> any Disposable
}

/// The one to be tested. Work with states of two types, so that a piece is asked to do what it can't be used again for.
private struct SchedulerUnderTest: ProgramScheduler {
    func schedule(_ number: Int, _ action: @escaping (Int) -> any Disposable) -> any Disposable {
        if number % 5 == 4 { return CurrentThreadScheduler.instance.schedule("\(number)") { action(Int($0)!) } }
        return CurrentThreadScheduler.instance.schedule(number, action: action)
    }
}

/// An object for each piece of work, in a queue.
private final class PlainScheduler: ProgramScheduler {
    private final class Piece: Disposable, @unchecked Sendable {  // Sendable: used on one thread.
        var work: (() -> any Disposable)?
        private var isDisposed = false
        private var result: (any Disposable)?

        init(_ work: @escaping () -> any Disposable) { self.work = work }

        func run() {
            guard let work = work.take(), !isDisposed else { return }
            let result = work()
            if isDisposed { result.dispose() } else { self.result = result }
        }

        func dispose() {
            if isDisposed { return }
            isDisposed = true
            result.take()?.dispose()
        }
    }

    private var waiting: [Piece] = []
    private var isRunning = false

    func schedule(_ number: Int, _ action: @escaping (Int) -> any Disposable) -> any Disposable {
        if isRunning {
            let piece = Piece { action(number) }
            waiting.append(piece)
            return piece
        }
        isRunning = true
        let result = action(number)
        while !waiting.isEmpty { waiting.removeFirst().run() }
        isRunning = false
        return result
    }
}

/// What each piece of work does depends on the seed and on its number alone.
private final class Program {
    /// Work in all, at most.
    private static let limit = 40
    private let seed: UInt64
    private let scheduler: any ProgramScheduler
    private var count = 0
    private var log: [String] = []
    private var kept: [(number: Int, work: any Disposable)] = []
    private let alive = AtomicCount()

    init(_ seed: UInt64, on scheduler: any ProgramScheduler) {
        self.seed = seed
        self.scheduler = scheduler
    }

    /// What happened, in order.
    func run() -> [String] {
        let whole = schedule()
        log.append("left:\(alive.value)")
        whole.dispose()
        log.append("disposed")
        for old in kept { old.work.dispose() }
        kept = []
        return log
    }

    private func schedule() -> any Disposable {
        count += 1
        let captured = Captured(alive)
        return scheduler.schedule(count) { number in withExtendedLifetime(captured) { self.perform(number) } }
    }

    private func perform(_ number: Int) -> any Disposable {
        log.append("\(number)")
        var random = Random(seed: seed &* 1000 &+ UInt64(number))
        var mine: [any Disposable] = []
        endOne(&random)
        for _ in 0..<(1 + random.below(6)) / 2 where count < Program.limit {
            let work = schedule()
            if random.below(3) == 0 { kept.append((count, work)) }
            mine.append(work)
        }
        endOne(&random)
        if random.below(4) == 0, !kept.isEmpty { kept.remove(at: random.below(kept.count)) }
        switch random.below(12) {
        case 0: return Disposables.create()
        case 1: return ending(number)
        case 2: return Pair(mine.last ?? ending(number), ending(number))
        case 3: return mine.first ?? ending(number)
        // Only what was scheduled later, else a piece would hold itself.
        case 4: return kept.last { $0.number > number }?.work ?? Disposables.create()
        case 5:
            let work = mine.last
            work?.dispose()
            return work ?? Disposables.create()
        default: return mine.last ?? Disposables.create()
        }
    }

    private func endOne(_ random: inout Random) {
        if random.below(8) == 0, !kept.isEmpty { kept[random.below(kept.count)].work.dispose() }
    }

    private func ending(_ number: Int) -> any Disposable { Disposables.create { self.log.append("end:\(number)") } }

    private struct Pair: Disposable {
        let first, second: any Disposable

        init(_ first: any Disposable, _ second: any Disposable) { (self.first, self.second) = (first, second) }

        func dispose() {
            first.dispose()
            second.dispose()
        }
    }
}
