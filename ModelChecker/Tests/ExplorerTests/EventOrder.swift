/// What a thread does in one place of its program, or the store that makes a word zero at first.
struct LitmusEvent {
    enum Kind { case initialStore, access(LitmusProgram.Step), fence(LitmusProgram.Fence) }

    let kind: Kind
    /// Nil for an initial store.
    let thread: Int?
    /// The gap in its thread's program in which a fence stands that another thread's `membarrier` causes.
    var gap: Int?
    let word: Int?
    let reads: Bool
    /// A compare-exchange writes only if it finds what it expects.
    let mayWrite: Bool
    let acquires: Bool
    let releases: Bool
    let isSequentiallyConsistentFence: Bool

    init(initial word: Int) {
        (kind, thread, self.word, reads, mayWrite) = (.initialStore, nil, word, false, true)
        (acquires, releases, isSequentiallyConsistentFence) = (false, false, false)
    }

    init(_ step: LitmusProgram.Step, thread: Int) {
        self.thread = thread
        if case .fence(let fence) = step {
            (kind, word, reads, mayWrite) = (.fence(fence), nil, false, false)
            isSequentiallyConsistentFence = fence == .sequentiallyConsistent
            acquires = fence == .acquire || fence == .sequentiallyConsistent
            releases = fence == .release || fence == .sequentiallyConsistent
            return
        }
        (kind, isSequentiallyConsistentFence) = (.access(step), false)
        let order: LitmusProgram.Order
        switch step {
        case .load(let place, let itsOrder): (word, reads, mayWrite, order) = (place, true, false, itsOrder)
        case .store(let place, _, let itsOrder): (word, reads, mayWrite, order) = (place, false, true, itsOrder)
        case .exchange(let place, _, let itsOrder), .add(let place, _, let itsOrder), .compareExchange(let place, _, _, let itsOrder):
            (word, reads, mayWrite, order) = (place, true, true, itsOrder)
        case .fence: preconditionFailure()
        }
        (acquires, releases) = (reads && order.acquires, mayWrite && order.releases)
    }

    var isFence: Bool { word == nil }

    /// The value that it writes, where it found `old`, or nil where it writes nothing.
    func written(over old: UInt?) -> UInt? {
        guard case .access(let step) = kind else { return mayWrite ? 0 : nil }
        switch step {
        case .store(_, let value, _), .exchange(_, let value, _): return value
        case .add(_, let value, _): return old! &+ value
        case .compareExchange(_, let expected, let desired, _): return old == expected ? desired : nil
        case .load, .fence: return nil
        }
    }
}

/// The events of a program and what is known of their order before anything is known of what they read: one such order for each choice of the
/// places in which the fences stand that its `membarrier`s cause.
///
/// Linux's model has `membarrier` as a full fence at its begin, one at its end, and in between a full fence somewhere in each other thread
/// (tools/memory-model, "sys_membarrier"). Here they are four kinds of sequentially consistent fence with two edges more in their order: from
/// the one at the begin to that of each other thread, and from there to the one at the end. A thread that has not begun, or has ended, has its
/// fence before its first step or after its last.
struct EventOrder {
    let events: [LitmusEvent]
    /// Sequenced before, `sb`: the order of each thread's program, with the initial stores before all. Fences that several `membarrier`s cause
    /// in one gap are not ordered: any order that the rest allows is as good as another.
    private(set) var sequenced: Relation
    /// From each `membarrier`'s first fence to the fences that it causes, and from these to its last one.
    private(set) var barriers: Relation

    /// Sets of events as bits.
    let releases: UInt64, acquires: UInt64, fences: UInt64, sequentiallyConsistentFences: UInt64

    private struct Barrier {
        let thread: Int
        let begin: Int, end: Int
    }

    /// The fence that a `membarrier` causes in another thread.
    private struct RemoteFence {
        let barrier: Int
        let thread: Int
        var gap = 0
    }

    static func all(of program: LitmusProgram) -> [EventOrder] {
        var barriers: [Barrier] = []
        let threads = program.threads.enumerated().map { thread, steps in
            var events: [LitmusEvent] = []
            for step in steps {
                guard case .fence(.heavy) = step else {
                    events.append(LitmusEvent(step, thread: thread))
                    continue
                }
                barriers.append(Barrier(thread: thread, begin: events.count, end: events.count + 1))
                events += Array(repeating: LitmusEvent(.fence(.sequentiallyConsistent), thread: thread), count: 2)
            }
            return events
        }
        let remote = barriers.indices.flatMap { barrier in
            threads.indices.filter { $0 != barriers[barrier].thread }.map { RemoteFence(barrier: barrier, thread: $0) }
        }
        var choices = [remote]
        for index in remote.indices {
            choices = choices.flatMap { choice in
                (0...threads[remote[index].thread].count).map { gap in
                    var next = choice
                    next[index].gap = gap
                    return next
                }
            }
        }
        return choices.map { EventOrder(words: program.words, threads, barriers, $0) }
    }

    private init(words: Int, _ threads: [[LitmusEvent]], _ barriers: [Barrier], _ remote: [RemoteFence]) {
        var events = (0..<words).map { LitmusEvent(initial: $0) }
        var numbers = threads.map { $0.map { _ in 0 } }, remoteNumbers = remote.map { _ in 0 }
        for (thread, steps) in threads.enumerated() {
            for gap in 0...steps.count {
                for (index, fence) in remote.enumerated() where fence.thread == thread && fence.gap == gap {
                    remoteNumbers[index] = events.count
                    events.append(LitmusEvent(.fence(.sequentiallyConsistent), thread: thread))
                    events[events.count - 1].gap = gap
                }
                if gap == steps.count { break }
                numbers[thread][gap] = events.count
                events.append(steps[gap])
            }
        }
        self.events = events
        (releases, acquires) = (Self.set(events) { $0.releases }, Self.set(events) { $0.acquires })
        (fences, sequentiallyConsistentFences) = (Self.set(events) { $0.isFence }, Self.set(events) { $0.isSequentiallyConsistentFence })
        sequenced = Self.programOrder(events)
        self.barriers = Relation(on: events.count)
        for (fence, number) in zip(remote, remoteNumbers) {
            let barrier = barriers[fence.barrier]
            self.barriers.insert(numbers[barrier.thread][barrier.begin], number)
            self.barriers.insert(number, numbers[barrier.thread][barrier.end])
        }
    }

    private static func programOrder(_ events: [LitmusEvent]) -> Relation {
        var result = Relation(on: events.count)
        for (later, event) in events.enumerated() where event.thread != nil {
            for (earlier, other) in events[..<later].enumerated() where other.thread == nil || other.thread == event.thread {
                if event.gap == nil || other.gap != event.gap { result.insert(earlier, later) }
            }
        }
        return result
    }

    private static func set(_ events: [LitmusEvent], where condition: (LitmusEvent) -> Bool) -> UInt64 {
        events.indices.reduce(0) { condition(events[$1]) ? $0 | 1 << UInt64($1) : $0 }
    }
}
