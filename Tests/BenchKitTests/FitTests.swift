import Foundation
import Testing

@testable import BenchKit

/// `fit`, and what `check` says of its orders.
@Suite struct FitTests {
    private static func scaling(
        _ id: String = "grow", sizes: [Int] = [1, 10, 100, 1000], body: @escaping @Sendable (Run, Int) throws -> Void = { _, _ in }
    ) -> Scaling {
        Scaling(id, "what grows", parameter: "things", sizes: sizes, variants: ["lock", "queue"], events: 8, body: body)
    }

    private func fit(
        _ order: Growth, variant: String = "lock", measure: Fit.Measure = .instructions, contaminated: Double? = nil,
        failure: RowFailure? = nil
    ) -> Fit {
        let points = [1, 10, 100, 1000, 10_000].map { SizedCost(size: $0, cost: 10 + 3 * order.term(Double($0))) }
        return Fit(
            Self.scaling(), variant: variant, measure: measure, reason: nil, points: points, contaminated: contaminated, failure: failure)
    }

    @Test func aFasterGrowthIsARegression() {
        let orderJudge = OrderJudge(discarded: 0.75)
        #expect(orderJudge.judge(fit(.linear), most: .linear).verdict == .pass)
        #expect(orderJudge.judge(fit(.constant), most: .linear).verdict == .pass)
        #expect(orderJudge.judge(fit(.linear), most: .logarithmic).verdict == .regression)
        #expect(orderJudge.judge(fit(.quadratic), most: .linear).verdict == .regression)
        let finding = orderJudge.judge(fit(.linear), most: .constant)
        #expect(finding.row == "grow (lock)")
        #expect(finding.gate == "order over things")
        #expect(finding.detail.hasPrefix("O(n), residual 0"))
        #expect(finding.detail.hasSuffix("limit O(1) (instructions)"))
    }

    @Test func aBusyMachineDecidesNothingAndAFailureDoes() {
        let orderJudge = OrderJudge(discarded: 0.75)
        #expect(orderJudge.judge(fit(.quadratic, measure: .processorTime, contaminated: 0.8), most: .constant).verdict == .inconclusive)
        #expect(orderJudge.judge(fit(.quadratic, measure: .processorTime, contaminated: 0.7), most: .constant).verdict == .regression)
        #expect(orderJudge.judge(fit(.constant, failure: RowFailure(kind: .wrongResult, message: "no")), most: .linear).verdict == .wrongResult)
        let nothing = Fit(Self.scaling(), variant: "lock", measure: .instructions, reason: nil, points: [])
        #expect(orderJudge.judge(nothing, most: .quadratic).verdict == .error)
    }

    @Test func howManyTimesACostGrowsHasABoundOfItsOwn() {
        let points = [1, 2, 4, 8].map { size in
            SizedCost(size: size, cost: Double(size), metrics: ["by the clock": Metric(value: 2 + Double(size), unit: "ns")])
        }
        let fit = Fit(Self.scaling(), variant: "lock", measure: .processorTime, reason: nil, points: points)
        func judge(_ times: Double?, of figure: String? = nil, on processors: Int? = nil) -> [Finding] {
            let bound = Thresholds.Order(scaling: "grow", variant: "lock", most: .linear, times: times, figure: figure, processors: processors)
            return OrderJudge(discarded: 0.75, processors: 2).judge(fit, by: bound)
        }
        #expect(judge(nil).map(\.gate) == ["order over things"])
        #expect(judge(8).map(\.verdict) == [.pass, .pass])
        #expect(judge(7.9).map(\.verdict) == [.pass, .regression])
        #expect(judge(7.9)[1].gate == "growth over things")
        #expect(judge(7.9)[1].detail == "8 times from 1 to 8, limit 7.90")
        #expect(judge(3.4, of: "by the clock").map(\.verdict) == [.pass, .pass])
        #expect(judge(3.3, of: "by the clock")[1].detail == "3.33 times from 1 to 8 (by the clock), limit 3.30")
        #expect(judge(3.3, of: "by the clock", on: 2)[1].verdict == .regression)
        #expect(judge(3.3, of: "by the clock", on: 4).count == 1)
        #expect(judge(3, of: "by the moon")[1].verdict == .error)
        #expect(judge(3, of: "by the moon")[1].detail.hasSuffix("'by the moon', which the limits name; they have by the clock"))
        for index in [0, 3] {
            var points = points
            points[index].isDisturbed = true
            let fit = Fit(Self.scaling(), variant: "lock", measure: .processorTime, reason: nil, points: points)
            let bound = Thresholds.Order(scaling: "grow", variant: "lock", most: .linear, times: 3)
            #expect(OrderJudge(discarded: 0.75).judge(fit, by: bound).map(\.verdict) == [.pass, .inconclusive])
        }
        let failed = Fit(
            Self.scaling(), variant: "lock", measure: .processorTime, reason: nil, points: [],
            failure: RowFailure(kind: .wrongResult, message: "no"))
        let bound = Thresholds.Order(scaling: "grow", variant: "lock", most: .linear, times: 3)
        #expect(OrderJudge(discarded: 0.75).judge(failed, by: bound).map(\.verdict) == [.wrongResult])
    }

