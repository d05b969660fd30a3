/// One object that fibers share: an atomic word, a lock, a parker, a queue of jobs.
///
/// Made and freed with the object it stands for; its memory is used again only in a later execution, so that a store that
/// is still in a buffer, or a touch of something freed, finds it.
public struct SharedCell {
    public enum Kind: UInt8, Sendable {
        case word, lock, parker, jobs, buffer, clock, fence
    }

    /// A word's value; a lock's holder + 1, or 0; how many times a parker may be passed; how many jobs wait.
    var value: UInt = 0
    var kind = Kind.word
    /// Freed in this execution.
    var isFreed = false
    /// Whether an operation on it is a scheduling point; see `SchedulingPoints`.
    var isShared = true
    var id = CellID(maker: 0, number: 0)
    /// The last execution that used it: what follows is stale in another one.
    var execution = 0
    /// Fibers that have read or written it in this execution.
    var readers: ProcessSet = 0
    var writers: ProcessSet = 0
    /// The last visible event on it, for the systematic searches; -1: none.
    var lastEvent: Int32 = -1
    /// For `StepOrder`: the last step that took something from a parker or a queue; -1: none.
    var lastTake: Int32 = -1
    /// Under C11: its newest store, and its place in the views; -1: none yet.
    var newest: Int32 = -1
    var place: Int32 = -1

    init() {}
}

public typealias CellPointer = UnsafeMutablePointer<SharedCell>

/// Names a cell across executions: the how-manieth that its maker made.
struct CellID: Hashable {
    /// 0: the set-up; 1 + n: fiber n; `survivor`: outlived the execution that made it, such as a lazy global's.
    let maker: UInt8
    let number: UInt16

    static let survivor: UInt8 = 0xFF

    var text: String { "\(maker).\(number)" }

    init(maker: UInt8, number: UInt16) {
        self.maker = maker
        self.number = number
    }

    init?(_ text: Substring) {
        let parts = text.split(separator: ".")
        guard parts.count == 2, let maker = UInt8(parts[0]), let number = UInt16(parts[1]) else { return nil }
        self.init(maker: maker, number: number)
    }
}

/// Which cells are scheduling points.
///
/// An operation on a cell that no second fiber touches commutes with everything that other fibers do, so it needs no
/// scheduling point: it can be seen as a part of the visible operation before it. Which cells these are isn't guessed. The
/// search starts with those that random executions have found shared; as soon as an execution touches another one from two
/// fibers, one of them writing, that one is added and the search starts anew. When the search has gone through all
/// interleavings without adding any, none is missing: the first second touch of a cell would lie behind steps that
/// commute with what was explored, and have been seen.
///
/// Queues and the clock are always scheduling points: their workers use them without an operation.
struct SchedulingPoints {
    /// Everything is a scheduling point: before anything is known.
    var isEverything = true
    var cells: Set<CellID> = []

    static let everything = SchedulingPoints()

    func contains(_ id: CellID) -> Bool { isEverything || id.maker == CellID.survivor || cells.contains(id) }
}
