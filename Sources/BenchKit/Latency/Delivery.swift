import Foundation
import Synchronization

/// The receiving end of a trial: whatever thread delivers, one at a time.
final class Delivery: @unchecked Sendable {  // Sendable: but for `delivered`, what delivers uses it, one at a time, and others before and after.
    /// Messages that have come.
    private let count = Atomic(0)
    @exclusivity(unchecked) private var next: [Int]
    @exclusivity(unchecked) private var delay: Trial.Recorder?
    @exclusivity(unchecked) private var inEvents: Trial.Recorder?
    /// The first that was not the one to come.
    @exclusivity(unchecked) private var stray: String?

    /// Nanoseconds that the next message may take.
    private let patience: UInt64

    /// A thread-local pointer to where the thread counts the messages that it delivers; only senders' threads have one.
    private let key: pthread_key_t = {
        var key = pthread_key_t()
        let error = pthread_key_create(&key, nil)
        precondition(error == 0, "no key for a thread's value: \(error)")
        return key
    }()

    deinit { pthread_key_delete(key) }

    /// Adds one there for each message that the calling thread delivers from now on. Until the thread ends the memory has to stay.
    func count(into number: UnsafeMutablePointer<Int>) { pthread_setspecific(key, number) }

    init(senders: Int, patience: Double) {
        self.patience = UInt64(patience * 1e9)
        next = Array(repeating: 0, count: senders)
    }

    /// May lag behind on other threads.
    var delivered: Int {
        @inline(__always) get { count.load(ordering: .relaxed) }
    }

    /// With what was delivered made visible.
    var arrived: Int { count.load(ordering: .acquiring) }

    @inline(__always)
    func take(_ message: Trial.Message) {
        let before = count.load(ordering: .relaxed)
        if next[message.sender] != message.number { note(message) }
        next[message.sender] = message.number &+ 1
        if let delay, let inEvents {
            inEvents.record(before &- message.deliveredBefore)
            delay.record(Int(truncatingIfNeeded: Clock.monotonic() &- message.due))
        }
        if let number = pthread_getspecific(key) { number.assumingMemoryBound(to: Int.self).pointee &+= 1 }
        count.store(before &+ 1, ordering: .releasing)
    }

    @inline(never)
    private func note(_ message: Trial.Message) {
        if stray == nil { stray = "message \(message.number) of sender \(message.sender) came where \(next[message.sender]) was to come" }
    }

    /// While nothing is on its way.
    func begin(recording: (delay: Trial.Recorder, inEvents: Trial.Recorder)?) {
        delay = recording?.delay
        inEvents = recording?.inEvents
        count.store(0, ordering: .relaxed)
        for index in next.indices { next[index] = 0 }
        stray = nil
    }

    /// - Throws: `WrongResult` where none comes any more although not all have come, or they came in another order.
    func awaitAll(_ sent: Int) throws {
        var seen = -1, since = Clock.monotonic()
        while true {
            let arrived = arrived
            if arrived >= sent { break }
            let now = Clock.monotonic()
            if arrived != seen { (seen, since) = (arrived, now) }
            guard now - since < patience else {
                let seconds = Figures.short(Double(patience) / 1e9)
                throw WrongResult("\(arrived) of \(sent) messages came, and none in the last \(seconds) s")
            }
            Clock.sleep(until: now + 200_000)
        }
        if let stray { throw WrongResult(stray) }
        if arrived != sent { throw WrongResult("\(arrived) messages came, and \(sent) were sent") }
    }
}
