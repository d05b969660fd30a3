import RxPlatform

/// The scheduler of `Driver` and `Signal`: the main scheduler, unless a test puts another one in its place.
public enum SharingScheduler {
    /// Makes the scheduler of a sequence that is being built.
    public static var make: () -> any SchedulerType { Mocks.current ?? { MainScheduler() } }

    /// Runs `action`; sequences that are built meanwhile get `scheduler`, and keep it.
    public static func mock(scheduler: any SchedulerType, action: () throws -> Void) rethrows {
        try mock(makeScheduler: { scheduler }, action: action)
    }

    /// Runs `action`; sequences that are built meanwhile get what `makeScheduler` makes, and keep it. In this task, or outside of tasks
    /// on this thread, the innermost `mock` counts. Other threads without a task get the latest one that is running, and other tasks
    /// the latest one that was begun outside of tasks: tests that run side by side, each in its own task, don't see one another's.
    public static func mock(
        makeScheduler: @escaping () -> any SchedulerType, action: () throws -> Void
    ) rethrows {
        try Mocks.run(makeScheduler, action)
    }
}

/// The mocks that are running.
private final class Mocks: Sendable {
    typealias Make = () -> any SchedulerType

    /// Sendable: constant, and the closure is called by each thread that builds a sequence, as it was before tasks had mocks.
    private struct Mock: @unchecked Sendable {
        let number: UInt
        let make: Make
        let isOfTask: Bool
    }

    /// Of this task and those that it starts; outside of tasks of this thread.
    @TaskLocal private static var own: Mock?

    private static let shared = Mocks()

    private let lock = Lock()
    private let count = Word(0)
    nonisolated(unsafe) private var running: [Mock] = []  // Guarded by `lock`.
    nonisolated(unsafe) private var lastNumber: UInt = 0  // Guarded by `lock`.

    private static var isInTask: Bool { withUnsafeCurrentTask { $0 != nil } }

    static var current: Make? {
        if shared.count.loadAcquiring() == 0 { return nil }
        let own = own, isInTask = isInTask
        return shared.lock.with(shared) {
            // A task may outlive the mock that it was started in.
            if let own, shared.running.contains(where: { $0.number == own.number }) { return own.make }
            return shared.running.last { !isInTask || !$0.isOfTask }?.make
        }
    }

    static func run(_ make: @escaping Make, _ action: () throws -> Void) rethrows {
        let mock = shared.add(make, isOfTask: isInTask)
        defer { shared.remove(mock.number) }
        try $own.withValue(mock, operation: action)
    }

    private func add(_ make: @escaping Make, isOfTask: Bool) -> Mock {
        lock.with(self) {
            count.add(1)
            lastNumber += 1
            let mock = Mock(number: lastNumber, make: make, isOfTask: isOfTask)
            running.append(mock)
            return mock
        }
    }

    private func remove(_ number: UInt) {
        // What the closure holds is released outside the lock.
        let removed = lock.with(self) {
            count.subtract(1)
            return running.firstIndex { $0.number == number }.map { running.remove(at: $0) }
        }
        withExtendedLifetime(removed) {}
    }
}
