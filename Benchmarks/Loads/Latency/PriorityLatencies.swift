import BenchKit
import Foundation
import Rx
import RxPlatform
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What a thread of low priority costs the others that send to the same subject: it is inside when the scheduler takes its processor away for
/// threads that compute, and what the others send waits for it.
let priorityLatencies: [Benchmark] = priorities + [0, 1, 10].flatMap { descheduled(work: $0) }

private let priorities: [Benchmark] = [true, false].flatMap { isNice -> [Benchmark] in
    let id = "priority/\(isNice ? "nice" : "equal")"
    let title =
        "2 threads, one subject, \(Processors.usable) threads computing"
        + (isNice ? ", the first sender of the lowest priority" : ", all of one priority")
    let load = Latency.Load.rate(4_000)
    return [
        latency(id, title, Latency(senders: 2, load: load, floor: "floor." + id)) { trial, _ in
            let subject = PublishSubject<Trial.Message>(), handle = handler(trial)
            let subscription = subject.subscribe(onNext: { handle($0) })
            defer { subscription.dispose() }
            try send(trial, isNice: isNice) { subject.onNext($0) }
        },
        floor(id, "\(title): mutex and deque by hand", Latency(senders: 2, load: load)) { trial in
            let mailbox = HandMailbox(handler(trial))
            try send(trial, isNice: isNice) { mailbox.send($0) }
        },
    ]
}

/// Computes for 10 µs, so that the processor is often taken away inside, and keeps, beside what the trial does, how late messages of the second sender are.
private func handler(_ trial: Trial) -> @Sendable (Trial.Message) -> Void {
    let late = trial.recorder("delay of the other")
    return { message in
        compute(nanoseconds: 10_000)
        if message.sender == 1, message.isRecorded { late.record(Int(Clock.monotonic() - message.due)) }
        trial.deliver(message)
    }
}

/// Keeps, beside what the trial does, how long each call of the second sender takes: of one that is in no hurry itself.
private func send(_ trial: Trial, isNice: Bool, _ body: @escaping @Sendable (Trial.Message) -> Void) throws {
    let threads = BusyThreads(Processors.usable), other = trial.recorder("call of the other")
    defer { threads.stop() }
    try trial.send { message in
        if message.sender == 0 {
            if isNice, message.number == 0 { lowerPriority(trial) }
            return body(message)
        }
        let begin = Clock.monotonic()
        body(message)
        if message.isRecorded { other.record(Int(Clock.monotonic() - begin)) }
    }
}

/// Of the calling thread alone.
private func lowerPriority(_ trial: Trial) {
    #if os(Linux)
    // On Linux a thread has a niceness of its own, and 0 is the caller.
    #if canImport(Glibc)
    let thread = __priority_which_t(PRIO_PROCESS.rawValue)
    #else
    let thread = PRIO_PROCESS
    #endif
    if setpriority(thread, 0, 19) != 0 { trial.missing("priority", reason: "the system doesn't let it be lowered") }
    #elseif canImport(Darwin)
    pthread_set_qos_class_self_np(QOS_CLASS_BACKGROUND, 0)
    #endif
}

/// Where the thread inside is when its processor is taken away: in a handler, where nobody may take its place, or between two deliveries, where somebody
/// could, if that were worth what it costs to tell the two apart.
///
/// - Parameter work: microseconds that a handler computes.
private func descheduled(work: UInt64) -> [Benchmark] {
    // It happens a dozen times a second.
    let id = "descheduled/work=\(work)us/load=50", load = Latency.Load.share(0.5), length = 10.0
    let title = "2 threads, one subject, \(Processors.usable) threads computing, a handler of \(work) µs: how long the thread inside stands still"
    return [
        latency(id, title, Latency(senders: 2, load: load, floor: "floor." + id, length: length)) { trial, _ in
            let subject = PublishSubject<Trial.Message>(), stalls = Stalls(trial, work: work * 1000), threads = BusyThreads(Processors.usable)
            let subscription = subject.subscribe(onNext: { stalls.handle($0) })
            defer {
                subscription.dispose()
                threads.stop()
            }
            try trial.send { message in stalls.send(message) { subject.onNext($0) } }
            stalls.report()
        },
        floor(id, "\(title): mutex and deque by hand", Latency(senders: 2, load: load, length: length)) { trial in
            let stalls = Stalls(trial, work: work * 1000), threads = BusyThreads(Processors.usable)
            let mailbox = HandMailbox { stalls.handle($0) }
            defer { threads.stop() }
            try trial.send { message in stalls.send(message) { mailbox.send($0) } }
            stalls.report()
        },
    ]
}

