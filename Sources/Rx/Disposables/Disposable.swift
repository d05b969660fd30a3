/// Something that can be ended.
public protocol Disposable {
    /// Ends it. Acts once; later calls do nothing more. See the disposable at hand for what it waits for.
    func dispose()
}

/// A disposable that knows whether it has been disposed.
public protocol Cancelable: Disposable {
    var isDisposed: Bool { get }
}

/// Makes disposables.
public struct Disposables: Sendable {
    private init() {}
}

extension Disposables {
    /// A disposable that does nothing. The same one each time: no allocation.
    @inlinable
    public static func create() -> any Disposable { NopDisposable.instance }

    /// A disposable that runs `dispose` once and lets go of it.
    public static func create(with dispose: @escaping () -> Void) -> any Cancelable { AnonymousDisposable(dispose) }
}

@usableFromInline
final class NopDisposable: Disposable, Sendable {
    @usableFromInline static let instance = NopDisposable()
    @usableFromInline func dispose() {}
}
