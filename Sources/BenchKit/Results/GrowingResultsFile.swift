import Foundation

/// The results file of a run that goes on. Each row is encoded once, when it is there, so that one more costs the same however many there
/// are. What is known is written as often as a twentieth of the time does for that.
///
/// The text lies in memory that a signal handler may read. For one thread alone.
final class GrowingResultsFile {
    /// The text, part by part: rows and comparisons stand between what is there from the first.
    struct Parts {
        let head, comparisons, middle, rows, tail: UnsafeRawBufferPointer
    }

    let file: ResultsFile
    /// How much was encoded, also of rows that are not in the text.
    private(set) var encodedBytes: Int
    private let head = KeptBytes(), comparisons = KeptBytes(), rows = KeptBytes(), tail = KeptBytes()
    /// Of a file in which no row has failed, and of one in which some have.
    private let passedMiddle = KeptBytes(), failedMiddle = KeptBytes()
    private var passed = true
    private var throttle = CheckpointThrottle()

    /// - Parameter results: without rows.
    init(_ file: ResultsFile, _ results: Results) throws {
        precondition(results.rows.isEmpty && results.comparisons.isEmpty, "GrowingResultsFile: there are rows")
        self.file = file
        let json = try results.json()
        encodedBytes = json.count
        // No text within has a line's end of its own, so only keys of the top level are found.
        func range(_ text: String) -> Range<Data.Index> {
            guard let range = json.range(of: Data(text.utf8)) else { preconditionFailure("GrowingResultsFile: no \(text)") }
            return range
        }
        let comparisonsStart = range("\n  \"comparisons\" : [\n").upperBound, rowsStart = range("\n  \"rows\" : [\n").upperBound
        let passed = range("\n  \"passed\" : true")
        head.append(json[..<comparisonsStart])
        passedMiddle.append(json[comparisonsStart..<rowsStart])
        failedMiddle.append(json[comparisonsStart..<passed.lowerBound])
        failedMiddle.append(Data("\n  \"passed\" : false".utf8))
        failedMiddle.append(json[passed.upperBound..<rowsStart])
        tail.append(json[rowsStart...])
    }

    /// Adds what was found of a benchmark.
    func add(rows new: [Row], comparisons newComparisons: [Comparison]) throws {
        comparisons.append(try text(newComparisons, after: comparisons))
        rows.append(try text(following: new))
        passed = passed && new.allSatisfy { $0.failure == nil }
        try throttle.perform { try file.checkpoint(text) }
    }

    /// Rows as they would stand behind those that are there.
    func text(following new: [Row]) throws -> Data { try text(new, after: rows) }

    /// What the file would hold now.
    var text: Data {
        let parts = parts(failed: !passed)
        return [parts.head, parts.comparisons, parts.middle, parts.rows, parts.tail].reduce(into: Data()) { $0.append(contentsOf: $1) }
    }

    /// Those of now, which stay as they are while this lives.
    func parts(failed: Bool) -> Parts {
        Parts(
            head: head.bytes, comparisons: comparisons.bytes, middle: (failed ? failedMiddle : passedMiddle).bytes, rows: rows.bytes,
            tail: tail.bytes)
    }

    private func text(_ elements: [some Encodable], after before: KeptBytes) throws -> Data {
        if elements.isEmpty { return Data() }
        let json = try Fragment(elements: elements).json()
        encodedBytes += json.count
        let inner = json.dropFirst("{\n  \"elements\" : [\n".utf8.count).dropLast("\n  ]\n}\n".utf8.count)
        return before.bytes.isEmpty ? inner : Data(",\n".utf8) + inner
    }

    /// As deep as in the file.
    private struct Fragment<Element: Encodable>: JSONDocument {
        let elements: [Element]
    }
}

/// Bytes to which only more come. Those that were there stay where they were, too, so that a signal handler may read them meanwhile.
private final class KeptBytes {
    private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
    private var count = 0
    /// What it has outgrown, which is no larger together.
    private var outgrown: [UnsafeMutableRawBufferPointer] = []

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

    func append(_ data: Data) {
        if count + data.count > memory.count {
            let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: max(2 * memory.count, count + data.count), alignment: 1)
            larger.copyMemory(from: bytes)
            outgrown.append(memory)
            memory = larger
        }
        data.copyBytes(to: UnsafeMutableRawBufferPointer(rebasing: memory[count...]))
        count += data.count
    }

    deinit {
        for block in outgrown + [memory] { block.deallocate() }
    }
}
