/// A figure of both programs in each round that has both. The processor's speed changes from one round to the next, and both programs share it.
struct AblationRounds: Equatable {
    /// Medians: of the ratios, infinite from 0 on, and of the differences.
    let ratio, difference: Double
    /// Whether four fifths of the rounds are on one side of what the usual program has.
    let isAgreed: Bool

    init(_ pairs: [(with: Double, without: Double)]) {
        let ratios = pairs.map { $0.with == 0 ? ($0.without == 0 ? 1 : .infinity) : $0.without / $0.with }
        ratio = Self.median(ratios)
        difference = Self.median(pairs.map { $0.without - $0.with })
        isAgreed = max(ratios.count { $0 > 1 }, ratios.count { $0 < 1 }) * 5 >= ratios.count * 4
    }

    /// Of one value at least.
    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted(), middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
