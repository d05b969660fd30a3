/// What waits for its time on a timer heap: the address of a `WorkItem`, or, marked, that of a `TimerSubscription`.
@frozen
@usableFromInline
struct TimerEntry: @unchecked Sendable {  // Sendable: what it is the address of is.
    @usableFromInline let pointer: UnsafeMutableRawPointer

    @inlinable @inline(__always)
    init(_ pointer: UnsafeMutableRawPointer) { self.pointer = pointer }

    init(_ item: WorkItem) { pointer = Unmanaged.passUnretained(item).toOpaque() }

    /// Objects are aligned to 16 bytes, so there is room for a mark.
    @inlinable @inline(__always)
    init(_ subscription: TimerSubscription) { pointer = Unmanaged.passUnretained(subscription).toOpaque() + 1 }

    private var isSubscription: Bool { UInt(bitPattern: pointer) & 1 != 0 }
    private var unmanagedSubscription: Unmanaged<TimerSubscription> { .fromOpaque(pointer - 1) }
    private var unmanagedItem: Unmanaged<WorkItem> { .fromOpaque(pointer) }
    var subscription: TimerSubscription? { isSubscription ? unmanagedSubscription.takeUnretainedValue() : nil }
    var item: WorkItem? { isSubscription ? nil : unmanagedItem.takeUnretainedValue() }

    func retain() { if isSubscription { _ = unmanagedSubscription.retain() } else { _ = unmanagedItem.retain() } }
    func retainUnshared() { if isSubscription { _ = unmanagedSubscription.retainUnshared() } else { _ = unmanagedItem.retainUnshared() } }
    func release() { if isSubscription { unmanagedSubscription.release() } else { unmanagedItem.release() } }

    func run() {
        if isSubscription {
            unmanagedSubscription._withUnsafeGuaranteedRef { $0.fire() }
        } else {
            unmanagedItem._withUnsafeGuaranteedRef { $0.run() }
        }
    }

    /// Whether it is never to run.
    var isDisposed: Bool {
        isSubscription ? unmanagedSubscription._withUnsafeGuaranteedRef { $0.isOver } : unmanagedItem._withUnsafeGuaranteedRef { $0.isDisposed }
    }

    /// Where it is live; before it is on the heap.
    func join(_ timers: TimerQueue) {
        if isSubscription {
            unmanagedSubscription._withUnsafeGuaranteedRef { $0.join(timers) }
        } else {
            unmanagedItem._withUnsafeGuaranteedRef { $0.timers = timers }
        }
        Resources.add(.timers, 1)
    }

    /// Guarded by the heap's lock.
    var place: TimerHeap.Place {
        get { mark.place }
        nonmutating set { mark.place = newValue }
    }

    /// Guarded by the heap's lock.
    var number: UInt32 {
        get { mark.number }
        nonmutating set { mark.number = newValue }
    }

    private var mark: TimerHeap.Mark {
        get { isSubscription ? unmanagedSubscription._withUnsafeGuaranteedRef { $0.mark } : unmanagedItem._withUnsafeGuaranteedRef { $0.mark } }
        nonmutating set {
            if isSubscription {
                unmanagedSubscription._withUnsafeGuaranteedRef { $0.mark = newValue }
            } else {
                unmanagedItem._withUnsafeGuaranteedRef { $0.mark = newValue }
            }
        }
    }
}
