/// What a stage tells the next one, as closures. Stages written in one expression fuse into one loop, since the
/// compiler sees through structs of closures built by inlinable functions; it doesn't see through objects.
///
/// Contract: events come serially, inside the gate of the segment; after `stop` nothing is sent. A stage that sends more
/// than one event for one that it got asks the segment in between whether it is still open.
///
/// Who attaches owns the observer, and hands it on. A value, or a closure, lives to the end of the scope of its name, past the call that
/// attaches the next stage upstream, and so is copied for that call, where neither its type is `@_eagerMove` nor it is consumed: 59 retains
/// to subscribe to 12 stages at run time instead of 41.
@frozen
@usableFromInline
@_eagerMove
struct Observer<Element> {
    @usableFromInline let next: (Element) -> Void
    /// `nil` is completion.
    @usableFromInline let stop: ((any Error)?) -> Void
    /// A `filter` costs no stage of its own: its predicate rides on the observer, and the sender asks it.
    /// A flag beside a closure that is always there, since binding an optional closure costs a retain for each event.
    @usableFromInline let filters: Bool
    @usableFromInline let predicate: (Element) throws -> Bool

    @inlinable @inline(__always)
    init(
        next: @escaping (Element) -> Void, stop: @escaping ((any Error)?) -> Void,
        where predicate: ((Element) throws -> Bool)? = nil
    ) {
        self.next = next
        self.stop = stop
        if let predicate {
            filters = true
            self.predicate = predicate
        } else {
            filters = false
            self.predicate = { _ in true }
        }
    }

    @inlinable @inline(__always)
    init(
        next: @escaping (Element) -> Void, stop: @escaping ((any Error)?) -> Void, filters: Bool,
        predicate: @escaping (Element) throws -> Bool
    ) {
        self.next = next
        self.stop = stop
        self.filters = filters
        self.predicate = predicate
    }

    @inlinable @inline(__always)
    func send(_ element: Element) {
        if filters {
            do { guard try predicate(element) else { return } } catch { return stop(error) }
        }
        next(element)
    }

    @inlinable @inline(__always)
    func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): send(element)
        case .error(let error): stop(error)
        case .completed: stop(nil)
        }
    }

    /// `on`. It holds what this struct has, not the struct: to make a closure that holds one, Swift 6.3 copies it to the stack,
    /// and a function with 1 KB of such copies gets no object onto its stack.
    @inlinable
    var handler: (inout Event<Element>) -> Void {
        @inline(__always) get {
            let next = next, stop = stop, filters = filters, predicate = predicate
            return { Observer(next: next, stop: stop, filters: filters, predicate: predicate).on($0) }
        }
    }
}
