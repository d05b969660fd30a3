import RxPlatform

extension ImmediateSchedulerType {
    /// Schedules `action`, which may ask to be run again by calling its second argument with the next state, as often as
    /// it likes; each run is work of its own, so no stack grows.
    ///
    /// Cost: on the current thread, a `SerialScheduler` and other serial executors a run allocates nothing beyond its place in
    /// their queue.
    ///
    /// - Returns: cancels the runs that have not started.
    @inlinable
    public func scheduleRecursive<State>(
        _ state: State, action: @escaping (_ state: State, _ recurse: (State) -> Void) -> Void
    ) -> any Disposable {
        if let executor = self as? any SerialExecutorScheduler {
            return SerialRecursion(executor, state, action)
        }
        return scheduleRuns(state, action)
    }

    /// On any scheduler, where runs may overlap.
    @usableFromInline
    func scheduleRuns<State>(_ state: State, _ action: @escaping (State, (State) -> Void) -> Void) -> any Disposable {
        let runs = CompositeDisposable()
        func schedule(_ state: State) {
            let run = SingleAssignmentDisposable()
            guard let key = runs.insert(run) else { return }
            run.setDisposable(
                scheduleReleasing {
                    // Out of the list but not disposed: it is running.
                    if runs.take(key) != nil { action(state, schedule) }
                })
        }
        schedule(state)
        return runs
    }
}

/// Recursive work on an executor that runs one item after the other: the states wait here, in order, and the executor
/// gets the same closure for each. Inlinable, since with the state's type unknown a run takes ten times as long.
@usableFromInline
final class SerialRecursion<State>: Disposable, @unchecked Sendable {
    // Sendable: the rest belongs to the thread that raises a flag of `word` first: to the runs, one after the other, while they are `running`;
    // to a thread that disposes of it between two of them. Hence no exclusivity checks either.
    @usableFromInline let executor: any SerialExecutorScheduler
    @exclusivity(unchecked) @usableFromInline var action: ((State, (State) -> Void) -> Void)?
    /// The state of the next run, and those of the runs after it: hardly ever any.
    @exclusivity(unchecked) @usableFromInline var next: State?
    @exclusivity(unchecked) @usableFromInline var later = Ring<State>()
    /// The closure that is handed over. It holds this object: cleared after the last run.
    @exclusivity(unchecked) @usableFromInline var run: (() -> Void)?
    /// `running | disposed`. After the last run it stays `running`.
    @usableFromInline let word = Word(0)
    @inlinable static var running: UInt { 1 }
    @inlinable static var disposed: UInt { 2 }

    @inlinable
    init(_ executor: any SerialExecutorScheduler, _ state: State, _ action: @escaping (State, (State) -> Void) -> Void) {
        self.executor = executor
        self.action = action
        next = state
        let run = { self.runNext() }
        self.run = run
        executor.execute(run)
    }

    /// Lets go of what the runs captured, though the executor still holds `run`; if one is running, that does.
    @usableFromInline
    func dispose() {
        if word.fetchOr(Self.disposed) == 0 { finish() }
    }

    @inlinable
    func runNext() {
        let before = word.fetchOr(Self.running)
        if before & Self.disposed != 0 { return }
        // An action that turns the run loop of the main thread has the next run inside of its own.
        let isNested = before != 0
        guard let action, let run, let state = next.take() else { return isNested ? () : finish() }
        next = later.popFirst()
        action(state) { state in
            if next == nil { next = state } else { later.append(state) }
            executor.execute(run)
        }
        if isNested { return }
        if next == nil || word.fetchAnd(~Self.running) & Self.disposed != 0 { finish() }
    }

    @inlinable
    func finish() {
        next = nil
        later = Ring()
        action = nil
        run = nil
    }
}
