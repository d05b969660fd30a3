@testable import Explorer

/// A small random program over two words, a lock, a parker, a queue and a clock, and what its executions can come out as.
struct RandomProgram {
    enum Step {
        case load(Int, MemoryOrder), store(Int, UInt, MemoryOrder), add(Int, MemoryOrder)
        case compareExchange(Int, UInt, UInt, MemoryOrder), fence(MemoryOrder), heavyFence
        case locked([Step])
        /// Fiber 0 waits for the last fiber.
        case park, unpark
        /// Puts these steps on the queue.
        case enqueue([Step])
        /// Sets an alarm that puts these steps on the queue at that time.
        case makeAlarm(UInt64, [Step])
        /// Of the one that the fiber made last, or else of the one of the set-up.
        case setAlarm(UInt64), cancelAlarm
        case now
    }

    let fibers: [[Step]]
    /// How many are put on the queue.
    private var jobs = 0
    /// Of the alarm that is set from the beginning; `nil`: there is no clock.
    private(set) var alarm: [Step]?
    /// Under TSO; of every third program it is so small that it fills.
    private let bufferCapacity: Int

    /// - Parameter memory: C11 has memory orders, and fences of all kinds.
    init(seed: UInt64, _ memory: MemoryModel) {
        var random = SplitMix(seed)
        var orders = memory == .c11 ? SplitMix(~seed) : nil
        let count = 2 + random.below(2)
        var fibers = (0..<count).map { _ in
            (0..<(count == 2 ? 2 + random.below(3) : 2)).map { _ in Self.step(&random, &orders, mayLock: true) }
        }
        if random.below(4) == 0 {
            fibers[0].insert(.park, at: random.below(fibers[0].count + 1))
            fibers[count - 1].insert(.unpark, at: random.below(fibers[count - 1].count + 1))
        } else if seed >= Self.queueSeeds.lowerBound {
            jobs = Self.addJobs(&fibers, seed, memory)
            if seed >= Self.clockSeeds.lowerBound { alarm = Self.addAlarms(&fibers, seed, memory) }
        }
        self.fibers = fibers
        bufferCapacity = seed % 3 == 2 ? 1 : StoreBuffer.capacity
    }

    /// One that isn't random.
    init(_ fibers: [[Step]], jobs: Int, alarm: [Step]? = nil) {
        self.fibers = fibers
        self.jobs = jobs
        self.alarm = alarm
        bufferCapacity = StoreBuffer.capacity
    }

    /// From here on, programs have a queue, if they don't park.
    static let queueSeeds: Range<UInt64> = 10_000..<10_150

    /// From here on, they have a clock, too.
    static let clockSeeds: Range<UInt64> = 20_000..<20_060

    /// Instead of what is put on the queue: two or three steps with alarms, beside one of each fiber. Returns what the first alarm does.
    private static func addAlarms(_ fibers: inout [[Step]], _ seed: UInt64, _ memory: MemoryModel) -> [Step] {
        var random = SplitMix(seed ^ 0xA1A2_3A1A), orders = memory == .c11 ? SplitMix(seed ^ 0xC10C_4C10) : nil
        fibers = fibers.map { Array($0.filter { if case .enqueue = $0 { false } else { true } }.prefix(1)) }
        for _ in 0..<(2 + random.below(2)) {
            let time = UInt64(1 + random.below(3)) * 1_000_000, fiber = random.below(fibers.count)
            let new: Step =
                switch random.below(6) {
                case 0, 1: .cancelAlarm
                case 2, 3: .setAlarm(time)
                case 4: .makeAlarm(time, [step(&random, &orders, mayLock: false)])
                default: .now
                }
            fibers[fiber].insert(new, at: random.below(fibers[fiber].count + 1))
        }
        return [step(&random, &orders, mayLock: false)]
    }

    /// One or two. With more than four steps of its fibers besides, a program would have too many executions.
    private static func addJobs(_ fibers: inout [[Step]], _ seed: UInt64, _ memory: MemoryModel) -> Int {
        var random = SplitMix(seed ^ 0x0B5E_55ED), orders = memory == .c11 ? SplitMix(seed ^ 0xC0FF_EE00) : nil
        let first = 2 + random.below(2)
        fibers = [Array(fibers[0].prefix(first)), Array(fibers[1].prefix(4 - first))]
        let count = 1 + random.below(2)
        for _ in 0..<count {
            let steps = (0...random.below(2)).map { _ in step(&random, &orders, mayLock: false) }
            let fiber = random.below(fibers.count)
            fibers[fiber].insert(.enqueue(steps), at: random.below(fibers[fiber].count + 1))
        }
        return count
    }

