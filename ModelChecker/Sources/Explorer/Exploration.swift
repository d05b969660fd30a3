import Foundation

/// Explores one program under one memory model.
public struct Exploration {
    public enum Plan: Sendable {
        /// All interleavings, up to the order of steps that commute.
        case exhaustive
        /// All interleavings with at most so many preemptions.
        case bounded(preemptions: Int)
        /// The same one by one, without leaving out what has been explored in another order: for tests.
        case unreduced(preemptions: Int)
        /// Each step at random.
        case random(seed: UInt64, count: Int)
        /// Random priorities that change at `depth` − 1 steps.
        case priorities(depth: Int, seed: UInt64, count: Int)
        /// One execution.
        case replay(Schedule)
    }

    public var memory: MemoryModel
    public var plan: Plan
    public var executionLimit = Int.max
    /// Steps after which an execution counts as one without an end; at most, and by default, what the machine has room for.
    public var stepLimit = Machine.stepLimit
    /// In seconds of processor time.
    public var timeLimit = Double.infinity
    /// Under C11, in bounded plans: how many reads of an execution may read another store than the newest. Other plans have no such bound.
    public var staleReads = 2
    /// In bounded plans: how many preemptions of an execution are tried before each step, also where that makes no difference to the steps. It may
    /// make one to who gives up the last reference to an object, which is no step.
    public var placedAnywhere = 1
    /// Under C11: whether a store may come in modification order before one that was performed earlier. Two threads that store to
    /// the same words in opposite orders have to be explored like that; else it seldom matters.
    public var placesStores = false
    /// Under TSO: how many stores of a thread may wait until others see them. More than this default there is no room for.
    public var bufferCapacity = StoreBuffer.capacity
    /// An operation that has less order than the sources say.
    public var weakening: OrderWeakening?
    /// Whether the result says which operations with an order it has come by.
    public var recordsSites = false
    /// Runs at the end of each execution, when all that it made has been released.
    public var onRelease: ((Execution) -> Void)?
    private let program: (Execution) -> Void

    /// Random executions, of two kinds, that look for shared cells before a systematic search; without them it starts anew more often.
    public var scouts = 64
    private static let scoutSeed: UInt64 = 1
    /// Tests run on several threads.
    private static let turn = NSRecursiveLock()

    public init(memory: MemoryModel, plan: Plan, program: @escaping (Execution) -> Void) {
        self.memory = memory
        self.plan = plan
        self.program = program
    }

    /// Explores until everything has been, a limit is reached, or something is violated. One exploration at a time has the machine.
    public func run() -> ExplorationResult {
        Exploration.turn.lock()
        defer { Exploration.turn.unlock() }
        let machine = Machine.shared
        machine.memory = memory
        machine.views.placesStores = placesStores
        machine.stepLimit = min(stepLimit, Machine.stepLimit)
        machine.bufferCapacity = min(bufferCapacity, StoreBuffer.capacity)
        machine.onRelease = onRelease
        machine.sites.begin(recording: recordsSites, weakening)
        if memory != .sequential { ReferenceViews.watch() }
        defer {
            machine.onRelease = nil
            machine.sites.begin(recording: false, nil)
        }
        var run = Run(machine: machine, exploration: self)
        switch plan {
        case .random(let seed, let count):
            run.all(RandomWalk(seed: seed, count: count), .everything, seed: seed)
        case .priorities(let depth, let seed, let count):
            run.all(PriorityWalk(depth: depth, seed: seed, count: count), .everything, seed: seed)
        case .replay(let schedule):
            run.all(Replay(schedule), schedule.sharing, seed: nil)
        case .exhaustive:
            run.systematically { ReducedSearch(machine) }
        case .bounded(let preemptions):
            run.systematically { BoundedSearch(machine, bound: preemptions, staleReads: staleReads, placedAnywhere: placedAnywhere) }
        case .unreduced(let preemptions):
            run.systematically { UnreducedSearch(bound: preemptions, staleReads: staleReads) }
        }
        run.verdict.sites = machine.sites.all
        return run.verdict
    }

    /// The last execution of the plan, which should have only one: a line a step, and what it violates.
    public func show() -> (interleaving: String, violation: String?) {
        Exploration.turn.lock()
        defer { Exploration.turn.unlock() }
        let machine = Machine.shared
        machine.trace = ExecutionTrace()
        defer { machine.trace = nil }
        let verdict = run()
        let names = (0..<machine.fiberCount).map { machine.fibers[$0].name }
        return (machine.trace!.text(names: names, second: memory == .c11 ? "fence" : "buffer"), verdict.violation?.law)
    }

