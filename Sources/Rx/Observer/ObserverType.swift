/// Receives the events of a sequence.
public protocol ObserverType<Element> {
    associatedtype Element

    /// Receives one event. Operators and subjects of this library call it serially; see the observer at hand for who may.
    func on(_ event: Event<Element>)
}

extension ObserverType {
    @inlinable @inline(__always)
    public func onNext(_ element: Element) { on(.next(element)) }

    @inlinable
    public func onCompleted() { on(.completed) }

    @inlinable
    public func onError(_ error: any Error) { on(.error(error)) }

    /// This observer with its type erased.
    public func asObserver() -> AnyObserver<Element> { AnyObserver(self) }

    /// An observer of something else, whose elements are transformed into this one's. A throw becomes this one's error.
    public func mapObserver<Result>(_ transform: @escaping (Result) throws -> Element) -> AnyObserver<Result> {
        AnyObserver(handler: { event in self.on(event.map(transform)) })
    }
}

/// A type-erased observer: a closure. It adds no guard against events after a stop event.
///
/// That of `create` and those of subjects may be called on any thread, by several at once. One that is made of a closure or of an observer
/// of a program's own may be called where these may.
@frozen
public struct AnyObserver<Element>: ObserverType, @unchecked Sendable {  // Sendable: constant; what is called is as its maker says.
    public typealias EventHandler = (Event<Element>) -> Void

    /// It changes nothing. `inout`, as the compiler makes a thunk of a closure that borrows a value of a generic type: see
    /// `create`, whose events take 24 ns through twelve stages without that thunk, and 30 with it.
    @usableFromInline let handler: (inout Event<Element>) -> Void

    /// Cost: a call of `eventHandler` for each event, inside of another closure's.
    @inlinable @inline(__always)
    public init(eventHandler: @escaping EventHandler) { handler = { eventHandler($0) } }

    /// As `init(eventHandler:)`, for a closure that is called itself.
    @_disfavoredOverload
    @inlinable @inline(__always)
    init(handler: @escaping (inout Event<Element>) -> Void) { self.handler = handler }

    @inlinable
    public init<Other: ObserverType>(_ observer: Other) where Other.Element == Element {
        handler = { observer.on($0) }
    }

    @inlinable @inline(__always)
    public func on(_ event: Event<Element>) {
        var event = event
        handler(&event)
    }

    @inlinable
    public func asObserver() -> AnyObserver<Element> { self }
}
