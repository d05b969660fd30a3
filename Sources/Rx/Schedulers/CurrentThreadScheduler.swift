/// Runs work on the calling thread, after the work that is running there has returned.
public class CurrentThreadScheduler: ImmediateSchedulerType, @unchecked Sendable {  // Sendable: it has no state.
    public static let instance = CurrentThreadScheduler()

    /// Whether the calling thread has no trampoline running, so that `schedule` would run its action at once.
    public static var isScheduleRequired: Bool { !Trampoline.isRunning }

    @inlinable
    public final func schedule<StateType>(
        _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        if Self.isScheduleRequired {
            let trampoline = Trampoline.begin()
            defer { trampoline?.end() }
            return action(state)
        }
        let hop = StatefulHop(state, action)
        Trampoline.schedule(hop)
        return hop
    }
}

/// Work that waits for its turn on a trampoline, and the disposable that stands for it: one object.
@usableFromInline
class Hop: SingleAssignmentDisposable, @unchecked Sendable {  // Sendable: its thread has the work; see the superclass.
    /// What it does. A closure that captures nothing, compiled where the state's type is known, which a method of a generic class
    /// isn't.
    private final let body: (Hop) -> Void

    @usableFromInline
    init(_ body: @escaping (Hop) -> Void) { self.body = body }

    final func run() { body(self) }
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
    init(_ state: State, _ action: @escaping (State) -> any Disposable) {
        self.state = StoredValue(state)
        self.action = Action(run: action)
        super.init { unsafeDowncast($0, to: StatefulHop.self).runOnce() }
    }

    @inlinable @inline(__always)
    func runOnce() {
        guard let action else { return }
        let state: State = self.state.get()
        // It lets go of what it captured, however long this is kept.
        self.action = nil
        if self.state.box != nil { self.state = StoredValue() }
        if !isDisposed { setDisposable(action.run(state)) }
    }
}
