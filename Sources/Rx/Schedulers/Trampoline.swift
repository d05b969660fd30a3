import RxPlatform

/// The calling thread's queue of work that must not nest: what `CurrentThreadScheduler` schedules on. While one runs on a
/// thread, work goes to its end and is run, first in first out, when the work before it has returned: no stack grows.
///
/// An idle trampoline costs no allocation: the thread's slot holds a mark, and a queue only once something is scheduled.
@usableFromInline
struct Trampoline {
    private static var mark: UnsafeMutableRawPointer { UnsafeMutableRawPointer(bitPattern: 1)! }

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

        func append(_ item: @escaping () -> Void) {
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
    @usableFromInline
    static func begin() -> Trampoline? {
        ThreadSlots.takeTrampoline(mark) ? Trampoline() : nil
    }

    /// Runs what is waiting, and what that adds, then stops being the thread's trampoline.
    @usableFromInline
    func end() {
        guard let slot = ThreadSlots.giveTrampoline(Trampoline.mark) else { return }
        let queue = Unmanaged<Queue>.fromOpaque(slot).takeUnretainedValue()
        while let item = queue.pop() { item.run() }
        ThreadSlots.trampoline = nil
        Unmanaged.passUnretained(queue).release()
    }

    static var isRunning: Bool { ThreadSlots.trampoline != nil }

    /// Whether something waits on this thread's trampoline.
    @usableFromInline
    static var hasWaiting: Bool {
        guard let slot = ThreadSlots.trampoline, slot != mark else { return false }
        return !Unmanaged<Queue>.fromOpaque(slot)._withUnsafeGuaranteedRef { $0.isEmpty }
    }

    /// At the end of the running trampoline's queue; at once, in a new one, if there is none.
    @usableFromInline
    static func schedule(_ item: @escaping () -> Void) {
        guard let slot = ThreadSlots.trampoline else {
            let trampoline = begin()
            item()
            trampoline?.end()
            return
        }
        let queue: Queue
        if slot == mark {
            queue = Queue()
            ThreadSlots.trampoline = Unmanaged.passRetained(queue).toOpaque()
        } else {
            queue = Unmanaged<Queue>.fromOpaque(slot).takeUnretainedValue()
        }
        queue.append(item)
    }
}
