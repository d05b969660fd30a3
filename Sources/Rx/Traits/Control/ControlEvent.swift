/// Something that has a `ControlEvent`.
public protocol ControlEventType: ObservableType {
    func asControlEvent() -> ControlEvent<Element>
}

/// What happens to a control of a user interface: never fails, sends nothing of its own when it is subscribed to, and is
/// subscribed to and disposed on the main queue. It isn't shared.
///
/// Cost: as `subscribe(on:)`; on the main queue it subscribes at once, without a hop.
public struct ControlEvent<PropertyType>: ControlEventType, Sendable {
    public typealias Element = PropertyType

    private let events: Observable<PropertyType>

    /// - Parameter events: what happens; must not fail, and must deliver on the main queue.
    public init<Ev: ObservableType>(events: Ev) where Ev.Element == PropertyType {
        self.events = events.subscribe(on: ConcurrentMainScheduler.instance)
    }

    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
    where Observer.Element == PropertyType {
        events.subscribe(observer)
    }

    public func asObservable() -> Observable<Element> { events }

    /// Itself.
    public func asControlEvent() -> ControlEvent<Element> { self }

    /// The events; they don't fail.
    public func asInfallible() -> Infallible<Element> { Infallible(raw: events) }

    /// The events as a driver. An error traps in debug builds, and completes in release builds.
    public func asDriver() -> Driver<Element> {
        asDriver(onErrorRecover: {
            breach("ControlEvent: an error came: \($0)")
            return .empty()
        })
    }

    /// The events as a signal. An error traps in debug builds, and completes in release builds.
    public func asSignal() -> Signal<Element> {
        asSignal(onErrorRecover: {
            breach("ControlEvent: an error came: \($0)")
            return .empty()
        })
    }
}
