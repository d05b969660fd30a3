import BenchKit
import Synchronization

/// What a short life costs.
let lifetimeFloors = [
    floor(
        "subscribe-by-hand", "list of observers under a mutex: add one, remove it", unit: "subscription",
        events: Events(quick: 50_000, ci: 100_000, full: 100_000)
    ) { run in
        let list = HandList(), sum = Sum(), n = run.n
        run.timed {
            for i in 0..<n { list.subscribe { sum.addValue($0 &+ i) }.dispose() }
        }
        list.send(1)
        try run.expect(sum.value, 0, "sum of what came after dispose")
    }
]

private final class HandList {
    private let lock = Mutex(())
    // Both guarded by `lock`.
    @exclusivity(unchecked) private var observers: [(key: Int, next: (Int) -> Void)] = []
    @exclusivity(unchecked) private var lastKey = 0

    func subscribe(_ next: @escaping (Int) -> Void) -> HandSubscription {
        let key = lock.withLock { _ in
            lastKey += 1
            observers.append((lastKey, next))
            return lastKey
        }
        return HandSubscription(self, key)
    }

    func remove(_ key: Int) {
        lock.withLock { _ in
            guard let index = observers.firstIndex(where: { $0.key == key }) else { return }
            observers.remove(at: index)
        }
    }

    func send(_ element: Int) {
        lock.withLock { _ in for observer in observers { observer.next(element) } }
    }
}

private final class HandSubscription {
    private let list: HandList
    private let key: Int
    @exclusivity(unchecked) private var isDisposed = false

    init(_ list: HandList, _ key: Int) {
        self.list = list
        self.key = key
    }

    @inline(never)
    func dispose() {
        if isDisposed { return }
        isDisposed = true
        list.remove(key)
    }
}
