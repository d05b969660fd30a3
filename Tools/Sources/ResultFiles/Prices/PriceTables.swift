import Foundation

/// The lines of the three kinds of price lists.
enum PriceTables {
    private static func figure(_ value: Double?) -> String {
        value.map { String(format: $0 < 10 ? "%.1f" : "%.0f", $0) } ?? FigureText.absent
    }

    /// What each workload takes on both cores.
    static func times(_ results: MeasuredResults) -> [String] {
        let workloads = results.rows.filter { $0.kind == "workload" }
        let lines = FigureText.sorted(workloads.map(\.benchmark)).compactMap { name -> String? in
            let rows = workloads.filter { $0.benchmark == name }
            guard let lock = rows.first(where: { $0.variant == "lock" }), let queue = rows.first(where: { $0.variant == "queue" })
            else { return nil }
            let times = [lock, queue].map { figure($0.median) }
            let mallocs = [lock, queue].map { figure($0.allocations?.perSubscription.mallocs) }
            return FigureText.line([name, lock.title ?? "", lock.unit ?? ""] + times + mallocs)
        }
        return [
            "\(results.environment.origin).", "",
            "| | workload | for each | lock, ns | queue, ns | lock, mallocs | queue, mallocs |", FigureText.rule(7),
        ] + lines
    }

    /// Without guarantees, with the lock core, with the queue core.
    static func times(_ results: MeasuredResults, _ counts: PriceCounts, _ unbiased: UnbiasedCounts) -> [String] {
        let workloads = results.rows.filter { $0.kind == "workload" }
        let lines = FigureText.sorted(workloads.map(\.benchmark)).compactMap { name -> String? in
            guard let any = workloads.first(where: { $0.benchmark == name }) else { return nil }
            let isThreaded = counts.isThreaded(name)
            func count(_ variant: String, _ kind: String) -> String? {
                let isAbout = isThreaded || counts.figure(name, variant, kind)?.stability == "reportOnly"
                return counts.shown(name, variant, kind).map { (isAbout ? "~" : "") + String(format: "%.0f", abs($0)) }
            }
            let cells = [
                three { variant in
                    let row = workloads.first { $0.benchmark == name && $0.variant == variant }
                    return row?.median.map { figure($0) }
                },
                // Of threads that meet differently each time, instructions say little.
                isThreaded ? FigureText.absent : three { count($0, "instructions") },
                three { count($0, "atomics") }, three { unbiased.atomics(name, $0).map { String(format: "%.0f", abs($0)) } },
            ]
            return FigureText.line([name, any.title ?? "", any.unit ?? ""] + cells)
        }
        return [
            "\(results.environment.origin). Counts: commit \(counts.commit).", "",
            "| | workload | for each | ns | instructions | atomics | atomics without bias |", FigureText.rule(7),
        ] + lines
    }

    private static func three(_ figure: (String) -> String?) -> String {
        ["unchecked", "lock", "queue"].map { figure($0) ?? FigureText.absent }.joined(separator: " / ")
    }

    /// What an event executes with the lock core and the queue core.
    static func counts(_ counts: PriceCounts, _ unbiased: UnbiasedCounts) -> [String] {
        func number(_ value: Double) -> String {
            value < 0.0005 ? "0" : String(format: value < 0.1 ? "%.3f" : value < 9.95 ? "%.1f" : "%.0f", value)
        }
        func two(_ figure: (String) -> Double?) -> String {
            let cells = ["lock", "queue"].compactMap(figure).map(number)
            return cells.count < 2 ? FigureText.absent : cells[0] == cells[1] ? cells[0] : cells.joined(separator: " / ")
        }
        let kinds = ["instructions", "retains", "releases", "mallocs", "accesses", "atomics"]
        let lines = counts.benchmarks.map { name in
            let about = counts.isThreaded(name) ? "~" : ""
            let cells = kinds.map { kind in
                let cell = two { counts.shown(name, $0, kind) }
                return cell == FigureText.absent ? cell : about + cell
            }
            return FigureText.line([name] + cells + [two { unbiased.atomics(name, $0) }])
        }
        return [
            "Commit \(counts.commit).", "",
            "| | instructions | retains | releases | mallocs | exclusivity checks | atomics | without bias |", FigureText.rule(8),
        ] + lines
    }
}
