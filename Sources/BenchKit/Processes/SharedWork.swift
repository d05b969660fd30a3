import Dispatch
import Synchronization

/// Work that a few threads share, each of which does the next piece when it is done with one.
enum SharedWork {
    /// Calls `body` once for each of `indices`, from `threads` threads, and returns when all have been done. After an interruption what hasn't begun
    /// isn't.
    /// - Parameters:
    ///   - fromBothEnds: whether every second thread takes the last piece that is open instead of the first.
    ///   - body: gets the number of its thread, which has one piece at a time, and the piece.
    /// - Throws: `Interruption.Stop` where a piece does.
    static func perform(
        _ indices: Range<Int>, threads: Int = 2, fromBothEnds: Bool = false, _ body: (Int, Int) throws(Interruption.Stop) -> Void
    ) throws(Interruption.Stop) {
        let open = Mutex(indices), isInterrupted = Mutex(false)
        nonisolated(unsafe) let body = body  // What it shares between threads, it guards.
        DispatchQueue.concurrentPerform(iterations: min(threads, indices.count)) { thread in
            let isFromEnd = fromBothEnds && !thread.isMultiple(of: 2)
            do throws(Interruption.Stop) {
                while !isInterrupted.withLock({ $0 }), let index = open.withLock({ isFromEnd ? $0.popLast() : $0.popFirst() }) {
                    try body(thread, index)
                }
            } catch {
                isInterrupted.withLock { $0 = true }
            }
        }
        if isInterrupted.withLock({ $0 }) { throw Interruption.Stop() }
    }
}
