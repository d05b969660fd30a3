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
        /// A hop that has run and that nobody else holds any more, for the next one. Retained twice, as `append` needs it.
        @exclusivity(unchecked) private var spare: Unmanaged<Hop>?

        deinit {
            spare?.release()
            spare?.release()
        }

        var isEmpty: Bool { items.isEmpty }

        func append(_ work: __owned @escaping () -> Void) { items.append(.work(work)) }

        /// A hop without work, at the end of the queue; retained for the caller, too.
        func append() -> Unmanaged<Hop> {
            let hop = spare.take() ?? .passRetained(Hop()).retain()
            newest = hop
            hop._withUnsafeGuaranteedRef { $0.queue = Unmanaged.passUnretained(self).toOpaque() }
            items.append(.hop(hop))
            return hop
        }

        func runAll() {
            // Results come here by hand: a handle that is passed on isn't let go of as a value of any type.
            withUnsafeTemporaryAllocation(of: (any Disposable).self, capacity: 1) {
                let result = $0.baseAddress.unsafelyUnwrapped
                while let item = items.popFirst() {
                    switch consume item {
                    case .hop(let hop): run(hop, result)
                    case .work(let work): work()
                    }
                }
            }
        }

        private func run(_ hop: Unmanaged<Hop>, _ result: UnsafeMutablePointer<any Disposable>) {
            if newest?.toOpaque() == hop.toOpaque() { newest = nil }
            let first = hop._withUnsafeGuaranteedRef { $0.takeFirst() }
            // Who holds the first one may have ended what is left of the chain.
            if let first, first._withUnsafeGuaranteedRef({ $0.isDisposed }) { hop._withUnsafeGuaranteedRef { $0.dispose() } }
            let next = perform(hop, first, result)
            if let next { next._withUnsafeGuaranteedRef { $0.follow(first ?? hop.retain()) } } else { first?.release() }
            // Of one that follows, its handle's reference is here as well.
            let references: UInt = first == nil ? 1 : 2
            let isUnshared = hop.referenceCount == references
            // Who held it has released it after the last thing that was done to it; the fence is the other side of that release.
            atomicMemoryFence(ordering: .acquiring)
            if isUnshared, hop._withUnsafeGuaranteedRef({ $0.isSpent }) {
                if spare == nil {
                    if references == 1 { retainWithoutAtomics(hop.toOpaque()) }
                    spare = hop
                    return
                }
            } else if references == 2, let next {
                hop._withUnsafeGuaranteedRef { $0.setLink(next.retain().asLink) }  // Somebody else holds it.
            }
            hop.release()
            if references == 2 { hop.release() }
        }

        /// Runs the work. If it has returned a hop that continues the chain, one of this thread's that waits and that no other hop has
        /// returned, that, retained; otherwise `hop` gets what it has returned, and the first hop of the chain gets `hop`.
        ///
        /// - Parameter result: room for what it returns.
        @inline(__always)
        private func perform(
            _ hop: Unmanaged<Hop>, _ first: Unmanaged<Hop>?, _ result: UnsafeMutablePointer<any Disposable>
        ) -> Unmanaged<Hop>? {
            hop._withUnsafeGuaranteedRef { $0.perform(result) }
            if let newest, ScheduledHop.stands(in: result, for: newest), !newest._withUnsafeGuaranteedRef({ $0.hasFirst }) {
                return newest  // The reference in there, which is all that a handle is, is passed on.
            }
            if result.pointee._isNothing { return nil }
            if result.pointee._hasEnded {
                result.deinitialize(count: 1)
            } else {
                hop._withUnsafeGuaranteedRef { $0.setDisposable(result.move()) }
                first?._withUnsafeGuaranteedRef { $0.setLink(hop.retain().asLink) }
            }
            return nil
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

    /// A hop without work, at the end of the running trampoline's queue; `nil` if there is none. Retained for the caller, too.
    @usableFromInline
    static func append() -> Unmanaged<Hop>? { running()?._withUnsafeGuaranteedRef { $0.append() } }

    /// The queue of the running trampoline.
    @inline(__always)
    private static func running() -> Unmanaged<Queue>? {
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