    /// The state of a running exploration.
    private struct Run {
        let machine: Machine
        let exploration: Exploration
        private let start = Run.processorTime
        var verdict = ExplorationResult()
        /// Cells that turned out to be shared.
        private var found: Set<CellID> = []

        init(machine: Machine, exploration: Exploration) {
            self.machine = machine
            self.exploration = exploration
        }

        /// Seconds, of this thread, which all fibers share. Not the time of day: checks share the machine with each other and with other programs.
        private static var processorTime: Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
        }

        private enum End { case exhausted, stopped, restart }

        mutating func systematically(_ makeSearch: () -> any Search) {
            var sharing = SchedulingPoints(isEverything: false)
            if exploration.scouts > 0 {
                // Two kinds: the second keeps to one fiber for longer, as executions with few preemptions do.
                let seed = Exploration.scoutSeed, count = exploration.scouts
                let scouts: [any Search] = [RandomWalk(seed: seed, count: count), PriorityWalk(depth: 3, seed: seed, count: count)]
                for scout in scouts where verdict.violation == nil {
                    _ = executions(scout, .everything, seed: nil)
                    sharing.cells.formUnion(found)
                }
            }
            while verdict.violation == nil {
                let search = makeSearch()
                verdict.executions = 0
                switch executions(search, sharing, seed: nil) {
                case .restart: sharing.cells.formUnion(found)
                case .stopped: return note(search)
                case .exhausted:
                    verdict.isExhausted = true
                    return note(search)
                }
            }
        }

        private mutating func note(_ search: any Search) {
            if let search = search as? ReducedSearch { verdict.redundant = search.redundant }
            guard let search = search as? BoundedSearch else { return }
            verdict.redundant = search.redundant
            verdict.preemptions = search.explored
            verdict.isComplete = verdict.isExhausted && !search.isCut
        }

        mutating func all(_ search: any Search, _ sharing: SchedulingPoints, seed: UInt64?) {
            _ = executions(search, sharing, seed: seed)
        }

        private mutating func executions(_ search: any Search, _ sharing: SchedulingPoints, seed: UInt64?) -> End {
            machine.search = search
            machine.sharing = sharing
            found = []
            while true {
                let survivors = machine.survivors.count
                machine.run(exploration.program)
                verdict.executions += 1
                verdict.total += 1
                verdict.fibers = machine.fiberCount
                verdict.longest = max(verdict.longest, machine.steps)
                verdict.seconds = Run.processorTime - start
                found.formUnion(machine.newlyShared)
                if let violation = violation(sharing, seed) {
                    verdict.violation = violation
                    return .stopped
                }
                if !sharing.isEverything, !found.isEmpty || machine.survivors.count > survivors { return .restart }
                if verdict.total >= exploration.executionLimit || verdict.seconds > exploration.timeLimit { return .stopped }
                if !search.advance() { return .exhausted }
            }
        }

        private func violation(_ sharing: SchedulingPoints, _ seed: UInt64?) -> Violation? {
            var law = machine.failure
            if law == nil, machine.survivors.count > 256 { law = "leak: words outlive the execution, again and again" }
            if law == nil, machine.hasDiverged, found.isEmpty { law = "not deterministic: the same choices led elsewhere" }
            guard let law else { return nil }
            return Violation(
                law: law, step: machine.failedAt, choices: machine.choicesSoFar.text,
                seed: seed.map { $0 + UInt64(verdict.executions - 1) })
        }
    }
}

/// What an exploration found.
public struct ExplorationResult: Sendable {
    /// Of the search that ended; those that a search took before it had to start anew are in `total` only.
    public internal(set) var executions = 0
    /// Of these, the ones that repeated another one in a different order of steps that commute.
    public internal(set) var redundant = 0
    /// All executions that were run.
    public internal(set) var total = 0
    /// Steps of the longest execution.
    public internal(set) var longest = 0
    /// Workers of queues included.
    public internal(set) var fibers = 0
    /// Whether nothing is left to explore.
    public internal(set) var isExhausted = false
    /// Of a search with a bound: all interleavings with at most so many preemptions have been explored; -1: not even those without one.
    public internal(set) var preemptions: Int?
    /// Of a search with bounds that is exhausted: no interleaving goes beyond them.
    public internal(set) var isComplete = false
    /// Of processor time.
    public internal(set) var seconds = 0.0
    public internal(set) var violation: Violation?
    /// Of the operations with an order that it has come by, if it was to note them.
    public internal(set) var sites: [OrderSite] = []
}

public struct Violation: Sendable {
    public let law: String
    /// After how many steps it was noticed.
    public let step: Int
    /// Runs it again: see `Schedule`.
    public let choices: String
    /// Of this one execution, in the random plans.
    public let seed: UInt64?
}
