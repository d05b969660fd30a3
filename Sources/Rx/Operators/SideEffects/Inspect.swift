/// Is told what happens to inspected subscriptions: what records them, as the module RxInspector does.
///
/// Subscriptions are numbered by it. The calls for one subscription come one at a time, as its events do; those of several
/// may come on several threads at once.
public protocol SubscriptionInspector: AnyObject, Sendable {
    /// A subscription begins: its source is about to be subscribed to.
    ///
    /// - Returns: the subscription's number.
    func begin(_ name: String, of element: Any.Type, on core: Core) -> Int
    /// `subscribe` of the source has returned.
    func subscribed(_ number: Int)
    /// An event is about to be passed on.
    func willSend<Element>(_ event: Event<Element>, _ number: Int)
    /// It has been passed on.
    func didSend(_ number: Int)
    /// The subscription has ended, by a stop event or by `dispose`, and its source with it.
    func ended(_ number: Int)
}

extension ObservableType {
    /// The source, with everything that happens to its subscriptions told to `inspector`.
    ///
    ///     source     --1--2--|
    ///     inspector  ^-1--2--|
    ///     result     --1--2--|
    ///
    /// - Parameter name: what the inspector calls this place in the chain.
    ///
    /// Cost: the inspector's. Nothing where it isn't used.
    public func inspect(_ name: String, _ inspector: any SubscriptionInspector) -> Observable<Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let number = inspector.begin(name, of: Element.self, on: segment.core)
            segment.own { inspector.ended(number) }  // Owned first: told after the source has been disposed.
            Trampoline.delayTurn()
            source.attach(
                segment,
                next: { element in
                    inspector.willSend(Event.next(element), number)
                    observer.send(element)
                    inspector.didSend(number)
                },
                stop: { error in
                    inspector.willSend(Event<Element>.stop(error), number)
                    observer.stop(error)
                    inspector.didSend(number)
                })
            inspector.subscribed(number)
        }
        return Observable(run)
    }
}
