import Foundation

/// The JSON of Google Benchmark's `--benchmark_format=json`: a row a sample, so that compare.py can test for a difference; of a latency a row
/// a process, whose time is the median in it.
struct GoogleExport {
    private let results: Results

    init(_ results: Results) {
        self.results = results
    }

    func text() throws -> String {
        let families = results.rows.enumerated().filter { $0.element.failure != nil || ExportFormat.gbench.takes($0.element) }
        var names = ExportedNames(.gbench)
        for (_, row) in families { try names.add(name(row), of: RowName.text(row.benchmark, row.variant)) }
        return try ExportJSON.text(
            Document(
                context: Context(results), benchmarks: families.flatMap { entries($0.element, family: $0.offset) }))
    }

    private struct Document: Encodable {
        let context: Context
        let benchmarks: [Entry]
    }

    private struct Context: Encodable {
        let date: String
        let host_name: String
        let executable: String
        let num_cpus: Int
        /// Not known; Google Benchmark has a number here always.
        let mhz_per_cpu = 0
        let cpu_scaling_enabled = false
        let caches: [String] = []
        let load_avg: [Double]
        let library_build_type: String

        init(_ results: Results) {
            let environment = results.environment
            date = environment.date
            host_name = environment.processor ?? environment.architecture
            executable = results.suite
            num_cpus = environment.cores
            load_avg = environment.load.map { [$0] } ?? []
            library_build_type = environment.optimisation
        }
    }

    /// Counters stand beside the other fields.
    private struct Entry: Encodable {
        struct Key: CodingKey {
            let stringValue: String
            let intValue: Int? = nil
            init(_ name: String) { stringValue = name }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        let name: String
        let family: Int
        let threads: Int
        var failure: String?
        var repetitions = 1
        var index = 0
        var iterations = 1
        var realTime = 0.0
        var processorTime = 0.0
        var counters: [ExportedFigure] = []

        func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: Key.self)
            try fields.encode(name, forKey: Key("name"))
            try fields.encode(name, forKey: Key("run_name"))
            try fields.encode("iteration", forKey: Key("run_type"))
            try fields.encode(family, forKey: Key("family_index"))
            try fields.encode(0, forKey: Key("per_family_instance_index"))
            try fields.encode(repetitions, forKey: Key("repetitions"))
            try fields.encode(index, forKey: Key("repetition_index"))
            try fields.encode(threads, forKey: Key("threads"))
            if let failure {
                try fields.encode(true, forKey: Key("error_occurred"))
                try fields.encode(failure, forKey: Key("error_message"))
            }
            try fields.encode(iterations, forKey: Key("iterations"))
            try fields.encode(realTime, forKey: Key("real_time"))
            try fields.encode(processorTime, forKey: Key("cpu_time"))
            try fields.encode("ns", forKey: Key("time_unit"))
            for counter in counters { try fields.encode(counter.value, forKey: Key(counter.name)) }
        }
    }

    private func name(_ row: Row) -> String {
        row.variant == Suite.onlyVariant ? row.benchmark : "\(row.benchmark)/\(row.variant)"
    }

    private func entries(_ row: Row, family: Int) -> [Entry] {
        let name = name(row), threads = row.sendingThreads
        let counters = row.exportedFigures.filter { $0.name != "processor-time" }
        if row.failure == nil, let distribution = row.latency?.primary(unit: "ns")?.distribution {
            // Few values have no percentile.
            let pooled = [distribution[.p50]?.value ?? distribution.histogram.mean ?? 0], forks = distribution[.p50]?.forks ?? []
            let medians = forks.isEmpty ? pooled : forks
            return medians.enumerated().map { index, median in
                Entry(
                    name: name, family: family, threads: threads, repetitions: medians.count, index: index,
                    iterations: max(1, distribution.histogram.count / medians.count), realTime: median, counters: counters)
            }
        }
        guard row.failure == nil, let time = row.time else {
            return [Entry(name: name, family: family, threads: threads, failure: row.failure?.message)]
        }
        // A file of medians has nothing else.
        if time.samples.isEmpty {
            return [
                Entry(
                    name: name, family: family, threads: threads, repetitions: 1, index: 0, iterations: row.exportedIterations,
                    realTime: time.nanosecondsPerEvent.median, processorTime: time.processorNanosecondsPerEvent.median, counters: counters)
            ]
        }
        return zip(time.samples, time.processorSamples).enumerated().map { index, sample in
            Entry(
                name: name, family: family, threads: threads, repetitions: time.samples.count, index: index,
                iterations: row.exportedIterations, realTime: sample.0, processorTime: sample.1, counters: counters)
        }
    }
}
