import Foundation

/// The five questions that people come with, and what the files answer: the head of every report.
struct Answers {
    /// A question, and what there is to say, a sentence a line.
    struct Answer: Equatable {
        let question: String
        let lines: [String]
    }

    static let slower = "Did my change make it slower, and where?"

    private let digest: Digest
    private let verdict: ReportVerdict

    init(_ digest: Digest, _ verdict: ReportVerdict) {
        self.digest = digest
        self.verdict = verdict
    }

    /// All but the first, which the verdict answers.
    var others: [Answer] {
        let benchmarks = digest.benchmarks
        let which = digest.hasVariants ? [Answer(question: "Which \(digest.variantsTitle)?", lines: variants(benchmarks))] : []
        return which + [
            Answer(question: "What does it cost?", lines: costs(benchmarks)),
            Answer(question: "What is the tail?", lines: tails), Answer(question: "How does it grow?", lines: growth),
        ]
    }

    /// As text, the first answer with what was found.
    var text: String {
        let found = verdict.causes.flatMap { cause in
            cause.lines.enumerated().map { $0.offset == 0 ? "\(cause.name): \($0.element)" : $0.element }
        }
        let first = Answer(question: Answers.slower, lines: ["\(verdict.headline). \(verdict.explanation)"] + programs + found)
        let files = Answer(
            question: "From",
            lines: [Digest.words(digest.sources.map(\.name))]
                + digest.fileLines + digest.strangerLines + [Answers.whereAllIs])
        return ([first] + others + [files]).map { answer in
            ([answer.question] + answer.lines.map { "  " + $0 }).map(\.onOneLine).joined(separator: "\n")
        }.joined(separator: "\n\n") + "\n"
    }

    /// Neither these answers nor a comment has room for each figure of each row.
    static let whereAllIs = "All rows with all of their figures are on the page that --html FILE makes."

    /// Rows that take longer, or less, than an older program's: those whose interval says so.
    var programs: [String] {
        let rows = digest.against.all.map(\.value)
        return Cause.unique(rows.map(\.older)).map { older in
            let ratios = rows.filter { $0.older == older && $0.row.failure == nil }.compactMap { row, _ in
                row.ratio.map { (name: RowName.text(row.benchmark, row.variant), ratio: $0) }
            }
            return "Beside \(older): " + Answers.split(ratios)
        }
    }

    private func variants(_ benchmarks: [BenchmarkDigest]) -> [String] {
        let shown = benchmarks.filter { $0.kind != .floor }
        let lines = shown.pairs.compactMap { pair -> String? in
            let ratios = shown.compactMap { benchmark in
                benchmark.comparison(pair).flatMap { $0.inconclusive == nil ? (name: benchmark.id, ratio: $0.ratio) : nil }
            }
            if ratios.isEmpty { return nil }
            let mean = Answers.mean(ratios.map(\.ratio.median))
            let both = ReportVerdict.number(ratios.count, "benchmark") + (ratios.count == 1 ? " that has both: " : " that have both: ")
            let times = "\(pair.variant) takes \(Figures.short(mean)) times as long as \(pair.base) over "
            return times + both + Answers.split(ratios) + apart(pair, shown)
        }
        return lines.isEmpty ? countedVariants(shown) + ["No file compares times of variants: run does."] : lines
    }

    /// What an event executes with each variant, where no file compares how long it takes.
    private func countedVariants(_ benchmarks: [BenchmarkDigest]) -> [String] {
        guard let base = digest.variants.first else { return [] }
        return digest.variants.dropFirst().compactMap { variant in
            let ratios = benchmarks.compactMap { benchmark -> Double? in
                guard let one = Answers.count(benchmark, variant, .instructions), let other = Answers.count(benchmark, base, .instructions),
                    one > 0, other > 0
                else { return nil }
                return one / other
            }
            if ratios.isEmpty { return nil }
            let both = ReportVerdict.number(ratios.count, "benchmark") + (ratios.count == 1 ? " that has both." : " that have both.")
            return "\(variant) executes \(Figures.short(Answers.mean(ratios))) times as many instructions as \(base) over \(both)"
        }
    }

    private static func count(_ benchmark: BenchmarkDigest, _ variant: String, _ kind: CountedKind) -> Double? {
        benchmark.side(variant)?.counted?.counts?.perEvent[kind]?.value
    }

    /// Benchmarks that compare both variants with a third one: what both take in the newest file of each, but not side by side.
    private func apart(_ pair: VariantPair, _ benchmarks: [BenchmarkDigest]) -> String {
        let ratios = benchmarks.compactMap { benchmark -> Double? in
            func time(_ variant: String) -> Double? {
                benchmark.side(variant)?.timed.flatMap { $0.inconclusive == nil ? $0.time?.nanosecondsPerEvent.median : nil }
            }
            guard benchmark.comparison(pair) == nil, let one = time(pair.variant), let other = time(pair.base), one > 0, other > 0 else { return nil }
            return one / other
        }
        return ratios.isEmpty ? "" : " Of \(ratios.count) more, whose times weren't taken side by side, \(Figures.short(Answers.mean(ratios))) times."
    }

