import RxPlatform

extension ObservableType {
    /// The sequence that `observableFactory` makes; it runs once for each subscription. A throw is the sequence's error.
    ///
    ///     deferred { .of(1, 2) }
    ///     result  12|
    ///
    /// Cost: the factory's call and one observer for each subscription.
    public static func deferred(
        _ observableFactory: @escaping () throws -> Observable<Element>
    ) -> Observable<Element> {
        Observable { observer, segment in
            do { attach(try observableFactory(), observer, segment) } catch { segment.deliver { observer.stop(error) } }
        }
    }

    /// As `deferred`, with a resource that lives as long as the subscription. The sequence is torn down first, the
    /// resource after it. A throw of either factory is the sequence's error.
    ///
    ///     using({ File() }, observableFactory: { file in file.lines })
    ///     result  -a--b--c|   then the file is disposed
    ///
    /// Cost: the factories' calls and one observer for each subscription.
    public static func using<Resource: Disposable>(
        _ resourceFactory: @escaping () throws -> Resource,
        observableFactory: @escaping (Resource) throws -> Observable<Element>
    ) -> Observable<Element> {
        Observable { observer, segment in
            do {
                let resource = try resourceFactory()
                let stage = Stage()
                // It may be a subscription: nobody waits for it here, and whoever waits for this segment waits for it too.
                func end(_ segment: Segment) { resource.endWithoutWaiting { segment.awaitAlso($0) } }
                segment.own { [unowned segment] in if stage.word.exchange(Stage.ended) == Stage.attached { end(segment) } }
                defer { if stage.word.exchange(Stage.attached) == Stage.ended { end(segment) } }
                attach(try observableFactory(resource), observer, segment)
            } catch {
                segment.deliver { observer.stop(error) }
            }
        }
    }

    private static func attach(_ observable: Observable<Element>, _ observer: Rx.Observer<Element>, _ segment: Segment) {
        observable.source.attach(segment, next: observer.send, stop: observer.stop)
    }
}

/// A sequence may end before it has been attached completely: whoever comes second disposes the resource.
private final class Stage: Sendable {
    static var attached: UInt { 1 }
    static var ended: UInt { 2 }
    let word = Word(0)
}
