import RxPlatform

/// Counts of what lives, always on, in release builds too. Per-thread counters: an update costs about a nanosecond and
/// no atomic read-modify-write; reading sums them up. Exact once the counted threads are quiet; may be read on any thread.
public enum Resources {
    /// What is counted.
    public enum Kind: UInt32, CaseIterable, Sendable {
        /// Live segments: a subscription has one, and one more for each upstream of an operator with several. A subscription to a timer has one
        /// when its time comes, and counts as one before.
        case subscriptions = 0
        case mailboxes
        /// Disposable objects that hold an action or other disposables.
        case disposables
        case subjects
        case schedulers
        /// Work items, and subscriptions to timers, that wait for their time.
        case timers
        /// Counted by `incrementTotal` and `decrementTotal`.
        case custom
    }

    /// Everything that is counted, of all kinds.
    public static var total: Int32 {
        Int32(truncatingIfNeeded: Kind.allCases.reduce(0) { $0 + count($1) })
    }

    /// How many of one kind live.
    public static func count(_ kind: Kind) -> Int { Counters.sum(kind.rawValue) }

    /// Adds one resource of the caller's own; returns the new total.
    @discardableResult
    public static func incrementTotal() -> Int32 {
        add(.custom, 1)
        return total
    }

    /// Takes one back; returns the new total.
    @discardableResult
    public static func decrementTotal() -> Int32 {
        add(.custom, -1)
        return total
    }

    @usableFromInline
    static func add(_ kind: Kind, _ delta: Int) { Counters.add(kind.rawValue, delta) }
}
