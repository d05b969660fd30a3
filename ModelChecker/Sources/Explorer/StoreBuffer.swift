/// The stores of one fiber that others don't see yet, oldest first (total store order, as on x86).
struct StoreBuffer {
    struct Entry {
        var cell: CellPointer
        var value: UInt
        /// The step that put it here, for `ReducedSearch`.
        var event: Int32
    }

    static let capacity = 32

    private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: StoreBuffer.capacity)
    private var head = 0
    private(set) var count = 0
    /// Of the execution.
    private(set) var appended = 0

    @inline(__always)
    var isEmpty: Bool { count == 0 }

    var isFull: Bool { count == StoreBuffer.capacity }

    /// Of those that were appended in the execution, those that others see.
    var flushed: Int { appended - count }

    /// Must not be empty.
    @inline(__always)
    var oldest: Entry { entries[head] }

    /// The `index`-th oldest.
    subscript(index: Int) -> Entry { entries[(head + index) % StoreBuffer.capacity] }

    func contains(_ cell: CellPointer) -> Bool { forwarded(cell) != nil }

    mutating func append(_ cell: CellPointer, _ value: UInt, event: Int32) {
        precondition(!isFull)
        entries[(head + count) % StoreBuffer.capacity] = Entry(cell: cell, value: value, event: event)
        count += 1
        appended += 1
    }

    mutating func removeOldest() -> Entry {
        let entry = entries[head]
        head = (head + 1) % StoreBuffer.capacity
        count -= 1
        return entry
    }

    /// What the fiber itself reads: its newest store to `cell`, if one is waiting.
    @inline(__always)
    func forwarded(_ cell: CellPointer) -> UInt? {
        if count == 0 { return nil }
        for offset in stride(from: count - 1, through: 0, by: -1) {
            let entry = entries[(head + offset) % StoreBuffer.capacity]
            if entry.cell == cell { return entry.value }
        }
        return nil
    }

    /// Which entry that is, from the oldest.
    func newestIndex(of cell: CellPointer) -> Int? { (0..<count).last { self[$0].cell == cell } }

    mutating func removeAll() {
        head = 0
        count = 0
        appended = 0
    }
}
