/// What a process is about to do, as far as it matters for others.
struct Operation {
    enum Access: UInt8 {
        case read
        /// A read-modify-write, or a store that is visible at once.
        case write
        /// A store that goes into the fiber's buffer; the cell is the buffer.
        case append
        /// A buffer's oldest entry becomes visible.
        case flush
        /// One step of a heavy fence: until another fiber's buffer is empty; the cell is that buffer.
        case awaitDrain
        /// A fence that is sequentially consistent; the cell is that of all fences.
        case fence
        /// Under C11: what a heavy fence does to another fiber; the cell is that of all fences.
        case remoteFence
        /// Under C11: the end of a heavy fence, when every other fiber has had its fence.
        case awaitFences
        case acquire, release
        case park, unpark
        case enqueue, dequeue
    }

    /// What a read-modify-write does to the value.
    enum Update {
        case compareExchange(UInt, UInt)
        case or(UInt), and(UInt)
        /// It doesn't read.
        case store
        /// Always another value, for all that is known.
        case any

        @inline(__always)
        func changes(_ value: UInt) -> Bool {
            switch self {
            case .compareExchange(let expected, let desired): value == expected && desired != expected
            case .or(let bits): value | bits != value
            case .and(let bits): value & bits != value
            case .store, .any: true
            }
        }
    }

    var access: Access
    var cell: CellPointer
    /// A locked instruction: it waits until the fiber's own stores are visible.
    var drains: Bool
    var update: Update

    @inline(__always)
    init(access: Access, cell: CellPointer, update: Update = .any) {
        self.access = access
        self.cell = cell
        self.update = update
        switch access {
        case .read, .append, .flush, .release, .dequeue, .remoteFence, .awaitFences: drains = false
        case .write, .awaitDrain, .fence, .acquire, .park, .unpark, .enqueue: drains = true
        }
    }

    /// What it is if it is performed now: a read-modify-write that leaves the value as it is, such as a failing
    /// compare-exchange, is a read.
    @inline(__always)
    var now: Operation {
        guard access == .write, !update.changes(cell.pointee.value) else { return self }
        var read = self
        read.access = .read
        return read
    }

    @inline(__always)
    var isWrite: Bool { access == .write || access == .flush }

    /// Equal in two executions where the same process does the same thing.
    @inline(__always)
    var signature: UInt32 {
        UInt32(access.rawValue) << 24 | UInt32(cell.pointee.id.maker) << 16 | UInt32(cell.pointee.id.number)
    }

    /// Under C11, where a read-modify-write that leaves the value as it is publishes a view nevertheless: what it is if it chooses a store
    /// with this value.
    @inline(__always)
    func choosing(_ value: UInt) -> Operation {
        guard access == .write, case .compareExchange(let expected, _) = update, expected != value else { return self }
        var read = self
        read.access = .read
        return read
    }

    /// Whether it is a load of a word, not an exchange that fails or a look at the clock.
    var isLoad: Bool {
        guard access == .read, cell.pointee.kind == .word else { return false }
        if case .compareExchange = update { return false }
        return true
    }

    /// Whether the order of this operation of `process` and `other` of `otherProcess` may matter. Two reads of a cell
    /// commute, and a fiber's read with its own buffer's write: it has seen that value all along.
    @inline(__always)
    func conflicts(of process: Int, with other: Operation, of otherProcess: Int) -> Bool {
        guard cell == other.cell else {
            // A fence that comes from another fiber changes what this one may read.
            return access == .remoteFence && process == Process.buffer(of: otherProcess)
                || other.access == .remoteFence && otherProcess == Process.buffer(of: process)
        }
        if access == .read, other.access == .read { return false }
        if access == .read, other.access == .flush { return Process.buffer(of: process) != otherProcess }
        if access == .flush, other.access == .read { return Process.buffer(of: otherProcess) != process }
        if access == .awaitDrain, other.access == .awaitDrain { return false }
        return true
    }
}
