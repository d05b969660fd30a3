import RxPlatform

/// The calling thread's queue of work that must not nest: what `CurrentThreadScheduler` schedules on. While one runs on a
/// thread, work goes to its end and is run, first in first out, when the work before it has returned: no stack grows.
///
/// An idle trampoline costs no allocation: the thread's slot holds a mark, and a queue only once something is scheduled.
@usableFromInline
struct Trampoline {
    private static var mark: UnsafeMutableRawPointer { UnsafeMutableRawPointer(bitPattern: 1)! }

    final class Queue {
        // Unchecked: one thread, and `pop` has returned before an item runs.
        @exclusivity(unchecked) private var items: [() -> Void] = []
        @exclusivity(unchecked) private var head = 0

        var isEmpty: Bool { head == items.count }

        func append(_ item: @escaping () -> Void) { items.append(item) }

        func pop() -> (() -> Void)? {
            guard head < items.count else { return nil }
            let item = items[head]
            items[head] = {}
            head += 1
            if head == items.count {
                items.removeAll(keepingCapacity: true)
                head = 0
            } else if head >= 1024, head * 2 >= items.count {
                items.removeFirst(head)
                head = 0
            }
            return item
        }
    }

    private init() {}

    /// Starts one on this thread; `nil` if one is running here already.
    @usableFromInline
    static func begin() -> Trampoline? {
        guard ThreadSlots.trampoline == nil else { return nil }
        ThreadSlots.trampoline = mark
        return Trampoline()
    }

    /// Runs what is waiting, and what that adds, then stops being the thread's trampoline.
    @usableFromInline
    func end() {
        guard let slot = ThreadSlots.trampoline, slot != Trampoline.mark else {
            ThreadSlots.trampoline = nil
            return
        }
        let queue = Unmanaged<Queue>.fromOpaque(slot).takeUnretainedValue()
        while let item = queue.pop() { item() }
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
