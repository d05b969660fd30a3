import RxPlatform
import Synchronization

/// The calling thread's queue of work that must not nest: what `CurrentThreadScheduler` schedules on. While one runs on a
/// thread, work goes to its end and is run, first in first out, when the work before it has returned: no stack grows.
///
/// An idle trampoline costs no allocation: the thread's slot holds a mark, and a queue only once something is scheduled.
@usableFromInline
struct Trampoline {
    @inlinable static var mark: UnsafeMutableRawPointer { UnsafeMutableRawPointer(bitPattern: 1)! }

    /// Touched by its thread only. Hops are held by hand, as a reference counted for each name of one would take longer than all else here.
    @usableFromInline
    final class Queue {
        private enum Item {
            case hop(Unmanaged<Hop>)  // Retained.
            case work(() -> Void)
        }

        @exclusivity(unchecked) private var items = Ring<Item>()
        /// The hop that was scheduled last, until it runs: `items` holds it.
        @exclusivity(unchecked) private var newest: Unmanaged<Hop>?
        /// A hop that has run and that nobody else holds any more, for the next one. Retained.
        @exclusivity(unchecked) private var spare: Unmanaged<Hop>?

        deinit { spare?.release() }

        var isEmpty: Bool { items.isEmpty }

        func append(_ work: __owned @escaping () -> Void) { items.append(.work(work)) }

        /// - Parameter hop: retained, for the queue.
        func append(_ hop: Unmanaged<Hop>) {
            newest = hop
            items.append(.hop(hop))
        }

        func takeSpare() -> Unmanaged<Hop>? { spare.take() }

        func runAll() {
            while let item = items.popFirst() {
                switch consume item {
                case .hop(let hop): run(hop)
                case .work(let work): work()
                }
            }
        }

        private func run(_ hop: Unmanaged<Hop>) {
            if newest?.toOpaque() == hop.toOpaque() { newest = nil }
            let first = hop._withUnsafeGuaranteedRef { $0.takeFirst() }
            var isReplaced = false
            let next = perform(hop)
            if let next { isReplaced = continueChain(first, hop, next) } else { first?.release() }
            // Who held it has released it after the last thing that was done to it; the fence is the other side of that release.
            let isUnshared = hop.isUniquelyReferenced()
            atomicMemoryFence(ordering: .acquiring)
            if isUnshared, hop._withUnsafeGuaranteedRef({ $0.isSpent }) {
                if spare == nil {
                    spare = hop
                    return
                }
            } else if isReplaced, let next {
                hop._withUnsafeGuaranteedRef { $0.setLink(next.retain().asLink) }  // Somebody else holds it.
            }
            hop.release()
        }

        /// Runs the work. If it has returned a hop of the same chain, that, retained; otherwise `hop` gets what it has returned.
        @inline(__always)
        private func perform(_ hop: Unmanaged<Hop>) -> Unmanaged<Hop>? {
            var result = hop._withUnsafeGuaranteedRef { $0.perform() }
            if let next = nextHop(result) {
                // Written over, not let go of: the reference in there, which is all that a handle is, is passed on.
                withUnsafeMutablePointer(to: &result) { $0.initialize(to: Nothing()) }
                return next
            }
            if !result._hasEnded { hop._withUnsafeGuaranteedRef { $0.setDisposable(result) } }
            return nil
        }

        private struct Nothing: Disposable {
            func dispose() {}
        }

        /// `result`, if it stands for a hop of this thread's that waits, and no other hop has returned it.
        @inline(__always)
        private func nextHop(_ result: any Disposable) -> Unmanaged<Hop>? {
            guard let newest, result._stands(for: newest.toOpaque()) else { return nil }
            return newest._withUnsafeGuaranteedRef { $0.hasFirst } ? nil : newest
        }

        /// Returns whether the first hop of the chain no longer holds `hop`.
        ///
        /// - Parameter next: retained, for who holds it from now on.
        @inline(__always)
        private func continueChain(_ first: Unmanaged<Hop>?, _ hop: Unmanaged<Hop>, _ next: Unmanaged<Hop>) -> Bool {
            guard let first else {
                next._withUnsafeGuaranteedRef { $0.follow(hop.retain()) }
                hop._withUnsafeGuaranteedRef { $0.setLink(next.asLink) }
                return false
            }
            next._withUnsafeGuaranteedRef { $0.follow(first) }
            guard first._withUnsafeGuaranteedRef({ $0.replace(hop.asLink, with: next.asLink) }) else {
                hop._withUnsafeGuaranteedRef { $0.setLink(next.asLink) }
                return false
            }
            hop.release()
            return true
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
        queue._withUnsafeGuaranteedRef { $0.runAll() }
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

    /// At the end of the running trampoline's queue; at once, in a new one, if there is none.
    @usableFromInline
    static func schedule(_ item: __owned @escaping () -> Void) {
        guard let queue = running() else {
            let trampoline = begin()
            item()
            trampoline?.end()
            return
        }
        queue._withUnsafeGuaranteedRef { $0.append(item) }
    }

    /// - Parameter hop: retained, for its disposable.
    @usableFromInline
    static func append(_ hop: Unmanaged<Hop>, to queue: Unmanaged<Queue>) -> any Disposable {
        queue._withUnsafeGuaranteedRef { $0.append(hop.retain()) }
        return ScheduledHop(hop: hop.takeRetainedValue())
    }

    /// A hop that nobody holds any more; retained, for the caller.
    @usableFromInline
    static func takeSpare(of queue: Unmanaged<Queue>) -> Unmanaged<Hop>? { queue._withUnsafeGuaranteedRef { $0.takeSpare() } }

    /// The queue of the running trampoline.
    @usableFromInline
    static func running() -> Unmanaged<Queue>? {
        guard let slot = ThreadSlots.trampoline else { return nil }
        return slot == mark ? makeQueue() : Unmanaged<Queue>.fromOpaque(slot)
    }

    /// The thread's, from now on.
    private static func makeQueue() -> Unmanaged<Queue> {
        let queue = Unmanaged.passRetained(Queue())
        ThreadSlots.trampoline = queue.toOpaque()
        return queue
    }
}
