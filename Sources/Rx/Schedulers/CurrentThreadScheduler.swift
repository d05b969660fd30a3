import RxPlatform

/// Runs work on the calling thread, after the work that is running there has returned.
///
/// Cost: work that waits is one object, used again once it has run and nobody holds its disposable. A chain, in which each piece of work
/// returns the disposable of what it has scheduled last, takes constant memory, however long, unless somebody holds a part from
/// its middle; then, and where another one is returned, the disposables make a list as long as the chain.
public class CurrentThreadScheduler: ImmediateSchedulerType, @unchecked Sendable {  // Sendable: it has no state.
    public static let instance = CurrentThreadScheduler()

    /// Whether the calling thread has no trampoline running, so that `schedule` would run its action at once.
    public static var isScheduleRequired: Bool { !Trampoline.isRunning }

    @inlinable @inline(__always)
    public final func schedule<StateType>(
        _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        guard let (queue, spare) = Trampoline.place() else { return Self.begin(state, StatefulHop.Action(run: action)) }
        let hop = StatefulHop<StateType>.make(spare)
        let disposable = queue._withUnsafeGuaranteedRef { $0.append(.fromOpaque(hop.toOpaque())) }
        // Last, so that what the closure captures is retained once.
        hop._withUnsafeGuaranteedRef { $0.put(state, action) }
        return disposable
    }

    /// Runs `action` at once, and then what it has scheduled. In a struct, which the compiler doesn't compile this for anew: for a closure it
    /// does, and then counts what that captures on the other path, too.
    @inlinable @inline(never)
    static func begin<StateType>(_ state: StateType, _ action: StatefulHop<StateType>.Action) -> any Disposable {
        let trampoline = Trampoline.begin()
        defer { trampoline?.end() }
        return action.run(state)
    }
}

/// Work that waits for its turn on a trampoline, and its disposable's object. It is used again once it has run and nobody holds it.
///
/// Who holds the first hop of a chain, in which each returns the next, can end all that is left of it. So the one that waits holds the first
/// one, and asks it when its turn comes: a chain of any length takes the memory of three, and nothing of it is shared that would have to
/// change with each step. That is so for hops that were scheduled last (`Trampoline.Queue.newest`), which are recognised without a look-up,
/// and that nobody else holds.
@usableFromInline
class Hop: SingleAssignmentDisposable, @unchecked Sendable {  // Sendable: its thread has the work; see the superclass.
    /// What it does. A closure that captures nothing, compiled where the state's type is known, which a method of a generic class
    /// isn't.
    private final let body: (Hop) -> any Disposable
    /// The first hop of the chain that this one is part of, while this one waits. Only for its thread.
    @exclusivity(unchecked) private final var first: Unmanaged<Hop>?  // Retained.

    @usableFromInline
    init(_ body: @escaping (Hop) -> any Disposable) { self.body = body }

    /// Runs the work; what that has returned.
    @inline(__always)
    final func perform() -> any Disposable { body(self) }

    final var hasFirst: Bool { first != nil }
    final func follow(_ first: Unmanaged<Hop>) { self.first = first }
    final func takeFirst() -> Unmanaged<Hop>? { first.take() }

    /// The queue that it waits in, or waited in: an address, by which its thread knows it.
    @exclusivity(unchecked) final var queue: UnsafeMutableRawPointer?

    /// Lets go of the work, if its thread ends it. Another one can't, as it would have to exclude that the work is just being taken: an
    /// atomic operation for each hop. Then it goes when its turn comes.
    override func endedWhileEmpty() {
        if let queue, ThreadSlots.trampoline == queue { drop() }
    }

    func drop() {}
}

extension Unmanaged<Hop> {
    var asLink: SingleAssignmentDisposable.Link { .fromOpaque(toOpaque()) }
}

/// The disposable that stands for a hop. A struct, so that nobody has a weak reference to the hop, which would come to life again with
/// other work; holding one keeps the hop from being used again.
struct ScheduledHop: DisposableContainer, Cancelable {
    let hop: Hop

    var isDisposed: Bool { hop.isDisposed }
    func end(_ each: (any Disposable) -> Void) { hop.end(each) }
    var _link: SingleAssignmentDisposable? { hop }
    var _object: (any Disposable & AnyObject)? { hop }

    /// Whether what lies at `disposable` is a handle of `hop`. Without a call or a reference count: a value of any type is three words, in
    /// which a struct of up to that size lies, and the type's metadata.
    @inline(__always)
    static func stands(in disposable: UnsafePointer<any Disposable>, for hop: Unmanaged<Hop>) -> Bool {
        let words = UnsafeRawPointer(disposable).assumingMemoryBound(to: UnsafeRawPointer?.self)
        return words[0] == UnsafeRawPointer(hop.toOpaque()) && words[3] == unsafeBitCast(Self.self as Any.Type, to: UnsafeRawPointer.self)
    }
}

@usableFromInline
final class StatefulHop<State>: Hop, @unchecked Sendable {  // Sendable: see the superclass.
    /// In a struct a closure is kept as generic code calls it, so putting it in and running it needs no thunk.
    @usableFromInline
    struct Action {
        @usableFromInline let run: (State) -> any Disposable

        @inlinable
        init(run: @escaping (State) -> any Disposable) { self.run = run }
    }

    @exclusivity(unchecked) @usableFromInline var state: StoredValue
    @exclusivity(unchecked) @usableFromInline var action: Action?

    @inlinable
    init() {
        state = StoredValue()
        super.init { unsafeDowncast($0, to: StatefulHop.self).runOnce() }
    }

    /// Without work.
    ///
    /// - Parameter spare: retained twice; taken, if it is of this type.
    /// - Returns: retained twice: the references of a chain's last hop go to the next one, instead of being released and retained.
    @inlinable @inline(__always)
    static func make(_ spare: Unmanaged<Hop>?) -> Unmanaged<StatefulHop> {
        if let spare {
            if spare._withUnsafeGuaranteedRef({ type(of: $0) == StatefulHop.self }) { return .fromOpaque(spare.toOpaque()) }
            spare.release()
            spare.release()
        }
        return .passRetained(StatefulHop()).retain()
    }

    /// Its work, where there is none.
    @inlinable @inline(__always)
    func put(_ state: State, _ action: @escaping (State) -> any Disposable) {
        withUnsafeMutablePointer(to: &self.state) { $0.initialize(to: StoredValue(state)) }
        withUnsafeMutablePointer(to: &self.action) { $0.initialize(to: Action(run: action)) }
    }

    override func drop() {
        action = nil
        state = StoredValue()
    }

    @inlinable @inline(__always)
    func runOnce() -> any Disposable {
        // It lets go of what it captured, however long this is kept.
        guard let run = action.take()?.run else { return NopDisposable.instance }
        let state: State = self.state.get()
        if self.state.box != nil { self.state = StoredValue() }
        return isDisposed ? NopDisposable.instance : run(state)
    }
}