/// How long handlers take, and how long messages wait between them. The second is told of messages that are delivered by another thread than the one
/// that sent them: from the end of the handler before, or from the sending if that came later. All that time the delivering thread was between two
/// deliveries, or about to leave.
private final class Stalls: @unchecked Sendable {  // Sendable: handlers use it one at a time, and others afterwards; `senders` are atomic.
    private let trial: Trial
    private let work: UInt64
    private let inHandlers: Trial.Recorder
    private let between: Trial.Recorder
    private let senders = [Sender(), Sender()]
    @exclusivity(unchecked) private var delivered = 0
    @exclusivity(unchecked) private var begin: UInt64 = 0
    @exclusivity(unchecked) private var end: UInt64 = 0
    @exclusivity(unchecked) private var stallsInHandlers = Stall()
    @exclusivity(unchecked) private var stallsBetween = Stall()

    private struct Stall {
        var count = 0
        var nanoseconds: UInt64 = 0

        mutating func add(_ time: UInt64) {
            if time < Stalls.least { return }
            count += 1
            nanoseconds += time
        }
    }

    /// Nanoseconds from which on a wait counts as standing still: more than an interrupt takes, less than a time slice.
    private static let least: UInt64 = 200_000

    init(_ trial: Trial, work: UInt64) {
        self.trial = trial
        self.work = work
        inHandlers = trial.recorder("handler")
        between = trial.recorder("between deliveries")
    }

    private final class Sender: Sendable {
        /// When it sent the oldest message that no handler has begun with; 0 for none.
        let oldest = Atomic<UInt64>(0)
        /// Its thread's token.
        let thread = Atomic<UInt>(0)
    }

    /// On its sender's thread.
    func send(_ message: Trial.Message, _ body: (Trial.Message) -> Void) {
        let sender = senders[message.sender]
        sender.thread.store(threadToken(), ordering: .relaxed)
        _ = sender.oldest.compareExchange(expected: 0, desired: Clock.monotonic(), ordering: .relaxed)
        body(message)
    }

    func handle(_ message: Trial.Message) {
        let now = Clock.monotonic(), sender = senders[message.sender]
        let oldest = sender.oldest.exchange(0, ordering: .relaxed), isOwn = sender.thread.load(ordering: .relaxed) == threadToken()
        if message.isRecorded {
            if begin == 0 { begin = now }
            // A message that its own sender delivers was perhaps not yet in the mailbox while that thread stood still, so it waited for nobody. Only the oldest
            // message of a sender has its time of sending; a later one counts if it was sent before the one before it was delivered.
            if end != 0, !isOwn, oldest != 0 || message.deliveredBefore < delivered {
                let waited = now - min(now, max(end, oldest))
                between.record(Int(waited))
                stallsBetween.add(waited)
            }
        } else {
            begin = 0
            end = 0
        }
        compute(nanoseconds: work)
        trial.deliver(message)
        delivered = message.isRecorded ? delivered + 1 : 0
        guard message.isRecorded else { return }
        end = Clock.monotonic()
        inHandlers.record(Int(end - now))
        stallsInHandlers.add(end - now - min(work, end - now))
    }

    func report() {
        if end <= begin { return }
        let seconds = Double(end - begin) / 1e9
        for (name, stall) in [("in handlers", stallsInHandlers), ("between deliveries", stallsBetween)] {
            trial.metric("stood still \(name)", 100 * Double(stall.nanoseconds) / Double(end - begin), unit: "% of the time")
            trial.metric("stood still \(name), times", Double(stall.count) / seconds, unit: "/s")
        }
    }
}
