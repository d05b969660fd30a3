import RxPlatform

/// The lifetime of a source that feeds sequences which may outlive the subscription that made them: the windows of
/// `window`, the groups of `groupBy`. It ends when the outer subscription and every subscription to one of them have.
@usableFromInline
final class SharedSource: Sendable {
    @usableFromInline let segment: Segment
    /// Subscriptions to what was handed out, and the outer one.
    private let users = Word(1)

    init(core: Core) { segment = Segment(core: core) }

    /// To be called once.
    ///
    /// - Parameters:
    ///   - outer: the subscription whose sequence hands out others.
    ///   - leave: runs at its end, inside its gate.
    func join(_ outer: Segment, _ leave: @escaping () -> Void) {
        outer.ownPlace { [unowned outer] in
            leave()
            self.release(outer, tearDownBy: $0)
        }
    }

    /// Whether anybody is subscribed; exact for the outer subscription once that has ended.
    @usableFromInline
    var isUsed: Bool { users.loadAcquiring() > 0 }

    private func release(_ user: Segment, tearDownBy run: Segment.Deferral?) {
        guard users.subtract(1) == 0 else { return }
        segment.cancel(tearDownBy: run)
        user.awaitAlso(segment)
    }

    /// A sequence fed by the source, which goes on for as long as somebody is subscribed to it.
    @usableFromInline
    func handOut<Element>(_ subject: PublishSubject<Element>) -> Observable<Element> {
        let source = subject.source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            users.add(1)
            segment.ownPlace { [unowned segment] in self.release(segment, tearDownBy: $0) }
            source.run(observer, segment)
        }
        return Observable(run, isTrampolined: false)
    }
}
