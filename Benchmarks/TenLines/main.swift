import BenchKit

Suite("ten-lines", product: "TenLines", thresholds: "Benchmarks/TenLines/Thresholds") {
    for count in [10, 1000] {
        Benchmark("contains", parameters: ["elements": count], setUp: { Set(0..<count) }) { $0.contains(count / 2) }
    }
    Benchmark("sort", threads: 2, events: Events(200)) { (0..<100).map { ($0 &* 7919) & 127 }.sorted() }
}.main()
