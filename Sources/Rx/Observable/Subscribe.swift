import Foundation

extension ObservableType {
    /// Subscribes a closure to all events.
    @inlinable @inline(__always)
    public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> any Disposable {
        let source = source
        return source.subscribe(
            Segment(core: .current), next: { on(.next($0)) }, stop: { error in on(.stop(error)) })
    }

    /// Subscribes closures. An error without `onError` goes to `Hooks.defaultErrorHandler`.
    ///
    /// Cost: one segment, which is the disposable as well, and what the closures capture; no allocation for an event.
    ///
    /// - Parameters:
    ///   - onDisposed: runs exactly once, after the stop event or on `dispose()`.
    @inlinable @inline(__always)
    public func subscribe(
        onNext: ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
        onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        let source = source
        let segment = Segment(core: .current)
        if let onDisposed { segment.onDisposed = onDisposed }
        let callStack = Hooks.recordCallStackOnError ? Hooks.customCaptureSubscriptionCallstack() : []
        let stop: ((any Error)?) -> Void = { error in
            segment.end {
                if let error {
                    if let onError { onError(error) } else { Hooks.defaultErrorHandler(callStack, error) }
                } else {
                    onCompleted?()
                }
            }
        }
        let next: (Element) -> Void
        if let onNext { next = onNext } else { next = { _ in } }
        return source.start(segment, next: next, stop: stop)
    }

    /// Subscribes closures that get `object`, which is held weakly: once it is gone they are skipped, the subscription stays.
    public func subscribe<Object: AnyObject>(
        with object: Object, onNext: ((Object, Element) -> Void)? = nil, onError: ((Object, any Error) -> Void)? = nil,
        onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
    ) -> any Disposable {
        subscribe(
            onNext: { [weak object] in if let object { onNext?(object, $0) } },
            onError: { [weak object] in if let object { onError?(object, $0) } },
            onCompleted: { [weak object] in if let object { onCompleted?(object) } },
            onDisposed: { [weak object] in if let object { onDisposed?(object) } })
    }

    /// The same sequence, whose subscriptions run on `core` instead of `Core.current`.
    public func on(core: Core) -> Observable<Element> {
        let source = source
        return Observable { observer, segment in
            let output = SerializedObserver(observer, segment)
            source.subscribe(Segment(in: segment, core: core), next: output.send, stop: output.stop)
        }
    }
}

/// Process-wide hooks. Set them before the first subscription.
public enum Hooks {
    public typealias DefaultErrorHandler = (_ subscriptionCallStack: [String], _ error: any Error) -> Void
    public typealias CustomCaptureSubscriptionCallstack = () -> [String]

    /// Whether `subscribe` records its call stack for `defaultErrorHandler`. Slow.
    public nonisolated(unsafe) static var recordCallStackOnError = false

    /// Gets an error that nobody handles. Prints it to standard output in debug builds, otherwise does nothing.
    public nonisolated(unsafe) static var defaultErrorHandler: DefaultErrorHandler = { callStack, error in
        #if DEBUG
        let frames = callStack.isEmpty ? "" : "\n" + callStack.joined(separator: "\n")
        print("Unhandled error happened: \(error)\(frames)")
        #endif
    }

    /// Records a call stack.
    public nonisolated(unsafe) static var customCaptureSubscriptionCallstack: CustomCaptureSubscriptionCallstack = {
        #if DEBUG
        Thread.callStackSymbols
        #else
        []
        #endif
    }
}
