import BenchKit
import Dispatch
import Foundation
import Rx
import Synchronization

/// From one thread to another: to one that sleeps, one that has something to do half of the time, and one in a flood.
let hopLatencies: [Benchmark] =
    states.flatMap { state in
        schedulers.flatMap { scheduler in
            [
                hop("hop.schedule", "schedule on a \(scheduler.title)", scheduler, state) { trial, target in
                    try trial.send { message in
                        _ = target.schedule(message) {
                            trial.deliver($0)
                            return Disposables.create()
                        }
                    }
                },
                hop("hop.observe", "observe(on:) with a \(scheduler.title)", scheduler, state) { trial, target in
                    let subject = PublishSubject<Trial.Message>()
                    let subscription = subject.observe(on: target).subscribe(onNext: { trial.deliver($0) })
                    defer { subscription.dispose() }
                    try trial.send { subject.onNext($0) }
                },
            ]
        } + handFloors(state)
    } + [thereAndBack, floorThereAndBack]

/// What the receiving thread, and the machine, do when something is sent.
private struct State: Sendable {
    let name: String
    let load: Latency.Load
    /// Threads that compute meanwhile.
    var busy = NamedThreadCount.none

    /// A rate at which a thread can sleep in between is low, and p99.9 wants 10,000 messages.
    func latency(floor: String? = nil, isSerial: Bool = true) -> Latency {
        if case .rate = load { return Latency(load: load, floor: floor, length: 5, isSerial: isSerial) }
        return Latency(load: load, floor: floor, isSerial: isSerial)
    }

    /// Beside its threads that compute.
    func run(_ body: () throws -> Void) throws {
        let threads = BusyThreads(busy.count)
        defer { threads.stop() }
        try body()
    }

    var title: String { busy.count == 0 ? "" : ", \(busy.computing)" }
}

private let states = [
    State(name: "asleep", load: .rate(4_000)), State(name: "asleep/busy=P", load: .rate(4_000), busy: .processors(1)),
    State(name: "busy", load: .share(0.5)), State(name: "flood", load: .flood),
]

private struct Target: Sendable {
    let name: String
    let title: String
    /// Which of the floors does the same.
    let floor: String
    /// Whether one thing at a time is delivered when it is asked directly.
    var isSerial = true
    /// Whether the main thread has to be let at its work.
    var isMain = false
    let make: @Sendable (Core) -> any SchedulerType
}

private let schedulers = [
    Target(name: "serial", title: "SerialScheduler", floor: "semaphore") { SerialScheduler(core: $0) },
    Target(name: "serial-queue", title: "SerialDispatchQueueScheduler", floor: "dispatch") { _ in
        SerialDispatchQueueScheduler(internalSerialQueueName: "rxbench.hop")
    },
    Target(name: "concurrent-queue", title: "ConcurrentDispatchQueueScheduler", floor: "concurrent", isSerial: false) { _ in
        ConcurrentDispatchQueueScheduler(queue: DispatchQueue(label: "rxbench.hop", attributes: .concurrent))
    },
    Target(name: "main", title: "MainScheduler", floor: "main", isMain: true) { _ in MainScheduler.asyncInstance },
]

private func hop(
    _ family: String, _ title: String, _ target: Target, _ state: State, body: @escaping @Sendable (Trial, any SchedulerType) throws -> Void
) -> Benchmark {
    // What is observed on it comes one at a time.
    let isSerial = target.isSerial || family == "hop.observe"
    let hand = isSerial && !target.isSerial ? "dispatch" : target.floor
    let latency = state.latency(floor: "floor.hop/\(hand)/\(state.name)", isSerial: isSerial)
    return Loads.latency("\(family)/\(target.name)/\(state.name)", title + state.title, unit: "hop", latency) { trial, core in
        let scheduler = target.make(core)
        try state.run {
            guard target.isMain else { return try body(trial, scheduler) }
            try whileTheMainThreadWorks { try core.run { try body(trial, scheduler) } }
        }
    }
}

/// Runs `body` on another thread, and the main thread's work here.
private func whileTheMainThreadWorks(_ body: @escaping @Sendable () throws -> Void) throws {
    let outcome = Outcome()
    Thread {
        let found = Result { try body() }
        outcome.value.withLock { $0 = found }
    }.start()
    while true {
        if let found = outcome.value.withLock({ $0 }) { return try found.get() }
        _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
    }
}

