/// Under TSO: what fibers had stored before they gave up references.
///
/// To give one up is a locked instruction: whoever gives up the last one to an object sees what the others had stored before. That is all that
/// is taken from it. What else it orders isn't promised, and a compiler may leave out a reference that is taken and given up again.
final class BufferedReferences {
    /// Of each object and fiber: so many stores of the fiber's own came before it gave up a reference.
    private let stores = ProbedTable<ObjectAddress, SIMD8<UInt16>>(capacity: 1 << 8, initial: .zero)

    func begin() { stores.removeAll() }

    func note(_ object: UInt, _ fiber: Int, stores count: Int) {
        stores.update(ObjectAddress(bits: object)) { $0[fiber] = UInt16(truncatingIfNeeded: count) }
    }

    /// How many stores of each fiber the one that has the last reference to an object sees.
    func stores(_ object: UInt) -> SIMD8<UInt16> { stores.count == 0 ? .zero : stores[ObjectAddress(bits: object)] ?? .zero }

    /// Another object may get its place.
    func forget(_ object: UInt) {
        if stores.count > 0 { stores.update(ObjectAddress(bits: object)) { $0 = .zero } }
    }
}

extension Machine {
    /// The running fiber gives up a reference, but not the last one.
    func noteBuffered(_ object: UInt) {
        if !fibers[current].buffer.isEmpty { buffered.note(object, current, stores: fibers[current].buffer.appended) }
    }

    /// The running fiber has the last reference to an object.
    func awaitBuffered(_ object: UInt) {
        let stores = buffered.stores(object)
        if stores == .zero { return }
        for fiber in 0..<fiberCount where fiber != current && Int(stores[fiber]) > fibers[fiber].buffer.flushed {
            point(.awaitDrain, fibers[fiber].bufferCell)
            trace?.step(current, "has the last reference", fibers[fiber].bufferCell, 0, 0)
        }
        buffered.forget(object)
    }
}
