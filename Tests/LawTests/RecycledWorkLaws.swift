import Testing

@testable import LawSupport
@testable import Rx

/// Work that schedules the next is kept in an object that is used again, with its state beside it. Nothing of one life is seen in the next.
@Suite struct RecycledWorkLaws {
    enum Place: CaseIterable {
        case own, dispatch, currentThread

        func make() -> any ImmediateSchedulerType {
            switch self {
            case .own: SerialScheduler()
            case .dispatch: SerialDispatchQueueScheduler(internalSerialQueueName: "recycled")
            case .currentThread: CurrentThreadScheduler.instance
            }
        }
    }

    private final class State {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    /// A chain whose states are of one type after the other. Concrete schedulers: with those it is compiled for each of the types.
    private final class Chain<Scheduler: ImmediateSchedulerType>: @unchecked Sendable {  // Sendable: one hop at a time touches it.
        let scheduler: Scheduler
        let log = LockedLog<Int>()
        weak var last: State?
        var kept = 0

        init(_ scheduler: Scheduler) { self.scheduler = scheduler }

        func step(_ number: Int) {
            if last != nil { kept += 1 }
            if number == 0 { return log.append(0) }
            let next = number - 1
            switch number % 4 {
            case 0:
                _ = scheduler.schedule(number) { number in
                    self.log.append(number)
                    self.step(next)
                    return Disposables.create()
                }
            case 1:
                _ = scheduler.schedule(()) { _ in
                    self.log.append(number)
                    self.step(next)
                    return Disposables.create()
                }
            case 2:
                let state = State(number)
                last = state
                _ = scheduler.schedule(state) { state in
                    self.log.append(state.number)
                    // Of the state's type, for an item to use again; by when that runs, this state is to be gone.
                    _ = self.scheduler.schedule(State(next)) { state in
                        self.step(state.number)
                        return Disposables.create()
                    }
                    return Disposables.create()
                }
            default:
                _ = scheduler.schedule((number, "a state of several words")) { number, _ in
                    self.log.append(number)
                    self.step(next)
                    return Disposables.create()
                }
            }
        }
    }

    private func runsInOrder(_ scheduler: some ImmediateSchedulerType) -> Bool {
        let chain = Chain(scheduler)
        // Inside of work: on the current thread as well, what it schedules waits.
        _ = scheduler.schedule(1000) { number in
            chain.step(number)
            return Disposables.create()
        }
        return eventually { chain.log.entries.last == 0 } && chain.log.entries == (0...1000).reversed() && chain.kept == 0
    }

    @Test(arguments: Core.underLaw)
    func statesOfDifferentTypesTakeTurnsAndAreLetGoOf(core: Core) {
        core.run {
            #expect(runsInOrder(SerialScheduler()))
            #expect(runsInOrder(SerialDispatchQueueScheduler(internalSerialQueueName: "recycled")))
            #expect(runsInOrder(SerialDispatchQueueScheduler(internalSerialQueueName: "known") { _ in }))
            #expect(runsInOrder(CurrentThreadScheduler.instance))
        }
    }

    @Test(arguments: Core.underLaw)
    func theSameThroughAnyScheduler(core: Core) {
        core.run {
            for place in Place.allCases {
                let scheduler = place.make(), isInOrder = runsInOrder(scheduler)
                #expect(isInOrder, "\(place)")
            }
        }
    }

    /// The second life of an item, ended before it begins: it lets go of its state at once and doesn't run, and the disposable of the first
    /// life ends nothing.
    @Test(arguments: Core.underLaw, Place.allCases)
    func workThatIsEndedLetsGoOfItsStateAtOnce(core: Core, place: Place) {
        core.run {
            let scheduler = place.make(), log = LockedLog<String>()
            _ = scheduler.schedule(1) { _ in
                _ = scheduler.schedule(State(1)) { _ in
                    var state: State? = State(2)
                    weak let seen = state
                    let work = scheduler.schedule(state.unsafelyUnwrapped) { _ in
                        log.append("ended work")
                        return Disposables.create()
                    }
                    state = nil
                    log.append(seen == nil ? "gone too early" : "held")
                    work.dispose()
                    log.append(seen == nil ? "let go" : "kept")
                    _ = scheduler.schedule(State(3)) { state in
                        work.dispose()
                        _ = scheduler.schedule(state.number) { number in
                            log.append("\(number)")
                            return Disposables.create()
                        }
                        work.dispose()
                        return Disposables.create()
                    }
                    return Disposables.create()
                }
                return Disposables.create()
            }
            #expect(eventually { log.entries.last == "3" })
            #expect(log.entries == ["held", "let go", "3"])
        }
    }

    /// An action with a state of its own, as code has it that is compiled with optimisation. It runs once, lets go of its state when it is dropped as
    /// when it has run, and the next one of its state's type has its place.
    @Test func anActionIsKeptWithItsStateOnce() throws {
        var action = ScheduledAction()
        defer { action.drop() }
        func put(_ state: State, _ act: @escaping (State) -> Void) {
            StatefulActionOf<State>.place(in: &action.stateful)._withUnsafeGuaranteedRef {
                $0.put(state) { state in
                    act(state)
                    return Disposables.create()
                }
            }
        }
        var runs: [Int] = []
        func scheduled(_ number: Int) -> () -> State? {
            let state = State(number)
            put(state) { runs.append($0.number) }
            return { [weak state] in state }
        }
        let dropped = scheduled(1)
        #expect(dropped() != nil)
        action.drop()
        #expect(dropped() == nil)
        _ = action.start()
        #expect(runs.isEmpty)
        let run = scheduled(2), place = try #require(action.stateful?.toOpaque())
        _ = action.start()
        _ = action.start()
        #expect(runs == [2] && run() == nil)
        let next = scheduled(3)
        #expect(action.stateful?.toOpaque() == place)
        _ = action.start()
        #expect(runs == [2, 3] && next() == nil)
        // Of another type: another object, and nothing is left of the first.
        let replaced = scheduled(4)
        StatefulActionOf<Int>.place(in: &action.stateful)._withUnsafeGuaranteedRef {
            $0.put(5) { number in
                runs.append(number)
                return Disposables.create()
            }
        }
        #expect(replaced() == nil)
        _ = action.start()
        #expect(runs == [2, 3, 5])
    }
}
