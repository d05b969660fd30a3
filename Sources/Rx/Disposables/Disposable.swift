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

    /// Only for this library's own types: which it is of. Its content is nobody else's, and good only while this disposable lives. A requirement,
    /// since asking for a conformance costs a hundred nanoseconds.
    var _kind: DisposableKind { get }
}

extension Disposable {
    public func disposeWithoutWaiting() { dispose() }
    public var _kind: DisposableKind { DisposableKind(.foreign) }
}

/// A disposable that knows whether it has been disposed.
@preconcurrency
public protocol Cancelable: Disposable {
    var isDisposed: Bool { get }
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
    @usableFromInline var _kind: DisposableKind { DisposableKind(.nothing) }
}
