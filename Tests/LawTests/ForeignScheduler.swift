import Foundation

@testable import Rx

/// A serial scheduler of a user's: to schedule on it and to cancel are call-outs. Its work runs when the test says that
/// time passes.
final class ForeignScheduler: SchedulerType, @unchecked Sendable {  // Sendable: the variables are guarded by `mutex`.
    private struct Item {
        let number: Int
        let due: Date
        let run: () -> Void
    }

    private let lock: ForeignLock
    private let mutex = NSLock()
    private var clock = Date(timeIntervalSinceReferenceDate: 0)
    private var items: [Item] = []
    private var lastNumber = 0
    private var isRunning = false

    init(_ lock: ForeignLock) { self.lock = lock }

    var now: Date { mutex.withLock { clock } }

    func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable {
        scheduleRelative(state, dueTime: .seconds(0), action: action)
    }

    func scheduleRelative<State>(
        _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
    ) -> any Disposable {
        lock.callOut("schedule")
        let result = SingleAssignmentDisposable()
        let number = insert(after: dueTime.inSeconds ?? .infinity) { result.setDisposable(action(state)) }
        return Disposables.create {
            self.lock.callOut("cancel")
            _ = self.remove(number)
            result.disposeWithoutWaiting()
        }
    }

    private func insert(after seconds: Double, _ run: @escaping () -> Void) -> Int {
        mutex.withLock {
            lastNumber += 1
            items.append(Item(number: lastNumber, due: clock + seconds, run: run))
            return lastNumber
        }
    }

    /// Returns it, so that it is freed outside the critical section.
    private func remove(_ number: Int) -> Item? {
        mutex.withLock { items.firstIndex { $0.number == number }.map { items.remove(at: $0) } }
    }

    /// Runs what is due after one second and a half, in order, unless another thread is at it.
    func passTime() {
        let isFree = mutex.withLock {
            if isRunning { return false }
            isRunning = true
            clock += 1.5
            return true
        }
        if !isFree { return }
        while let item = next() { item.run() }
    }

    /// Nobody lets time pass any more: what waits would hold its scheduler for ever.
    func discard() {
        let rest = mutex.withLock {
            defer { items = [] }
            return items
        }
        withExtendedLifetime(rest) {}
    }

    private func next() -> Item? {
        mutex.withLock {
            let due = items.indices.filter { items[$0].due <= clock }.min { items[$0].due < items[$1].due }
            if due == nil { isRunning = false }
            return due.map { items.remove(at: $0) }
        }
    }
}

extension DispatchTimeInterval {
    /// `nil` for `never`.
    var inSeconds: Double? { exactNanoseconds.map { Double($0) / 1e9 } }
}
