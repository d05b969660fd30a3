import BenchKit
import Foundation

/// What happened in one round. Each of the racing threads writes a list of its own, with the time: a common list would bring
/// their steps into an order, and so hide what is looked for. Other threads share a third list.
final class RoundLog: @unchecked Sendable {  // Sendable: a list is touched by its thread; the third is guarded by `lock`.
    enum Step: UInt8 {
        case begins, ends, next, stop, disposed, called
    }

    private struct Entry {
        let time: UInt64
        let step: Step
        /// The action, or the observer.
        let subject: Int
        let item: SentElement?
    }

    /// The last entries of one thread.
    private struct Ring {
        private static let capacity = 64
        private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
        private var count = 0

        mutating func append(_ entry: Entry) {
            (entries + count % Ring.capacity).initialize(to: entry)
            count += 1
        }

        mutating func removeAll() { count = 0 }

        var all: [Entry] { (max(0, count - Ring.capacity)..<count).map { entries[$0 % Ring.capacity] } }

        func deallocate() { entries.deallocate() }
    }

    // Unchecked: each thread has its own.
    @exclusivity(unchecked) private var first = Ring()
    @exclusivity(unchecked) private var second = Ring()
    @exclusivity(unchecked) private var others = Ring()
    private let lock = NSLock()
    @exclusivity(unchecked) private var firstThread: pthread_t?
    @exclusivity(unchecked) private var secondThread: pthread_t?

    deinit {
        first.deallocate()
        second.deallocate()
        others.deallocate()
    }

    /// The calling thread is racer number `index`.
    func join(_ index: Int) {
        if index == 0 { firstThread = pthread_self() } else { secondThread = pthread_self() }
    }

    /// Forgets the last round. The racers are at rest.
    func clear() {
        first.removeAll()
        second.removeAll()
        lock.withLock { others.removeAll() }
    }

    func append(_ step: Step, _ subject: Int, _ item: SentElement? = nil) {
        let entry = Entry(time: Clock.monotonic(), step: step, subject: subject, item: item)
        let me = pthread_self()
        if me == firstThread {
            first.append(entry)
        } else if me == secondThread {
            second.append(entry)
        } else {
            lock.withLock { others.append(entry) }
        }
    }

    /// The last steps of all threads, oldest first.
    ///
    /// - Parameter actions: their names.
    func lines(_ actions: [String], limit: Int = 40) -> [String] {
        let named =
            first.all.map { ("thread 0", $0) } + second.all.map { ("thread 1", $0) }
            + lock.withLock { others.all }.map { ("another", $0) }
        let sorted = named.sorted { $0.1.time < $1.1.time }.suffix(limit)
        let start = sorted.first?.1.time ?? 0
        return sorted.map { thread, entry in
            let time = String(format: "%8.2f µs", Double(entry.time - start) / 1000)
            return "\(time)  \(thread)  \(describe(entry, actions))"
        }
    }

    private func describe(_ entry: Entry, _ actions: [String]) -> String {
        let action = actions.indices.contains(entry.subject) ? actions[entry.subject] : "\(entry.subject)"
        switch entry.step {
        case .begins: return "\(action) begins"
        case .ends: return "\(action) ends"
        case .next: return "observer \(entry.subject): next \(entry.item.map { "\($0)" } ?? "")"
        case .stop: return "observer \(entry.subject): stop event"
        case .disposed: return "observer \(entry.subject): onDisposed"
        case .called: return "observer \(entry.subject): closure upstream"
        }
    }
}
