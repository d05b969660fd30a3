import CFiber

/// Under TSO: what fibers had stored before they gave up references.
///
/// To give one up is a locked instruction: whoever gives up the last one to an object sees what the others had stored before. That is all that
/// is taken from it. What else it orders isn't promised, and a compiler may leave out a reference that is taken and given up again.
final class BufferedReferences {
    private struct Entry {
        var object: UInt = 0
        /// Of each fiber: so many stores of its own came before it gave up a reference.
        var stores = SIMD8<UInt16>(repeating: 0)
    }

    private var entries: UnsafeMutablePointer<Entry>  // No array: this runs while references are counted.
    private var capacity = 1 << 8
    private var count = 0

    init() {
        entries = .allocate(capacity: capacity)
        entries.initialize(repeating: Entry(), count: capacity)
    }

    deinit { entries.deallocate() }

    func begin() {
        if count == 0 { return }
        entries.update(repeating: Entry(), count: capacity)
        count = 0
    }

    func note(_ object: UInt, _ fiber: Int, stores: Int) {
        if count * 2 >= capacity { grow() }
        let place = place(object)
        if entries[place].object == 0 {
            entries[place].object = object
            count += 1
        }
        entries[place].stores[fiber] = UInt16(truncatingIfNeeded: stores)
    }

    /// How many stores of each fiber the one that has the last reference to an object sees.
    func stores(_ object: UInt) -> SIMD8<UInt16> { count == 0 ? SIMD8(repeating: 0) : entries[place(object)].stores }

    /// Another object may get its place.
    func forget(_ object: UInt) {
        if count > 0 { entries[place(object)].stores = SIMD8(repeating: 0) }
    }

    /// Where it is, or where there is room for it.
    private func place(_ object: UInt) -> Int {
        var place = Int(truncatingIfNeeded: (object >> 4) &* 0x9E37_79B9_7F4A_7C15 >> 32) & (capacity - 1)
        while entries[place].object != 0, entries[place].object != object { place = (place + 1) & (capacity - 1) }
        return place
    }

    private func grow() {
        let old = entries, oldCapacity = capacity
        capacity *= 2
        entries = .allocate(capacity: capacity)
        entries.initialize(repeating: Entry(), count: capacity)
        for index in 0..<oldCapacity where old[index].object != 0 { entries[place(old[index].object)] = old[index] }
        old.deallocate()
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
        if stores == SIMD8(repeating: 0) { return }
        for fiber in 0..<fiberCount where fiber != current && Int(stores[fiber]) > fibers[fiber].buffer.flushed {
            references_go_on()  // Others run meanwhile.
            point(.awaitDrain, fibers[fiber].bufferCell)
            trace?.step(current, "has the last reference", fibers[fiber].bufferCell, 0, 0)
        }
        buffered.forget(object)
    }
}
