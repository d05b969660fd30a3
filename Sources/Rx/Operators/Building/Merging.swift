/// Flattens any number of inner sequences into one segment; shared by `flatMap`, `flatMapFirst` and `merge`. `running` counts the
/// source, if it hasn't completed, and the inner sequences that haven't.
///
/// Functions of the mailbox, not of a struct of all this: Swift 6.3 doesn't look into a struct with more than six fields,
/// those of its fields counted, and then calls what a stage sends to instead of compiling it in.
extension Mailbox {
    @inlinable @inline(__always)
    func flatten<Element>(
        _ inner: consuming Observable<Element>, _ observer: Rx.Observer<Element>, _ segment: Segment, _ running: Counter
    ) where Message == Event<Element> {
        guard inner.isScalar else { return subscribe(inner, observer, segment, running) }
        let scalar = StoredScalar(of: inner)
        switch scalar.kind {
        case .plain, .boxed: send(scalar.element(), observer, segment)
        case .empty, .none: break
        case .error: stop(scalar.error)
        }
    }

    /// What `send` does, with the chain's closures in sight of the optimiser.
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

    @inlinable @inline(never)
    func subscribe<Element>(
        _ inner: Observable<Element>, _ observer: Rx.Observer<Element>, _ segment: Segment, _ running: Counter
    ) where Message == Event<Element> {
        running.increment()
        inner.source.subscribe(
            ChildSegment(in: segment), tearDown: .beforeCompletion, next: { self.send($0, observer, segment) },
            stop: { self.sourceStopped($0, running) })
    }

    /// The source or an inner sequence stopped.
    @inlinable @inline(never)
    func sourceStopped<Element>(_ error: (any Error)?, _ running: Counter) where Message == Event<Element> {
        if error != nil || running.decrement() == 0 { stop(error) }
    }

    /// Out of line: Swift 6.3 inlines nothing more into a function of 400 blocks, and this is rare.
    @inlinable @inline(never)
    func stop<Element>(_ error: (any Error)?) where Message == Event<Element> { send(.stop(error)) }
}
