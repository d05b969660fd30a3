import BenchKit
import Foundation
import Rx

/// Several threads send to one subject: how long until a message is delivered, behind how many others, and how long a sender is kept.
let mailboxLatencies: [Benchmark] = mailboxes.flatMap { [$0.onSubject, $0.byHand] }

private struct MailboxRow {
    let id: String
    let title: String
    let senders: Int
    let load: NamedLoad
    var arrivals = Arrivals.poisson
    /// Nanoseconds that the handler computes.
    var work: UInt64 = 0
    /// Milliseconds that the handler sleeps after every so many messages; nil for never.
    var pause: (every: Int, milliseconds: UInt32)?

    private var floorID: String { "floor." + id }

    private func handler(_ trial: Trial) -> @Sendable (Trial.Message) -> Void {
        let work = work
        guard let pause else {
            return { message in
                compute(nanoseconds: work)
                trial.deliver(message)
            }
        }
        let taken = Tally()
        return { message in
            if taken.next().isMultiple(of: pause.every) { usleep(pause.milliseconds * 1000) }
            trial.deliver(message)
        }
    }

    var onSubject: Benchmark {
        latency(id, title, Latency(senders: senders, load: load.load, arrivals: arrivals, floor: floorID)) { trial, _ in
            let subject = PublishSubject<Trial.Message>(), handle = handler(trial)
            let subscription = subject.subscribe(onNext: { handle($0) })
            defer { subscription.dispose() }
            try trial.send { subject.onNext($0) }
        }
    }

    var byHand: Benchmark {
        floor(id, "\(title): mutex and deque by hand", Latency(senders: senders, load: load.load, arrivals: arrivals)) { trial in
            let mailbox = HandMailbox(handler(trial))
            try trial.send { mailbox.send($0) }
        }
    }
}

/// Counted by one thread at a time.
private final class Tally: @unchecked Sendable {  // Sendable: a mailbox's handler has it alone.
    @exclusivity(unchecked) private var count = 0

    func next() -> Int {
        count += 1
        return count
    }
}

private let loads: [NamedLoad] = [25, 50, 75, 90].map { .percent($0) } + [.flood]

private let mailboxes: [MailboxRow] =
    crowds + computing + [
        MailboxRow(
            id: "mailbox/senders=2/pause=5ms/load=50", title: "2 threads, one subject, a handler that sleeps for 5 ms after 10,000 messages",
            senders: 2, load: .percent(50), pause: (10_000, 5)),
        MailboxRow(
            id: "mailbox/senders=2/bursts=100/load=50", title: "2 threads, one subject, 100 messages at a time", senders: 2, load: .percent(50),
            arrivals: .bursts(of: 100)),
    ]

/// Up to eight senders, and two and four a processor where those are more.
private var crowds: [MailboxRow] {
    let sizes: [NamedThreadCount] = [1, 2, 4, 8].map { .fixed($0) } + [2, 4].map { .processors($0) }.filter { $0.count > 8 }
    return sizes.flatMap { senders in
        loads.map { load -> MailboxRow in
            let id = "mailbox/senders=\(senders.name)/load=\(load.name)"
            let title = "\(senders.count == 1 ? "a thread" : "\(senders.count) threads"), one subject"
            return MailboxRow(id: id, title: title, senders: senders.count, load: load)
        }
    }
}

private var computing: [MailboxRow] {
    let loads: [NamedLoad] = [.percent(50), .percent(90), .flood]
    return [1, 10].flatMap { (microseconds: UInt64) in
        loads.map { load -> MailboxRow in
            let id = "mailbox/senders=2/work=\(microseconds)us/load=\(load.name)"
            let title = "2 threads, one subject, a handler of \(microseconds) µs"
            return MailboxRow(id: id, title: title, senders: 2, load: load, work: microseconds * 1000)
        }
    }
}

/// The same promise by hand: nobody waits, the thread that finds nobody inside delivers for all, one at a time and in order.
final class HandMailbox: @unchecked Sendable {  // Sendable: `mutex` guards all but the handler, which one thread at a time calls.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    @exclusivity(unchecked) private var isBusy = false
    @exclusivity(unchecked) private var waiting = HandDeque()
    private let handler: @Sendable (Trial.Message) -> Void

    init(_ handler: @escaping @Sendable (Trial.Message) -> Void) {
        self.handler = handler
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func send(_ message: Trial.Message) {
        pthread_mutex_lock(mutex)
        if isBusy {
            waiting.append(message)
            pthread_mutex_unlock(mutex)
            return
        }
        isBusy = true
        pthread_mutex_unlock(mutex)
        handler(message)
        while true {
            pthread_mutex_lock(mutex)
            let next = waiting.popFirst()
            if next == nil { isBusy = false }
            pthread_mutex_unlock(mutex)
            guard let next else { return }
            handler(next)
        }
    }
}

/// A ring that grows.
struct HandDeque {
    private var ring: [Trial.Message?] = Array(repeating: nil, count: 16)
    private var head = 0
    private(set) var count = 0

    mutating func append(_ message: Trial.Message) {
        if count == ring.count { grow() }
        ring[(head + count) & (ring.count - 1)] = message
        count += 1
    }

    mutating func popFirst() -> Trial.Message? {
        if count == 0 { return nil }
        let first = ring[head]
        head = (head + 1) & (ring.count - 1)
        count -= 1
        return first
    }

    private mutating func grow() {
        ring = Array(ring[head...] + ring[..<head]) + Array(repeating: nil, count: ring.count)
        head = 0
    }
}
