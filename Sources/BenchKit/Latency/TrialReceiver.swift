import Foundation
import Synchronization

/// The receiving end of a trial: whatever thread delivers, one at a time; where several may, under `turn`.
final class TrialReceiver: @unchecked Sendable {  // Sendable: but for `delivered`, what delivers uses it, one at a time, and others before and after.
    /// Messages that have come.
    private let count = Atomic(0)
    /// Nil where the system itself sees to it that one thread at a time delivers.
    private let turn: NSLock?
    /// Of each sender, the number that is to come.
    @exclusivity(unchecked) private var next: [Int]
    /// In what isn't serial, of each sender, a bit for each of its messages that has come.
    @exclusivity(unchecked) private var come: [[UInt64]]
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

    init(senders: Int, isSerial: Bool, patience: Double) {
        self.patience = UInt64(patience * 1e9)
        turn = isSerial ? nil : NSLock()
        next = Array(repeating: 0, count: senders)
        come = Array(repeating: [], count: senders)
    }

    /// May lag behind on other threads.
    var delivered: Int {
        @inline(__always) get { count.load(ordering: .relaxed) }
    }

    /// With what was delivered made visible.
    var arrived: Int { count.load(ordering: .acquiring) }

    @inline(__always)
    func take(_ message: Trial.Message) {
        if let turn { return take(message, inTurn: turn) }
        if next[message.sender] != message.number { note(message) }
        next[message.sender] = message.number &+ 1
        keep(message)
    }

    @inline(never)
    private func take(_ message: Trial.Message, inTurn turn: NSLock) {
        // Who waits here waits for the harness, not for the system.
        let now = Clock.monotonic()
        turn.lock()
        defer { turn.unlock() }
        let (word, bit) = message.number.quotientAndRemainder(dividingBy: 64)
        while come[message.sender].count <= word { come[message.sender].append(0) }
        if come[message.sender][word] & 1 << bit != 0, stray == nil {
            stray = "message \(message.number) of sender \(message.sender) came twice"
        }
        come[message.sender][word] |= 1 << bit
        keep(message, at: now)
    }

    @inline(__always)
    private func keep(_ message: Trial.Message, at now: UInt64? = nil) {
        let before = count.load(ordering: .relaxed)
        if let delay, let inEvents {
            inEvents.record(before &- message.deliveredBefore)
            delay.record(Int(truncatingIfNeeded: (now ?? Clock.monotonic()) &- message.due))
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
        for index in next.indices {
            next[index] = 0
            come[index].removeAll(keepingCapacity: true)
        }
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
