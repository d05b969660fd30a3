/// How one scaling grows on one variant. What each field means is told in `docs/results.md`.
struct Fit: Codable, Equatable, Sendable {
    /// What a cost is.
    enum Measure: String, Codable, Sendable {
        /// Under callgrind: the same in every run.
        case instructions
        /// Of all threads, in nanoseconds.
        case processorTime

        /// The residual up to which a fit is good. Times differ from run to run.
        var tolerance: Double {
            switch self {
            case .instructions: 0.05
            case .processorTime: 0.15
            }
        }

        var unit: String {
            switch self {
            case .instructions: "instructions"
            case .processorTime: "ns of processor time"
            }
        }
    }

    let scaling: String
    let title: String
    let parameter: String
    let unit: String
    let variant: String
    let measure: Measure
    /// Why it is no instructions, where it isn't.
    let measureReason: String?
    let points: [SizedCost]
    let order: Growth?
    /// All orders that were tried; empty without an order.
    let candidates: [GrowthModel]
    /// Share of the samples that waited for a processor; absent where instructions were counted.
    let contaminated: Double?
    let failure: RowFailure?

    init(
        _ scaling: Scaling, variant: String, measure: Measure, reason: String?, points: [SizedCost], contaminated: Double? = nil,
        failure: RowFailure? = nil
    ) {
        self.scaling = scaling.id
        title = scaling.title
        parameter = scaling.parameter
        unit = scaling.unit
        self.variant = variant
        self.measure = measure
        measureReason = reason
        self.points = points
        let fit = failure == nil ? GrowthFit(points, tolerance: measure.tolerance) : nil
        order = fit?.chosen.order
        candidates = fit?.candidates ?? []
        self.contaminated = contaminated
        self.failure = failure
    }

    var chosen: GrowthModel? { candidates.first { $0.order == order } }
}
