import CFiber

/// What the reference counts of objects hand over, under C11; for TSO, see `BufferedReferences`.
///
/// A thread that gives up a reference releases, and the one that gives up the last and frees the object acquires: Swift's run-time library
/// promises that, and a deinitializer relies on it. So does a thread that has found that an object has one reference only, behind
/// an acquire fence; here the answer acquires by itself. None of this is a step: it changes views of the fiber that runs, and the
/// object's, which nobody reads before the last reference is given up.
final class ReferenceViews {
    private let views = ProbedTable<ObjectAddress, ViewHandle>(capacity: 1 << 8, initial: ViewArena.nothing)
    /// Of classes, by the address of their metadata: whether they are those of the standard library's collections, which aren't asked
    /// for the sake of order.
    private var isOfCollections: [UInt: Bool] = [:]

    /// For explorations under C11 and TSO; see `Machine.enter`.
    static func watch() {
        references_watch(
            Unmanaged.passUnretained(Machine.shared).toOpaque(), { Machine.shared.willRelease(UInt(bitPattern: $0), isLast: $1) },
            { Machine.shared.isUnique($0) })
    }

    func begin() { views.removeAll() }

    /// The view of an object, or nothing.
    func view(_ object: UInt) -> ViewHandle { views[ObjectAddress(bits: object)] ?? ViewArena.nothing }

    func set(_ object: UInt, _ view: ViewHandle) { views.update(ObjectAddress(bits: object)) { $0 = view } }

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
