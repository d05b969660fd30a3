/// A workload of growing size: what one event costs with ever more of something around it.
public struct Scaling: Sendable {
    /// Short and stable, unique in its suite: `subscribers`.
    public let id: String
    /// One line.
    public let title: String
    /// What there is ever more of, in the plural.
    public let parameter: String
    /// Ascending. Their span decides what orders can be told apart: three decades are good.
    public let sizes: [Int]
    /// One benchmark a size.
    let benchmarks: [Benchmark]
    /// That of any size.
    private let make: @Sendable (Int) -> Benchmark
    /// Whether it is measured in processor time although its instructions could be counted.
    let isTimed: Bool
    /// What it can be chosen by, besides its id and title.
    public let tags: [String]

    /// - Parameters:
    ///   - variants, tags: as a benchmark's.
    ///   - events: of one iteration, whatever the size.
    ///   - body: one iteration with that size, as a benchmark's body; its time is that of `run.timed`.
    public init(
        _ id: String, _ title: String, parameter: String, sizes: [Int], unit: String = "event", variants: [String] = [],
        isSingleThreaded: Bool = true, events: Int, tags: [String] = [],
        body: @escaping @Sendable (_ run: Run, _ size: Int) throws -> Void
    ) {
        self.init(
            id, title, parameter: parameter, sizes: sizes, unit: unit, variants: variants, isSingleThreaded: isSingleThreaded,
            isTimed: false, tags: tags, events: { _ in events }, body: body)
    }

    /// A scaling over sizes that the processor's caches don't hold: it is measured in time, which has them in it, not in
    /// instructions.
    ///
    /// - Parameters:
    ///   - variants, tags: as a benchmark's.
    ///   - events: of one iteration with that size; nil: as many as the size, for what each of the items costs.
    ///   - body: one iteration with that size, as a benchmark's body; its time is that of `run.timed`. Figures of its own
    ///     (`run.metric`), such as bytes, are kept for each size.
    public static func timed(
        _ id: String, _ title: String, parameter: String, sizes: [Int], unit: String = "event", variants: [String] = [],
        isSingleThreaded: Bool = true, events: Int? = nil, tags: [String] = [],
        body: @escaping @Sendable (_ run: Run, _ size: Int) throws -> Void
    ) -> Scaling {
        Scaling(
            id, title, parameter: parameter, sizes: sizes, unit: unit, variants: variants, isSingleThreaded: isSingleThreaded,
            isTimed: true, tags: tags, events: { events ?? $0 }, body: body)
    }

    private init(
        _ id: String, _ title: String, parameter: String, sizes: [Int], unit: String, variants: [String],
        isSingleThreaded: Bool, isTimed: Bool, tags: [String], events: @escaping @Sendable (Int) -> Int,
        body: @escaping @Sendable (_ run: Run, _ size: Int) throws -> Void
    ) {
        require(
            Set(sizes).count >= GrowthFit.fewestSizes && sizes.allSatisfy { $0 > 0 },
            "Scaling \(id): at least \(GrowthFit.fewestSizes) sizes above 0")
        self.id = id
        self.title = title
        self.parameter = parameter
        self.sizes = sizes.sorted()
        self.isTimed = isTimed
        self.tags = tags
        make = { size in
            Benchmark(
                "\(id)/\(size)", "\(title), \(size) \(parameter)", unit: unit, variants: variants,
                isSingleThreaded: isSingleThreaded, events: Events(events(size)), tags: tags
            ) { run in try body(run, size) }
        }
        benchmarks = self.sizes.map(make)
    }

    private init(_ scaling: Scaling, sizes: [Int]) {
        id = scaling.id
        title = scaling.title
        parameter = scaling.parameter
        isTimed = scaling.isTimed
        tags = scaling.tags
        make = scaling.make
        self.sizes = sizes.sorted()
        benchmarks = self.sizes.map(scaling.make)
    }

    /// The same over other sizes, at least four.
    func over(_ sizes: [Int]) -> Scaling { Scaling(self, sizes: sizes) }

    /// That of one size, which may be none of `sizes`.
    func benchmark(of size: Int) -> Benchmark { make(size) }

    var unit: String { benchmarks[0].unit }
    var isSingleThreaded: Bool { benchmarks[0].isSingleThreaded }
}
