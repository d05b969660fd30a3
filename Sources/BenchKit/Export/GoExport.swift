import Foundation

/// The Go benchmark data format (golang.org/design/14313-benchmark-format): configuration as `key: value`, then a line a sample of
/// a name, the iterations, and pairs of a value and its unit. `benchstat -col /variant` puts the variants side by side.
struct GoExport {
    private let results: Results

    init(_ results: Results) {
        self.results = results
    }

    var text: String {
        (configuration + results.rows.filter(\.hasFigures).flatMap(lines)).map { $0 + "\n" }.joined()
    }

    private var configuration: [String] {
        let environment = results.environment
        let system = environment.kernel?.split(separator: " ").first.map { $0.lowercased() }
        let architecture = environment.architecture == "x86_64" ? "amd64" : environment.architecture
        let pairs = [
            ("goos", system), ("goarch", architecture), ("pkg", results.suite), ("cpu", environment.processor),
            ("commit", environment.commit), ("compiler", environment.compiler), ("allocator", environment.allocator),
        ]
        return pairs.compactMap { key, value in value.map { "\(key): \(GoExport.oneLine($0))" } }
    }

    /// A line a sample. What has no samples of its own is on the first alone, since benchstat takes every line for one. A row without
    /// times has a single line: its counts.
    private func lines(_ row: Row) -> [String] {
        let samples = row.time?.samples ?? [], processor = row.time?.processorSamples ?? []
        func text(_ value: Double, _ figure: ExportedFigure) -> String { "\(GoExport.number(value)) \(GoExport.unit(figure))" }
        func others(_ index: Int) -> [String] {
            row.exportedFigures.compactMap { figure in
                if figure.name == "processor-time", processor.count == samples.count, index < processor.count {
                    return text(processor[index], figure)
                }
                return index == 0 ? text(figure.value, figure) : nil
            }
        }
        let values = samples.isEmpty ? [others(0)] : samples.enumerated().map { ["\(GoExport.number($1)) ns/op"] + others($0) }
        return values.map { "\(name(row)) \(row.exportedIterations) " + $0.joined(separator: " ") }
    }

    /// After `Benchmark` a capital letter has to come, and blanks would end the name. The number at the end is that of processors.
    private func name(_ row: Row) -> String {
        let id = GoExport.word(row.benchmark)
        let start = id.prefix(1).uppercased()
        let variant = row.variant == Suite.onlyVariant ? "" : "/variant=\(GoExport.word(row.variant))"
        // What has no capital form is set off by one.
        let capital = start == start.lowercased() ? "X" + start : start
        return "Benchmark\(capital)\(id.dropFirst())\(variant)-\(results.environment.cores)"
    }

    /// `allocs/op` and `B/op` are the names that benchstat's users know.
    private static func unit(_ figure: ExportedFigure) -> String {
        switch figure.name {
        case "mallocs": "allocs/op"
        case "bytes": "B/op"
        case "processor-time": "cpu-ns/op"
        // An own figure's unit says what it is; its name what it is of.
        default: word(figure.name) + (figure.per == .event ? "/op" : figure.per == .nothing ? "-\(word(figure.unit))" : "")
        }
    }

    private static func word(_ text: String) -> String {
        String(text.map { $0.isWhitespace || $0.isNewline ? "_" : $0 })
    }

    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }

    /// Without an exponent, which not every reader takes.
    static func number(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e15 { return String(Int(value)) }
        return String(format: abs(value) < 0.001 ? "%.9f" : "%.6f", value)
    }
}
