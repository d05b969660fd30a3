/// A behaviour subject that never ends: it only accepts elements, and its value can always be read.
///
///     value 0, accepted    1--2--3--
///     subscribed here        ^
///     result                 12--3--
///
/// Cost: that of its subject.
public final class BehaviorRelay<Element>: ObservableType, Sendable {
    @usableFromInline let subject: BehaviorSubject<Element>

    /// - Parameter core: how it serialises; the scope's or the default one.
    public init(value: Element, core: Core) { subject = BehaviorSubject(value: value, core: core) }

    public convenience init(value: Element) { self.init(value: value, core: .current) }

    /// What was accepted last, also while its delivery has to wait. Its subject always has a value: it is never disposed of or told of an error.
    @inlinable public var value: Element { subject.hub.newest! }

    /// Tells the observers. Any thread, also from inside a delivery.
    @inlinable
    public func accept(_ event: Element) { subject.onNext(event) }

    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element {
        subject.subscribe(observer)
    }

    public func asObservable() -> Observable<Element> { subject }
}
