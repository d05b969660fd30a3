import Foundation
import RxPlatform

/// Runs its work in virtual time, which passes only when it is told to: by `start`, `advanceTo` or `sleep`.
///
/// Work runs in the order of its time; work of the same time in the order in which it was scheduled. The clock never goes
/// back. Everything must happen on the thread that made the scheduler; elsewhere it traps.
open class VirtualTimeScheduler<Converter: VirtualTimeConverterType>: SchedulerType, @unchecked Sendable {
    // Sendable: used on one thread only, which is checked.
    public typealias VirtualTime = Converter.VirtualTimeUnit
    public typealias VirtualTimeInterval = Converter.VirtualTimeIntervalUnit

    private struct Entry {
        let time: VirtualTime
        let number: UInt
        let item: WorkItem
    }

    private let converter: Converter
    private let thread = threadToken()
    private var heap = BinaryHeap<Entry>()
    private var lastNumber: UInt = 0
    private var isRunning = false

    /// The virtual time.
    public private(set) var clock: VirtualTime

    /// The virtual time as a date.
    public var now: RxTime { converter.convertFromVirtualTime(clock) }

    public init(initialClock: VirtualTime, converter: Converter) {
        clock = initialClock
        self.converter = converter
        Resources.add(.schedulers, 1)
    }

    deinit { Resources.add(.schedulers, -1) }

    // MARK: Scheduling

    /// Schedules `action` for now, as `adjustScheduledTime` has it.
    public func schedule<StateType>(
        _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        scheduleRelative(state, dueTime: .nanoseconds(0), action: action)
    }

    /// Schedules `action` for `dueTime` from now, as `adjustScheduledTime` has it; never, if `dueTime` is `never`.
    public func scheduleRelative<StateType>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        guard let seconds = dueTime.inSeconds else { return Disposables.create() }
        let time = converter.convertToVirtualTime(now.addingTimeInterval(seconds))
        return scheduleAbsoluteVirtual(state, time: adjustScheduledTime(time), action: action)
    }

    /// Schedules `action` for exactly `dueTime` from now.
    public func scheduleRelativeVirtual<StateType>(
        _ state: StateType, dueTime: VirtualTimeInterval, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        let time = converter.offsetVirtualTime(clock, offset: dueTime)
        return scheduleAbsoluteVirtual(state, time: time, action: action)
    }

    /// Schedules `action` for exactly `time`; if that has passed, it runs next.
    public func scheduleAbsoluteVirtual<StateType>(
        _ state: StateType, time: VirtualTime, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        checkThread()
        let item = ScheduledItem(state, action)
        lastNumber += 1
        heap.insert(Entry(time: time, number: lastNumber, item: item), by: precedes)
        return item
    }

    /// The time at which work scheduled for `time` runs. For subclasses that put some distance between things.
    open func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime { time }

    // MARK: Running

    /// Runs everything that is scheduled, and what that schedules, until nothing is left or `stop` is called.
    public func start() {
        checkThread()
        if isRunning { return }
        isRunning = true
        while isRunning, let entry = next() { run(entry) }
        isRunning = false
    }

    /// Runs what is scheduled for up to `virtualTime`, then sets the clock to it. Must not be called while it runs.
    public func advanceTo(_ virtualTime: VirtualTime) {
        checkThread()
        precondition(!isRunning, "VirtualTimeScheduler.advanceTo: the scheduler is running")
        isRunning = true
        while isRunning, let entry = next(upTo: virtualTime) { run(entry) }
        moveClock(to: virtualTime)
        isRunning = false
    }

    /// Moves the clock without running anything. Must not move it back.
    public func sleep(_ virtualInterval: VirtualTimeInterval) {
        checkThread()
        let time = converter.offsetVirtualTime(clock, offset: virtualInterval)
        precondition(!isEarlier(time, clock), "VirtualTimeScheduler.sleep: can't sleep into the past")
        clock = time
    }

    /// Ends `start` or `advanceTo` after the work that is running.
    public func stop() {
        checkThread()
        isRunning = false
    }

    private func run(_ entry: Entry) {
        moveClock(to: entry.time)
        entry.item.run()
    }

    private func next(upTo limit: VirtualTime? = nil) -> Entry? {
        while let first = heap.first {
            if !first.item.isDisposed, let limit, isEarlier(limit, first.time) { return nil }
            let entry = heap.removeFirst(by: precedes)
            if !entry.item.isDisposed { return entry }
        }
        return nil
    }

    private func moveClock(to time: VirtualTime) {
        if isEarlier(clock, time) { clock = time }
    }

    private func isEarlier(_ one: VirtualTime, _ other: VirtualTime) -> Bool {
        converter.compareVirtualTime(one, other) == .lessThan
    }

    private func precedes(_ one: Entry, _ other: Entry) -> Bool {
        switch converter.compareVirtualTime(one.time, other.time) {
        case .lessThan: true
        case .equal: one.number < other.number
        case .greaterThan: false
        }
    }

    private func checkThread() {
        precondition(
            threadToken() == thread, "VirtualTimeScheduler: used on another thread than the one that made it")
    }
}

extension VirtualTimeScheduler: CustomDebugStringConvertible {
    /// What is scheduled, earliest first.
    public var debugDescription: String {
        let entries = heap.elements.filter { !$0.item.isDisposed }.sorted(by: precedes)
        return "VirtualTimeScheduler(clock: \(clock), scheduled: [\(entries.map { "\($0.time)" }.joined(separator: ", "))])"
    }
}
