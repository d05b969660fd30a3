/// What sources that take turns send to one observer: when one starts, the one before has stopped. Needs no mailbox.
@frozen
@usableFromInline
@_eagerMove
struct Turns<Element> {
    @usableFromInline let observer: Rx.Observer<Element>
    @usableFromInline let segment: Segment

    @inlinable @inline(__always)
    init(_ observer: Rx.Observer<Element>, _ segment: Segment) {
        self.observer = observer
        self.segment = segment
    }

    @inlinable @inline(__always)
    func send(_ element: Element) { segment.deliver { observer.send(element) } }

    @usableFromInline
    func stop(_ error: (any Error)?) { segment.deliver { observer.stop(error) } }
}
