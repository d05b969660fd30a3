import BenchKit
import Foundation
import Synchronization

// A program of one's own that measures something else than Rx: `swift run -c release Mine --help`.
let search = Scaling(
    "search", "search from the start", parameter: "elements", sizes: [10, 100, 1000, 10_000], events: 4
) { run, size in
    let numbers = opaque(Array(0..<size))
    run.timed { for _ in 0..<run.n { blackHole(numbers.firstIndex(of: size - 1)) } }
}

actor Account {
    private(set) var balance = 0
    func deposit(_ amount: Int) { balance += amount }
}

Suite("mine", product: "Mine", thresholds: "Benchmarks/Mine/Thresholds", scalings: [search]) {
    for count in [10, 1000] {
        Benchmark("contains", parameters: ["elements": count], setUp: { Set(0..<count) }) { $0.contains(count / 2) }
            .limits(.mallocs(perEvent: 0), .time(multipleOf: "floor.call", 100))
    }
    for threads in [1, 2] {
        Benchmark("sort", threads: threads, events: Events(200)) { (0..<100).map { ($0 &* 7919) & 127 }.sorted() }
    }
    Benchmark("deposit", tags: ["async"], setUp: { Account() }) { await $0.deposit(1) }
    Benchmark("deposit/in-a-task", "in a task of its own", events: Events(200), tags: ["async"]) { run in
        let account = Account()
        await run.timed {
            for _ in 0..<run.n {
                async let deposit: Void = account.deposit(1)
                await deposit
            }
        }
        try run.expect(await account.balance, run.n, "balance")
    }
    Benchmark("deposit/on-a-queue", "to a number that a Dispatch queue owns", isSingleThreaded: false, events: Events(200), tags: ["async"]) { run in
        let balance = Mutex(0), queue = DispatchQueue(label: "account"), section = run.countedSection, n = run.n
        run.timed {
            queue.async {
                section.begin()
                for i in 0..<n {
                    balance.withLock { $0 += 1 }
                    blackHole([i])
                }
                section.end()
            }
            section.wait()
        }
        try run.expect(balance.withLock { $0 }, n, "balance")
    }
    .countingSections()
    Benchmark("append", "an array that grows", unit: "element", events: Events(10_000)) { run in
        var numbers: [Int] = []
        run.timed { for i in 0..<run.n { numbers.append(i) } }
        run.metric("room", Double(numbers.capacity) / Double(max(1, run.n)), unit: "places/element")
        try run.expect(numbers.count, run.n, "number of elements")
    }
    for (name, load) in [("50", Latency.Load.share(0.5)), ("flood", .flood)] {
        let floor = "floor.lock/load=\(name)"
        Benchmark(
            "queue/load=\(name)", "from two threads to a serial queue", latency: Latency(senders: 2, load: load, floor: floor)
        ) { trial in
            let queue = DispatchQueue(label: "receiver")
            try trial.send { message in queue.async { trial.deliver(message) } }
        }
        Benchmark(floor, "from two threads into a lock", kind: .floor, latency: Latency(senders: 2, load: load)) { trial in
            let lock = NSLock()
            try trial.send { message in lock.withLock { trial.deliver(message) } }
        }
    }
}.main()
