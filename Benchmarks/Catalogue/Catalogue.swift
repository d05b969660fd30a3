public import BenchKit
import CatalogueStorage
import Rx

/// Rows, and what of the vocabulary they run.
struct CoveringRows {
    let rows: [Benchmark]
    let covers: [String]
}

private var entries: [CoveringRows] {
    var all = transforming + flattening + filtering + combineLatest + zipping + combining + errors
    all += sharing + sideEffects + time + conversions
    all += creating + subjects + subjectMembers + observers + disposables + disposableMembers + schedulers + schedulerMembers + schedulerThreads
    all += infallible + infallibleOperators + infallibleBindings + infallibleCombinations
    all += drivers + drives + driverCombinations + driverZips + signals + sharedSequences
    all += singles + singleZips + maybes + maybeZips + completables + primitiveSequenceTasks + primitiveSequenceEnds
    all += bridges + observations + neighbours
    all += binding + overloads + branches + liveTime + endings + ownDisposables + ownSchedulers
    #if os(Linux)
    all += testing
    #endif
    all += debugging + blocking + requests + closuresThatThrow + inGenericCode
    #if ELEMENTS
    all += transformingOfElements + flatteningOfElements + filteringOfElements + errorsOfElements
    all += combineLatestOfElements + zippingOfElements + combiningOfElements
    all += sharingOfElements + sideEffectsOfElements + timeOfElements + conversionsOfElements + subjectsOfElements
    all += infallibleOfElements + infallibleOperatorsOfElements + infallibleBindingsOfElements + infallibleCombinationsOfElements
    all += driversOfElements + drivesOfElements + driverCombinationsOfElements + driverZipsOfElements + signalsOfElements
    all += sharedSequencesOfElements + singlesOfElements + singleZipsOfElements + maybesOfElements + maybeZipsOfElements
    #endif
    return all
}

/// What has elements of any type, in generic code: `Int` comes out of another module's property, so the compiler can't know that it is the only one.
private var inGenericCode: [CoveringRows] {
    let element = Property<any RowElement.Type>(Int.self).read()
    var all = transformingRows(element, .generic) + flatteningRows(element, .generic) + filteringRows(element, .generic)
    all += combineLatestRows(element, .generic) + zippingRows(element, .generic) + combiningRows(element, .generic)
    all += errorsRows(element, .generic) + sharingRows(element, .generic) + sideEffectsRows(element, .generic) + timeRows(element, .generic)
    all += conversionsRows(element, .generic) + subjectRows(element, .generic)
    all += infallibleRows(element, .generic) + infallibleOperatorRows(element, .generic) + infallibleBindingRows(element, .generic)
    all += driverRows(element, .generic) + driveRows(element, .generic) + signalRows(element, .generic)
    all += sharedSequenceRows(element, .generic) + singleRows(element, .generic) + maybeRows(element, .generic)
    return all
}

/// Every operator in the forms that people write, and what else the vocabulary has, a row for each thing that it does.
public let catalogue: [Benchmark] = entries.flatMap { entry in entry.rows.map { $0.covering(entry.covers) } }

/// The declarations of the vocabulary whose code these rows run, as `docs/vocabulary.txt` writes them.
public let catalogueCovers: Set<String> = Set(entries.flatMap(\.covers))

/// Which rows entries get.
enum RowSet {
    case all
    /// What there is of any element: for others than whole numbers.
    case elements
    /// What it costs to send an element through, in code that is compiled for every element, not for one.
    case generic

    func of<E: Entry>(_: E.Type) -> CoveringRows {
        switch self {
        case .all: CoveringRows(rows: rows(E.self), covers: E.covers)
        case .elements: CoveringRows(rows: elementRows(E.self), covers: E.covers)
        case .generic: CoveringRows(rows: genericRows(E.self), covers: E.covers)
        }
    }

    func of<E: TraitEntry>(_: E.Type) -> CoveringRows {
        switch self {
        case .all: traitRows(E.self)
        case .elements: traitElementRows(E.self)
        case .generic: CoveringRows(rows: genericTraitRows(E.self), covers: E.covers)
        }
    }
}

/// How many events are counted of which each has an element of every source: about a hundred elements.
func counted(sources: Int) -> Int { max(20, 100 / sources) }

/// A row that runs on each core.
/// - Parameter counted: how many events are counted; nil for as many as the unit's usually are.
func row(
    _ id: String, _ title: String, unit: String, events: Int, counted: Int? = nil, isSingleThreaded: Bool = true, tags: [String] = [],
    body: @escaping @Sendable (Run) throws -> Void
) -> Benchmark {
    let benchmark = Benchmark(
        id, title, unit: unit, kind: .catalogue, variants: ["lock", "queue"], isSingleThreaded: isSingleThreaded,
        events: Events(events, counted: counted ?? (unit == "element" ? 100 : 10)), tags: tags
    ) { run in
        try core(of: run).run { try body(run) }
    }
    guard let suffix = Form.suffixes.first(where: id.hasSuffix) else { return benchmark }
    return benchmark.multiple(of: String(id.dropLast(suffix.count)))
}

/// As `row`, of an asynchronous body, which the calling thread runs: so it is counted.
func asynchronousRow(
    _ id: String, _ title: String, unit: String, events: Int, body: @escaping @Sendable (Run) async throws -> Void
) -> Benchmark {
    Benchmark(
        id, title, unit: unit, kind: .catalogue, variants: ["lock", "queue"], events: Events(events, counted: unit == "element" ? 100 : 10)
    ) { (run: Run) async throws in
        // Not `Core.run`, which is for calls that don't suspend.
        let before = Core.default
        Core.default = try core(of: run)
        defer { Core.default = before }
        try await body(run)
    }
}

private func core(of run: Run) throws -> Core {
    switch run.variant {
    case "lock": .lock
    case "queue": .queue
    default: throw WrongResult("there is no core '\(run.variant)'")
    }
}
