import Foundation
import Synchronization

/// A flag that several threads set and read.
final class AtomicFlag: Sendable {
    private let word = Atomic<Bool>(false)

    var isSet: Bool { word.load(ordering: .sequentiallyConsistent) }
    func set() { word.store(true, ordering: .sequentiallyConsistent) }

    /// Sets it; `true` for the one who was first.
    func claim() -> Bool { !word.exchange(true, ordering: .sequentiallyConsistent) }
}

/// A number that several threads change.
final class AtomicCount: Sendable {
    private let word: Atomic<Int>

    init(_ value: Int = 0) { word = Atomic(value) }

    var value: Int { word.load(ordering: .sequentiallyConsistent) }

    /// Returns the new value.
    @discardableResult
    func add(_ delta: Int = 1) -> Int { word.add(delta, ordering: .sequentiallyConsistent).newValue }
}

/// A list that several threads append to. Not a `Mutex`: the thread sanitizer can't see it.
final class LockedLog<Entry>: @unchecked Sendable {  // Sendable: `list` is guarded by `lock`.
    private let lock = NSLock()
    private var list: [Entry] = []

    var entries: [Entry] { lock.withLock { list } }
    func append(_ entry: Entry) { lock.withLock { list.append(entry) } }
    func takeAll() -> [Entry] {
        lock.withLock {
            defer { list = [] }
            return list
        }
    }
    func removeAll() { withExtendedLifetime(entries) { lock.withLock { list = [] } } }
}

/// Takes a value across threads where the test itself sees to it that they don't collide.
struct UncheckedBox<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
