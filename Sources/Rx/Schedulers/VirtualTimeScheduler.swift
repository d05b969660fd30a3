import Foundation
import RxPlatform

/// Runs its work in virtual time, which passes only when it is told to: by `start`, `advanceTo` or `sleep`.
///
/// Work runs in the order of its time; work of the same time in the order in which it was scheduled. The clock never goes
/// back. Everything must happen on the thread that made the scheduler; elsewhere it traps.
///
/// Due times are added to the clock as the converter's intervals, not by way of dates. There is a last time, from which later is never:
/// for converters of this library's the end of their type. With another converter, a due time of more than 146 years counts as that.
open class VirtualTimeScheduler<Converter: VirtualTimeConverterType>: SchedulerType, @unchecked Sendable {
    // Sendable: used on one thread only, which is checked.
    public typealias VirtualTime = Converter.VirtualTimeUnit
    public typealias VirtualTimeInterval = Converter.VirtualTimeIntervalUnit

    /// A time, and by how many nanoseconds it is later, where that is less than a unit of virtual time can tell.
    typealias Due = (time: VirtualTime, rest: Int)

    private struct Entry {
        let time: VirtualTime
        let rest: Int
        let number: UInt
        let item: WorkItem
    }

    let converter: Converter
    private let thread = threadToken()
    private var heap = BinaryHeap<Entry>()
    private var lastNumber: UInt = 0
    private var isRunning = false

    /// The virtual time.
    public private(set) var clock: VirtualTime
    /// By how many nanoseconds it is later than the clock can say.
    private(set) var clockRest = 0

    /// The virtual time as a date, which tells 120 nanoseconds apart, at best: operators go by the clock.
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
        guard let (time, rest) = time(after: dueTime) else { return Disposables.create() }
        return schedule(state, at: adjusted(time, rest), action)
    }

    /// Schedules `action` for exactly `dueTime` from now.
    public func scheduleRelativeVirtual<StateType>(
        _ state: StateType, dueTime: VirtualTimeInterval, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        guard let due = converter._time(after: clock, clockRest, offset: dueTime) else { return Disposables.create() }
        return schedule(state, at: due, action)
    }

    /// Schedules `action` for exactly `time`; if that has passed, it runs next.
    public func scheduleAbsoluteVirtual<StateType>(
        _ state: StateType, time: VirtualTime, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        schedule(state, at: (time, 0), action)
    }

    final func schedule<State>(_ state: State, at due: Due, _ action: @escaping (State) -> any Disposable) -> any Disposable {
        checkThread()
        let item = ScheduledItem(state, action)
        lastNumber += 1
        heap.insert(Entry(time: due.time, rest: due.rest, number: lastNumber, item: item), by: precedes)
        return item
    }

    /// `nil`: never.
    final func time(after dueTime: RxTimeInterval) -> Due? {
        dueTime.exactNanoseconds.flatMap { converter._time(after: clock, clockRest, nanoseconds: $0) }
    }

    final func adjusted(_ time: VirtualTime, _ rest: Int) -> Due {
        let adjusted = adjustScheduledTime(time)
        return (adjusted, converter.compareVirtualTime(adjusted, time) == .equal ? rest : 0)
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
        require(!isRunning, "VirtualTimeScheduler.advanceTo: the scheduler is running")
        isRunning = true
        while isRunning, let entry = next(upTo: virtualTime) { run(entry) }
        moveClock(to: (virtualTime, 0))
        isRunning = false
    }

    /// Moves the clock without running anything, at most to the last time. Must not move it back.
    public func sleep(_ virtualInterval: VirtualTimeInterval) {
        checkThread()
        guard let due = converter._time(after: clock, clockRest, offset: virtualInterval) else { return }
        require(!isEarlier(due, (clock, clockRest)), "VirtualTimeScheduler.sleep: can't sleep into the past")
        (clock, clockRest) = due
    }

    /// Ends `start` or `advanceTo` after the work that is running.
    public func stop() {
        checkThread()
        isRunning = false
    }

    private func run(_ entry: Entry) {
        moveClock(to: (entry.time, entry.rest))
        entry.item.run()
    }

    private func next(upTo limit: VirtualTime? = nil) -> Entry? {
        while let first = heap.first {
            // To a limit, which has no rest, belongs what is due within the same unit of time.
            if !first.item.isDisposed, let limit, converter.compareVirtualTime(limit, first.time) == .lessThan { return nil }
            let entry = heap.removeFirst(by: precedes)
            if !entry.item.isDisposed { return entry }
        }
        return nil
    }

    private func moveClock(to due: Due) {
        if isEarlier((clock, clockRest), due) { (clock, clockRest) = due }
    }

    final func isEarlier(_ one: Due, _ other: Due) -> Bool {
        let order = converter.compareVirtualTime(one.time, other.time)
        return order == .lessThan || order == .equal && one.rest < other.rest
    }

    private func precedes(_ one: Entry, _ other: Entry) -> Bool {
        let order = converter.compareVirtualTime(one.time, other.time)
        return order == .lessThan || order == .equal && (one.rest, one.number) < (other.rest, other.number)
    }

    private func checkThread() {
        require(threadToken() == thread, "VirtualTimeScheduler: used on another thread than the one that made it")
    }
}

extension VirtualTimeScheduler: CustomDebugStringConvertible {
    /// What is scheduled, earliest first.
    public var debugDescription: String {
        let entries = heap.elements.filter { !$0.item.isDisposed }.sorted(by: precedes)
        return "VirtualTimeScheduler(clock: \(clock), scheduled: [\(entries.map { "\($0.time)" }.joined(separator: ", "))])"
    }
}