    /// The geometric mean.
    private static func mean(_ ratios: [Double]) -> Double? {
        let logarithms = ratios.filter { $0 > 0 && $0.isFinite }.map { log($0) }
        return logarithms.isEmpty ? nil : exp(logarithms.reduce(0, +) / Double(logarithms.count))
    }

    /// How many are surely below 1 and above, and the furthest of them.
    private static func split(_ ratios: [(name: String, ratio: Estimate)]) -> String {
        func furthest(_ found: [(name: String, ratio: Estimate)]) -> String {
            found.isEmpty ? "" : " (" + found.prefix(3).map { "\($0.name) \(Figures.short($0.ratio.median))" }.joined(separator: ", ") + ")"
        }
        let sorted = ratios.sorted { ($0.ratio.median, $0.name) < ($1.ratio.median, $1.name) }
        let below = sorted.filter { ($0.ratio.interval?.high ?? .infinity) < 1 }
        let above = Array(sorted.filter { ($0.ratio.interval?.low ?? 0) > 1 }.reversed())
        let rest = ratios.count - below.count - above.count
        return "faster in \(below.count)\(furthest(below)), slower in \(above.count)\(furthest(above)), not to be told apart in \(rest)."
    }

    private func costs(_ benchmarks: [BenchmarkDigest]) -> [String] {
        let shown = benchmarks.filter { $0.kind != .floor }
        func timed(_ benchmark: BenchmarkDigest, _ variant: String) -> Double? {
            benchmark.side(variant)?.timed?.time?.nanosecondsPerEvent.median
        }
        guard let variant = mostKnown(shown, timed) else { return counted(shown) + ["No file has times: run measures them."] }
        let costs = shown.compactMap { benchmark in
            timed(
                benchmark,
                variant
            ).map { (benchmark: benchmark, time: $0) }
        }.sorted { $0.time < $1.time }
        guard let least = costs.first, let last = costs.last else { return [] }
        func told(_ cost: (benchmark: BenchmarkDigest, time: Double)) -> String {
            let time = Figures.marked(Figures.duration(cost.time), cost.benchmark.side(variant)?.timed?.inconclusive)
            return "\(time) (\(cost.benchmark.id): \(cost.benchmark.title))"
        }
        let free = costs.count { $0.benchmark.side(variant)?.timed?.allocations.map { $0.perEvent.mallocs < 0.001 } ?? false }
        let median = Statistics.median(costs.map(\.time))
        var lines = [
            "\(Answers.event(costs.count, variant)): from \(told(least)) to \(told(last)), half of them below "
                + "\(Figures.duration(median)); \(free) of them allocate nothing."
        ]
        lines.append("One of them, in all its forms, with its counts: cost NAME.")
        let scenarios = costs.filter { $0.benchmark.kind == .scenario }
        if !scenarios.isEmpty { lines.append("Whole tasks: " + scenarios.map(told).joined(separator: "; ") + ".") }
        return lines
    }

    /// The variant that most of them have a figure of; nil where none has one.
    private func mostKnown(_ benchmarks: [BenchmarkDigest], _ figure: (BenchmarkDigest, String) -> Double?) -> String? {
        let counts = (digest.variants + [Suite.onlyVariant]).map { variant in (variant, benchmarks.count { figure($0, variant) != nil }) }
        guard let most = counts.map(\.1).max(), most > 0 else { return nil }
        return counts.first { $0.1 == most }?.0
    }

    private static func event(_ count: Int, _ variant: String) -> String {
        (variant == Suite.onlyVariant ? "an" : "\(variant), an") + " event of \(ReportVerdict.number(count, "benchmark"))"
    }

    /// What events execute, where nothing tells how long they take; nothing where that isn't known either.
    private func counted(_ benchmarks: [BenchmarkDigest]) -> [String] {
        guard let variant = mostKnown(benchmarks, { Answers.count($0, $1, .instructions) }) else { return [] }
        let costs = benchmarks.compactMap { benchmark in
            Answers.count(benchmark, variant, .instructions).map { (benchmark: benchmark, instructions: $0) }
        }.sorted { $0.instructions < $1.instructions }
        guard let least = costs.first, let last = costs.last else { return [] }
        func told(_ cost: (benchmark: BenchmarkDigest, instructions: Double)) -> String {
            "\(Figures.short(cost.instructions)) (\(cost.benchmark.id): \(cost.benchmark.title))"
        }
        let mallocs = costs.compactMap { Answers.count($0.benchmark, variant, .mallocs) }
        let free = mallocs.isEmpty ? "" : "; \(mallocs.count { $0 < 0.001 }) of them allocate nothing"
        let median = Figures.short(Statistics.median(costs.map(\.instructions)))
        return ["\(Answers.event(costs.count, variant)), in instructions: from \(told(least)) to \(told(last)), half of them below \(median)\(free)."]
    }

    private typealias Tail = (row: Row, name: String, figure: RowLatency.Figure)

