import RxPlatform

/// Disposes what was put into it when it is freed, in insertion order.
///
/// To empty a bag, put a new one in its place. What has ended it forgets as it grows, so a bag that gets one subscription after
/// the other stays small.
///
/// Cost: one object; a place in an array for each disposable, and a look at it each time that the number of those that hadn't
/// ended has doubled.
public final class DisposeBag: DisposeBase, @unchecked Sendable {  // Sendable: `disposables` is guarded by `lock`.
    private let lock = Lock()
    @exclusivity(unchecked) private var disposables: [any Disposable] = []
    /// With so many, what has ended is forgotten.
    @exclusivity(unchecked) private var limit = leastLimit
    private static var leastLimit: Int { 32 }

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

    /// What is asked, and freed, may be of a user's: so outside the lock.
    private func forgetEnded() {
        var live = lock.with(self) {
            defer { disposables = [] }
            limit = .max
            return disposables
        }
        live.removeAll { $0._hasEnded }
        lock.with(self) {
            disposables.insert(contentsOf: live, at: 0)
            limit = max(Self.leastLimit, 2 * disposables.count)
        }
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
