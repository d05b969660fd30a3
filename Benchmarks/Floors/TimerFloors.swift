import BenchKit
import Dispatch

/// What a live timer costs, in Dispatch and in a heap by hand, and what a trampoline does.
let timerFloors = [
    floor(
        "dispatch-timer", "one Dispatch timer each: make and start", unit: "timer", isSingleThreaded: false,
        events: Events(quick: 2_000, ci: 10_000, full: 10_000)
    ) { run in
        let queue = DispatchQueue(label: "rxbench.timers"), n = run.n
        var delays = Delays(seed: run.seed)
        var timers: [any DispatchSourceTimer] = []
        timers.reserveCapacity(n)
        let heapBefore = liveHeapBytes()
        run.timed {
            for _ in 0..<n {
                let timer = DispatchSource.makeTimerSource(queue: queue)
                timer.schedule(deadline: .now() + .milliseconds(delays.next()))
                timer.setEventHandler {}
                timer.activate()
                timers.append(timer)
            }
            queue.sync {}
        }
        report(run, "live heap", bytesEach(heapBefore, liveHeapBytes(), n), unit: "B/timer", orBecause: "needs jemalloc")
        for timer in timers { timer.cancel() }
        timers = []
        queue.sync {}
    },
    floor(
        "heap-timer", "binary heap of closures by hand: insert", unit: "timer",
        events: Events(quick: 20_000, ci: 100_000, full: 100_000)
    ) { run in
        let n = run.n
        var delays = Delays(seed: run.seed), heap = HandHeap()
        let fired = Sum()
        let heapBefore = liveHeapBytes()
        run.timed {
            for i in 0..<n {
                // The clock is read, as one has to, but doesn't decide: how far an entry rises, and so what is counted, would hang on how long
                // the ones before took.
                blackHole(DispatchTime.now().uptimeNanoseconds)
                let deadline = UInt64(i) * 100 + UInt64(delays.next()) * 1_000_000
                heap.insert(deadline) { fired.add(i) }
            }
        }
        report(run, "live heap", bytesEach(heapBefore, liveHeapBytes(), n), unit: "B/timer", orBecause: "needs jemalloc")
        var last: UInt64 = 0, isSorted = true
        for _ in 0..<min(n, 100) {
            let first = heap.removeFirst()
            isSorted = isSorted && first.deadline >= last
            last = first.deadline
        }
        try run.expect(isSorted, true, "whether timers come in order of time")
        try run.expect(fired.count, 0, "timers fired")
    },
    floor(
        "trampoline", "array of closures worked off first in, first out", unit: "hop",
        events: Events(quick: 50_000, ci: 200_000, full: 200_000)
    ) { run in
        let trampoline = HandTrampoline(run.n)
        run.timed { trampoline.run() }
        try run.expect(trampoline.left, 0, "hops left")
    },
]

private struct HandHeap {
    struct Entry {
        let deadline: UInt64
        let action: () -> Void
    }

    private var entries: [Entry] = []

    mutating func insert(_ deadline: UInt64, _ action: @escaping () -> Void) {
        entries.append(Entry(deadline: deadline, action: action))
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            if entries[parent].deadline <= entries[child].deadline { return }
            entries.swapAt(parent, child)
            child = parent
        }
    }

    mutating func removeFirst() -> Entry {
        entries.swapAt(0, entries.count - 1)
        let first = entries.removeLast()
        var parent = 0
        while 2 * parent + 1 < entries.count {
            var child = 2 * parent + 1
            if child + 1 < entries.count, entries[child + 1].deadline < entries[child].deadline { child += 1 }
            if entries[parent].deadline <= entries[child].deadline { break }
            entries.swapAt(parent, child)
            parent = child
        }
        return first
    }
}

/// Work that adds the next piece to the end of the queue that runs it.
private final class HandTrampoline {
    @exclusivity(unchecked) private var items: [() -> Void] = []
    @exclusivity(unchecked) private var head = 0
    @exclusivity(unchecked) private(set) var left: Int

    init(_ count: Int) { left = count }

    func run() {
        schedule(left)
        while head < items.count {
            let item = items[head]
            head += 1
            if head == items.count {
                items.removeAll(keepingCapacity: true)
                head = 0
            }
            item()
        }
    }

    private func schedule(_ remaining: Int) {
        if remaining == 0 { return }
        items.append {
            self.left -= 1
            self.schedule(remaining - 1)
        }
    }
}
