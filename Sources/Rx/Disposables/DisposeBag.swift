import RxPlatform

/// Disposes what was put into it when it is freed, in insertion order.
///
/// It forgets nothing before: a subscription that has ended stays in the bag. To empty a bag, put a new one in its place.
///
/// Cost: one object; a place in an array for each disposable, which stays taken until the bag is freed.
public final class DisposeBag: DisposeBase, @unchecked Sendable {  // Sendable: `disposables` is guarded by `lock`.
    private let lock = Lock()
    @exclusivity(unchecked) private var disposables: [any Disposable] = []

    public override init() { super.init() }

    deinit {
        for disposable in disposables { disposable.dispose() }
    }

    /// Puts `disposable` into the bag.
    public func insert(_ disposable: any Disposable) {
        lock.with(self) { disposables.append(disposable) }
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
        lock.with(self) { self.disposables += disposables }
    }

    /// Puts what the closure lists into the bag.
    public func insert(@DisposableBuilder builder: () -> [any Disposable]) { insert(builder()) }
}

extension Disposable {
    /// Puts it into `bag`, which disposes it when it is freed.
    public func disposed(by bag: DisposeBag) { bag.insert(self) }
}
