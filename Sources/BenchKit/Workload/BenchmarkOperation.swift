extension Benchmark {
    /// A benchmark of one operation, which is what an event is:
    ///
    ///     Benchmark("sort", parameters: ["elements": 100]) { numbers.sorted() }
    ///
    /// - Parameters:
    ///   - id: short and stable; the parameters and threads are added to it, as in `sort/elements=100/threads=2`.
    ///   - title: one line; nil for the id.
    ///   - parameters: what distinguishes this from others of its name.
    ///   - threads: run the operation at the same time, each its share of the events. Times are wall-clock times of all threads
    ///     together; of counts of several threads mallocs alone are compared.
    ///   - events: operations of one iteration. An iteration of 1 to 20 ms measures best.
    ///   - tags: what `--tag` chooses it by: words without commas and spaces.
    ///   - operation: is called again and again. What it returns counts as used. On several threads it is called at the same time.
    @inlinable
    public init<Result>(
        _ id: String, title: String? = nil, parameters: KeyValuePairs<String, any CustomStringConvertible & Sendable> = [:],
        threads: Int = 1, unit: String = "operation", events: Events = Events(1000),
        tags: [String] = [], operation: @escaping @Sendable () throws -> Result
    ) {
        self.init(
            id, title: title, parameters: parameters, threads: threads, unit: unit, events: events, tags: tags, setUp: {}, tearDown: { _ in },
            repeating: { (_: inout Void, count: Int) in
                let operation = opaque(operation)
                for _ in 0..<count { blackHole(try operation()) }
            })
    }

    /// A benchmark of one operation on something that is made for it, and checked or put away after it:
    ///
    ///     Benchmark("remove", setUp: { Array(0..<1000) }, tearDown: { try expectEmpty($0) }) { $0.removeLast() }
    ///
    /// - Parameters:
    ///   - setUp: makes the state of one iteration on each thread; not timed, but counted among what a subscription costs.
    ///   - tearDown: gets the state after the events; not timed. What it throws fails the benchmark: a `WrongResult` as such.
    ///   - operation: gets the state of its thread, which it may change.
    @inlinable
    public init<State, Result>(
        _ id: String, title: String? = nil, parameters: KeyValuePairs<String, any CustomStringConvertible & Sendable> = [:],
        threads: Int = 1, unit: String = "operation", events: Events = Events(1000),
        tags: [String] = [], setUp: @escaping @Sendable () throws -> State, tearDown: @escaping @Sendable (State) throws -> Void = { _ in },
        operation: @escaping @Sendable (inout State) throws -> Result
    ) {
        self.init(
            id, title: title, parameters: parameters, threads: threads, unit: unit, events: events, tags: tags, setUp: setUp, tearDown: tearDown,
            repeating: { state, count in
                let operation = opaque(operation)
                for _ in 0..<count { blackHole(try operation(&state)) }
            })
    }

    /// - Parameter repeating: runs the operation so many times. It is made in the module of who declares the benchmark, where the compiler knows the
    ///   operation's types: in generic code a call would cost three times as much as the floor's. `opaque` keeps the call one.
    @usableFromInline
    init<State>(
        _ id: String, title: String?, parameters: KeyValuePairs<String, any CustomStringConvertible & Sendable>, threads: Int, unit: String,
        events: Events, tags: [String], setUp: @escaping @Sendable () throws -> State, tearDown: @escaping @Sendable (State) throws -> Void,
        repeating: @escaping @Sendable (_ state: inout State, _ count: Int) throws -> Void
    ) {
        let name = Benchmark.name(id, parameters, threads: threads)
        self.init(
            name, title ?? name, unit: unit, isSingleThreaded: threads == 1, threads: threads, events: events, tags: tags
        ) { run in
            if threads == 1 {
                var state = try setUp()
                let count = run.n
                try run.timed { try repeating(&state, count) }
                return try tearDown(state)
            }
            let team = ThreadTeam(threads)
            let shares = (0..<threads).map { (run.n + $0) / threads }
            try team.run(timedBy: run) { member in
                var state = try setUp()
                return ThreadTeam.Work(body: { try repeating(&state, shares[member]) }, end: { try tearDown(state) })
            }
        }
    }

    /// With what distinguishes it from others.
    static func name(
        _ id: String, _ parameters: KeyValuePairs<String, any CustomStringConvertible & Sendable>, threads: Int
    ) -> String {
        require(threads > 0, "Benchmark \(id): at least one thread, not \(threads)")
        return id + parameters.map { "/\($0.key)=\($0.value)" }.joined() + (threads > 1 ? "/threads=\(threads)" : "")
    }
}

/// A suite's benchmarks, one after the other, with `for` and `if`.
@resultBuilder
public enum BenchmarkList {
    public static func buildExpression(_ benchmark: Benchmark) -> [Benchmark] { [benchmark] }
    public static func buildExpression(_ benchmarks: [Benchmark]) -> [Benchmark] { benchmarks }
    public static func buildBlock(_ parts: [Benchmark]...) -> [Benchmark] { parts.flatMap { $0 } }
    public static func buildArray(_ parts: [[Benchmark]]) -> [Benchmark] { parts.flatMap { $0 } }
    public static func buildOptional(_ part: [Benchmark]?) -> [Benchmark] { part ?? [] }
    public static func buildEither(first part: [Benchmark]) -> [Benchmark] { part }
    public static func buildEither(second part: [Benchmark]) -> [Benchmark] { part }
}
