import BenchKit
import Rx

/// What only the first subscription of a process costs.
let firstUseWorkloads = [
    workload(
        "first-use", "first subject, subscription and ten events of a process with two threads", unit: "process", isSingleThreaded: false,
        events: Events(1)
    ) { run, core in
        for _ in 0..<run.n { try (core == .lock ? ServedProcess.firstUseOfLock : .firstUseOfQueue).time(10, run) }
    }
    .inAnotherProcess()
]
