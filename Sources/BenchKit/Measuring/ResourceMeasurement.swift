/// The same thing read at three moments of an iteration.
struct Stages<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    /// Before it was built.
    let before: Value
    /// When all events had been pushed and everything was still alive.
    let peak: Value
    /// After it was gone.
    let after: Value
}

/// Looks at the process at the end of the timed section, where an iteration is at its largest.
final class PeakObserver {
    private let probe: (@Sendable () -> [String: Int])?
    private(set) var heap: HeapBytes?
    private(set) var threads: Int?
    private(set) var resources: [String: Int]?

    init(probe: (@Sendable () -> [String: Int])?) {
        self.probe = probe
    }

    /// The heap first: reading the rest makes objects of its own. Where an iteration has several sections, the largest counts.
    func sample() {
        if let now = HeapBytes.read(), now.allocated >= heap?.allocated ?? 0 { heap = now }
        if let now = ProcessProbes.threads() { threads = max(now, threads ?? 0) }
        if let probe { resources = (resources ?? [:]).merging(probe(), uniquingKeysWith: max) }
    }
}

/// What one iteration takes of the process besides time.
struct ResourceMeasurement {
    private(set) var resources: Stages<[String: Int]>?
    private(set) var heap: Stages<HeapBytes>?
    private(set) var threads: Stages<Int>?
    private(set) var contextSwitches: ContextSwitches?
    private(set) var transfers: Transfers?
    /// Bytes.
    private(set) var peakMemory: UInt64?
    private(set) var missing: [String: String] = [:]

    /// Runs one iteration and looks before, during and after it.
    init(_ runner: IterationRunner, n: Int) throws {
        let observer = PeakObserver(probe: runner.probe)
        let memoryReset = ProcessProbes.resetPeakMemory()
        let resourcesBefore = runner.probe?()
        let threadsBefore = ProcessProbes.threads()
        let heapBefore = HeapBytes.read()
        // Two looks tell what a look takes.
        let firstLook = ProcessProbes.transfers(), transfersBefore = ProcessProbes.transfers()
        let switchesBefore = ProcessProbes.contextSwitches()
        _ = try runner.iterate(n, observer: observer)
        let switchesAfter = ProcessProbes.contextSwitches()
        let transfersAfter = ProcessProbes.transfers()
        try runner.settle()
        let heapAfter = HeapBytes.read()

        let unmarked = "the benchmark marks no timed section at whose end to look"
        if let before = resourcesBefore, let peak = observer.resources, let after = runner.probe?() {
            resources = Stages(before: before, peak: peak, after: after)
        } else {
            missing["resources"] = runner.probe == nil ? "the suite counts no resources" : unmarked
        }
        if let heapBefore, let peak = observer.heap, let heapAfter {
            heap = Stages(before: heapBefore, peak: peak, after: heapAfter)
        } else {
            missing["heap"] = heapBefore == nil ? HeapBytes.unavailableReason : unmarked
        }
        if let threadsBefore, let peak = observer.threads, let after = ProcessProbes.threads() {
            threads = Stages(before: threadsBefore, peak: peak, after: after)
        } else {
            missing["threads"] = threadsBefore == nil ? "the system has no /proc/self/task" : unmarked
        }
        if let switchesBefore, let switchesAfter {
            contextSwitches = switchesAfter - switchesBefore
        } else {
            missing["contextSwitches"] = "getrusage failed"
        }
        if let firstLook, let transfersBefore, let transfersAfter {
            transfers = transfersAfter.since(transfersBefore).since(transfersBefore.since(firstLook))
        } else {
            missing["transfers"] = "the system has no /proc/self/io that may be read"
        }
        peakMemory = memoryReset ? ProcessProbes.peakMemory() : nil
        if peakMemory == nil { missing["peakMemory"] = "the kernel does not let /proc/self/clear_refs be written" }
    }
}
