import CFiber

/// Runs executions: fibers that share cells, one step at a time, in an order that a search chooses.
///
/// Everything happens on one thread. A fiber runs until it is about to touch something shared; there `reschedule`, on the
/// fiber's own stack, asks the search who goes on, and returns if that is the fiber itself.
public final class Machine: @unchecked Sendable {  // Sendable: used by one thread.
    public static let shared = Machine()

    /// The set-up and the final checks run as this context, without scheduling points.
    static let mainContext = Process.fiberLimit
    /// More steps than any execution of the scenarios that ends.
    static let stepLimit = 20_000

    let fibers: UnsafeMutablePointer<Fiber>
    var fiberCount = 0
    /// The fiber that runs, or -1.
    var current = -1
    /// As whom the set-up acts.
    var context = Machine.mainContext
    let mainStack = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)
    /// During the start of the fibers: each runs up to its first visible operation.
    var isStarting = false

    // Settings of the running search.
    var memory = MemoryModel.sequential
    var sharing = SchedulingPoints.everything
    var search: any Search = FirstChoice()
    /// So many stores of a fiber may wait until others see them.
    var bufferCapacity = StoreBuffer.capacity
    /// After so many steps an execution has no end.
    var stepLimit = Machine.stepLimit

    // The running execution.
    var execution = 0
    let schedule = UnsafeMutablePointer<ScheduleStep>.allocate(capacity: Machine.stepLimit)
    var steps = 0
    var visibleSteps = 0
    var failure: String?
    var failedAt = 0
    /// The program did something else than before the same choices.
    var hasDiverged = false
    /// It could not be brought to its end: its fibers still hold what they held.
    var isAbandoned = false
    var newlyShared: [CellID] = []
    var endChecks: [() -> Void] = []

    // Under C11.
    let views = ViewMemory()
    let references = ReferenceViews()
    let buffered = BufferedReferences()
    let sites = OrderSites()
    /// Plain memory that is no variable, by its address.
    var plainSlots: [UInt: PlainCellPointer] = [:]
    /// What all fences that are sequentially consistent share.
    let fenceCell: CellPointer
    /// Fences that heavy fences wait for: as in `Process`, that of fiber `f` in the place of its buffer.
    var wantedFences: ProcessSet = 0
    /// Which of the stores that it may read the next operation reads: 0 is the newest.
    var pick = 0

    // Cells.
    var free: [CellPointer] = []
    var made: [CellPointer] = []
    var madeBy = [UInt16](repeating: 0, count: Process.fiberLimit + 1)
    var survivors: [CellPointer] = []
    /// Which fiber has freed which cells in this execution, and when.
    var freed = StateFingerprint()
    var plainMadeBy = [UInt16](repeating: 0, count: Process.fiberLimit + 1)

    // What each context keeps for itself.
    let locals: UnsafeMutableRawPointer
    public static let localSize = 64

    var clock = ModelClock()

    var trace: ExecutionTrace?
    /// Runs at the end of each execution, when everything of it has been released.
    var onRelease: ((Execution) -> Void)?

    private init() {
        fibers = .allocate(capacity: Process.fiberLimit)
        for index in 0..<Process.fiberLimit { (fibers + index).initialize(to: Fiber(index: index)) }
        mainStack.initialize(to: nil)
        fenceCell = .allocate(capacity: 1)
        fenceCell.initialize(to: SharedCell())
        fenceCell.pointee.kind = .fence
        fenceCell.pointee.id = CellID(maker: CellID.survivor - 1, number: UInt16(Process.fiberLimit))
        locals = .allocate(byteCount: Machine.localSize * (Process.fiberLimit + 1), alignment: 16)
    }

    // MARK: Identity

    /// Who is acting: a fiber's number, or `mainContext`.
    @inline(__always)
    var actor: Int { current >= 0 ? current : context }

    /// Not 0, different for each fiber and the set-up; the four low bits are 0.
    public var threadToken: UInt { UInt(actor + 1) << 4 }

    /// 64 bytes of the acting thread's own, zero at the start of an execution.
    public var threadLocals: UnsafeMutableRawPointer { locals + actor * Machine.localSize }

    // MARK: An execution

    /// Sets up, runs all fibers to their end, runs the final checks.
    func run(_ body: (Execution) -> Void) {
        begin()
        body(Execution(machine: self))
        search.begin()
        startFibers()
        reschedule(from: -1)
        conclude()
        if isAbandoned { return }
        for check in endChecks { check() }
        endChecks = []
        for index in 0..<fiberCount {
            fibers[index].body = nil
            fibers[index].nextJob = nil
        }
        if let cell = clock.cell { freeCell(cell) }
        clock = ModelClock()
        onRelease?(Execution(machine: self))
        retire()
    }

    private func begin() {
        if isAbandoned { forgetAbandoned() }
        execution += 1
        steps = 0
        visibleSteps = 0
        failure = nil
        hasDiverged = false
        newlyShared = []
        freed = StateFingerprint()
        wantedFences = 0
        if memory == .c11 { beginViews() }
        buffered.begin()
        fiberCount = 0
        current = -1
        context = Machine.mainContext
        for index in madeBy.indices {
            madeBy[index] = 0
            plainMadeBy[index] = 0
        }
        locals.initializeMemory(as: UInt8.self, repeating: 0, count: Machine.localSize * (Process.fiberLimit + 1))
    }

    private func beginViews() {
        views.begin()
        references.begin()
        forgetPlainSlots()
        pick = 0
        resetForExecution(fenceCell)
    }

    /// What the fibers of an abandoned execution hold stays allocated; so do their cells, lest they be used again.
    private func forgetAbandoned() {
        isAbandoned = false
        made.removeAll()
        endChecks = []
        clock = ModelClock()
    }

    func addFiber(_ name: String, _ body: @escaping () -> Void) {
        let fiber = fibers + takeFiber(name)
        fiber.pointee.body = body
    }

    func takeFiber(_ name: String) -> Int {
        precondition(fiberCount < Process.fiberLimit, "too many fibers")
        let index = fiberCount
        fiberCount += 1
        let fiber = fibers + index
        fiber.pointee.state = .live
        fiber.pointee.name = name
        fiber.pointee.isWorker = false
        fiber.pointee.stepCount = 0
        fiber.pointee.pending = Operation(access: .read, cell: Fiber.nowhere)
        fiber.pointee.callers = 0
        fiber.pointee.awaited = 0
        fiber.pointee.buffer.removeAll()
        resetForExecution(fiber.pointee.bufferCell)
        return index
    }

    private func startFibers() {
        isStarting = true
        for index in 0..<fiberCount where fibers[index].state == .live {
            prepareStack(index)
            current = index
            Machine.switchFiber(mainStack, fibers[index].saved.pointee!)
        }
        current = -1
        isStarting = false
    }

    func prepareStack(_ index: Int) {
        fibers[index].saved.pointee = fiber_prepare(
            fibers[index].stackTop, { argument in Machine.shared.runFiber(Int(bitPattern: argument)) },
            UnsafeMutableRawPointer(bitPattern: index))
    }

    /// The bottom of each fiber's stack.
    private func runFiber(_ index: Int) {
        if fibers[index].isWorker {
            runJob(index)
        } else {
            if let body = fibers[index].body { runWatched(body) }
            fibers[index].state = .finished
        }
        if isStarting { Machine.switchFiber(fibers[index].saved, mainStack.pointee!) }
        reschedule(from: index)
        fatalError("a fiber went on after its end")
    }

    /// Nobody can go on: the end, or a deadlock.
    private func conclude() {
        current = -1
        let stuck = whereabouts { $0 == .live }
        if stuck.isEmpty { return }
        isAbandoned = true
        fail("deadlock: " + stuck)
    }

    /// What fibers in certain states are about to do.
    func whereabouts(_ isMeant: (Fiber.State) -> Bool) -> String {
        (0..<fiberCount).filter { isMeant(fibers[$0].state) }.map {
            fibers[$0].state == .live ? "\(fibers[$0].name) at \(describe(fibers[$0].pending))" : "\(fibers[$0].name) \(fibers[$0].state)"
        }.joined(separator: ", ")
    }

    // MARK: References

    /// What the program calls of the explorer. References that the explorer itself gives up order nothing in the program.
    @inline(__always)
    public static func enter<Result>(_ body: (Machine) -> Result) -> Result {
        let wasWatched = references_pause()
        defer { references_resume(wasWatched) }
        return body(shared)
    }

    /// A part of the program, on the fiber's stack.
    func runWatched(_ body: () -> Void) {
        references_resume(memory != .sequential)
        body()
        _ = references_pause()
    }

    func failDiverged() { hasDiverged = true }

    /// Remembers the first violation.
    func fail(_ text: String) {
        if failure != nil { return }
        failure = text
        failedAt = steps
        trace?.note(current, "VIOLATION: " + text)
    }
}
