/// A publish subject that never ends: it only accepts elements.
///
///     accepted          1--2--3--
///     subscribed here     ^
///     result              -2--3--
///
/// Cost: that of its subject.
public final class PublishRelay<Element>: ObservableType, Sendable {
    @usableFromInline let subject: PublishSubject<Element>

    /// - Parameter core: how it serialises; the scope's or the default one.
    public init(core: Core) { subject = PublishSubject(core: core) }

    public convenience init() { self.init(core: Core.current) }

    /// Tells the observers. Any thread, also from inside a delivery.
    @inlinable
    public func accept(_ event: Element) { subject.onNext(event) }

    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element {
        subject.subscribe(observer)
    }

    public func asObservable() -> Observable<Element> { subject }
}