    private static func step(_ random: inout SplitMix, _ orders: inout SplitMix?, mayLock: Bool) -> Step {
        let cell = random.below(2)
        let order = MemoryOrder(rawValue: UInt8(orders?.below(4) ?? 0))!
        switch random.below(mayLock ? 11 : 8) {
        case 0, 1, 2: return .load(cell, order)
        case 3, 4, 5: return .store(cell, UInt(1 + random.below(3)), order)
        case 6: return .add(cell, order)
        case 7: return .compareExchange(cell, UInt(random.below(2)), 7, order)
        case 8:
            let kind = MemoryOrder(rawValue: UInt8(1 + (orders?.below(8) ?? 7)))
            return kind.map { .fence($0) } ?? .heavyFence
        default:
            var inner: [Step] = []
            for _ in 0...random.below(2) { inner.append(step(&random, &orders, mayLock: false)) }
            return .locked(inner)
        }
    }

    /// Every outcome of every execution: what was read, and what is in the words at the end.
    func outcomes(
        _ memory: MemoryModel, _ plan: Exploration.Plan, limit: Int = .max, placesStores: Bool = false, staleReads: Int = .max
    ) -> (outcomes: Set<[UInt]>, verdict: ExplorationResult) {
        let seen = SeenOutcomes()
        var exploration = Exploration(memory: memory, plan: plan) { run($0, seen) }
        exploration.executionLimit = limit
        exploration.staleReads = staleReads
        exploration.scouts = 0  // Their outcomes would hide what a search misses.
        exploration.placesStores = placesStores
        exploration.bufferCapacity = bufferCapacity
        exploration.placedAnywhere = 0  // Nothing here has references.
        let verdict = exploration.run()
        return (seen.all, verdict)
    }

    private func run(_ execution: Execution, _ seen: SeenOutcomes) {
        let machine = Machine.shared
        let words = [machine.makeCell(.word, 0), machine.makeCell(.word, 0)]
        let lock = machine.makeCell(.lock, 0), parker = machine.makeCell(.parker, 0)
        if alarm != nil { execution.startClock() }
        let queue = jobs > 0 ? machine.makeQueue("queue") : nil
        // Of the jobs in the order in which they run, behind those of the fibers.
        var reads = [[UInt]](repeating: [], count: fibers.count)
        // What a fiber gives up is no step of a search for all interleavings: all is kept to the end, without growing.
        var first: ModelAlarm?, kept: [Any] = []
        kept.reserveCapacity(16)
        func job(_ steps: [Step], _ index: Int) -> () -> Void {
            {
                reads.append([UInt(index)])
                perform(steps, reads.count - 1)
            }
        }
        func perform(_ steps: [Step], _ index: Int) {
            var made: ModelAlarm?
            for step in steps {
                switch step {
                case .load(let cell, let order): reads[index].append(machine.load(words[cell], order))
                case .store(let cell, let value, let order): machine.store(words[cell], value, order)
                case .add(let cell, let order): reads[index].append(machine.fetchAdd(words[cell], 10, order))
                case .compareExchange(let cell, let old, let new, let order):
                    let failing = order.acquires ? MemoryOrder.acquire : .relaxed
                    reads[index].append(machine.compareExchange(words[cell], old, new, order, failing: failing).original)
                case .fence(let order): machine.fence(order)
                case .heavyFence: machine.heavyFence()
                case .locked(let inner):
                    machine.acquire(lock)
                    perform(inner, index)
                    machine.release(lock)
                case .park: machine.park(parker)
                case .unpark: machine.unpark(parker)
                case .enqueue(let steps): machine.enqueue(job(steps, index), on: queue!)
                case .makeAlarm(let time, let steps):
                    let new = machine.makeAlarm(on: queue!, at: time, job(steps, index))
                    kept.append(new)
                    made = new
                case .setAlarm(let time): machine.set(made ?? first!, to: time)
                case .cancelAlarm:
                    let handler = machine.cancel(made ?? first!)
                    reads[index].append(handler == nil ? 0 : 1)
                    if let handler { kept.append(handler) }
                case .now: reads[index].append(UInt(machine.now))
                }
            }
        }
        if let alarm { first = machine.makeAlarm(on: queue!, at: 2_000_000, job(alarm, fibers.count)) }
        for (index, steps) in fibers.enumerated() { execution.fiber("F\(index)") { perform(steps, index) } }
        execution.atEnd {
            seen.insert(reads.flatMap { $0 + [999] } + words.map { machine.load($0, .relaxed) })
            for cell in words + [lock, parker] { machine.freeCell(cell) }
            // Handlers keep what keeps them.
            (first, kept) = (nil, [])
        }
    }
}
