/// One iteration of one benchmark on one variant, handed to its body. Not to be used from other threads, nor after the body;
/// an asynchronous body may use it wherever it is, since one thread runs it.
public final class Run {
    /// The number of events to push. 0 is legal: build, subscribe and dispose only.
    public let n: Int
    /// The variant to run on.
    public let variant: String
    /// For the body's random input: the same for every iteration, variant and run of one benchmark, so that exact figures of
    /// two runs can be compared.
    public let seed: UInt64
    /// What the body counts of a benchmark that is `countingSections`. May be used from another thread.
    public private(set) lazy var countedSection = CountedSection(nil)

    private let observer: PeakObserver?
    /// Whether the body's own figures are kept: not while its allocations are counted, since keeping them allocates.
    private let keepsFigures: Bool
    private(set) var section: ElapsedTime?
    private(set) var metrics: [String: Metric] = [:]
    private(set) var missing: [String: String] = [:]

    init(n: Int, variant: String, seed: UInt64, observer: PeakObserver? = nil, keepsFigures: Bool = true, section: CountedSection? = nil) {
        self.n = n
        self.variant = variant
        self.seed = seed
        self.observer = observer
        self.keepsFigures = keepsFigures
        if let section { countedSection = section }
    }

    /// Narrows what is timed to `body`; without it the whole iteration is. Several sections add up. In the iteration that
    /// looks at resources, the peak is read right after `body`, while all it built is still alive.
    public func timed<T>(_ body: () throws -> T) rethrows -> T {
        let start = ElapsedTime.Start()
        let result = try body()
        section = start.elapsed() + section
        observer?.sample()
        return result
    }

    /// The same for an asynchronous benchmark. Whatever ran before `body` comes back to is in its time.
    public func timed<T>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> T
    ) async rethrows -> T {
        let start = ElapsedTime.Start()
        let result = try await body()
        section = start.elapsed() + section
        observer?.sample()
        return result
    }

    /// Checks a result. The first that differs ends the iteration and fails the run.
    /// - Throws: `WrongResult`, naming `what`.
    public func expect<T: Equatable>(_ actual: T, _ expected: T, _ what: String) throws {
        guard actual != expected else { return }
        throw WrongResult("\(what): got \(actual), expected \(expected)")
    }

    /// A figure of the benchmark's own. The row records the median over the samples.
    public func metric(_ name: String, _ value: Double, unit: String) {
        guard keepsFigures else { return }
        guard value.isFinite else { return missing(name, reason: "was not a finite number") }
        metrics[name] = Metric(value: value, unit: unit)
    }

    /// Says why a figure of the benchmark's own could not be had.
    public func missing(_ figure: String, reason: String) {
        if keepsFigures { missing[figure] = reason }
    }
}

/// A benchmark did not compute what it should have.
public struct WrongResult: Error, CustomStringConvertible, Equatable {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}

/// A benchmark's own figure.
struct Metric: Codable, Equatable, Sendable {
    let value: Double
    let unit: String
}
