import RxPlatform

extension UnsafeMutablePointer {
    /// By who fills this slot of many: asks for the line of one that will be filled eight later, so that it is there when its turn comes. Who
    /// delivers had it last. Also where that lies behind the end of the allocation, so by a number: such a pointer must not even be made.
    @inlinable @inline(__always)
    func prefetchAhead() { prefetchForWriting(UInt(bitPattern: self) &+ UInt(8 * MemoryLayout<Pointee>.stride)) }
}
