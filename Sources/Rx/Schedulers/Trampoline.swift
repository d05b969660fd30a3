import RxPlatform
import Synchronization

/// The calling thread's queue of work that must not nest: what `CurrentThreadScheduler` schedules on. While one runs on a
/// thread, work goes to its end and is run, first in first out, when the work before it has returned: no stack grows.
///
/// An idle trampoline costs no allocation: the thread's slot holds a mark, and a queue only once something is scheduled.
@usableFromInline
struct Trampoline {
    @inlinable static var mark: UnsafeMutableRawPointer { UnsafeMutableRawPointer(bitPattern: 1)! }

    /// Touched by its thread only.
    @usableFromInline
    final class Queue {
        private enum Item {
            case hop(Unmanaged<Hop>)  // Retained.
            case work(() -> Void)
        }

        @exclusivity(unchecked) private var items = Ring<Item>()
        /// The hop that was scheduled last, until it runs: `items` holds it.
        @exclusivity(unchecked) private var newest: Unmanaged<Hop>?
        /// A hop that has run and that is held nowhere else any more, for the next one.
        @exclusivity(unchecked) private var spare: Hop?

        var isEmpty: Bool { items.isEmpty }

        func append(_ work: __owned @escaping () -> Void) { items.append(.work(work)) }

        /// A hop without work, at the end of the queue; retained for the caller, too.
        func append() -> Unmanaged<Hop> {
            let hop = spare.take() ?? Hop()
            hop.queue.store(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
            newest = .passUnretained(hop)
            items.append(.hop(.passRetained(hop)))
            return .passRetained(hop)
        }

        func runAll() {
            while let item = items.popFirst() {
                switch consume item {
                case .hop(let hop): run(hop)
                case .work(let work): work()
                }
            }
        }

        private func run(_ retained: Unmanaged<Hop>) {
            let hop = retained.takeRetainedValue()
            if newest?.toOpaque() == retained.toOpaque() { newest = nil }
            let first = hop.first.value
            hop.first.value = nil
            // A holder of the first one may have ended what is left of the chain.
            if first?._withUnsafeGuaranteedRef({ $0.isDisposed }) == true { hop.dispose() }
            hop.queue.store(0)  // From here on a thread that ends it leaves its work alone.
            let next = perform(hop, first)
            if let next {
                next._withUnsafeGuaranteedRef { $0.first.value = first ?? .passRetained(hop) }
            } else {
                first?.release()
            }
            // Not before: of a variable whose address is taken each use would count a reference.
            var last = consume hop
            let isUnshared = isKnownUniquelyReferenced(&last)
            // The last other holder released it after the last thing that it did to it; the fence is the other side of that release.
            atomicMemoryFence(ordering: .acquiring)
            let ended = consume last
            if isUnshared, ended.isSpent {
                if Speed.reusesWork, spare == nil { spare = consume ended }
            } else if first != nil, let next {
                ended.setLink(next.retain().asLink)  // Another thread holds it, or has ended it: then this ends what follows.
            }
        }

        /// Runs the work. Returns the hop that continues the chain, which `items` holds: one that the work has returned, that waits on this
        /// thread, and that no other hop has returned. Otherwise `hop` gets what the work returned, and the first hop of the chain `hop`.
        @inline(__always)
        private func perform(_ hop: Hop, _ first: Unmanaged<Hop>?) -> Unmanaged<Hop>? {
            let returned = hop.perform()
            defer { _fixLifetime(returned) }
            switch returned._kind.kind {
            case .nothing: return nil
            case .object(let object): if object.isSettled { return nil }
            case .hop(let next):
                if next.toOpaque() == newest?.toOpaque(), next._withUnsafeGuaranteedRef({ $0.first.value == nil }) { return next }
                if next._withUnsafeGuaranteedRef({ $0.isDisposed }) { return nil }
            case .item, .foreign: break
            }
            hop.setDisposable(returned)
            first?._withUnsafeGuaranteedRef { $0.setLink(.passRetained(hop)) }
            return nil
        }
    }

    private init() {}

    /// Starts a trampoline on this thread; `nil` if one is running here already.
    ///
    /// - Parameter segment: what is being subscribed to; nothing else is, once its chain is attached.
    @usableFromInline
    static func begin(for segment: Segment? = nil) -> Trampoline? {
        let direct = segment.map { Unmanaged.passUnretained($0).toOpaque() }
        return ThreadSlots.takeTrampoline(mark, direct: direct) ? Trampoline() : nil
    }

    /// Whether the chain of `segment` is all that is being subscribed to on this thread, and nothing waits, so that its source,
    /// which is the last to be attached, may run at once: its turn would come next. Once for each trampoline, and not on top
    /// of a long chain, whose attaching stages still have their frames on the stack.
    @usableFromInline
    static func takeTurn(_ segment: Segment) -> Bool {
        Speed.takesTurns && ThreadSlots.takeDirect(Unmanaged.passUnretained(segment).toOpaque(), mark, within: 16 * 1024)
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
        if slot != mark { return .fromOpaque(slot) }
        let queue = Unmanaged.passRetained(Queue())  // The thread's, from now on.
        ThreadSlots.trampoline = queue.toOpaque()
        return queue
    }
}
