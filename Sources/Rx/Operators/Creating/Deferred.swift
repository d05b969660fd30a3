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
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            do { attach(try observableFactory(), observer, segment) } catch { segment.deliver { observer.stop(error) } }
        }
        return Observable(run)
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
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            do {
                let resource = try resourceFactory()
                let owned = OwnedResource(resource, segment)
                segment.own(owned)
                defer { owned.sequenceAttached() }
                if segment.isClosed { return }
                attach(try observableFactory(resource), observer, segment)
            } catch {
                segment.deliver { observer.stop(error) }
            }
        }
        return Observable(run)
    }

    private static func attach(_ observable: Observable<Element>, _ observer: Rx.Observer<Element>, _ segment: Segment) {
        if segment.isClosed { return }  // By the factory.
        observable.source.attach(segment, next: observer.send, stop: observer.stop)
    }
}

/// The resource of `using`, which may be a subscription. A sequence may end before it has been attached completely: whoever
/// comes second disposes the resource.
private final class OwnedResource: SegmentItem, @unchecked Sendable {  // Sendable: `stage` decides who ends it.
    private let resource: OwnedSubscription
    private let stage = Word(0)
    private static var attached: UInt { 1 }
    private static var ended: UInt { 2 }

    init(_ resource: any Disposable, _ segment: Segment) { self.resource = OwnedSubscription(resource, segment) }

    func sequenceAttached() { if stage.exchange(Self.attached) == Self.ended { resource.segmentEnded() } }

    override func segmentClosed(tearDownBy run: @escaping Segment.Deferral) {
        // While the sequence is being attached, `sequenceAttached` or the end finds the resource as it is.
        if stage.loadAcquiring() == Self.attached { resource.segmentClosed(tearDownBy: run) }
    }

    override func segmentEnded() { if stage.exchange(Self.ended) == Self.attached { resource.segmentEnded() } }
}
