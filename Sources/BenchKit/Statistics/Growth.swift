import Foundation

/// How a cost grows with a size n, from the slowest growth to the fastest.
enum Growth: String, Codable, CaseIterable, Sendable, Comparable {
    case constant = "1"
    case logarithmic = "log n"
    case linear = "n"
    case linearithmic = "n log n"
    case quadratic = "n^2"

    /// What is multiplied; logarithms are those to the base 2.
    func term(_ size: Double) -> Double {
        switch self {
        case .constant: 0
        case .logarithmic: log2(size)
        case .linear: size
        case .linearithmic: size * log2(size)
        case .quadratic: size * size
        }
    }

    static func < (one: Growth, other: Growth) -> Bool {
        (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
    }
}

/// The cost of one size.
struct SizedCost: Codable, Equatable, Sendable {
    let size: Int
    let cost: Double
    /// The benchmark's own figures at this size, medians of the samples; nil where it has none.
    var metrics: [String: Metric]?
    /// The name of the figure that says how long an event took by the clock, of a scaling over threads: what speed-up is told from.
    static let clock = "by the clock"
    /// True where every sample waited for a processor, or was taken while other programs were at work; else absent.
    var isDisturbed: Bool?
}

/// cost ≈ base + slope × term(n), with neither below 0.
struct GrowthModel: Codable, Equatable, Sendable {
    let order: Growth
    let base: Double
    let slope: Double
    /// The root of the mean squared relative deviation: 0.02 is 2 % off, on the whole.
    let residual: Double

    func cost(_ size: Double) -> Double { base + slope * order.term(size) }

    /// The least squares of relative deviations. Sizes span decades, and costs do: absolute ones would look at the largest alone.
    init(_ order: Growth, through points: [SizedCost]) {
        let largest = points.map { order.term(Double($0.size)) }.max() ?? 0
        let scale = largest > 0 ? largest : 1
        // Divided by its cost, each point asks for base × u + slope × v = 1.
        let pairs = points.map { (u: 1 / $0.cost, v: order.term(Double($0.size)) / scale / $0.cost) }
        func sum(_ value: ((u: Double, v: Double)) -> Double) -> Double { pairs.reduce(0) { $0 + value($1) } }
        let uu = sum { $0.u * $0.u }, uv = sum { $0.u * $0.v }, vv = sum { $0.v * $0.v }, u = sum { $0.u }, v = sum { $0.v }
        let determinant = uu * vv - uv * uv
        var base = u / uu, slope = 0.0
        if order != .constant, determinant > 1e-12 * uu * vv {
            base = (u * vv - v * uv) / determinant
            slope = (v * uu - u * uv) / determinant
            // A cost below 0 explains nothing: the best without the term that would be.
            if slope < 0 { (base, slope) = (u / uu, 0) }
            if base < 0 { (base, slope) = (0, v / vv) }
        }
        let squares = pairs.map { pow(base * $0.u + slope * $0.v - 1, 2) }
        self.init(
            order: order, base: base, slope: slope / scale, residual: sqrt(squares.reduce(0, +) / Double(points.count)))
    }

    init(order: Growth, base: Double, slope: Double, residual: Double) {
        self.order = order
        self.base = base
        self.slope = slope
        self.residual = residual
    }
}

/// The slowest growth that explains costs about as well as any.
struct GrowthFit: Equatable {
    /// All orders, the slowest growth first.
    let candidates: [GrowthModel]
    let chosen: GrowthModel

    /// With fewer sizes a curve of two terms says nothing.
    static let fewestSizes = 4
    /// A faster growth has to explain so much better.
    private static let advantage = 1.5

    /// - Parameter tolerance: a residual up to this is a good fit, whatever others have.
    /// - Returns: nil with too few sizes, or where a cost is not above 0: there is nothing to divide by.
    init?(_ points: [SizedCost], tolerance: Double) {
        guard Set(points.map(\.size)).count >= GrowthFit.fewestSizes,
            points.allSatisfy({ $0.size > 0 && $0.cost > 0 && $0.cost.isFinite })
        else { return nil }
        // Costs or sizes near the ends of all numbers leave nothing that could be told of them.
        candidates = Growth.allCases.map { GrowthModel($0, through: points) }.filter { [$0.base, $0.slope, $0.residual].allSatisfy(\.isFinite) }
        let best = candidates.map(\.residual).min() ?? 0
        let enough = max(tolerance, GrowthFit.advantage * best)
        guard let chosen = candidates.first(where: { $0.residual <= enough }) else { return nil }
        self.chosen = chosen
    }
}