    /// What a processor can do isn't asked of another one; but that nobody asked is said.
    @Test func aBoundOnGrowthIsOfItsProcessorAndElsewhereNothingIsDecided() {
        let points = [1, 2, 4, 8].map { SizedCost(size: $0, cost: Double($0), metrics: nil) }
        let fit = Fit(Self.scaling(), variant: "lock", measure: .processorTime, reason: nil, points: points)
        func bound(_ times: Double, _ processor: String?, variant: String = "lock") -> Thresholds.Order {
            Thresholds.Order(scaling: "grow", variant: variant, most: .quadratic, times: times, processor: processor)
        }
        let bounds = [bound(3, "AMD"), bound(9, "Intel"), bound(5, nil, variant: "queue")]
        func judge(on model: String?) -> [Verdict] {
            let orderJudge = OrderJudge(discarded: 0.75, processors: 2, model: model)
            let chosen = orderJudge.chosen(of: bounds)
            #expect(chosen.map(\.variant) == ["lock", "queue"])
            return chosen.flatMap { orderJudge.judge(fit, by: $0) }.map(\.verdict)
        }
        #expect(judge(on: "AMD EPYC 9R14") == [.pass, .regression, .pass, .regression])
        #expect(judge(on: "Intel(R) Xeon(R)") == [.pass, .pass, .pass, .regression])
        #expect(judge(on: "Other") == [.pass, .inconclusive, .pass, .regression])
        #expect(judge(on: nil) == [.pass, .inconclusive, .pass, .regression])
    }

    @Test func aBoundOnGrowthThatMakesNoSenseIsRefused() throws {
        let bad: [(times: Double?, figure: String?, processors: Int?, reason: String)] = [
            (0, nil, nil, "times of grow (lock) cannot be 0.0: it is 0.001 or more"),
            (nil, "by the clock", nil, "grow (lock) has a figure, processors or a processor, and no times"),
            (nil, nil, 2, "grow (lock) has a figure, processors or a processor, and no times"),
            (3, nil, 0, "grow (lock): processors cannot be 0: it is 1 or more"),
        ]
        for (times, figure, processors, reason) in bad {
            let bound = Thresholds.Order(scaling: "grow", variant: "lock", most: .linear, times: times, figure: figure, processors: processors)
            let thresholds = Thresholds(counts: .usual, times: .usual, ratios: [], multiples: [], orders: [bound])
            try Fixture.inFolder(["limits.json": try thresholds.json()]) { folder in
                let path = "\(folder)/limits.json"
                #expect(throws: FileError(description: "\(path): orders: \(reason)")) { try Thresholds.read(path) }
            }
        }
    }

    /// A filter may match nothing but what has an order (the gate's self-test does that); one that leaves nothing to look at is refused.
    @Test func aCheckOfOrdersIsRefusedWhereItLeavesNothing() throws {
        let plain = Suite.withFloor()
        let suite = Suite(
            name: plain.name, benchmarks: plain.benchmarks, scalings: [Self.scaling()], defaultVariants: plain.defaultVariants,
            reference: plain.reference)
        let thresholds = Thresholds(
            counts: .usual, times: .usual, ratios: [], multiples: [],
            orders: [Thresholds.Order(scaling: "grow", variant: "lock", most: .quadratic)])
        let baseline = try Baseline(Fixture.results(.counts), reason: "test").json()
        try Fixture.inFolder(["limits.json": try thresholds.json(), "baseline.json": baseline]) { folder in
            func check(_ filter: Selection, counts: Bool) throws -> Results {
                var options = CheckOptions(seed: 1)
                options.filter = filter
                options.thresholds = "\(folder)/limits.json"
                options.baseline = "\(folder)/baseline.json"
                options.checksCounts = counts
                return try CheckSession(suite: suite, options: options, product: "test", output: CapturedOutput().output).results()
            }
            #expect(throws: UsageError.self) { try check("^grow$", counts: false) }
            #expect(throws: UsageError.self) { try check("^nothing$", counts: true) }
        }
    }

