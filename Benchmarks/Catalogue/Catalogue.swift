public import BenchKit
import Rx

/// Rows, and what of the vocabulary they run.
struct Covered {
    let rows: [Benchmark]
    let covers: [String]
}

private let entries = table(Int.self, Rows(isWhole: true)) + creating + subjects + disposables + schedulers

/// Every operator in the forms that people write, and what else the vocabulary has, a row for each thing that it does.
public let catalogue: [Benchmark] = entries.flatMap(\.rows)

/// The declarations of the vocabulary whose code these rows run, as `docs/vocabulary.txt` writes them.
public let catalogueCovers: Set<String> = Set(entries.flatMap(\.covers))

private func table<Input: Item>(_ input: Input.Type, _ rows: Rows) -> [Covered] {
    [
        transformingRows(input, rows), flatteningRows(input, rows), filteringRows(input, rows), combiningRows(input, rows), errorsRows(input, rows),
        sharingRows(input, rows), sideEffectsRows(input, rows), timeRows(input, rows), conversionsRows(input, rows),
    ].flatMap { $0 }
}

/// Which rows entries get.
struct Rows {
    /// Else only those of an event.
    let isWhole: Bool

    func of<E: Entry>(_: E.Type) -> Covered { Covered(rows: isWhole ? rows(E.self) : eventRows(E.self), covers: E.covers) }
}

/// A row that runs on each core.
func row(
    _ id: String, _ title: String, unit: String, events: Int, isSingleThreaded: Bool = true, body: @escaping @Sendable (Run) throws -> Void
) -> Benchmark {
    Benchmark(id, title, unit: unit, variants: ["lock", "queue"], isSingleThreaded: isSingleThreaded, events: Events(events, counted: 100)) { run in
        let core: Core
        switch run.variant {
        case "lock": core = .lock
        case "queue": core = .queue
        default: throw WrongResult("there is no core '\(run.variant)'")
        }
        try core.run { try body(run) }
    }
}