    private var tails: [String] {
        let found = digest.latencyRows.filter { $0.kind != .floor }.compactMap { row -> Tail? in
            guard let name = TailTable.figure(row), let distribution = row.latency?.distributions[name], distribution.unit == "ns" else { return nil }
            return distribution[.p99].map { (row, name, $0) }
        }
        if found.isEmpty { return ["No file has latencies: latency measures them."] }
        let plain = found.filter { Answers.doubt($0) == nil }.sorted { $0.figure.value < $1.figure.value }
        func count(_ doubt: TailDoubt, _ family: String? = nil) -> Int {
            found.count { Answers.doubt($0) == doubt && (family == nil || Answers.family($0.row.benchmark) == family) }
        }
        let hidden = count(.hidden), unloaded = count(.unloaded)
        if plain.isEmpty {
            if unloaded == 0 { return ["The machine's own jitter hides all \(hidden) of p99."] }
            let jitter = hidden > 0 ? "of \(hidden) the machine's own jitter hides it, " : ""
            return ["p99 of no row says anything: \(jitter)\(unloaded) didn't get the load."]
        }
        func told(_ tail: Tail) -> String { "\(Figures.duration(tail.figure.value)) (\(tail.row.key.text))" }
        func range(_ found: [Tail]) -> String {
            guard let least = found.first, let most = found.last else { return "" }
            if found.count == 1 { return told(least) }
            let half = "half of them at most \(Figures.duration(found[(found.count - 1) / 2].figure.value))"
            return "from \(told(least)) to \(told(most)), \(half)"
        }
        let others = (hidden > 0 ? "; of \(hidden) more the machine hides it" : "") + (unloaded > 0 ? "; \(unloaded) more didn't get the load" : "")
        var lines = ["p99 of \(ReportVerdict.number(plain.count, "row")): \(range(plain))\(others)."]
        // By what stands before the first stroke, in the order of the files.
        let families = Cause.unique(found.map { Answers.family($0.row.benchmark) })
        if families.count > 1 {
            lines += families.map { family in
                let own = plain.filter { Answers.family($0.row.benchmark) == family }
                let hidden = count(.hidden, family), unloaded = count(.unloaded, family)
                let parts = [
                    own.count > 1 ? "\(own.count) rows" : "", range(own), hidden > 0 ? "\(hidden) hidden" : "",
                    unloaded > 0 ? "\(unloaded) without the load" : "",
                ]
                return "\(family): \(parts.filter { !$0.isEmpty }.joined(separator: ", "))."
            }
        }
        return lines + furthest(plain)
    }

    /// Why a row's figures are none to begin with.
    private enum TailDoubt { case hidden, unloaded }

    private static func doubt(_ tail: Tail) -> TailDoubt? {
        if tail.figure.hidden == true { return .hidden }
        return tail.row.missing["load"] == nil ? nil : .unloaded
    }

    /// The largest multiple of a floor's figure that says something itself.
    private func furthest(_ tails: [Tail]) -> [String] {
        let known = tails.compactMap { tail -> (tail: Tail, multiple: Double, floor: String)? in
            guard let multiple = tail.figure.multiple, let floor = tail.row.latency?.floor else { return nil }
            let row = digest.floor(of: tail.row)
            let isDoubtful = row?.missing["load"] != nil || row?.latency?.distributions[tail.name]?[.p99]?.hidden == true
            return isDoubtful ? nil : (tail: tail, multiple: multiple, floor: floor)
        }
        guard let most = known.max(by: { $0.multiple < $1.multiple }) else { return [] }
        let multiple = "\(Figures.short(most.multiple)) times that of \(most.floor)"
        return ["Furthest above the same by hand: \(most.tail.row.key.text), whose p99 of \(most.tail.name) is \(multiple)."]
    }

    private static func family(_ benchmark: String) -> String { String(benchmark.prefix { $0 != "/" }) }

    private var growth: [String] {
        let fits = digest.fits.all.map(\.value).filter { $0.failure == nil }
        if fits.isEmpty { return ["No file tells: fit measures it."] }
        let lines = Growth.allCases.reversed().compactMap { order -> String? in
            let own = fits.filter { $0.told == order }
            if own.isEmpty { return nil }
            let names = Cause.unique(own.map(\.scaling)).map { scaling -> String in
                let variants = own.filter { $0.scaling == scaling }, all = fits.count { $0.scaling == scaling }
                let isDoubtful = variants.contains { FitTable.isDoubtful($0) }
                let formulas = variants.map { FitTable.formula($0) }
                // One figure where all variants have it.
                let costs =
                    variants.count == all && Set(formulas).count == 1
                    ? formulas[0] : zip(variants, formulas).map { "\($0.variant) \($1)" }.joined(separator: ", ")
                return (isDoubtful ? "?" : "") + scaling + " (\(costs))"
            }
            return "O(\(order.rawValue)): \(names.joined(separator: ", "))."
        }
        return lines + (fits.contains(where: FitTable.isDoubtful) ? ["? before a name: \(FitTable.doubt)."] : [])
    }
}
