import CFiber

/// One thread of the model.
struct Fiber {
    enum State: UInt8 {
        case unused
        /// Runs, or waits to perform `pending`.
        case live
        /// A queue's worker between two jobs: it has no stack to go back to.
        case idle
        case finished
    }

    static let stackSize = 256 * 1024

    var state = State.unused
    var name = ""
    var pending = Operation(access: .read, cell: Fiber.nowhere)
    /// How many visible steps it has taken.
    var stepCount = 0
    var buffer = StoreBuffer()
    /// What a heavy fence of another fiber waits for.
    let bufferCell: CellPointer
    /// Under C11: the fibers whose heavy fences wait for a fence of this one, and those whose fences its own heavy fence waits for.
    var callers: ProcessSet = 0
    var awaited: ProcessSet = 0
    /// What runs on it; `nil` once it has ended.
    var body: (() -> Void)?
    let stackTop = fiber_stack_create(Fiber.stackSize)
    /// Where `fiber_switch` saves its stack pointer. In memory of its own: it is written while the fiber's fields are read.
    let saved = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)
    /// Whether it is started, job by job, by a queue; see `Machine+Jobs`.
    var isWorker = false
    /// Of a worker: what it takes its jobs from.
    var jobs: CellPointer?
    var nextJob: (() -> () -> Void)?

    nonisolated(unsafe) static let nowhere: CellPointer = {
        let cell = CellPointer.allocate(capacity: 1)
        cell.initialize(to: SharedCell())
        return cell
    }()

    init(index: Int) {
        bufferCell = .allocate(capacity: 1)
        bufferCell.initialize(to: SharedCell())
        bufferCell.pointee.kind = .buffer
        bufferCell.pointee.id = CellID(maker: CellID.survivor - 1, number: UInt16(index))
        saved.initialize(to: nil)
    }
}
