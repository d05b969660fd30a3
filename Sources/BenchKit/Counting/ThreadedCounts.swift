/// What a row of several threads asks of the allocator: the one count that doesn't depend on which of the threads does what. It runs natively, since
/// callgrind lets one thread at a time do anything.
struct ThreadedCounts {
    let benchmark: Benchmark
    let variant: String
    private(set) var failure: RowFailure?
    /// Mallocs an event, of each process that counted them.
    private var mallocs: [Double] = []
    private var iterations = 0
    private var unavailable: String?

    /// How many one process counts.
    static let iterations = 10
    /// That count what becomes a baseline, or more, up to `ThreadedCheck.looks`: in one of some, threads meet in a dearer way in each iteration.
    static let processes = 8
    /// That have to see the least of a baseline. A busy machine makes most of them dear, and a check looks in so many that one finds less.
    static let confirming = 3

    init(_ benchmark: Benchmark, _ variant: String) {
        self.benchmark = benchmark
        self.variant = variant
    }

    /// - Parameter worker: has prepared the row.
    /// - Returns: what each iteration took; nil where nothing is counted.
    static func iterations(of benchmark: Benchmark, _ variant: String, in worker: WorkerProcess) throws -> [AllocationCounts]? {
        let found = try (0..<iterations).map { _ in try worker.count(benchmark.id, variant, events: benchmark.events.brief, label: nil) }
        return found.contains(nil) ? nil : found.compactMap { $0 }
    }

    /// What one process took. How threads meet, and what they do late of the iteration before, adds to one: in the least there is the fewest of it.
    mutating func add(_ found: [AllocationCounts]) {
        guard let least = found.map(\.mallocs).min() else { return }
        mallocs.append(Double(least) / Double(benchmark.events.brief))
        iterations += found.count
    }

    /// Looks at the row in a process, unless it has failed before.
    /// - Parameter worker: is started where it is nil, and is nil after it has failed.
    mutating func look(in worker: inout WorkerProcess?, of program: WorkerProgram, limit: Double) throws(Interruption.Stop) {
        if failure != nil { return }
        do {
            let current = try worker ?? WorkerProcess(program: program, limit: limit)
            worker = current
            unavailable = current.greeting.allocationsUnavailable
            _ = try current.prepare(benchmark.id, variant, events: benchmark.events.brief, warmUp: 0)
            add(try ThreadedCounts.iterations(of: benchmark, variant, in: current) ?? [])
        } catch let stop as Interruption.Stop {
            throw stop
        } catch {
            if error is ChildProcess.Failure { worker = nil }
            failure = RowFailure(error)
        }
    }

    /// Whether enough processes made nearly as few as the one that made the fewest.
    private var isConfirmed: Bool {
        guard let low = mallocs.min() else { return false }
        let near = low + max(0.05, 0.01 * low)
        return mallocs.count { $0 <= near } >= ThreadedCounts.confirming
    }

    /// Whether another process may still confirm the least.
    private var isOpen: Bool { failure == nil && !mallocs.isEmpty && !isConfirmed }

    /// What was counted; nil where nothing was.
    private func count(from low: Double?) -> Count? {
        guard let low, let high = mallocs.max() else { return nil }
        let agrees = low == high
        return Count(
            value: Statistics.median(mallocs), stability: .banded, low: agrees ? nil : low, high: agrees ? nil : high,
            isConfirmed: isConfirmed ? nil : false)
    }

    /// With mallocs of an event as its only count, or none where they weren't counted.
    var row: Row { row(count(from: mallocs.min())) }

    /// As `row`, to compare with later on. Where too few processes were near the least, its low end is what some have seen: a later check would
    /// have to be as lucky as one process among all of these.
    var reference: Row {
        let ascending = mallocs.sorted()
        return row(count(from: isConfirmed ? ascending.first : ascending.dropFirst(ThreadedCounts.confirming - 1).first ?? ascending.last))
    }

    private func row(_ count: Count?) -> Row {
        var row = Row(benchmark: benchmark, variant: variant, events: benchmark.events.brief)
        row.failure = failure
        guard failure == nil else { return row }
        row.counts = count.map { RowCounts(events: row.events, repetitions: iterations, perEvent: [.mallocs: $0], perSubscription: [:]) }
        if row.counts == nil { row.missing["counts.mallocs"] = unavailable ?? "not counted" }
        return row
    }

    /// Counts rows one after the other, alone. Every second process takes them the other way round, as where callgrind counts. After the first ones,
    /// more processes take the rows whose least isn't confirmed.
    /// - Parameters:
    ///   - processes: that count every row.
    ///   - begun: gets the place of each row's item, and of the process that begins with it.
    static func rows(
        of items: [Plan.Item], in program: WorkerProgram, processes: Int, limit: Double, begun: (_ item: Int, _ process: Int) -> Void
    ) throws(Interruption.Stop) -> [Row] {
        let places = items.indices.flatMap { place in items[place].variants.map { (place, $0) } }
        var counts = places.map { ThreadedCounts(items[$0].benchmark, $1) }
        for process in 0..<max(processes, ThreadedCheck.looks) {
            var worker: WorkerProcess?
            let left = counts.indices.filter { process < processes || counts[$0].isOpen }
            for index in process.isMultiple(of: 2) ? left : left.reversed() {
                try Interruption.check()
                begun(places[index].0, process)
                try counts[index].look(in: &worker, of: program, limit: limit)
            }
        }
        return counts.map(\.reference)
    }
}

extension Row {
    /// With mallocs as they were counted natively, in the place of those under callgrind.
    func adding(_ natively: Row?) -> Row {
        guard let natively else { return self }
        var row = self
        row.failure = failure ?? natively.failure
        guard let counts, let mallocs = natively.counts else { return row }
        row.counts = RowCounts(
            events: mallocs.events, repetitions: mallocs.repetitions, perEvent: counts.perEvent.merging(mallocs.perEvent) { $1 },
            perSubscription: counts.perSubscription)
        return row
    }
}

extension RowCounts {
    /// Whether all that can be compared is how often several threads ask the allocator.
    var isOfSeveralThreads: Bool { comparable.count == 1 && comparable[.mallocs]?.stability == .banded }

    /// Of an event.
    private var comparable: [CountedKind: Count] { perEvent.filter { $0.value.stability != .reportOnly } }

    /// These, as a baseline keeps them: of several threads nothing but what can be compared. Nil where that is nothing.
    var accepted: RowCounts? {
        if perEvent[.instructions]?.stability != .reportOnly { return withoutCalls }
        return isOfSeveralThreads ? RowCounts(events: events, repetitions: repetitions, perEvent: comparable, perSubscription: [:]) : nil
    }
}

extension Benchmark {
    /// Whether its mallocs alone are compared. What the system makes of a floor, as Dispatch of its timers, isn't the program's; nor is what a
    /// process asks another one by, which does the work, or what another library's threads make.
    var isCountedNatively: Bool { !isCounted && kind != .floor && !leavesMallocsOut }
}
