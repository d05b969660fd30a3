import RxPlatform

// What the kernel asks of ideas that are types, answered for a build that leaves them out: see `Speed`.

#if RX_WITHOUT_BIAS
/// No thread is ever given it.
@frozen
@usableFromInline
struct Bias: ~Copyable, Sendable {
    @usableFromInline let isUnguarded: Bool

    @usableFromInline @inline(__always)
    init(isGuarded: Bool = true) { isUnguarded = !isGuarded }

    @inlinable static var inside: UInt { 1 }
    @inlinable var isOccupied: Bool { false }
    @inlinable func isGiven(to me: UInt) -> Bool { false }
    @inlinable func isInside(_ me: UInt) -> Bool { false }
    @inlinable func enter(_ me: UInt, as holder: UInt) -> Bool { false }
    @inlinable func leave(as holder: UInt) -> Bool { false }
    @inlinable func takeMail() -> Bool { false }
    @inlinable func setMail() {}
    func setOutside() {}
    func isEarned(by me: UInt) -> Bool { false }
    @discardableResult func give(to me: UInt) -> UInt { 0 }
}

extension Gate {
    @usableFromInline
    final func enterAfterRevocation(_ me: UInt) -> Bool { enterUnbiased(me) }
    final func enterSerially(_ me: UInt) -> Bool { enterUnbiased(me) }
    final func leaveSerially(_ me: UInt) -> Bool { leaveUnbiased(me) }
    final func awaitRevoker() {}
    final func revoke(_ me: UInt) {}
    final func revokeLocked(_ me: UInt) {}
}

/// The mutex alone.
@usableFromInline
struct BiasedLock: ~Copyable, Sendable {
    private let mutex = Lock()

    init() {}

    @usableFromInline
    func acquire(_ owner: AnyObject) { mutex.acquire(owner) }

    @usableFromInline
    func release(_ owner: AnyObject) { mutex.release(owner) }

    @inlinable
    func with<Result: ~Copyable>(_ owner: AnyObject, _ body: () throws -> Result) rethrows -> Result {
        acquire(owner)
        defer { release(owner) }
        return try body()
    }
}
#endif
