/// The Go benchmark data format (golang.org/design/14313-benchmark-format): configuration as `key: value`, then a line a sample of
/// a name, the iterations, and pairs of a value and its unit. `benchstat -col /variant` puts the variants side by side.
struct GoExport {
    private let results: Results

    init(_ results: Results) {
        self.results = results
    }

    /// - Throws: `FileError` where two rows, or two figures of a row, have one name: `sort` and `Sort` do, and `a b` and `a_b`.
    func text() throws(FileError) -> String {
        let rows = results.rows.filter(\.hasFigures)
        var names = ExportedNames(.go)
        for row in rows {
            let title = RowName.text(row.benchmark, row.variant)
            try names.add(name(row), of: title)
            var units = ExportedNames(.go)
            for figure in [row.exportedTime].compactMap({ $0 }) + row.exportedFigures {
                try units.add(GoExport.unit(figure), of: "\(figure.name) of \(title)")
            }
        }
        return (configuration + rows.flatMap(lines)).map { $0 + "\n" }.joined()
    }

    private var configuration: [String] {
        let environment = results.environment
        let system = environment.kernel?.split(separator: " ").first.map { $0.lowercased() }
        let architecture = environment.architecture == "x86_64" ? "amd64" : environment.architecture
        let pairs = [
            ("goos", system), ("goarch", architecture), ("pkg", results.suite), ("cpu", environment.processor),
            ("commit", environment.commit), ("compiler", environment.compiler), ("allocator", environment.allocator),
        ]
        return pairs.compactMap { key, value in value.map { "\(key): \($0.onOneLine)" } }
    }

    /// A line a sample. What has no samples of its own is on the first alone, since benchstat takes every line for one. A row without
    /// times has a single line: its counts.
    private func lines(_ row: Row) -> [String] {
        let samples = row.time?.samples ?? [], processor = row.time?.processorSamples ?? []
        func text(_ value: Double, _ figure: ExportedFigure) -> String { "\(ExportedNumber.text(value)) \(GoExport.unit(figure))" }
        func others(_ index: Int) -> [String] {
            row.exportedFigures.compactMap { figure in
                if figure.name == "processor-time", processor.indices.contains(index) {
                    return text(processor[index], figure)
                }
                return index == 0 ? text(figure.value, figure) : nil
            }
        }
        let time = row.exportedTime.map { [text($0.value, $0)] } ?? []
        let values = samples.isEmpty ? [time + others(0)] : samples.enumerated().map { ["\(ExportedNumber.text($1)) ns/op"] + others($0) }
        return values.map { "\(name(row)) \(row.exportedIterations) " + $0.joined(separator: " ") }
    }

    /// After `Benchmark` a capital letter has to come, and blanks would end the name. The number at the end is that of processors.
    private func name(_ row: Row) -> String {
        let variant = row.variant == Suite.onlyVariant ? "" : "/variant=\(GoExport.word(row.variant))"
        return "Benchmark\(GoExport.capitalized(GoExport.word(row.benchmark)))\(variant)-\(results.environment.cores)"
    }

    /// What has no capital form is set off by a capital letter.
    private static func capitalized(_ word: String) -> String {
        guard let first = word.unicodeScalars.first else { return "X" }
        let capital = first.properties.generalCategory == .uppercaseLetter ? String(first) : first.properties.uppercaseMapping
        guard capital.unicodeScalars.first?.properties.generalCategory == .uppercaseLetter else { return "X" + word }
        return capital + String(String.UnicodeScalarView(word.unicodeScalars.dropFirst()))
    }

    /// `allocs/op` and `B/op` are the names that benchstat's users know.
    private static func unit(_ figure: ExportedFigure) -> String {
        // In the order that Go's own benchmarks have: `p99-latency-ns`.
        if let part = figure.part { return "\(part.rank)-\(word(part.distribution))-\(word(figure.unit))" }
        return switch figure.name {
        case "time": "ns/op"
        case "mallocs": "allocs/op"
        case "bytes": "B/op"
        case "processor-time": "cpu-ns/op"
        case let name where ExportedFigure.calls.contains(name): name
        // An own figure's unit says what it is; its name what it is of.
        default: word(figure.name) + (figure.per == .event ? "/op" : figure.per == .nothing ? "-\(word(figure.unit))" : "")
        }
    }

    /// On one line and without a blank, of which Go knows what Unicode calls white space.
    private static func word(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.onOneLine.unicodeScalars { result.append(scalar.properties.isWhitespace ? "_" : scalar) }
        return String(result)
    }
}

/// How figures are written in text.
enum ExportedNumber {
    /// Just that number, with as few digits as tell it from others; with an exponent only where it is far from 1 (below 0.0001, or above
    /// 10^15), since not every reader takes one.
    static func text(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : "\(value)"
    }
}
