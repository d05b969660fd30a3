import RxPlatform

/// Runs work on the calling thread, after the work that is running there has returned.
///
/// Cost: work that waits is one object, used again once it has run and its disposable is not held. A chain, in which each piece of work
/// returns the disposable of what it has scheduled last, takes constant memory, however long, unless the program holds a part from
/// its middle; then, and where another one is returned, the disposables make a list as long as the chain.
public class CurrentThreadScheduler: ImmediateSchedulerType, @unchecked Sendable {  // Sendable: it has no state.
    public static let instance = CurrentThreadScheduler()

    /// Whether the calling thread has no trampoline running, so that `schedule` would run its action at once.
    public static var isScheduleRequired: Bool { !Trampoline.isRunning }

    @inlinable @inline(__always)
    public final func schedule<StateType>(
        _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        guard let hop = Trampoline.append() else { return Self.begin(state, ScheduledAction.Action(run: action)) }
        // Last, so that what the closure captures is retained once.
        hop._withUnsafeGuaranteedRef { $0.action.value.put(state, action) }
        return ScheduledHop(hop: hop.takeRetainedValue())
    }

    /// Runs `action` at once, and then what it has scheduled. In a struct, which the compiler doesn't compile this for anew: for a closure it
    /// does, and then counts what that captures on the other path, too.
    @inlinable @inline(never)
    static func begin<StateType>(_ state: StateType, _ action: ScheduledAction.Action<StateType>) -> any Disposable {
        let trampoline = Trampoline.begin()
        defer { trampoline?.end() }
        return action.run(state)
    }
}

extension CurrentThreadScheduler: SerialExecutorScheduler, ReleasesEndedWork {
    @usableFromInline
    func execute(_ work: @escaping () -> Void) { Trampoline.schedule(work) }
}

/// Work that waits for its turn on a trampoline, and its disposable's object. It is used again once it has run and is not held.
///
/// A holder of the first hop of a chain, in which each returns the next, can end all that is left of it. So the hop that waits holds the first
/// one, and asks it when its turn comes: a chain of any length takes the memory of three, and nothing of it is shared that would have to
/// change with each step. That is so for hops that were scheduled last (`Trampoline.Queue.newest`), which are recognised without a look-up,
/// and that are held nowhere else.
@usableFromInline
final class Hop: SingleAssignmentDisposable, @unchecked Sendable {  // Sendable: its thread has the work; see the superclass.
    /// What it does: only for its thread.
    @exclusivity(unchecked) @usableFromInline var action = Plain(ScheduledAction())
    /// The first hop of the chain that this one is part of, while this one waits: retained. Only for its thread.
    @exclusivity(unchecked) var first = Plain<Unmanaged<Hop>?>(nil)

    deinit {
        action.value.drop()
        first.value?.release()
    }

    /// Runs the work, unless it has been ended.
    @inline(__always)
    func perform() -> any Disposable { isDisposed ? NopDisposable() : action.value.start() }

    /// The address of the queue that it waits in, by which its thread knows it; 0: it doesn't wait. Other threads only learn that it isn't theirs.
    let queue = Word(0)

    /// Lets go of the work, if its thread ends it. Another one can't, as it would have to exclude that the work is just being taken: an
    /// atomic operation for each hop. Then it goes when its turn comes.
    override func endedWhileEmpty() {
        let queue = queue.load()
        if queue != 0, UInt(bitPattern: ThreadSlots.trampoline) == queue { action.value.drop() }
    }
}

extension Unmanaged<Hop> {
    var asLink: SingleAssignmentDisposable.Link { .fromOpaque(toOpaque()) }
}

/// The disposable that stands for a hop. A struct, so that there is no weak reference to the hop, which would come to life again with
/// other work; holding one keeps the hop from being used again.
@usableFromInline
struct ScheduledHop: Cancelable {
    @usableFromInline let hop: Hop

    @inlinable @inline(__always)
    init(hop: Hop) { self.hop = hop }

    @usableFromInline func dispose() { hop.dispose() }
    @usableFromInline func disposeWithoutWaiting() { hop.disposeWithoutWaiting() }
    @usableFromInline var isDisposed: Bool { hop.isDisposed }
    @usableFromInline var _kind: DisposableKind { DisposableKind(.hop(.passUnretained(hop))) }
}
