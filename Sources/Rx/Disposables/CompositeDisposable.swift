import RxPlatform

/// Any number of disposables that are disposed together, in the order in which they were inserted.
///
/// Inserting and removing are O(1) and may happen on any thread.
///
/// Cost: one object; a place in an array for each disposable, used again once it is removed; a short lock for each call.
public final class CompositeDisposable: DisposeBase, Cancelable, @unchecked Sendable {
    // Sendable: everything is guarded by `lock`; disposables are disposed and freed outside it.
    private let lock = Lock()
    @exclusivity(unchecked) private var list = SlotList()
    @exclusivity(unchecked) private var disposed = false

    /// Names an inserted disposable, in the whole process: to another composite it means nothing.
    public struct DisposeKey: Sendable {
        fileprivate let index: Int
        fileprivate let serial: UInt64
    }

    public override init() { super.init() }

    public init(_ disposable1: any Disposable, _ disposable2: any Disposable) {
        list = SlotList([disposable1, disposable2])
        super.init()
    }

    public init(_ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable) {
        list = SlotList([disposable1, disposable2, disposable3])
        super.init()
    }

    public init(
        _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable,
        _ disposable4: any Disposable, _ disposables: any Disposable...
    ) {
        list = SlotList([disposable1, disposable2, disposable3, disposable4] + disposables)
        super.init()
    }

    public init(disposables: [any Disposable]) {
        list = SlotList(disposables)
        super.init()
    }

    public var isDisposed: Bool { lock.with(self) { disposed } }

    /// How many it holds.
    public var count: Int { lock.with(self) { list.count } }

    /// Holds `disposable`; disposes it at once if this has been disposed.
    ///
    /// - Returns: what `remove(for:)` takes; `nil` if this has been disposed.
    @discardableResult
    public func insert(_ disposable: any Disposable) -> DisposeKey? {
        let key: DisposeKey? = lock.with(self) { disposed ? nil : list.insert(disposable) }
        if key == nil { disposable.dispose() }
        return key
    }

    /// Takes one out and disposes it; does nothing if it isn't here, or isn't any more.
    public func remove(for disposeKey: DisposeKey) { take(disposeKey)?.dispose() }

    /// As `remove`, but doesn't wait for a delivery that is running on another thread: see `Disposable.disposeWithoutWaiting()`.
    public func removeWithoutWaiting(for disposeKey: DisposeKey) { take(disposeKey)?.disposeWithoutWaiting() }

    /// Takes one out and leaves it alone.
    func take(_ key: DisposeKey) -> (any Disposable)? { lock.with(self) { list.remove(key) } }

    public func dispose() { end { $0.dispose() } }
}

extension CompositeDisposable: DisposableContainer {
    func end(_ each: (any Disposable) -> Void) {
        let all = lock.with(self) {
            disposed = true
            defer { list = SlotList() }
            return list
        }
        all.forEach(each)
    }
}

/// A doubly linked list in an array: O(1) at both ends and in the middle, no allocation for each entry.
private struct SlotList {
    private struct Slot {
        var disposable: (any Disposable)?
        var serial: UInt64  // `unnamed` while free, and where nobody has the key.
        var previous: Int
        var next: Int  // Of a free slot: the next free one.
    }

    private var slots: [Slot] = []
    private var first = -1
    private var last = -1
    private var free = -1
    /// The last one that was given to a key: no other list ever gives it to one. A multiple of the size of a block: the block is used up, or
    /// there is none yet.
    private var serial: UInt64 = 0
    private(set) var count = 0

    private static var unnamed: UInt64 { 0 }
    /// How many blocks of serials have been handed to lists, which begin at 1. A list rarely needs a second one, and 32 bits count enough of
    /// them.
    private static let blocks = Word(0)
    private static var blockSize: UInt64 { 1 << 20 }

    init() {}

    init(_ disposables: [any Disposable]) {
        slots.reserveCapacity(disposables.count)
        for disposable in disposables { _ = append(disposable, SlotList.unnamed) }
    }

    mutating func insert(_ disposable: any Disposable) -> CompositeDisposable.DisposeKey {
        let serial = nextSerial()
        return .init(index: append(disposable, serial), serial: serial)
    }

    private mutating func nextSerial() -> UInt64 {
        if serial % SlotList.blockSize == 0 { serial = UInt64(SlotList.blocks.add(1)) * SlotList.blockSize }
        serial += 1
        return serial
    }

    private mutating func append(_ disposable: any Disposable, _ serial: UInt64) -> Int {
        let slot = Slot(disposable: disposable, serial: serial, previous: last, next: -1)
        let index: Int
        if free >= 0 {
            index = free
            free = slots[index].next
            slots[index] = slot
        } else {
            index = slots.count
            slots.append(slot)
        }
        if last >= 0 { slots[last].next = index } else { first = index }
        last = index
        count += 1
        return index
    }

    mutating func remove(_ key: CompositeDisposable.DisposeKey) -> (any Disposable)? {
        let index = key.index
        guard slots.indices.contains(index), slots[index].serial == key.serial else { return nil }
        let slot = slots[index]
        if slot.previous >= 0 { slots[slot.previous].next = slot.next } else { first = slot.next }
        if slot.next >= 0 { slots[slot.next].previous = slot.previous } else { last = slot.previous }
        slots[index] = Slot(disposable: nil, serial: SlotList.unnamed, previous: -1, next: free)
        free = index
        count -= 1
        return slot.disposable
    }

    func forEach(_ body: (any Disposable) -> Void) {
        var index = first
        while index >= 0 {
            if let disposable = slots[index].disposable { body(disposable) }
            index = slots[index].next
        }
    }
}

extension Disposables {
    /// Disposes all three, left to right.
    public static func create(
        _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable
    ) -> any Cancelable {
        CompositeDisposable(disposable1, disposable2, disposable3)
    }

    /// Disposes all, left to right.
    public static func create(
        _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable,
        _ disposables: any Disposable...
    ) -> any Cancelable {
        CompositeDisposable(disposables: [disposable1, disposable2, disposable3] + disposables)
    }

    /// Disposes all, first to last.
    public static func create(_ disposables: [any Disposable]) -> any Cancelable {
        CompositeDisposable(disposables: disposables)
    }
}
