/// What is on an observer list: the address of a `Registration`, or, marked, that of a `ListedSegment`.
@frozen
@usableFromInline
struct ListEntry {
    @usableFromInline let pointer: UnsafeMutableRawPointer

    @inlinable @inline(__always)
    init(_ pointer: UnsafeMutableRawPointer) { self.pointer = pointer }

    init(_ registration: Unmanaged<Registration>) { pointer = registration.toOpaque() }

    /// Objects are aligned to 16 bytes, so there is room for a mark.
    init(_ segment: Unmanaged<ListedSegment>) { pointer = segment.toOpaque() + 1 }

    @inlinable
    var isSubscriber: Bool { @inline(__always) get { UInt(bitPattern: pointer) & 1 != 0 } }

    private var segment: Unmanaged<ListedSegment> { .fromOpaque(pointer - 1) }
    private var registration: Unmanaged<Registration> { .fromOpaque(pointer) }

    var object: Unmanaged<AnyObject> { .fromOpaque(isSubscriber ? pointer - 1 : pointer) }
    func retain() { _ = object.retain() }
    func release() { object.release() }

    var number: UInt {
        get {
            isSubscriber
                ? segment._withUnsafeGuaranteedRef { $0.number } : registration._withUnsafeGuaranteedRef { $0.number }
        }
        nonmutating set {
            if isSubscriber {
                segment._withUnsafeGuaranteedRef { $0.number = newValue }
            } else {
                registration._withUnsafeGuaranteedRef { $0.number = newValue }
            }
        }
    }

    /// Guarded by the list's lock.
    var index: Int {
        get {
            isSubscriber ? segment._withUnsafeGuaranteedRef { Int($0.index) } : registration._withUnsafeGuaranteedRef { $0.index }
        }
        nonmutating set {
            if isSubscriber {
                segment._withUnsafeGuaranteedRef { $0.index = Int32(newValue) }
            } else {
                registration._withUnsafeGuaranteedRef { $0.index = newValue }
            }
        }
    }

    /// For who takes it off for good, untold: an observer's subscription and what is on the list hold each other.
    @usableFromInline
    func disown() {
        if isSubscriber {
            segment._withUnsafeGuaranteedRef { $0.forgetObserver() }
        } else {
            registration._withUnsafeGuaranteedRef { $0.segment.disown($0) }
        }
    }

    // MARK: Events, on a list of observers of `Element`

    /// Tells the observer, if it subscribed before `limit`; returns whether it did.
    @inlinable @inline(__always)
    func receive<Element>(_ element: Element, before limit: UInt) -> Bool {
        if isSubscriber {
            return subscriber(of: Element.self)._withUnsafeGuaranteedRef {
                guard $0.number < limit else { return false }
                $0.receive(element)
                return true
            }
        }
        return listener(of: Element.self)._withUnsafeGuaranteedRef {
            guard $0.number < limit else { return false }
            $0.receive(element)
            return true
        }
    }

    @inlinable @inline(__always)
    func receive<Element>(_ element: Element) {
        if isSubscriber {
            subscriber(of: Element.self)._withUnsafeGuaranteedRef { $0.receive(element) }
        } else {
            listener(of: Element.self)._withUnsafeGuaranteedRef { $0.receive(element) }
        }
    }

    @inlinable
    func receiveStop<Element>(_ error: (any Error)?, _ element: Element.Type) {
        if isSubscriber {
            subscriber(of: element)._withUnsafeGuaranteedRef { $0.receiveStop(error) }
        } else {
            listener(of: element)._withUnsafeGuaranteedRef { $0.receiveStop(error) }
        }
    }

    @inlinable @inline(__always)
    func subscriber<Element>(of _: Element.Type) -> Unmanaged<Subscriber<Element>> { .fromOpaque(pointer - 1) }

    @inlinable @inline(__always)
    func listener<Element>(of _: Element.Type) -> Unmanaged<Listener<Element>> { .fromOpaque(pointer) }
}
