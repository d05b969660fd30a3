import RxPlatform

/// Disposes what was put into it when it is freed, in insertion order.
///
/// To empty a bag, put a new one in its place, or call `disposeWithoutWaiting()`. What has ended it forgets as it grows, so a bag
/// that gets one subscription after the other stays small.
///
/// Cost: one object; a place in an array for each disposable, and a look at it each time that the number of those that hadn't
/// ended has doubled.
public final class DisposeBag: DisposeBase, @unchecked Sendable {  // Sendable: `disposables` is guarded by `lock`.
    private let lock = Lock()
    @exclusivity(unchecked) private var disposables: [any Disposable] = []
    /// With so many, what has ended is forgotten; the largest number while that is going on.
    @exclusivity(unchecked) private var limit = leastLimit
    private static var leastLimit: Int { 32 }
    /// How often it has been emptied.
    @exclusivity(unchecked) private var emptied = 0

    public override init() { super.init() }

    deinit {
        for disposable in disposables { disposable.dispose() }
    }

    /// Puts `disposable` into the bag.
    public func insert(_ disposable: any Disposable) {
        let isFull = lock.with(self) {
            disposables.append(disposable)
            return disposables.count >= limit
        }
        if isFull { forgetEnded() }
    }

    /// Disposes what is in the bag, in insertion order, as `disposeWithoutWaiting()` of each does: a delivery that is running on another
    /// thread may still be running afterwards, but no later one starts. What is put into the bag from then on is kept as before.
    ///
    /// For the thread that a closure waits for, such as the main thread, and for who holds a lock that one needs. On any thread.
    public func disposeWithoutWaiting() {
        let all = lock.with(self) {
            emptied += 1
            if limit != .max { limit = Self.leastLimit }
            return takeAll()
        }
        for disposable in all { disposable.disposeWithoutWaiting() }
    }

    /// Under the lock.
    private func takeAll() -> [any Disposable] {
        defer { disposables = [] }
        return disposables
    }

    /// What is asked, and freed, may be of a user's: so outside the lock.
    private func forgetEnded() {
        var (live, before) = lock.with(self) {
            limit = .max
            return (takeAll(), emptied)
        }
        live.removeAll { $0.isSettled }
        let isLate = lock.with(self) {
            limit = Self.leastLimit
            if emptied != before { return true }
            disposables.insert(contentsOf: live, at: 0)
            limit = max(limit, 2 * disposables.count)
            return false
        }
        if isLate { for disposable in live { disposable.disposeWithoutWaiting() } }
    }

    /// Collects the disposables that are listed in a closure.
    @resultBuilder
    public struct DisposableBuilder {
        public static func buildBlock(_ disposables: any Disposable...) -> [any Disposable] { disposables }
    }
}

extension DisposeBag {
    public convenience init(disposing disposables: any Disposable...) {
        self.init()
        insert(disposables)
    }

    public convenience init(disposing disposables: [any Disposable]) {
        self.init()
        insert(disposables)
    }

    /// A bag with what the closure lists.
    public convenience init(@DisposableBuilder builder: () -> [any Disposable]) {
        self.init(disposing: builder())
    }

    public func insert(_ disposables: any Disposable...) { insert(disposables) }

    public func insert(_ disposables: [any Disposable]) {
        for disposable in disposables { insert(disposable) }
    }

    /// Puts what the closure lists into the bag.
    public func insert(@DisposableBuilder builder: () -> [any Disposable]) { insert(builder()) }
}

extension Disposable {
    /// Puts it into `bag`, which disposes it when it is freed.
    public func disposed(by bag: DisposeBag) { bag.insert(self) }
}
