import CAllocationCounter

/// Bytes in blocks that the program holds; nil where the allocator doesn't tell.
func liveHeapBytes() -> Int? {
    var heap = rxac_heap()
    return rxac_read_heap(&heap) ? Int(heap.allocated) : nil
}
