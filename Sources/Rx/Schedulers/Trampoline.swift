import RxPlatform

/// The calling thread's queue of work that must not nest: what `CurrentThreadScheduler` schedules on. While one runs on a
/// thread, work goes to its end and is run, first in first out, when the work before it has returned: no stack grows.
///
/// An idle trampoline costs no allocation: the thread's slot holds a mark, and a queue only once something is scheduled.
@usableFromInline
struct Trampoline {
    @inlinable static var mark: UnsafeMutableRawPointer { UnsafeMutableRawPointer(bitPattern: 1)! }

    /// A ring. Items are moved in and out, so a hop retains nothing. Touched by its thread only.
    final class Queue {
        /// A closure alone, as a generic argument, would be kept the way generic code calls it: two thunks an item.
        struct Item {
            let run: () -> Void
        }

        @exclusivity(unchecked) private var items = UnsafeMutablePointer<Item>.allocate(capacity: 8)
        @exclusivity(unchecked) private var mask = 7  // The capacity is a power of two.
        @exclusivity(unchecked) private var head = 0
        @exclusivity(unchecked) private var count = 0

        deinit { items.deallocate() }  // Empty by then.

        var isEmpty: Bool { count == 0 }

        func append(_ item: __owned @escaping () -> Void) {
            if count > mask { grow() }
            (items + ((head &+ count) & mask)).initialize(to: Item(run: item))
            count &+= 1
        }

        func pop() -> Item? {
            guard count > 0 else { return nil }
            let item = (items + head).move()
            head = (head &+ 1) & mask
            count &-= 1
            return item
        }

        private func grow() {
            let larger = UnsafeMutablePointer<Item>.allocate(capacity: 2 * count)
            larger.moveInitialize(from: items + head, count: count - head)
            (larger + (count - head)).moveInitialize(from: items, count: head)
            items.deallocate()
            items = larger
            mask = 2 * count - 1
            head = 0
        }
    }

    private init() {}

    /// Starts one on this thread; `nil` if one is running here already.
    ///
    /// - Parameter segment: what is being subscribed to; nothing else is, once its chain is attached.
    @usableFromInline
    static func begin(for segment: Segment? = nil) -> Trampoline? {
        let direct = segment.map { Unmanaged.passUnretained($0).toOpaque() }
        return ThreadSlots.takeTrampoline(mark, direct: direct) ? Trampoline() : nil
    }

    /// Whether the chain of `segment` is all that is being subscribed to on this thread, and nothing waits, so that its source,
    /// which is the last to be attached, may run at once: its turn would come next. Once for each trampoline. Not on top of
    /// a long chain, whose attaching stages still have their frames on the stack.
    @usableFromInline
    static func takeTurn(_ segment: Segment) -> Bool {
        ThreadSlots.takeDirect(Unmanaged.passUnretained(segment).toOpaque(), mark, within: 16 * 1024)
    }

    /// For operators that do something after they have attached to their source: the source must wait for its turn.
    @usableFromInline
    static func delayTurn() { ThreadSlots.clearDirect() }

    /// Runs what is waiting, and what that adds, then stops being the thread's trampoline.
    @usableFromInline
    func end() {
        guard let slot = ThreadSlots.giveTrampoline(Trampoline.mark) else { return }
        let queue = Unmanaged<Queue>.fromOpaque(slot)
        queue._withUnsafeGuaranteedRef { while let item = $0.pop() { item.run() } }
        ThreadSlots.trampoline = nil
        queue.release()
    }

    static var isRunning: Bool { ThreadSlots.trampoline != nil }

    /// A thread's own view of whether something waits, for loops.
    @usableFromInline
    struct Waiting {
        @usableFromInline let slot = ThreadSlots.trampolineAddress

        @usableFromInline
        init() {}

        @inlinable
        var isEmpty: Bool {
            @inline(__always) get { slot.pointee == mark || Trampoline.isEmpty(slot.pointee) }
        }
    }

    @usableFromInline
    static func isEmpty(_ slot: UnsafeMutableRawPointer?) -> Bool {
        guard let slot, slot != mark else { return true }
        return Unmanaged<Queue>.fromOpaque(slot)._withUnsafeGuaranteedRef { $0.isEmpty }
    }

    @usableFromInline
    static func schedule(_ hop: Hop) { schedule { hop.run() } }

    /// At the end of the running trampoline's queue; at once, in a new one, if there is none.
    @usableFromInline
    static func schedule(_ item: __owned @escaping () -> Void) {
        guard let slot = ThreadSlots.trampoline else {
            let trampoline = begin()
            item()
            trampoline?.end()
            return
        }
        let queue = slot == mark ? makeQueue() : Unmanaged<Queue>.fromOpaque(slot)
        queue._withUnsafeGuaranteedRef { $0.append(item) }
    }

    /// The thread's, from now on.
    private static func makeQueue() -> Unmanaged<Queue> {
        let queue = Unmanaged.passRetained(Queue())
        ThreadSlots.trampoline = queue.toOpaque()
        return queue
    }
}
