public import BenchKit
import Rx

/// Rows, and what of the vocabulary they run.
struct Covered {
    let rows: [Benchmark]
    let covers: [String]
}

private var entries: [Covered] {
    var all = transforming + flattening + filtering + combining + errors
    all += sharing + sideEffects + time + conversions
    all += creating + subjects + subjectMembers + observers + disposables + disposableMembers + schedulers + schedulerMembers
    all += infallible + sharedSequences + primitiveSequences + bridges + observations + neighbours
    all += binding + overloads + branches + endings
    #if ELEMENTS
    all += transformingOfElements + flatteningOfElements + filteringOfElements + combiningOfElements + errorsOfElements
    all += sharingOfElements + sideEffectsOfElements + timeOfElements + conversionsOfElements
    #endif
    return all
}

/// Every operator in the forms that people write, and what else the vocabulary has, a row for each thing that it does.
public let catalogue: [Benchmark] = entries.flatMap(\.rows)

/// The declarations of the vocabulary whose code these rows run, as `docs/vocabulary.txt` writes them.
public let catalogueCovers: Set<String> = Set(entries.flatMap(\.covers))

/// Which rows entries get.
enum Rows {
    case all
    /// What it costs to send an element through: for other elements than whole numbers.
    case events

    func of<E: Entry>(_: E.Type) -> Covered { Covered(rows: self == .all ? rows(E.self) : eventRows(E.self), covers: E.covers) }
}

/// A row that runs on each core.
func row(
    _ id: String, _ title: String, unit: String, events: Int, isSingleThreaded: Bool = true, tags: [String] = [], body: @escaping @Sendable (Run) throws -> Void
) -> Benchmark {
    let benchmark = Benchmark(
        id, title, unit: unit, kind: .catalogue, variants: ["lock", "queue"], isSingleThreaded: isSingleThreaded,
        events: Events(events, counted: unit == "element" ? 100 : 10), tags: tags
    ) { run in
        let core: Core
        switch run.variant {
        case "lock": core = .lock
        case "queue": core = .queue
        default: throw WrongResult("there is no core '\(run.variant)'")
        }
        try core.run { try body(run) }
    }
    let composed = "/composed"
    return id.hasSuffix(composed) ? benchmark.multiple(of: String(id.dropLast(composed.count))) : benchmark
}
