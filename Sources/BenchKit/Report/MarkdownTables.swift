/// The tables of a report for a pull request's comment, each in a block that opens.
struct MarkdownTables {
    private let digest: Digest

    init(_ digest: Digest) {
        self.digest = digest
    }

    /// All but that of the files, those first that people look for first.
    var blocks: [String] {
        (Benchmark.Kind.shown.map(figures) + [
            ownFigures, growth, against, machines,
            TailTable(digest.latencyRows).markdown,
        ]).compactMap { $0 }
    }

    /// - Parameter rows: of cells that are text.
    static func block(_ title: String, _ header: [String], alignedFrom first: Int, _ rows: [[String]], note: String = "") -> String? {
        if rows.isEmpty { return nil }
        let table = MarkdownReport.table(
            header.map(MarkdownReport.escaped), alignedAtEnd: Set(header.indices.dropFirst(first)),
            rows.map { $0.map(MarkdownReport.escaped) })
        let text = note.isEmpty ? table : MarkdownReport.escaped(note) + "\n\n" + table
        return "<details><summary>\(title)</summary>\n\n\(text)\n\n</details>"
    }

    private func figures(_ kind: Benchmark.Kind) -> String? {
        let benchmarks = digest.benchmarks.filter { $0.kind == kind }
        let present = Set(benchmarks.flatMap(\.sides).map(\.variant))
        let columns = (digest.variants + [Suite.onlyVariant]).filter(present.contains), ratios = benchmarks.pairs
        let hasTwins = benchmarks.contains { $0.sides.contains { $0.timed?.multipleOfTwin != nil } }
        func named(_ figure: String) -> [String] { columns.map { $0 == Suite.onlyVariant ? figure : "\(figure) \($0)" } }
        let header =
            [kind.rawValue] + named("time") + ratios.map(\.text) + named("×")
            + (hasTwins ? named("× twin") : []) + named("mallocs") + named("instr.")
        let rows = benchmarks.map { benchmark -> [String] in
            let sides = columns.map { benchmark.side($0) }
            return [benchmark.id]
                + sides.map {
                    $0?.failure != nil
                        ? "FAILED" : Figures.marked(Figures.duration($0?.timed?.time?.nanosecondsPerEvent.median), $0?.timed?.inconclusive)
                }
                + ratios.map { pair in
                    let found = benchmark.comparison(pair)
                    return Figures.marked(Figures.ratio(found?.ratio), found?.inconclusive)
                }
                + sides.map { Figures.multipleOfReference($0?.timed) }
                + (hasTwins ? sides.map { Figures.multipleOfTwin($0?.timed) } : [])
                + sides.map { $0?.mallocs(\.perEvent, \.perEvent) ?? Figures.absent }
                + sides.map { Digest.text($0?.counted?.counts?.perEvent[.instructions]) }
        }
        let floor = Digest.words(digest.timed.all.map(\.source.results.reference))
        let twin = hasTwins ? ", × twin as a multiple of the time of what does the same in another form" : ""
        let note = "? marks what says nothing" + (floor.isEmpty ? "" : "; × is the time as a multiple of \(floor)\(twin)") + "."
        return MarkdownTables.block(kind.plural.capitalized, header, alignedFrom: 1, rows, note: note)
    }

    private var ownFigures: String? {
        let own = OwnFigures(digest.timed.all.map(\.value))
        return MarkdownTables.block("Bytes, memory, input and output, own figures", ["row"] + own.columns, alignedFrom: 1, own.lines)
    }

    private var growth: String? {
        let fits = digest.fits.all.map(\.value)
        let header = ["scaling", "over", "order", "cost of an event", "residual", "its own figures, from the smallest size to the largest"]
        return MarkdownTables.block(
            "Growth", header, alignedFrom: header.count,
            fits.map { fit in
                [
                    RowName.text(fit.scaling, fit.variant), fit.parameter, FitTable.order(fit), FitTable.formula(fit), FitTable.residual(fit),
                    FitTable.ownFigures(fit),
                ]
            })
    }

    private var against: String? {
        MarkdownTables.block(
            "Two programs", ["row", "new", "old", "new:old", "old is"], alignedFrom: 1,
            digest.against.all.map(\.value).map { row, older in
                [
                    RowName.text(row.benchmark, row.variant), row.failure != nil ? "FAILED" : Figures.duration(row.nanosecondsPerEvent),
                    Figures.duration(row.baseNanosecondsPerEvent), Figures.fineRatio(row.ratio), older,
                ]
            })
    }

    private var machines: String? {
        let blocks = digest.ofSeveralMachines.compactMap { source -> String? in
            let table = MachinesTable(source.results)
            return MarkdownTables.block(
                "Several machines", table.header, alignedFrom: 2, table.lines.map(table.cells), note: table.names.joined(separator: "; "))
        }
        return blocks.isEmpty ? nil : blocks.joined(separator: "\n\n")
    }

    /// What was given, and how far it can be trusted.
    var files: String {
        let rows = digest.sources.map { source -> [String] in
            let results = source.results, shares = results.rows.compactMap(\.contaminated)
            return [
                source.name, results.command.rawValue, results.environment.date, "\(digest.rows(of: source))",
                Figures.short(results.environment.load),
                shares.isEmpty
                    ? Figures.absent : "\(shares.count { $0 > 0.2 }) of \(shares.count)",
                results.environment.commit.map { String($0.prefix(12)) } ?? Figures.absent,
            ]
        }
        let header = ["file", "command", "date", "rows", "load", "rows delayed", "commit"]
        return MarkdownTables.block(
            "Noise", header, alignedFrom: header.count, rows,
            note: digest.fileLines.joined(separator: " ")) ?? ""
    }
}
