/// The entrance to a segment for several producers: any thread, several at once, re-entrantly. Everything that is sent
/// goes through the segment's mailbox. `create` hands one out; operators with several upstreams send to one.
@frozen
@usableFromInline
@_eagerMove
struct SerializedObserver<Element> {
    @usableFromInline let observer: Observer<Element>
    @usableFromInline let segment: Segment
    @usableFromInline let mailbox: Mailbox<Event<Element>>

    @inlinable @inline(__always)
    init(_ observer: Observer<Element>, _ segment: Segment) {
        self.observer = observer
        self.segment = segment
        mailbox = Mailbox(segment, gathers: true, handler: observer.handler)
    }

    // What `mailbox.send` does, with the chain's closures in sight of the optimiser.

    @inlinable @inline(__always)
    func on(_ event: Event<Element>) {
        if segment.enter() {
            observer.on(event)
            mailbox.finish()
        } else {
            mailbox.post(event)
        }
    }

    @inlinable @inline(__always)
    func send(_ element: Element) { mailbox.send(element, observer, segment) }

    @usableFromInline
    func stop(_ error: (any Error)?) { mailbox.send(.stop(error)) }
}
