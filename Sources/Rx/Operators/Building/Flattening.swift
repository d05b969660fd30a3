/// Flattens any number of inner sequences into one segment; shared by `flatMap`, `flatMapFirst` and `merge`.
///
/// What flattens is a mailbox of events, whose handler is the observer's, that observer, its segment, and `running`: a count of the source, if it
/// hasn't completed, and of the inner sequences that haven't. An operator holds them one by one, and passes them to the functions here.
/// They are no struct, as Swift 6.3 doesn't look into one with more than six fields, those of its fields counted, and then calls what a
/// stage sends to instead of compiling it in.
@usableFromInline
enum Flattening {
    @inlinable @inline(__always)
    static func flatten<Element>(
        _ inner: consuming Observable<Element>, _ mailbox: Mailbox<Event<Element>>, _ observer: Rx.Observer<Element>,
        _ segment: Segment, _ running: Counter
    ) {
        guard inner.isScalar else { return subscribe(inner, mailbox, observer, segment, running) }
        let scalar = StoredScalar(of: inner)
        switch scalar.kind {
        case .plain, .boxed: mailbox.send(scalar.element(), observer, segment)
        case .empty, .none: break
        case .error: stop(scalar.error, mailbox)
        }
    }

    @inlinable @inline(never)
    static func subscribe<Element>(
        _ inner: Observable<Element>, _ mailbox: Mailbox<Event<Element>>, _ observer: Rx.Observer<Element>,
        _ segment: Segment, _ running: Counter
    ) {
        running.increment()
        inner.source.subscribe(
            ChildSegment(in: segment), tearDown: .beforeCompletion, next: { mailbox.send($0, observer, segment) },
            stop: { sourceStopped($0, mailbox, running) })
    }

    /// The source or an inner sequence stopped.
    @inlinable @inline(never)
    static func sourceStopped<Element>(_ error: (any Error)?, _ mailbox: Mailbox<Event<Element>>, _ running: Counter) {
        if error != nil || running.decrement() == 0 { stop(error, mailbox) }
    }

    /// Out of line: Swift 6.3 inlines nothing more into a function of 400 blocks, and this is rare.
    @inlinable @inline(never)
    static func stop<Element>(_ error: (any Error)?, _ mailbox: Mailbox<Event<Element>>) { mailbox.send(.stop(error)) }
}

extension Mailbox {
    /// What `send` does where the handler is that observer's, with the chain's closures in sight of the optimiser.
    @inlinable @inline(__always)
    func send<Element>(_ element: Element, _ observer: Rx.Observer<Element>, _ segment: Segment)
    where Message == Event<Element> {
        if segment.enter() {
            observer.send(element)
            finish()
        } else {
            post(.next(element))
        }
    }
}
