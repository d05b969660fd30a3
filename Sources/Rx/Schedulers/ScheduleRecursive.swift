import RxPlatform

extension ImmediateSchedulerType {
    /// Schedules `action`, which may ask to be run again by calling its second argument with the next state, as often as
    /// it likes; each run is work of its own, so no stack grows.
    ///
    /// Cost: on the current thread, a `SerialScheduler` and other serial executors a run allocates nothing beyond its place in
    /// their queue.
    ///
    /// - Returns: cancels the runs that have not started.
    public func scheduleRecursive<State>(
        _ state: State, action: @escaping (_ state: State, _ recurse: (State) -> Void) -> Void
    ) -> any Disposable {
        if let executor = self as? any SerialExecutorScheduler {
            return SerialRecursion(executor, state, action)
        }
        let recursion = Recursion(self, action)
        recursion.schedule(state)
        return recursion.runs
    }
}

/// Recursive work on an executor that runs one item after the other: the states wait here, in order, and the executor
/// gets the same closure for each.
private final class SerialRecursion<State>: Disposable, @unchecked Sendable {
    // Sendable: `disposed` is atomic; the rest is touched by the runs, one after the other, and before the first.
    private let executor: any SerialExecutorScheduler
    private var action: ((State, (State) -> Void) -> Void)?
    private var waiting: [State]
    private var taken = 0
    /// The closure that is handed over. It holds this object: cleared after the last run.
    private var run: (() -> Void)?
    private let disposed = Word(0)

    init(
        _ executor: any SerialExecutorScheduler, _ state: State, _ action: @escaping (State, (State) -> Void) -> Void
    ) {
        self.executor = executor
        self.action = action
        waiting = [state]
        let run = { self.runNext() }
        self.run = run
        executor.execute(run)
    }

    func dispose() { disposed.storeReleasing(1) }

    private func runNext() {
        guard disposed.loadAcquiring() == 0, let action, let run else { return finish() }
        action(pop()) { state in
            waiting.append(state)
            executor.execute(run)
        }
        if waiting.isEmpty { finish() }
    }

    private func pop() -> State {
        let state = waiting[taken]
        taken += 1
        if taken == waiting.count {
            waiting.removeAll(keepingCapacity: true)
            taken = 0
        } else if taken >= 64, taken * 2 >= waiting.count {
            waiting.removeFirst(taken)
            taken = 0
        }
        return state
    }

    private func finish() {
        waiting = []
        action = nil
        run = nil
    }
}

/// Recursive work on any other scheduler, where runs may overlap.
private final class Recursion<State>: @unchecked Sendable {  // Sendable: everything is constant, `runs` is thread-safe.
    let runs = CompositeDisposable()
    private let scheduler: any ImmediateSchedulerType
    private let action: (State, (State) -> Void) -> Void

    init(_ scheduler: any ImmediateSchedulerType, _ action: @escaping (State, (State) -> Void) -> Void) {
        self.scheduler = scheduler
        self.action = action
    }

    func schedule(_ state: State) {
        let run = SingleAssignmentDisposable()
        guard let key = runs.insert(run) else { return }
        run.setDisposable(
            scheduler.schedule(state) { state in
                // Out of the list but not disposed: it is running.
                if self.runs.take(key) != nil { self.action(state, self.schedule) }
                return Disposables.create()
            })
    }
}
