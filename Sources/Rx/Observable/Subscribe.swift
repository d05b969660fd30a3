import Foundation

extension ObservableType {
    /// Subscribes a closure to all events.
    @inlinable @inline(__always)
    public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> any Disposable {
        let source = source
        let segment = Segment(core: .current)
        return source.subscribe(segment, next: { on(.next($0)) }, stop: { error in on(.stop(error)) })
    }

    /// Subscribes closures. An error without `onError` goes to `Hooks.defaultErrorHandler`.
    ///
    /// Cost: one segment, which is the disposable as well, and what the closures capture; no allocation for an event.
    ///
    /// - Parameters:
    ///   - onDisposed: runs exactly once, after the stop event or on `dispose()`.
    ///   - file: who subscribes: in debug builds, what is printed of an error that nobody handles says so.
    ///   - line: see `file`.
    @inlinable @inline(__always)
    public func subscribe(
        onNext: consuming ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
        onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
        let source = source
        let segment = Segment(core: .current)
        if let onDisposed { segment.setOnDisposed(onDisposed) }
        if Hooks.recordCallStackOnError { SubscriptionCallStack.record(for: segment) }
        let stop = segment.stopHandler(onError, onCompleted, file, line)
        let next: (Element) -> Void
        if let onNext = consume onNext { next = onNext } else { next = { _ in } }
        return source.start(segment, next: consume next, stop: consume stop, file: file, line: line)
    }

    /// Subscribes closures. An error without `onError` goes to `Hooks.defaultErrorHandler`.
    @_disfavoredOverload
    @inlinable @inline(__always)
    public func subscribe(
        onNext: ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
        onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        subscribe(
            onNext: onNext, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed, file: #fileID, line: #line)
    }

    /// Subscribes closures that get `object`, which is held weakly: once it is gone they are skipped, the subscription stays.
    ///
    /// - Parameters:
    ///   - file: who subscribes, for a trace of all subscriptions.
    ///   - line: see `file`.
    public func subscribe<Object: AnyObject>(
        with object: Object, onNext: ((Object, Element) -> Void)? = nil, onError: ((Object, any Error) -> Void)? = nil,
        onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) -> any Disposable {
        subscribe(
            onNext: { [weak object] in if let object { onNext?(object, $0) } },
            onError: { [weak object] in if let object { onError?(object, $0) } },
            onCompleted: { [weak object] in if let object { onCompleted?(object) } },
            onDisposed: { [weak object] in if let object { onDisposed?(object) } }, file: file, line: line)
    }

    /// Subscribes closures that get `object`, which is held weakly: once it is gone they are skipped, the subscription stays.
    @_disfavoredOverload
    public func subscribe<Object: AnyObject>(
        with object: Object, onNext: ((Object, Element) -> Void)? = nil, onError: ((Object, any Error) -> Void)? = nil,
        onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
    ) -> any Disposable {
        subscribe(
            with: object, onNext: onNext, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed, file: #fileID,
            line: #line)
    }

    /// The same sequence, whose subscriptions run on `core` instead of `Core.current`.
    public func on(core: Core) -> Observable<Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let output = SerializedObserver(observer, segment)
            source.subscribe(ChildSegment(in: segment, core: core), next: output.send, stop: output.stop)
        }
        return Observable(run)
    }
}

/// Where a subscription was made, if that is recorded: rides with what the segment owns.
@usableFromInline
final class SubscriptionCallStack: SegmentItem, @unchecked Sendable {  // Sendable: constant.
    let frames: [String]

    override init() { frames = Hooks.customCaptureSubscriptionCallstack() }

    @usableFromInline @inline(never)
    static func record(for segment: Segment) { segment.own(SubscriptionCallStack()) }
}

extension Segment {
    /// Ends the segment and calls what `subscribe` was given.
    @inlinable @inline(__always)
    func stopHandler(
        _ onError: ((any Error) -> Void)?, _ onCompleted: (() -> Void)?, _ file: StaticString, _ line: UInt
    ) -> ((any Error)?) -> Void {
        if case nil = onError, case nil = onCompleted {
            #if DEBUG
            return { self.endUnhandled($0, file, line) }
            #else
            return { self.endUnhandled($0) }  // Holds the segment alone: no context is allocated.
            #endif
        }
        return { error in
            self.end {
                guard let error else {
                    onCompleted?()
                    return
                }
                if let onError { return onError(error) }
                #if DEBUG
                self.unhandled(error, file, line)
                #else
                self.unhandled(error)
                #endif
            }
        }
    }

    private var callStack: [String] { (firstOwned { $0 as? SubscriptionCallStack })?.frames ?? [] }

    #if DEBUG
    @usableFromInline
    func endUnhandled(_ error: (any Error)?, _ file: StaticString, _ line: UInt) {
        end { if let error { unhandled(error, file, line) } }
    }

    @usableFromInline
    func unhandled(_ error: any Error, _ file: StaticString, _ line: UInt) { Hooks.handle(error, callStack, file, line) }
    #else
    @usableFromInline
    func endUnhandled(_ error: (any Error)?) { end { if let error { unhandled(error) } } }

    @usableFromInline
    func unhandled(_ error: any Error) { Hooks.defaultErrorHandler(callStack, error) }
    #endif
}

/// Process-wide hooks. Set them before the first subscription.
public enum Hooks {
    public typealias DefaultErrorHandler = (_ subscriptionCallStack: [String], _ error: any Error) -> Void
    public typealias CustomCaptureSubscriptionCallstack = () -> [String]

    /// Whether `subscribe` records its call stack for `defaultErrorHandler`. Slow.
    public nonisolated(unsafe) static var recordCallStackOnError = false

    /// Gets an error that nobody handles. Unless it is set, prints it to standard output in debug builds, and who had subscribed
    /// where that is known; in release builds it does nothing.
    public static var defaultErrorHandler: DefaultErrorHandler {
        get { ownErrorHandler ?? { printUnhandled($1, $0, from: "") } }
        set { ownErrorHandler = newValue }
    }

    /// What `defaultErrorHandler` was set to; nil where it wasn't. For what sets it for a while, and leaves nothing behind.
    package nonisolated(unsafe) static var ownErrorHandler: DefaultErrorHandler?

    /// Hands an error to `defaultErrorHandler`, or prints it with the place where the subscription was made.
    @usableFromInline
    static func handle(_ error: any Error, _ callStack: [String], _ file: StaticString, _ line: UInt) {
        if let ownErrorHandler { return ownErrorHandler(callStack, error) }
        printUnhandled(error, callStack, from: ", subscribed to at \(file):\(line)")
    }

    private static func printUnhandled(_ error: any Error, _ callStack: [String], from place: String) {
        #if DEBUG
        var text = "\(error)"
        if !place.isEmpty, text.hasSuffix(".") { text.removeLast() }  // The sentence goes on.
        let frames = callStack.isEmpty ? "" : "\n" + callStack.joined(separator: "\n")
        print("Unhandled error happened: \(text)\(place)\(frames)")
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
