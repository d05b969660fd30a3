/// One store of a word, as it is kept under C11.
struct StoreRecord {
    let value: UInt
    /// Its place in the word's modification order: greater than that of the stores before it.
    let time: UInt32
    /// What a thread that reads it learns.
    let view: ViewHandle
    /// The visible step that made it, for `History`; -1: it is what the word began with.
    let event: Int32
    /// The store before it in modification order, or -1.
    var older: Int32
    /// A read-modify-write has read it, and has stored right behind it: no other store comes in between.
    var isFollowed = false
}

/// Memory under C11: each word has all its stores, and each fiber has views that say which of them it may still read (the
/// promising semantics without promises: Kang, Hur, Lahav, Vafeiadis, Dreyer, POPL 2017).
///
/// Happens-before is a part of the views: each fiber counts epochs, one for each time that it publishes its view.
final class ViewMemory {
    struct FiberViews {
        /// What the fiber must not read any more.
        var current: ViewHandle = ViewArena.nothing
        /// What relaxed reads have brought, for an acquire fence.
        var acquired: ViewHandle = ViewArena.nothing
        /// What a relaxed store publishes: `current` at the last release fence. Never changed, only replaced.
        var released: ViewHandle = ViewArena.nothing
    }

    /// Between the times of two stores one behind the other: room for stores that are placed between them later.
    private static let spacing: UInt32 = 1 << 16

    let arena = ViewArena()
    private var records: UnsafeMutablePointer<StoreRecord>
    private var capacity = 1024
    private var count = 0
    private let fibers = UnsafeMutablePointer<FiberViews>.allocate(capacity: Process.fiberLimit)
    /// What fences that are sequentially consistent have seen, of the words.
    private var global = ViewArena.nothing
    /// Whether a store may come before stores in modification order that were performed earlier; else it is always the last.
    var placesStores = false

    init() {
        records = .allocate(capacity: capacity)
        fibers.initialize(repeating: FiberViews(), count: Process.fiberLimit)
    }

    deinit {
        records.deallocate()
        fibers.deallocate()
    }

    /// An execution begins: what the set-up did happened before all that its fibers do.
    func begin() {
        arena.begin()
        count = 0
        global = arena.make()
        for fiber in 0..<Process.fiberLimit {
            fibers[fiber] = FiberViews(current: arena.make(), acquired: arena.make())
            arena[fibers[fiber].current, fiber] = 1
        }
    }

    // MARK: Stores and who may read them

    subscript(_ record: Int32) -> StoreRecord { records[Int(record)] }

    /// The newest store of a cell. A cell that nobody else uses needs no place in the views: its reads have no choice.
    @inline(__always)
    func newest(_ cell: CellPointer) -> Int32 {
        if cell.pointee.newest < 0 { open(cell) }
        return cell.pointee.newest
    }

    private func open(_ cell: CellPointer) {
        cell.pointee.place = cell.pointee.isShared ? arena.addPlace() : -1
        cell.pointee.newest = add(StoreRecord(value: cell.pointee.value, time: 0, view: ViewArena.nothing, event: -1, older: -1))
    }

    private func add(_ record: StoreRecord) -> Int32 {
        if count == capacity {
            let grown = UnsafeMutablePointer<StoreRecord>.allocate(capacity: capacity * 2)
            grown.moveInitialize(from: records, count: count)
            records.deallocate()
            records = grown
            capacity *= 2
        }
        (records + count).initialize(to: record)
        count += 1
        return Int32(count - 1)
    }

    /// From how many stores the operation that a fiber is about to perform may choose: of those, a read reads one, a store comes
    /// right behind one, a read-modify-write does both.
    func choices(_ operation: Operation, of fiber: Int) -> Int {
        guard mayChoose(operation) else { return 1 }
        var record = newest(operation.cell)
        guard operation.cell.pointee.place >= 0 else { return 1 }
        let floor = arena[fibers[fiber].current, Int(operation.cell.pointee.place)]
        var choices = 0
        while record >= 0, records[Int(record)].time >= floor {
            if isChoice(record, operation) { choices += 1 }
            record = records[Int(record)].older
        }
        return choices
    }

    /// The `pick`-th of these, from the newest one, which is always among them.
    func choice(_ pick: Int, _ operation: Operation) -> Int32 {
        var record = newest(operation.cell), rest = pick
        while rest > 0 {
            record = records[Int(record)].older
            if isChoice(record, operation) { rest -= 1 }
        }
        return record
    }

    @inline(__always)
    private func mayChoose(_ operation: Operation) -> Bool {
        guard operation.cell.pointee.kind == .word else { return false }
        return switch operation.access {
        case .read: true
        case .write: if case .compareExchange = operation.update { true } else { placesStores }
        default: false
        }
    }