private final class Outcome: Sendable {
    let value = Mutex<Result<Void, any Error>?>(nil)
}

private func handFloors(_ state: State) -> [Benchmark] {
    func hand(_ name: String, _ title: String, isSerial: Bool = true, body: @escaping @Sendable (Trial) throws -> Void) -> Benchmark {
        floor("hop/\(name)/\(state.name)", title + state.title, unit: "hop", state.latency(isSerial: isSerial)) { trial in
            try state.run { try body(trial) }
        }
    }
    return [
        hand("semaphore", "to a thread that sleeps on a semaphore, a futex on Linux") { trial in
            let thread = HandThread { trial.deliver($0) }
            defer { thread.stop() }
            try trial.send { thread.send($0) }
        },
        hand("dispatch", "DispatchQueue.async") { trial in
            let queue = DispatchQueue(label: "rxbench.floor")
            try trial.send { message in queue.async { trial.deliver(message) } }
        },
        hand("concurrent", "DispatchQueue.async on a concurrent queue", isSerial: false) { trial in
            let queue = DispatchQueue(label: "rxbench.floor", attributes: .concurrent)
            try trial.send { message in queue.async { trial.deliver(message) } }
        },
        hand("main", "DispatchQueue.main.async") { trial in
            try whileTheMainThreadWorks { try trial.send { message in DispatchQueue.main.async { trial.deliver(message) } } }
        },
        hand("actor", "an AsyncStream to an actor") { trial in
            let (stream, input) = AsyncStream.makeStream(of: Trial.Message.self), receiver = Receiver(trial)
            Task { for await message in stream { await receiver.receive(message) } }
            try trial.send { input.yield($0) }
            input.finish()
        },
    ]
}

private actor Receiver {
    private let trial: Trial

    init(_ trial: Trial) { self.trial = trial }

    func receive(_ message: Trial.Message) { trial.deliver(message) }
}

/// A thread that sleeps while nothing is to be done, by hand.
private final class HandThread: @unchecked Sendable {  // Sendable: `mutex` guards what isn't constant.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    @exclusivity(unchecked) private var waiting = HandDeque()
    @exclusivity(unchecked) private var sleeps = false
    @exclusivity(unchecked) private var isOver = false
    private let arrival = DispatchSemaphore(value: 0)
    private let end = DispatchSemaphore(value: 0)

    init(_ handler: @escaping @Sendable (Trial.Message) -> Void) {
        pthread_mutex_init(mutex, nil)
        Thread { [self] in
            while let next = next() { handler(next) }
            end.signal()
        }.start()
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func send(_ message: Trial.Message) {
        pthread_mutex_lock(mutex)
        waiting.append(message)
        wake()
    }

    func stop() {
        pthread_mutex_lock(mutex)
        isOver = true
        wake()
        end.wait()
    }

    /// Gives the mutex back.
    private func wake() {
        let wakes = sleeps
        sleeps = false
        pthread_mutex_unlock(mutex)
        if wakes { arrival.signal() }
    }

    private func next() -> Trial.Message? {
        while true {
            pthread_mutex_lock(mutex)
            if let next = waiting.popFirst() {
                pthread_mutex_unlock(mutex)
                return next
            }
            if isOver {
                pthread_mutex_unlock(mutex)
                return nil
            }
            sleeps = true
            pthread_mutex_unlock(mutex)
            arrival.wait()
        }
    }
}

private let thereAndBack = latency(
    "hop.return", "observe(on:) there and observe(on:) back, between two SerialSchedulers", unit: "hop",
    Latency(load: .rate(4_000), floor: "floor.hop.return", length: 5)
) { trial, core in
    let subject = PublishSubject<Trial.Message>()
    let subscription = subject.observe(on: SerialScheduler(core: core)).observe(on: SerialScheduler(core: core))
        .subscribe(onNext: { trial.deliver($0) })
    defer { subscription.dispose() }
    try trial.send { subject.onNext($0) }
}

private let floorThereAndBack = floor(
    "hop.return", "through two threads that sleep on semaphores", unit: "hop", Latency(load: .rate(4_000), length: 5)
) { trial in
    let second = HandThread { trial.deliver($0) }
    let first = HandThread { second.send($0) }
    defer {
        first.stop()
        second.stop()
    }
    try trial.send { first.send($0) }
}
