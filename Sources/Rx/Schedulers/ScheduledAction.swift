/// What scheduled work does: an action and its state, as an object keeps them that may be used again. 24 bytes, however large the state is:
/// that lies, with its action, in an object of its own, which stays for the next work with a state of that type.
@usableFromInline
struct ScheduledAction {
    /// In a generic struct a closure is kept as generic code calls it, so putting it in and running it needs no thunk.
    @usableFromInline
    struct Action<State> {
        @usableFromInline let run: (State) -> any Disposable

        @inlinable @inline(__always)
        init(run: @escaping (State) -> any Disposable) { self.run = run }
    }

    /// The action, where it needs no state.
    @usableFromInline var plain: Action<Void>?
    /// Retained, by hand, as counting a reference for a look into it would take longer than all else. If there is one, it has the action.
    @usableFromInline var stateful: Unmanaged<StatefulAction>?

    @inlinable @inline(__always)
    init() { (plain, stateful) = (nil, nil) }

    /// Where there is none.
    @inlinable @inline(__always)
    mutating func put<State>(_ state: State, _ action: @escaping (State) -> any Disposable) {
        // The size first: the compiler knows it.
        if MemoryLayout<State>.size == 0, State.self == Void.self {
            if stateful != nil { drop() }
            let action = unsafeBitCast(Action(run: action), to: Action<Void>.self)  // The same type.
            withUnsafeMutablePointer(to: &plain) { $0.initialize(to: action) }
        } else if _isConcrete(State.self) {
            StatefulActionOf<State>.place(in: &stateful)._withUnsafeGuaranteedRef { $0.put(state, action) }
        } else {
            // Compiled for any type: to look up the metadata of a generic class would take longer than two closures.
            if stateful != nil { drop() }
            plain = Action { action(state) }
        }
    }

    /// Takes it out and runs it.
    @inline(__always)
    mutating func start() -> any Disposable {
        if let stateful { return stateful._withUnsafeGuaranteedRef { $0.start($0) } }
        guard let run = plain.take()?.run else { return NopDisposable() }
        return run(())
    }

    /// Lets go of the action and the state; not while the action runs. The holder of an action does this at the end.
    @usableFromInline
    mutating func drop() {
        plain = nil
        stateful.take()?.release()
    }
}

/// An action and its state.
@usableFromInline
class StatefulAction {
    /// Takes them out and runs the action. A closure that captures nothing, compiled where the state's type is known, which a method of a
    /// generic class isn't.
    final let start: (StatefulAction) -> any Disposable

    @usableFromInline
    init(_ start: @escaping (StatefulAction) -> any Disposable) { self.start = start }
}

@usableFromInline
final class StatefulActionOf<State>: StatefulAction {
    @exclusivity(unchecked) @usableFromInline var state: State?
    @exclusivity(unchecked) @usableFromInline var action: ScheduledAction.Action<State>?

    @inlinable
    init() {
        super.init { unsafeDowncast($0, to: StatefulActionOf.self).take() }
    }

    /// What is there, if it is for such states; else a new one.
    @inlinable @inline(__always)
    static func place(in stateful: inout Unmanaged<StatefulAction>?) -> Unmanaged<StatefulActionOf> {
        if let stateful, stateful._withUnsafeGuaranteedRef({ type(of: $0) == StatefulActionOf.self }) {
            return .fromOpaque(stateful.toOpaque())
        }
        stateful?.release()
        let new = Unmanaged.passRetained(StatefulActionOf())
        stateful = .fromOpaque(new.toOpaque())
        return new
    }

    /// Where there is none.
    @inlinable @inline(__always)
    func put(_ state: State, _ action: @escaping (State) -> any Disposable) {
        withUnsafeMutablePointer(to: &self.state) { $0.initialize(to: state) }
        withUnsafeMutablePointer(to: &self.action) { $0.initialize(to: ScheduledAction.Action(run: action)) }
    }

    @inlinable @inline(__always)
    func take() -> any Disposable {
        guard let run = action.take()?.run else { return NopDisposable() }
        return run(state.take().unsafelyUnwrapped)  // It is put there with the action.
    }
}
