import CAllocationCounter

/// What the allocator holds, in bytes.
struct HeapBytes: Codable, Equatable, Sendable {
    /// In blocks the program has not freed.
    let allocated: UInt64
    /// In pages that contain such blocks.
    let active: UInt64
    /// Physically mapped by the allocator.
    let resident: UInt64

    /// Nil where the allocator keeps no statistics.
    static func read() -> HeapBytes? {
        var heap = rxac_heap()
        guard rxac_read_heap(&heap) else { return nil }
        return HeapBytes(allocated: heap.allocated, active: heap.active, resident: heap.resident)
    }

    /// Why `read` returns nil.
    static var unavailableReason: String {
        rxac_is_counting()
            ? "jemalloc is not linked in: install libjemalloc-dev and build with --manifest-cache none"
            : "jemalloc is asked only where allocations are counted"
    }
}

/// The allocator that serves the process.
public enum Allocator {
    /// Its name and version, such as `jemalloc 5.3.0` or `glibc 2.36`.
    public static var description: String {
        let version = String(cString: rxac_allocator_version())
        return String(cString: rxac_allocator_name()) + (version.isEmpty ? "" : " " + version)
    }

    /// Whether it reports live, active and resident bytes.
    public static var hasStatistics: Bool { HeapBytes.read() != nil }
}
