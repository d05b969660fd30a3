import BenchKit
import Dispatch
import Synchronization

/// What it costs to give work to another thread.
let dispatchFloors = [
    floor(
        "dispatch-hop", "DispatchQueue.async: a block that sends the next one", unit: "hop", isSingleThreaded: false,
        events: Events(quick: 20_000, ci: 50_000, full: 50_000)
    ) { run in
        let hops = QueueHops(run.n)
        try run.timed { try hops.run() }
        try run.expect(hops.left, 0, "hops left")
    },
    floor(
        "dispatch-flood", "DispatchQueue.async: one block after the other from outside", unit: "block", isSingleThreaded: false,
        events: Events(quick: 20_000, ci: 50_000, full: 50_000)
    ) { run in
        let queue = DispatchQueue(label: "rxbench.flood"), counter = QueueCounter(), latch = Latch(), n = run.n
        try run.timed {
            for i in 0..<n { queue.async { counter.add(i) } }
            queue.async { latch.open() }
            try latch.wait(for: "the last block")
        }
        try run.expect(counter.sum, sumBelow(n), "sum")
    },
    floor(
        "batched-array", "array under a mutex, emptied in batches by a queue", unit: "element", isSingleThreaded: false,
        events: Events(quick: 50_000, ci: 200_000, full: 200_000)
    ) { run in
        let inbox = BatchedInbox(), latch = Latch(), n = run.n
        try run.timed {
            for i in 0..<n { inbox.send(i) }
            inbox.finish(latch.open)
            try latch.wait(for: "the last batch")
        }
        try run.expect(inbox.sum, sumBelow(n), "sum")
    },
]

/// A block that sends itself again until it has run `left` times.
private final class QueueHops: @unchecked Sendable {  // Sendable: touched on `queue` until the latch opens.
    private let queue = DispatchQueue(label: "rxbench.hops")
    private let latch = Latch()
    @exclusivity(unchecked) private(set) var left: Int

    init(_ count: Int) { left = count }

    func run() throws {
        if left == 0 { return }
        hop()
        try latch.wait(for: "the last hop")
    }

    private func hop() {
        queue.async {
            self.left -= 1
            if self.left == 0 { self.latch.open() } else { self.hop() }
        }
    }
}

private final class QueueCounter: @unchecked Sendable {  // Sendable: touched on one serial queue.
    @exclusivity(unchecked) private(set) var sum = 0
    func add(_ value: Int) { sum &+= value }
}

/// What a serial scheduler comes down to: who finds the inbox empty wakes the queue, which takes all there is.
private final class BatchedInbox: @unchecked Sendable {  // Sendable: `sum` is touched on `queue` only, until the end.
    private struct State {
        var waiting: [Int] = []
        var isAwake = false
    }

    private let queue = DispatchQueue(label: "rxbench.inbox")
    private let state = Mutex(State())
    @exclusivity(unchecked) private(set) var sum = 0

    func send(_ element: Int) {
        let wakes = state.withLock { state in
            state.waiting.append(element)
            defer { state.isAwake = true }
            return !state.isAwake
        }
        if wakes { queue.async { self.drain() } }
    }

    /// Calls `end` once everything has been drained.
    func finish(_ end: @escaping @Sendable () -> Void) { queue.async(execute: end) }

    private func drain() {
        var batch: [Int] = []
        while true {
            batch.removeAll(keepingCapacity: true)
            state.withLock {
                swap(&$0.waiting, &batch)
                $0.isAwake = !batch.isEmpty
            }
            if batch.isEmpty { return }
            for element in batch { sum &+= element }
        }
    }
}
