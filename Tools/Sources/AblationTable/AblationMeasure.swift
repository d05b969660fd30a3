/// A figure of a row that is compared.
struct AblationMeasure: Hashable {
    enum Role {
        /// A workload that rises in it by 10 % loses: instructions and time.
        case cost
        /// Of these one more in an event is a loss, too.
        case mallocs
        /// Other counts and bytes, and what only the list of all that moves has.
        case memory, other
        /// A tail that somebody waits for: it speaks against an idea where it is shorter without.
        case tail
    }

    let kind: AblationFolder.Kind
    let name: String
    /// `ns`, `B` or nothing.
    var unit = ""
    var role = Role.other
    /// Less of a difference is none, whatever the ratio: counts of several threads vary.
    var least = 0.0

    /// From which share on a difference is told.
    var share: Double { kind == .tail ? 0.2 : 0.1 }
    /// How many rounds have to have a figure that the machine's state changes, which is compared within each; nil of what is the same in all.
    var leastRounds: Int? {
        switch kind {
        case .counts: nil
        case .times: role == .cost ? 3 : nil
        case .growth: 3
        case .tail: 5
        }
    }

    static let instructions = AblationMeasure(kind: .counts, name: "instructions", role: .cost, least: 1)
    static let mallocs = AblationMeasure(kind: .counts, name: "mallocs", role: .mallocs, least: 0.05)
    static let references = AblationMeasure(kind: .counts, name: "retains and releases", least: 0.05)
    static let atomics = AblationMeasure(kind: .counts, name: "atomics", least: 0.05)
    static let bytes = AblationMeasure(kind: .counts, name: "bytes", unit: "B", role: .memory, least: 1)
    static let mallocsOfSubscription = AblationMeasure(kind: .counts, name: "mallocs of a subscription", role: .memory, least: 1)
    static let bytesOfSubscription = AblationMeasure(kind: .counts, name: "bytes of a subscription", unit: "B", role: .memory, least: 1)
    static let time = AblationMeasure(kind: .times, name: "time", unit: "ns", role: .cost)
    /// Of the heap's live blocks, while the row runs. Less than a page is other threads' caches.
    static let growth = AblationMeasure(kind: .times, name: "live bytes at the peak", unit: "B", role: .memory, least: 4096)

    /// Of an event that one of so many threads sends: of both processors together.
    static func time(ofThreads threads: Int) -> AblationMeasure {
        AblationMeasure(kind: .growth, name: "time, \(threads) thread\(threads == 1 ? "" : "s")", unit: "ns", role: .cost)
    }

    /// A benchmark's own figure of bytes: of an object that lives, say.
    static func ownBytes(_ name: String) -> AblationMeasure { AblationMeasure(kind: .times, name: name, unit: "B", role: .memory, least: 1) }
    static func fairness(_ name: String) -> AblationMeasure { AblationMeasure(kind: .tail, name: name) }
    static func p99(_ name: String, unit: String) -> AblationMeasure {
        let isTime = unit == "ns"
        return AblationMeasure(
            kind: .tail, name: "p99 of \(name)", unit: isTime ? unit : "", role: isTime ? .tail : .other, least: isTime ? 100 : 10)
    }
    static func worst(_ name: String) -> AblationMeasure { AblationMeasure(kind: .tail, name: "worst \(name)", unit: "ns", least: 100) }
}

/// A figure, or why there is none.
enum AblationFigure: Equatable {
    case value(Double)
    case absent(String)

    var value: Double? { if case .value(let value) = self { value } else { nil } }
    var reason: String? { if case .absent(let reason) = self { reason } else { nil } }
}

extension AblationResults.Fit {
    var figures: [AblationMeasure: AblationFigure] {
        Dictionary(points.map { (.time(ofThreads: $0.size), .value($0.cost)) }, uniquingKeysWith: { first, _ in first })
    }
}

extension AblationResults.Row {
    /// How late a sender is isn't among them: it is no doing of the library's.
    private static let waitedFor = ["call", "delay", "delay in events", "dispose", "subscribe"]

    /// The figures that a row of such a file has or should have.
    func figures(_ kind: AblationFolder.Kind) -> [AblationMeasure: AblationFigure] {
        switch kind {
        case .counts:
            func count(_ side: [String: AblationResults.Count]?, _ names: String...) -> AblationFigure {
                let values = names.map { side?[$0]?.value }
                guard let absent = values.firstIndex(of: nil) else { return .value(values.reduce(0) { $0 + $1! }) }
                return .absent(failed ?? missing?[names[absent]] ?? missing?["counts"] ?? "the file has none")
            }
            return [
                .instructions: count(counts?.perEvent, "instructions"), .mallocs: count(counts?.perEvent, "mallocs"),
                .references: count(counts?.perEvent, "retains", "releases"), .atomics: count(counts?.perEvent, "atomics"),
                .bytes: count(counts?.perEvent, "bytes"), .mallocsOfSubscription: count(counts?.perSubscription, "mallocs"),
                .bytesOfSubscription: count(counts?.perSubscription, "bytes"),
            ]
        case .times:
            var found: [AblationMeasure: AblationFigure] = [:]
            if let reason = failed ?? inconclusive {
                found[.time] = .absent(reason)
            } else {
                found[.time] = time?.nanosecondsPerEvent.map { .value($0.median) } ?? .absent(missing?["time"] ?? "the file has none")
            }
            if let before = heap?.before?.allocated, let peak = heap?.peak?.allocated {
                found[.growth] = .value(max(peak - before, 0))
            } else {
                found[.growth] = .absent(failed ?? missing?["heap"] ?? "the file has none")
            }
            for (name, metric) in metrics ?? [:] where metric.unit.hasPrefix("B/") { found[.ownBytes(name)] = .value(metric.value) }
            return found
        case .growth: return [:]
        case .tail:
            var found: [AblationMeasure: AblationFigure] = [:]
            for name in Self.waitedFor {
                guard let distribution = latency?.distributions[name] else { continue }
                let measure = AblationMeasure.p99(name, unit: distribution.unit)
                if let p99 = distribution.percentiles["p99"] {
                    found[measure] = p99.hidden == true ? .absent("the machine's own jitter is more than half of it") : .value(p99.value)
                } else {
                    found[measure] = .absent(distribution.missing?["p99"] ?? "the file has none")
                }
                if distribution.unit == "ns", let largest = distribution.histogram?.largest { found[.worst(name)] = .value(largest) }
            }
            if found.isEmpty { found[.p99("delay", unit: "ns")] = .absent(failed ?? missing?["latency"] ?? "the file has none") }
            for (name, metric) in metrics ?? [:] { found[.fairness(name)] = .value(metric.value) }
            return found
        }
    }

    private var failed: String? { failure.map { "it failed: \($0.message)" } }
}
