/// Whether an idea stays. Two workloads of people have to lose without it, and no tail may be shorter without it. A benchmark is one workload, on
/// whichever cores it loses.
enum AblationVerdict: Equatable {
    case stays(tailIsKnown: Bool)
    case dropped(String)
    /// What isn't known might be in favour of the idea.
    case undecided(String)

    init(_ comparison: AblationComparison) {
        let losers = Set(comparison.changes.filter(\.loses).map(\.place.benchmark)).count
        let shorter = comparison.changes.filter(\.isShorterTail).count
        let unknown = [AblationFolder.Kind.counts, .times].filter { !comparison.isKnown($0) }
        if shorter > 0 {
            self = .dropped(shorter == 1 ? "a tail is shorter without it" : "\(shorter) tails are shorter without it")
        } else if losers >= 2 {
            self = .stays(tailIsKnown: comparison.isKnown(.tail))
        } else if !unknown.isEmpty {
            self = .undecided("\(unknown.map(\.rawValue).joined(separator: " and ")) not known")
        } else {
            self = .dropped(losers == 1 ? "only one workload loses" : "no workload loses")
        }
    }

    var text: String {
        switch self {
        case .stays(let tailIsKnown): "stays" + (tailIsKnown ? "" : " (no tail is known)")
        case .dropped(let reason): "to be dropped: \(reason)"
        case .undecided(let reason): "undecided: \(reason)"
        }
    }
}
