import Foundation
import RxPlatform

/// The scheduler of `Driver` and `Signal`: the main scheduler, unless a test puts another one in its place.
public enum SharingScheduler {
    /// Makes the scheduler of a sequence that is being built.
    public static var make: () -> any SchedulerType { Mocks.current ?? { MainScheduler() } }

    /// Runs `action`; sequences that are built meanwhile get `scheduler`, and keep it.
    public static func mock(scheduler: any SchedulerType, action: () throws -> Void) rethrows {
        try mock(makeScheduler: { scheduler }, action: action)
    }

    /// Runs `action`; sequences that are built meanwhile get what `makeScheduler` makes, and keep it. On this thread the
    /// innermost `mock` of the thread counts, on others the latest one that is running: tests may run side by side.
    public static func mock(
        makeScheduler: @escaping () -> any SchedulerType, action: () throws -> Void
    ) rethrows {
        let end = Mocks.begin(makeScheduler)
        defer { end() }
        try action()
    }
}

/// The mocks that are running.
private final class Mocks: Sendable {
    typealias Make = () -> any SchedulerType

    private static let shared = Mocks()
    private static let key = "Rx.SharingScheduler.mocks"

    private let lock = Lock()
    private let count = Word(0)
    nonisolated(unsafe) private var running: [(number: UInt, make: Make)] = []  // Guarded by `lock`.
    nonisolated(unsafe) private var lastNumber: UInt = 0  // Guarded by `lock`.

    static var current: Make? {
        if shared.count.loadAcquiring() == 0 { return nil }
        if let own = Thread.current.threadDictionary[key] as? Make { return own }
        return shared.lock.with(shared) { shared.running.last?.make }
    }

    /// The result ends it.
    static func begin(_ make: @escaping Make) -> () -> Void {
        let number = shared.add(make)
        let slots = Thread.current.threadDictionary
        let outer = slots[key]
        slots[key] = make
        return {
            slots[key] = outer
            shared.remove(number)
        }
    }

    private func add(_ make: @escaping Make) -> UInt {
        lock.with(self) {
            count.add(1)
            lastNumber += 1
            running.append((lastNumber, make))
            return lastNumber
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
