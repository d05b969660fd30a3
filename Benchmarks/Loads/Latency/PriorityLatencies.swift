import BenchKit
import Foundation
import Rx

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What a thread of low priority costs the others that send to the same subject: it is inside when the scheduler takes its processor away for
/// threads that compute, and what the others send waits for it.
let priorityLatencies: [Benchmark] = [true, false].flatMap { isNice -> [Benchmark] in
    let id = "priority/\(isNice ? "nice" : "equal")"
    let title = "2 threads, one subject, \(Processors.usable) threads computing"
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
