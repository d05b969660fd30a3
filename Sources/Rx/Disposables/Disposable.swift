/// Something that can be ended.
///
/// Cost: for a subscription, going through its stages and what they own once, and waiting for a delivery that is running on another
/// thread; afterwards, a look at a flag.
///
/// Sendable, since it may be ended on any thread. `@preconcurrency`: in Swift 5 mode a class of a program's own conforms whatever it
/// holds; in Swift 6 mode it is final and holds what may be shared, or says `@unchecked Sendable`.
@preconcurrency
public protocol Disposable: Sendable {
    /// Ends it. Acts once; later calls do nothing more. See the disposable at hand for what it waits for.
    func dispose()

    /// Ends it without waiting for a delivery that is running on another thread: that delivery may still be running when
    /// this returns, but no later one starts. For callers that hold a lock which a closure of the subscription needs.
    /// Containers of this library pass it on to what they hold; by default it is `dispose()`.
    func disposeWithoutWaiting()

    /// Only for this library's own types: as `disposeWithoutWaiting`, and `ended` is told of each subscription that this
    /// ended. A requirement, and the next one too, since asking for a conformance costs a hundred nanoseconds.
    func _end(_ ended: (AnyObject) -> Void)

    /// Only for this library's own types: what a subscription may own in its place.
    var _item: AnyObject? { get }

    /// Only for this library's own types: itself, if it may be one of a long chain, which is ended and freed in a loop.
    var _link: SingleAssignmentDisposable? { get }

    /// Only for this library's own types: itself, if it is an object. Keeping that is a retain; an `any Disposable`, which may be
    /// anything, is kept by witnesses of its type.
    var _object: (any Disposable & AnyObject)? { get }

    /// Only for this library's own types: whether `dispose()` would do nothing and wait for nobody.
    var _hasEnded: Bool { get }

    /// Only for this library's own types: whether it is what `Disposables.create()` returns, of which nothing is to be ended or freed. To ask
    /// for its type is a call into the run-time; to destroy it, one whose target the processor guesses wrong among others.
    var _isNothing: Bool { get }
}

extension Disposable {
    public func disposeWithoutWaiting() { dispose() }
    /// It waits: who ends a disposable made elsewhere has no other way to wait for what is inside.
    public func _end(_ ended: (AnyObject) -> Void) { dispose() }
    public var _item: AnyObject? { nil }
    public var _link: SingleAssignmentDisposable? { nil }
    public var _object: (any Disposable & AnyObject)? { nil }
    public var _hasEnded: Bool { false }
    public var _isNothing: Bool { false }

    /// - Parameter ended: is told of each subscription that this ended, so that its caller may wait for it later.
    func endWithoutWaiting(_ ended: (Segment) -> Void) { _end { ended(unsafeDowncast($0, to: Segment.self)) } }
}

extension Disposable where Self: AnyObject {
    public var _object: (any Disposable & AnyObject)? { self }
}

/// A disposable that knows whether it has been disposed.
@preconcurrency
public protocol Cancelable: Disposable {
    var isDisposed: Bool { get }
}

extension Cancelable {
    public var _hasEnded: Bool { isDisposed }
}

/// Makes disposables.
public struct Disposables: Sendable {
    private init() {}
}

extension Disposables {
    /// A disposable that does nothing. It isn't an object: no allocation, and no reference to count.
    @inlinable @inline(__always)
    public static func create() -> any Disposable { NopDisposable() }

    /// A disposable that runs `dispose` once and lets go of it.
    public static func create(with dispose: @escaping () -> Void) -> any Cancelable { AnonymousDisposable(dispose) }
}

@usableFromInline
struct NopDisposable: Disposable {
    @inlinable init() {}
    @usableFromInline func dispose() {}
    @usableFromInline var _hasEnded: Bool { true }
    @usableFromInline var _isNothing: Bool { true }
}
