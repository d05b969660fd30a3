import BenchKit
import Dispatch
import Foundation
import Synchronization

/// What the toolchain itself has for such jobs: no code of the library runs here. Figures to set beside those of the rows.
let neighbours: [CoveringRows] = [
    CoveringRows(rows: asynchronousSequences + tasks + queues + callbacks, covers: [])
]

/// A row that nothing of the library has a part in.
func neighbour(
    _ id: String, _ title: String, unit: String, events: Int = 1_000, isSingleThreaded: Bool = false,
    body: @escaping @Sendable (Run) throws -> Void
) -> Benchmark {
    Benchmark(
        "neighbour.\(id)", title, unit: unit, kind: .floor, isSingleThreaded: isSingleThreaded,
        events: Events(events, counted: unit == "element" ? 100 : 10), body: body)
}

// MARK: Asynchronous sequences

private let asynchronousSequences = [
    streamed("async-stream/event", "AsyncStream: an element from one thread to a task") { stream in
        var count = 0
        for await _ in stream { count += 1 }
        return count
    },
    streamed("async-stream/sequence-of-map", "AsyncStream with map, filter and map: an element from one thread to a task") { stream in
        var count = 0
        for await _ in stream.map({ $0 &+ 1 }).filter({ $0 != -1 }).map({ $0 &+ 1 }) { count += 1 }
        return count
    },
    neighbour(
        "async-stream/yield", "AsyncStream: yield, with nobody there", unit: "element", events: 10_000, isSingleThreaded: true
    ) { run in
        // Room for all of them and no more: so the last one tells that it has them, and no task, which would run elsewhere, need count them.
        let n = run.n, (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingOldest(n))
        var left = n
        run.timed {
            for i in 0..<n { if case .enqueued(let room) = continuation.yield(i) { left = room } }
        }
        withExtendedLifetime(stream) {}
        try run.expect(left, 0, "room")
    },
    neighbour("async-stream/buffered", "AsyncStream: a task takes what has been yielded", unit: "element", events: 10_000) { run in
        let n = run.n, (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        for i in 0..<n { continuation.yield(i) }
        continuation.finish()
        let count = try run.timed {
            try waitForTask {
                var count = 0
                for await _ in stream { count += 1 }
                return count
            }
        }
        try run.expect(count, n, "elements")
    },
    neighbour("async-stream/subscribe", "AsyncStream: to make one and iterate it, with one element", unit: "subscription") { run in
        let n = run.n
        let count = try run.timed {
            try waitForTask {
                var count = 0
                for i in 0..<n {
                    let stream = AsyncStream<Int> {
                        $0.yield(i)
                        $0.finish()
                    }
                    for await _ in stream { count += 1 }
                }
                return count
            }
        }
        try run.expect(count, n, "elements")
    },
]

/// Elements that this thread yields and a task takes, until it has them all.
private func streamed(_ id: String, _ title: String, consume: @escaping @Sendable (AsyncStream<Int>) async throws -> Int) -> Benchmark {
    neighbour(id, title, unit: "element", events: 10_000) { run in
        let n = run.n, (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let count = try run.timed {
            let task = StartedTask { try await consume(stream) }
            for i in 0..<n { continuation.yield(i) }
            continuation.finish()
            return try task.result()
        }
        try run.expect(count, n, "elements")
    }
}

// MARK: Tasks and actors

private let tasks = [
    neighbour("task/start", "Task: to start one and await its value, from a task", unit: "task") { run in
        try awaiting(run) { n in
            var sum = 0
            for _ in 0..<n { sum += await Task { 1 }.value }
            return sum
        }
    },
    neighbour("task-group/child", "withTaskGroup: a child task", unit: "task") { run in
        try awaiting(run) { n in
            await withTaskGroup(of: Int.self) { group in
                for _ in 0..<n { group.addTask { 1 } }
                return await group.reduce(0, +)
            }
        }
    },
    neighbour("continuation/resume", "withCheckedContinuation that is resumed at once", unit: "continuation") { run in
        try awaiting(run) { n in
            var sum = 0
            for _ in 0..<n { sum += await withCheckedContinuation { $0.resume(returning: 1) } }
            return sum
        }
    },
    neighbour("actor/call", "an actor that counts: a call from a task", unit: "call") { run in
        try awaiting(run) { n in
            let counter = Counter()
            for _ in 0..<n { await counter.add() }
            return await counter.count
        }
    },
    neighbour("main-actor/check", "MainActor.assumeIsolated on the main thread", unit: "call", isSingleThreaded: true) { run in
        let n = run.n
        var count = 0
        run.timed { for _ in 0..<n { count += MainActor.assumeIsolated { 1 } } }
        try run.expect(count, n, "calls")
    },
]

private func awaiting(_ run: Run, _ work: @escaping @Sendable (Int) async throws -> Int) throws {
    let n = run.n
    let result = try run.timed { try waitForTask { try await work(n) } }
    try run.expect(result, n, "what is counted")
}

private actor Counter {
    private(set) var count = 0
    func add() { count += 1 }
}

// MARK: Queues and timers

private let queues = [
    neighbour("dispatch-queue/async", "DispatchQueue.async, until all is done", unit: "piece of work", events: 10_000) { run in
        let n = run.n, queue = DispatchQueue(label: "rxbench.neighbour"), calls = Calls()
        run.timed {
            for _ in 0..<n { queue.async { calls.count += 1 } }
            queue.sync {}
        }
        try run.expect(calls.count, n, "pieces of work")
    },
    neighbour("dispatch-queue/sync", "DispatchQueue.sync", unit: "piece of work", isSingleThreaded: true) { run in
        let n = run.n, queue = DispatchQueue(label: "rxbench.neighbour"), calls = Calls()
        run.timed { for _ in 0..<n { queue.sync { calls.count += 1 } } }
        try run.expect(calls.count, n, "pieces of work")
    },
    neighbour("dispatch-queue/concurrent", "DispatchQueue.async on a concurrent queue, until all is done", unit: "piece of work") { run in
        let n = run.n, queue = DispatchQueue(label: "rxbench.neighbour", attributes: .concurrent), done = DispatchSemaphore(value: 0)
        run.timed {
            for _ in 0..<n { queue.async { done.signal() } }
            for _ in 0..<n { done.wait() }
        }
        try run.expect(done.wait(timeout: .now()) == .timedOut, true, "whether each was done once")
    },
    neighbour("dispatch-queue/after", "DispatchQueue.asyncAfter with no time to wait, until all is done", unit: "piece of work") { run in
        let n = run.n, queue = DispatchQueue(label: "rxbench.neighbour"), done = DispatchSemaphore(value: 0)
        run.timed {
            for _ in 0..<n { queue.asyncAfter(deadline: .now()) { done.signal() } }
            for _ in 0..<n { done.wait() }
        }
        try run.expect(done.wait(timeout: .now()) == .timedOut, true, "whether each was done once")
    },
    neighbour("dispatch-timer/one-shot", "DispatchSource timer: to make one, have its tick, and cancel it", unit: "timer") { run in
        let n = run.n, queue = DispatchQueue(label: "rxbench.neighbour"), done = DispatchSemaphore(value: 0)
        run.timed {
            for _ in 0..<n {
                let timer = DispatchSource.makeTimerSource(queue: queue)
                timer.schedule(deadline: .now())
                timer.setEventHandler { done.signal() }
                timer.resume()
                done.wait()
                timer.cancel()
            }
        }
        try run.expect(done.wait(timeout: .now()) == .timedOut, true, "whether each ticked once")
    },
    neighbour("operation-queue/add", "OperationQueue.addOperation, until all is done", unit: "piece of work") { run in
        let n = run.n, queue = OperationQueue(), calls = Calls()
        queue.maxConcurrentOperationCount = 1
        run.timed {
            for _ in 0..<n { queue.addOperation { calls.count += 1 } }
            queue.waitUntilAllOperationsAreFinished()
        }
        try run.expect(calls.count, n, "pieces of work")
    },
]

private final class Calls: @unchecked Sendable {  // Sendable: one serial queue counts, and it is read when that has nothing left to do.
    var count = 0
}

// MARK: Callbacks

private let callbacks = [
    neighbour(
        "notification-center/post", "NotificationCenter: a notification to one observer", unit: "notification", isSingleThreaded: true
    ) { run in
        let n = run.n, center = NotificationCenter(), calls = Calls()
        let observer = center.addObserver(forName: posted, object: nil, queue: nil) { _ in calls.count += 1 }
        run.timed { for _ in 0..<n { center.post(name: posted, object: nil) } }
        center.removeObserver(observer)
        try run.expect(calls.count, n, "notifications")
    },
    neighbour(
        "notification-center/observe", "NotificationCenter: to add and remove an observer", unit: "subscription", isSingleThreaded: true
    ) { run in
        let n = run.n, center = NotificationCenter(), calls = Calls()
        run.timed {
            for _ in 0..<n { center.removeObserver(center.addObserver(forName: posted, object: nil, queue: nil) { _ in calls.count += 1 }) }
        }
        center.post(name: posted, object: nil)
        try run.expect(calls.count, 0, "notifications")
    },
    neighbour(
        "closure-list/event", "an array of closures: an element to one", unit: "element", events: 10_000, isSingleThreaded: true
    ) { run in
        let n = run.n, calls = Calls(), list = ClosureList()
        list.add { calls.count += $0 }
        run.timed { for _ in 0..<n { list.send(1) } }
        try run.expect(calls.count, n, "elements")
    },
    neighbour(
        "closure-list/subscribe", "an array of closures: to add one and remove it", unit: "subscription", isSingleThreaded: true
    ) { run in
        let n = run.n, calls = Calls(), list = ClosureList()
        run.timed {
            for _ in 0..<n {
                list.add { calls.count += $0 }
                list.removeLast()
            }
        }
        list.send(1)
        try run.expect(calls.count, 0, "elements")
    },
    neighbour(
        "closure-list/locked-event", "an array of closures, copied under a lock: an element to one", unit: "element", events: 10_000,
        isSingleThreaded: true
    ) { run in
        let n = run.n, calls = Calls(), list = LockedClosureList()
        list.add { calls.count += $0 }
        run.timed { for _ in 0..<n { list.send(1) } }
        try run.expect(calls.count, n, "elements")
    },
]

private let posted = Notification.Name("rxbench.neighbour")

/// What people write who need no more than to be told.
private final class ClosureList {
    private var closures: [(Int) -> Void] = []

    func add(_ closure: @escaping (Int) -> Void) { closures.append(closure) }
    func removeLast() { closures.removeLast() }

    @inline(never)
    func send(_ element: Int) { for closure in closures { closure(element) } }
}

/// The same for several threads. No closure runs under the lock.
private final class LockedClosureList: Sendable {
    private let closures = Mutex<[@Sendable (Int) -> Void]>([])

    func add(_ closure: @escaping @Sendable (Int) -> Void) { closures.withLock { $0.append(closure) } }

    @inline(never)
    func send(_ element: Int) { for closure in closures.withLock({ $0 }) { closure(element) } }
}