    /// Of a store that isn't outdated.
    private func isChoice(_ record: Int32, _ operation: Operation) -> Bool {
        if operation.access == .read { return true }
        // Behind which a store may come.
        let isOpen = !records[Int(record)].isFollowed && (placesStores || record == operation.cell.pointee.newest)
        if case .compareExchange(let expected, _) = operation.update { return records[Int(record)].value != expected || isOpen }
        return isOpen
    }

    // MARK: Accesses

    func read(_ record: Int32, _ cell: CellPointer, by fiber: Int, _ order: MemoryOrder) -> UInt {
        let store = records[Int(record)], views = fibers[fiber]
        if cell.pointee.place >= 0 {
            let place = Int(cell.pointee.place)
            if arena[views.current, place] < store.time { arena[views.current, place] = store.time }
        }
        arena.join(order.acquires ? views.current : views.acquired, store.view)
        return store.value
    }

    /// - Parameters:
    ///   - record: the store that this one comes right behind.
    ///   - isUpdate: whether it is a read-modify-write, which has read that store.
    func write(
        _ value: UInt, _ cell: CellPointer, by fiber: Int, _ order: MemoryOrder, behind record: Int32, isUpdate: Bool, event: Int32
    ) {
        var view = order.releases ? publish(fiber) : fibers[fiber].released
        if isUpdate {
            let read = records[Int(record)].view
            if view == ViewArena.nothing {
                view = read
            } else if read != ViewArena.nothing {
                if !order.releases { view = arena.copy(view) }
                arena.join(view, read)
            }
            records[Int(record)].isFollowed = true
        }
        let time = insert(value, cell, behind: record, view, event)
        if cell.pointee.place >= 0 { arena[fibers[fiber].current, Int(cell.pointee.place)] = time }
    }

    /// Its place in modification order.
    private func insert(_ value: UInt, _ cell: CellPointer, behind record: Int32, _ view: ViewHandle, _ event: Int32) -> UInt32 {
        let before = records[Int(record)].time
        var newer = cell.pointee.newest
        if newer == record {
            let time = before + ViewMemory.spacing
            cell.pointee.newest = add(StoreRecord(value: value, time: time, view: view, event: event, older: record))
            cell.pointee.value = value
            return time
        }
        while records[Int(newer)].older != record { newer = records[Int(newer)].older }
        let time = before + (records[Int(newer)].time - before) / 2
        precondition(time > before, "no room for another store between two stores of a word")
        records[Int(newer)].older = add(StoreRecord(value: value, time: time, view: view, event: event, older: record))
        return time
    }

    /// A copy of what a fiber has seen. What it does from now on is no part of that.
    func publish(_ fiber: Int) -> ViewHandle {
        let current = fibers[fiber].current
        let view = arena.copy(current)
        arena[current, fiber] += 1
        return view
    }

    /// Adds what a fiber has seen to a view that nobody else has.
    func publish(_ fiber: Int, into view: ViewHandle) {
        let current = fibers[fiber].current
        arena.join(view, current)
        arena[current, fiber] += 1
    }

    /// Of a fiber: how often it has published its view, from 1.
    func epoch(_ fiber: Int) -> UInt32 { arena[fibers[fiber].current, fiber] }

    /// Whether what `other` did in an epoch happened before what `fiber` does now.
    func knows(_ fiber: Int, of other: Int, at epoch: UInt32) -> Bool { arena[fibers[fiber].current, other] >= epoch }

    func learn(_ view: ViewHandle, by fiber: Int) { arena.join(fibers[fiber].current, view) }

    // MARK: Fences, locks, parkers, queues

    func fence(_ fiber: Int, _ order: MemoryOrder) {
        let views = fibers[fiber]
        if order.acquires { arena.join(views.current, views.acquired) }
        if order == .sequentiallyConsistent {
            // That a fence comes after another one doesn't mean that it happens after it: of the words alone.
            arena.join(views.current, global, first: 1)
            arena.join(global, views.current, first: 1)
        }
        if order.releases { fibers[fiber].released = publish(fiber) }
    }

    /// A fiber publishes its view at a lock that it gives back, a parker, or a queue.
    func put(_ cell: CellPointer, _ view: ViewHandle) {
        cell.pointee.newest = add(
            StoreRecord(value: 0, time: 0, view: view, event: -1, older: cell.pointee.newest))
    }

    /// It learns what the last fiber with the lock knew.
    func acquire(_ lock: CellPointer, by fiber: Int) {
        if lock.pointee.newest >= 0 { learn(records[Int(lock.pointee.newest)].view, by: fiber) }
    }

    /// It takes the oldest of `waiting` things that were put there, first in first out; the set-up may have put the first ones.
    func take(_ cell: CellPointer, waiting: UInt, by fiber: Int) {
        var record = cell.pointee.newest
        for _ in 1..<max(1, waiting) where record >= 0 { record = records[Int(record)].older }
        if record >= 0 { learn(records[Int(record)].view, by: fiber) }
    }
}
