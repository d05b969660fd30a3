import CFiber

/// What the reference counts of objects hand over, under C11; for TSO, see `BufferedReferences`.
///
/// A thread that gives up a reference releases, and the one that gives up the last and frees the object acquires: Swift's run-time library
/// promises that, and a deinitializer relies on it. So does a thread that has found that an object has one reference only, behind
/// an acquire fence; here the answer acquires by itself. None of this is a step: it changes views of the fiber that runs, and the
/// object's, which nobody reads before the last reference is given up.
final class ReferenceViews {
    private var keys: UnsafeMutablePointer<UInt>
    private var values: UnsafeMutablePointer<ViewHandle>
    private var capacity = 1 << 12
    private var count = 0
    /// Of classes, by the address of their metadata: whether they are those of the standard library's collections, which aren't asked
    /// for the sake of order.
    private var isOfCollections: [UInt: Bool] = [:]

    init() {
        keys = .allocate(capacity: capacity)
        values = .allocate(capacity: capacity)
        keys.initialize(repeating: 0, count: capacity)
    }

    /// For an exploration under C11 or TSO, on the thread that runs it.
    static func watch() {
        references_watch(
            { Machine.shared.willRelease(UInt(bitPattern: $0), isLast: $1) }, { Machine.shared.isUnique($0) })
    }

    static func ignore() { references_ignore() }

    func begin() {
        if count == 0 { return }
        keys.update(repeating: 0, count: capacity)
        count = 0
    }

    /// The view of an object, or nothing.
    func view(_ object: UInt) -> ViewHandle {
        let slot = slot(object)
        return keys[slot] == object ? values[slot] : ViewArena.nothing
    }

    func set(_ object: UInt, _ view: ViewHandle) {
        if count * 2 > capacity { grow() }
        let slot = slot(object)
        if keys[slot] != object { count += 1 }
        keys[slot] = object
        values[slot] = view
    }

    /// Where it is, or where there is room for it.
    private func slot(_ object: UInt) -> Int {
        var slot = Int(truncatingIfNeeded: (object >> 4) &* 0x9E37_79B9_7F4A_7C15 >> 32) & (capacity - 1)
        while keys[slot] != 0, keys[slot] != object { slot = (slot + 1) & (capacity - 1) }
        return slot
    }

    private func grow() {
        let old = (keys: keys, values: values, capacity: capacity)
        capacity *= 2
        keys = .allocate(capacity: capacity)
        values = .allocate(capacity: capacity)
        keys.initialize(repeating: 0, count: capacity)
        for index in 0..<old.capacity where old.keys[index] != 0 {
            let slot = slot(old.keys[index])
            keys[slot] = old.keys[index]
            values[slot] = old.values[index]
        }
        old.keys.deallocate()
        old.values.deallocate()
    }

    func isCollection(_ object: UnsafeMutableRawPointer) -> Bool {
        let metadata = object.load(as: UInt.self)
        if let known = isOfCollections[metadata] { return known }
        let name = String(reflecting: type(of: Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()))
        isOfCollections[metadata] = name.hasPrefix("Swift.")
        return name.hasPrefix("Swift.")
    }
}

extension Machine {
    fileprivate func willRelease(_ object: UInt, isLast: Bool) {
        if memory == .storeBuffers, current >= 0 {
            if isLast { awaitBuffered(object) } else { noteBuffered(object) }
        }
        guard hasViews else { return }
        let view = references.view(object)
        if isLast {
            views.learn(view, by: current)
            if view == ViewArena.nothing { return }
            references.set(object, ViewArena.nothing)  // Another object may get its place.
            noteLastReference()
        } else if view == ViewArena.nothing {
            references.set(object, views.publish(current))
        } else {
            views.publish(current, into: view)
        }
    }

    /// The running fiber learns what others knew who had a reference to the same object.
    private func noteLastReference() {
        freed.add(StateFingerprint(low: UInt64(current), high: 3).absorbing(UInt64(fibers[current].stepCount)))
    }

    fileprivate func isUnique(_ object: UnsafeMutableRawPointer) {
        if memory == .storeBuffers, current >= 0 { awaitBuffered(UInt(bitPattern: object)) }
        guard hasViews else { return }
        let view = references.view(UInt(bitPattern: object))
        if view != ViewArena.nothing, !references.isCollection(object) {
            views.learn(view, by: current)
            noteLastReference()
        }
    }
}
