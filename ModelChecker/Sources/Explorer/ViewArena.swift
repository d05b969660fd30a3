/// Names a view in a `ViewArena`.
typealias ViewHandle = Int32

/// Memory for the views of one execution.
///
/// A view says, for each word, the oldest store that its holder may still read; and for each fiber, up to which point of that
/// fiber everything happened before. It is a row of numbers, the fibers first: to join two views is to take the greater number at
/// each place. Rows are handed out one behind the other and taken back all at once.
final class ViewArena {
    typealias Lane = SIMD8<UInt32>

    /// A view that says nothing. It is never changed.
    static let nothing: ViewHandle = 0

    private(set) var base: UnsafeMutablePointer<Lane>
    private var capacity = 1024
    /// Lanes from one row to the next.
    private var stride = 8
    /// Rows handed out.
    private var count = 0
    /// Lanes of a row that are in use; the others hold nothing.
    private var lanes = 1
    /// Places that are in use: those of the fibers, and one for each word.
    private(set) var width = Process.fiberLimit

    init() {
        base = .allocate(capacity: capacity * stride)
        _ = make()
    }

    deinit { base.deallocate() }

    /// An execution begins.
    func begin() {
        count = 0
        width = Process.fiberLimit
        lanes = 1
        _ = make()
    }

    /// A new view that says nothing.
    func make() -> ViewHandle {
        let row = makeRow()
        for lane in 0..<lanes { base[Int(row) * stride + lane] = Lane(repeating: 0) }
        return row
    }

    func copy(_ view: ViewHandle) -> ViewHandle {
        let row = makeRow()
        let target = base + Int(row) * stride, source = base + Int(view) * stride
        for lane in 0..<lanes { target[lane] = source[lane] }
        return row
    }

    /// - Parameter first: the first lane; 1: words alone, as the fibers fill one lane.
    @inline(__always)
    func join(_ view: ViewHandle, _ other: ViewHandle, first: Int = 0) {
        if other == ViewArena.nothing { return }
        let target = base + Int(view) * stride, source = base + Int(other) * stride
        var lane = first
        while lane < lanes {
            let mine = target[lane], others = source[lane]
            target[lane] = mine.replacing(with: others, where: others .> mine)
            lane += 1
        }
    }

    @inline(__always)
    subscript(_ view: ViewHandle, _ place: Int) -> UInt32 {
        get { row(view)[place] }
        set { row(view)[place] = newValue }
    }

    @inline(__always)
    private func row(_ view: ViewHandle) -> UnsafeMutablePointer<UInt32> {
        UnsafeMutableRawPointer(base + Int(view) * stride).assumingMemoryBound(to: UInt32.self)
    }

    /// A place for another word, which no view says anything of.
    func addPlace() -> Int32 {
        let place = width
        width += 1
        if place % Lane.scalarCount == 0 { openLane() }
        return Int32(place)
    }

    private func openLane() {
        if lanes == stride { grow(capacity: capacity, stride: stride * 2) }
        for row in 0..<count { base[row * stride + lanes] = Lane(repeating: 0) }
        lanes += 1
    }

    private func makeRow() -> ViewHandle {
        if count == capacity { grow(capacity: capacity * 2, stride: stride) }
        count += 1
        return ViewHandle(count - 1)
    }

    private func grow(capacity newCapacity: Int, stride newStride: Int) {
        let grown = UnsafeMutablePointer<Lane>.allocate(capacity: newCapacity * newStride)
        for row in 0..<count {
            for lane in 0..<lanes { grown[row * newStride + lane] = base[row * stride + lane] }
        }
        base.deallocate()
        base = grown
        capacity = newCapacity
        stride = newStride
    }
}
