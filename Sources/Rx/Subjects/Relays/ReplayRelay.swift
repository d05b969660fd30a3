/// A replay subject that never ends: it only accepts elements.
///
///     accepted          1--2--3--      bufferSize: 1
///     subscribed here        ^
///     result                 2-3--
///
/// Cost: that of its subject.
public final class ReplayRelay<Element>: ObservableType, Sendable {
    @usableFromInline let subject: ReplaySubject<Element>

    private init(_ subject: ReplaySubject<Element>) { self.subject = subject }

    /// A relay that keeps the last elements.
    ///
    /// - Parameters:
    ///   - bufferSize: how many; not negative.
    ///   - core: how it serialises; the scope's or the default one.
    public static func create(bufferSize: Int, core: Core) -> ReplayRelay<Element> {
        require(bufferSize >= 0, "ReplayRelay.create(bufferSize:): a size of \(bufferSize) is not allowed, as it is negative")
        return ReplayRelay(ReplaySubject.create(bufferSize: bufferSize, core: core))
    }

    /// A relay that keeps the last `bufferSize` elements.
    public static func create(bufferSize: Int) -> ReplayRelay<Element> { create(bufferSize: bufferSize, core: .current) }

    /// A relay that keeps all elements.
    public static func createUnbound(core: Core) -> ReplayRelay<Element> {
        ReplayRelay(ReplaySubject.createUnbounded(core: core))
    }

    /// A relay that keeps all elements.
    public static func createUnbound() -> ReplayRelay<Element> { createUnbound(core: .current) }

    /// Tells the observers. Any thread, also from inside a delivery.
    @inlinable
    public func accept(_ event: Element) { subject.onNext(event) }

    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element {
        subject.subscribe(observer)
    }

    public func asObservable() -> Observable<Element> { subject }
}
