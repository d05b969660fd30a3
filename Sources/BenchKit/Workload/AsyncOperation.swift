extension Benchmark {
    /// An asynchronous benchmark that says itself what is timed and what is right:
    ///
    ///     Benchmark("stream", "an AsyncStream") { run in
    ///         let (numbers, sender) = AsyncStream.makeStream(of: Int.self)
    ///         var sum = 0
    ///         await run.timed {
    ///             for number in 0..<run.n { sender.yield(number) }
    ///             sender.finish()
    ///             for await number in numbers { sum += number }
    ///         }
    ///         try run.expect(sum, run.n * (run.n - 1) / 2, "sum")
    ///     }
    ///
    /// - Parameters:
    ///   - isSingleThreaded: false where it uses `Task { }`, `Task.detached`, actors with executors of their own or callbacks of other threads: what
    ///     those do isn't on the calling thread, and of its counts mallocs alone are compared.
    ///   - body: as that of any other benchmark. The calling thread, which waits for it, also runs it, with all that inherits its place: `async let`,
    ///     groups, actors. It may not await the main actor, whose thread waits for it. The task is cancelled when the user interrupts.
    public init(
        _ id: String, _ title: String, unit: String = "event", kind: Kind = .workload, variants: [String] = [],
        isSingleThreaded: Bool = true, threads: Int = 1, events: Events = Events(1000), tags: [String] = [],
        body: @escaping @Sendable (Run) async throws -> Void
    ) {
        self.init(
            id, title, unit: unit, kind: kind, variants: variants, isSingleThreaded: isSingleThreaded, threads: threads, events: events,
            tags: tags
        ) { run in
            nonisolated(unsafe) let run = run  // The body runs on this thread, which does nothing else meanwhile.
            try CallingThread.run { try await body(run) }
        }
    }

    /// A benchmark of one asynchronous operation, which is what an event is; each is awaited before the next begins:
    ///
    ///     Benchmark("actor") { await account.deposit(1) }
    ///
    /// - Parameters:
    ///   - isSingleThreaded: as of an asynchronous body; of several threads it is false anyway.
    ///   - operation: what else is said of an operation holds, too. Each thread runs its own.
    public init<Result>(
        _ id: String, title: String? = nil, parameters: KeyValuePairs<String, any CustomStringConvertible & Sendable> = [:],
        threads: Int = 1, unit: String = "operation", events: Events = Events(1000), tags: [String] = [], isSingleThreaded: Bool = true,
        operation: @escaping @Sendable () async throws -> Result
    ) {
        self.init(
            id, title: title, parameters: parameters, threads: threads, unit: unit, events: events, tags: tags,
            isSingleThreaded: isSingleThreaded, setUp: {}, operation: { (_: inout Void) in try await operation() })
    }

    /// A benchmark of one asynchronous operation on something that is made for it, and checked or put away after it:
    ///
    ///     Benchmark("actor", setUp: { Account() }, tearDown: { try expect(await $0.balance) }) { await $0.deposit(1) }
    ///
    /// - Parameters:
    ///   - isSingleThreaded: as of an asynchronous body; of several threads it is false anyway.
    ///   - setUp, tearDown, operation: as of an operation that isn't asynchronous.
    public init<State, Result>(
        _ id: String, title: String? = nil, parameters: KeyValuePairs<String, any CustomStringConvertible & Sendable> = [:],
        threads: Int = 1, unit: String = "operation", events: Events = Events(1000), tags: [String] = [], isSingleThreaded: Bool = true,
        setUp: @escaping @Sendable () async throws -> State, tearDown: @escaping @Sendable (State) async throws -> Void = { _ in },
        operation: @escaping @Sendable (inout State) async throws -> Result
    ) {
        let name = Benchmark.name(id, parameters, threads: threads)
        self.init(
            name, title ?? name, unit: unit, isSingleThreaded: threads == 1 && isSingleThreaded, threads: threads, events: events, tags: tags
        ) { (run: Run) throws in
            nonisolated(unsafe) let measured = run  // As above.
            if threads == 1 {
                return try CallingThread.run {
                    var state = try await setUp()
                    let count = measured.n
                    try await measured.timed { try await Benchmark.perform(operation, on: &state, times: count) }
                    try await tearDown(state)
                }
            }
            let shares = (0..<threads).map { (run.n + $0) / threads }
            try ThreadTeam(threads).run(timedBy: run) { member in
                nonisolated(unsafe) var state: State?  // Of this member's thread alone, which waits for whatever uses it.
                try CallingThread.run { state = try await setUp() }
                return ThreadTeam.Work(
                    body: {
                        try CallingThread.run {
                            guard var own = state.take() else { return }
                            try await Benchmark.perform(operation, on: &own, times: shares[member])
                            state = own
                        }
                    },
                    end: {
                        try CallingThread.run {
                            if let state { try await tearDown(state) }
                        }
                    })
            }
        }
    }

    private static func perform<State, Result>(
        _ operation: (inout State) async throws -> Result, on state: inout State, times count: Int
    ) async throws {
        for _ in 0..<count { blackHole(try await operation(&state)) }
    }
}
