/// The most that a benchmark may cost, said beside it: `check` judges it, and needs no baseline to.
public struct Limit: Sendable, Equatable {
    enum Figure: Sendable, Equatable {
        /// As `counts` counts it.
        case perEvent(CountedKind)
        /// Of a life cycle without events.
        case perSubscription(CountedKind)
        /// Time, as a multiple of that floor's.
        case multiple(of: String)
    }

    let figure: Figure
    /// The most that passes, of the figure's unit.
    let most: Double

    private init(_ figure: Figure, _ most: Double) {
        require(most >= 0 && most.isFinite, "Limit: a number of 0 or more, not \(most)")
        self.figure = figure
        self.most = most
    }

    /// The time of an event may be so many times that of the floor `id`, a benchmark of the same suite without variants. Both are measured
    /// side by side, and a difference has to be ruled out to be chance: as `multiples` of `limits.json`.
    public static func time(multipleOf id: String, _ most: Double) -> Limit {
        require(most >= 0.001, "Limit: a thousandth or more of the time of '\(id)', not \(most)")
        return Limit(.multiple(of: id), most)
    }

    /// Instructions outside the allocator and the run-time's caches of types.
    public static func instructions(perEvent most: Double) -> Limit { Limit(.perEvent(.instructions), most) }
    /// Of a life cycle without events.
    public static func instructions(perSubscription most: Double) -> Limit { Limit(.perSubscription(.instructions), most) }
    /// Calls of the runtime that raise a reference count.
    public static func retains(perEvent most: Double) -> Limit { Limit(.perEvent(.retains), most) }
    /// Of a life cycle without events.
    public static func retains(perSubscription most: Double) -> Limit { Limit(.perSubscription(.retains), most) }
    /// Calls of the runtime that lower one.
    public static func releases(perEvent most: Double) -> Limit { Limit(.perEvent(.releases), most) }
    /// Of a life cycle without events.
    public static func releases(perSubscription most: Double) -> Limit { Limit(.perSubscription(.releases), most) }
    /// Objects and boxes made.
    public static func objects(perEvent most: Double) -> Limit { Limit(.perEvent(.objects), most) }
    /// Of a life cycle without events.
    public static func objects(perSubscription most: Double) -> Limit { Limit(.perSubscription(.objects), most) }
    /// Calls of malloc and its kin.
    public static func mallocs(perEvent most: Double) -> Limit { Limit(.perEvent(.mallocs), most) }
    /// Of a life cycle without events.
    public static func mallocs(perSubscription most: Double) -> Limit { Limit(.perSubscription(.mallocs), most) }
    /// Bytes asked for.
    public static func bytes(perEvent most: Double) -> Limit { Limit(.perEvent(.bytes), most) }
    /// Of a life cycle without events.
    public static func bytes(perSubscription most: Double) -> Limit { Limit(.perSubscription(.bytes), most) }
    /// Checks of exclusive access at run time.
    public static func accesses(perEvent most: Double) -> Limit { Limit(.perEvent(.accesses), most) }
    /// Of a life cycle without events.
    public static func accesses(perSubscription most: Double) -> Limit { Limit(.perSubscription(.accesses), most) }
    /// Calls that look for types and conformances at run time.
    public static func lookups(perEvent most: Double) -> Limit { Limit(.perEvent(.lookups), most) }
    /// Of a life cycle without events.
    public static func lookups(perSubscription most: Double) -> Limit { Limit(.perSubscription(.lookups), most) }
    /// Atomic read-modify-writes and full fences.
    public static func atomics(perEvent most: Double) -> Limit { Limit(.perEvent(.atomics), most) }
    /// Of a life cycle without events.
    public static func atomics(perSubscription most: Double) -> Limit { Limit(.perSubscription(.atomics), most) }
    /// Calls of the kernel, but for those that get memory or read a clock.
    public static func systemCalls(perEvent most: Double) -> Limit { Limit(.perEvent(.systemCalls), most) }
    /// Of a life cycle without events.
    public static func systemCalls(perSubscription most: Double) -> Limit { Limit(.perSubscription(.systemCalls), most) }
    /// Calls of the system's functions that lock.
    public static func locks(perEvent most: Double) -> Limit { Limit(.perEvent(.locks), most) }
    /// Of a life cycle without events.
    public static func locks(perSubscription most: Double) -> Limit { Limit(.perSubscription(.locks), most) }
    /// Blocks of memory that are still there at the end.
    public static func kept(perEvent most: Double) -> Limit { Limit(.perEvent(.kept), most) }
    /// Of a life cycle without events.
    public static func kept(perSubscription most: Double) -> Limit { Limit(.perSubscription(.kept), most) }
}

extension Benchmark {
    /// This benchmark, which may cost no more than that on any of its variants:
    ///
    ///     Benchmark("lookup") { table[7] }.limits(.mallocs(perEvent: 0), .instructions(perEvent: 120), .time(multipleOf: "floor.call", 20))
    ///
    /// Counts of several threads depend on how these meet, so they have no limits, unless it is `countingSections`; but for the memory that each
    /// event leaves behind: that is half a block at most where no limit says otherwise. A suite refuses others.
    public func limits(_ limits: Limit...) -> Benchmark {
        require(latency == nil, "Benchmark \(id): a limit on latency is a tail of limits.json")
        var benchmark = self
        benchmark.limits += limits
        return benchmark
    }

    /// How many blocks of memory an event may leave behind where several threads are at work, of which one now and then isn't its own.
    var mostKept: Double { limits.filter { $0.figure == .perEvent(.kept) }.map(\.most).min() ?? 0.5 }

    /// Those that counts are judged by.
    var countLimits: [Limit] {
        limits.filter {
            if case .multiple = $0.figure { false } else { true }
        }
    }
}