    @Test func sizesAreBenchmarksThatAWorkerFinds() throws {
        let suite = Suite(name: "test", benchmarks: [], scalings: [Self.scaling()])
        #expect(suite.benchmark("grow/100")?.title == "what grows, 100 things")
        #expect(suite.benchmark("grow/7")?.title == "what grows, 7 things")
        for id in ["grow/0", "grow/-1", "grow/x", "grow", "other/7"] { #expect(suite.benchmark(id)?.id == nil) }
        let seen = CapturedOutput()
        let scaling = Self.scaling { run, size in seen.output.line("\(run.n) \(size)") }
        let runner = try IterationRunner(scaling.benchmarks[2], variant: "lock", n: 8, probe: nil)
        _ = try runner.iterate(16)
        #expect(seen.standard == "8 100\n16 100\n")
    }

    /// As many events as the size, and the benchmark's own figures at each size, in the file and in the table.
    @Test func aScalingOfVeryManyHasAnEventForEachAndFiguresOfItsOwn() throws {
        let scaling = Scaling.timed("many", "very many", parameter: "items", sizes: [10, 100, 1000, 10_000], unit: "item") { _, _ in }
        #expect(scaling.isTimed && !Self.scaling().isTimed)
        #expect(scaling.benchmarks.map(\.events.quick) == scaling.sizes)
        let points = scaling.sizes.map { size in
            SizedCost(size: size, cost: 40, metrics: ["live heap": Metric(value: Double(size + 3), unit: "B/item")])
        }
        var results = try Fixture.results(.fit)
        results.add(fits: [Fit(scaling, variant: "lock", measure: .processorTime, reason: "caches count, too", points: points)])
        #expect(try Results(json: results.json()) == results)
        let table = FitTable(results.fits ?? []).text
        #expect(table.contains("processor time instead of instructions: caches count, too"))
        #expect(table.contains("many (lock)  ns/item  live heap, B/item"))
        #expect(table.contains("1000     40.0               1003"))
    }

    @Test func filesOfFitsAreReadAndShown() throws {
        var results = try Fixture.results(.fit)
        results.add(fits: [fit(.linear), fit(.quadratic, variant: "queue", failure: RowFailure(kind: .error, message: "its process crashed"))])
        let read = try Results(json: results.json())
        #expect(read == results)
        #expect(!read.passed)
        #expect(read.exitCode == .failure)
        let digest = Fixture.digest(read)
        let page = PageReport(digest).text
        #expect(page.contains("How costs grow"))
        #expect(page.contains("lock: 13.0 instructions with 1 things to 30010 instructions with 10000 things, O(n), residual 0"))
        #expect(ReportVerdict(digest).headline == "Errors")
        #expect(JUnitReport(digest).text.contains("its process crashed"))
        let table = FitTable(results.fits ?? []).text
        #expect(table.contains("O(n)"))
        #expect(table.contains("failed: grow (queue): its process crashed"))
    }

    /// What a scaling over threads tells by the clock is drawn as a speed-up, beside what it would be at best.
    @Test func speedUpIsDrawnWhereTheClockIsTold() throws {
        func page(_ name: String) throws -> String {
            let scaling = Scaling.timed("many", "very many", parameter: "threads", sizes: [1, 2, 4, 8], unit: "item") { _, _ in }
            let points = zip(scaling.sizes, [100.0, 60, 40, 50]).map { size, time in
                SizedCost(size: size, cost: 40, metrics: [name: Metric(value: time, unit: "ns an event")])
            }
            var results = try Fixture.results(.fit)
            results.add(fits: [Fit(scaling, variant: "lock", measure: .processorTime, reason: nil, points: points)])
            return PageReport(Fixture.digest(results)).text
        }
        let told = try page("by the clock")
        #expect(told.contains("Speed-up over threads: very many"))
        #expect(told.contains("lock: 1.00 times as fast with 1 threads to 2.00 times as fast with 8 threads."))
        #expect(told.contains("as many times: 1.00 times as fast with 1 threads to 8.00 times as fast with 8 threads."))
        #expect(try !page("live heap").contains("Speed-up"))
    }

    @Test func anOrderThatExplainsBadlyIsMarked() {
        func table(_ costs: [Double]) -> String {
            let points = zip([1, 10, 100, 1000], costs).map { SizedCost(size: $0, cost: $1) }
            return FitTable([Fit(Self.scaling("grow"), variant: "lock", measure: .instructions, reason: nil, points: points)]).text
        }
        #expect(table([100, 160, 90, 150]).contains(" ?"))
        #expect(!table([100, 102, 99, 101]).contains("?"))
    }

    /// A cost that differs by a few percent is drawn as nearly flat, on an axis with figures.
    @Test func aConstantCostLooksConstant() throws {
        let points = [1, 10, 100, 1000].map { SizedCost(size: $0, cost: 100 + Double($0 % 7)) }
        let plot = CurvePlot(
            id: "x", title: "x", parameter: "things", unit: "instructions",
            curves: [CurvePlot.Curve(variant: "lock", points: points, model: nil, place: 0)])
        let picture = try #require(plot.picture)
        let elements = try #require(Elements(picture.markup.rendered(.xml)))
        let heights = elements.named("circle").dropLast().compactMap { $0.attributes["cy"].flatMap(Double.init) }
        #expect(heights.count == 4)
        let spread = (heights.max() ?? 0) - (heights.min() ?? 0)
        #expect(spread < 0.05 * picture.height)
        #expect(picture.markup.rendered(.xml).contains(">100</text>"))
    }

    private func run(_ suite: Suite, _ arguments: String...) -> (code: ExitCode, text: String, error: String) {
        let recording = CapturedOutput()
        let program = CommandLineProgram(name: "bench", version: "1", summary: "", commands: [fitCommand(suite)])
        let code = program.run(["fit"] + arguments, environment: [:], output: recording.output)
        return (code, recording.standard, recording.error)
    }

    @Test func badInputIsRefusedBeforeAnythingRuns() {
        let suite = Suite(name: "test", benchmarks: [], scalings: [Self.scaling("one"), Self.scaling("two")])
        #expect(run(suite, "--filter", "three").error == "bench: nothing to fit matches --filter 'three'; there are one, two\n")
        #expect(run(suite, "--filter", "three").code == .usage)
        #expect(
            run(suite, "--out", "\(Fixture.missing)/fit.json").error
                == "bench: cannot write \(Fixture.missing)/fit.json: there is no directory \(Fixture.missing)\n")
        #expect(run(suite, "--core", "lok").code == .usage)
        #expect(run(.withFloor(), "--no-write").error == "bench: test has nothing to fit: it has no scalings\n")
        #expect(run(suite, "--list").text == "one: what grows, things [1, 10, 100, 1000]\ntwo: what grows, things [1, 10, 100, 1000]\n")
    }

    @Test func anOrderOfWhatIsNotThereIsRefused() throws {
        let plain = Thresholds.Times(slower: 0.03, timesNoise: 2, unknownNoise: 0.05, nanoseconds: 0.3, significance: 0.05, discarded: 0.5)
        let thresholds = Thresholds(
            counts: .usual, times: plain, ratios: [], multiples: [],
            orders: [Thresholds.Order(scaling: "grow", variant: "lock", most: .linear)])
        try Fixture.inFolder(["limits.json": try thresholds.json()]) { folder in
            let read = try Thresholds.read("\(folder)/limits.json")
            #expect(read == thresholds)
            var options = CheckOptions(seed: 1)
            options.thresholds = "\(folder)/limits.json"
            let session = CheckSession(suite: .withFloor(), options: options, product: "test", output: CapturedOutput().output)
            #expect(throws: FileError(description: "\(folder)/limits.json has an order of grow lock, which isn't there")) {
                try session.run()
            }
        }
    }
}
