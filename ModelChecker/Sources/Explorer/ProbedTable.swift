/// What a `ProbedTable` finds values by.
protocol ProbedKey: Equatable {
    /// No entry has it.
    static var none: Self { get }
    /// Evenly spread in its low bits.
    var hash: Int { get }
}

/// A hash table with open addressing, with nothing in it that is counted: it is asked at each step and at each reference that is given up.
final class ProbedTable<Key: ProbedKey, Value> {
    private var entries: UnsafeMutablePointer<(key: Key, value: Value)>
    private var capacity: Int
    private let initial: Value
    private(set) var count = 0

    /// - Parameter capacity: a power of 2. The table grows when half of it is in use.
    init(capacity: Int, initial: Value) {
        self.capacity = capacity
        self.initial = initial
        entries = .allocate(capacity: capacity)
        entries.initialize(repeating: (.none, initial), count: capacity)
    }

    deinit { entries.deallocate() }

    func removeAll() {
        if count == 0 { return }
        entries.update(repeating: (.none, initial), count: capacity)
        count = 0
    }

    subscript(key: Key) -> Value? {
        let entry = entries + place(key)
        return entry.pointee.key == key ? entry.pointee.value : nil
    }

    /// Changes the value of a key; where it has none, the initial one, if there may be one more entry.
    func update(_ key: Key, limit: Int = .max, _ body: (inout Value) -> Void) {
        if count * 2 >= capacity { grow() }
        let entry = entries + place(key)
        if entry.pointee.key != key {
            if count >= limit { return }
            count += 1
            entry.pointee.key = key
        }
        body(&entry.pointee.value)
    }

    /// Where it is, or where there is room for it.
    private func place(_ key: Key) -> Int {
        var place = key.hash & (capacity - 1)
        while entries[place].key != .none, entries[place].key != key { place = (place + 1) & (capacity - 1) }
        return place
    }

    private func grow() {
        let old = entries, oldCapacity = capacity
        capacity *= 2
        entries = .allocate(capacity: capacity)
        entries.initialize(repeating: (.none, initial), count: capacity)
        for index in 0..<oldCapacity where old[index].key != .none { entries[place(old[index].key)] = old[index] }
        old.deallocate()
    }
}

/// Of an object.
struct ObjectAddress: ProbedKey {
    static let none = ObjectAddress(bits: 0)
    let bits: UInt

    var hash: Int { Int(truncatingIfNeeded: ((bits >> 4) &* 0x9E37_79B9_7F4A_7C15) >> 32) }
}

extension StateFingerprint: ProbedKey {
    static let none = StateFingerprint()

    var hash: Int { Int(truncatingIfNeeded: low) }
}
