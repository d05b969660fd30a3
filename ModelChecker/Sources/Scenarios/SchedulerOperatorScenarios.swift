import RxPlatform

@testable import Rx

/// Operators on a serial scheduler.
enum SchedulerOperatorScenarios {
    static let all: [Scenario] = [
        Scenario(
            "debounce/order", "a thread sends 2 elements to debounce", lock: .preemptions(2), queue: .preemptions(2)
        ) { debounce($0) },
        Scenario(
            "debounce/dispose", "a thread sends 2 elements to debounce while another one disposes", lock: .preemptions(1),
            queue: .preemptions(1)
        ) { debounceDispose($0) },
        Scenario("observe-on/order", "2 events through a scheduler", queue: .preemptions(3), biases: [.off, .on]) {
            observeOn($0, SerialScheduler(core: $0.core), [1, 2], completes: false)
        },
        Scenario("observe-on/completion", "an event and completion through a scheduler", queue: .preemptions(3), biases: [.off, .on]) {
            observeOn($0, SerialScheduler(core: $0.core), [1])
        },
        Scenario(
            "observe-on/dispose", "2 events through a scheduler against dispose", lock: .preemptions(2), queue: .preemptions(2),
            biases: [.off, .on]
        ) {
            observeOnDispose($0)
        },
        Scenario(
            "observe-on/hops", "2 events and completion through a scheduler that runs each piece of work on another thread than the one before",
            lock: .preemptions(2), queue: .preemptions(2), biases: [.off, .on]
        ) { observeOn($0, TwoThreads()) },
        Scenario(
            "observe-on/bursts", "2 events and completion through a scheduler where each event is a burst of its own", lock: .preemptions(2),
            queue: .preemptions(2), biases: [.off, .on], handOverAfter: 1
        ) { observeOn($0, SerialScheduler(core: $0.core)) },
        Scenario(
            "observe-on/kept", "2 events through a scheduler against dispose, from a source whose observer the program keeps",
            lock: .preemptions(2), queue: .preemptions(2), biases: [.off, .on]
        ) { observeOnKept($0, SerialScheduler(core: $0.core)) },
        Scenario(
            "observe-on/kept-bursts", "the same where each event is a burst of its own", lock: .preemptions(2), queue: .preemptions(2),
            handOverAfter: 1
        ) { observeOnKept($0, SerialScheduler(core: $0.core)) },
        Scenario(
            "observe-on/kept-hops", "the same through a scheduler that runs each piece of work on another thread than the one before",
            lock: .preemptions(2), queue: .preemptions(2), biases: [.off, .on]
        ) { observeOnKept($0, TwoThreads()) },
        Scenario("subscribe-on/comes", "a scheduler subscribes while somebody disposes", queue: .preemptions(3)) {
            subscribing($0)
        },
        Scenario(
            "subscribe-on/dispose", "a sharing is subscribed to on a scheduler, while its source sends and somebody disposes",
            lock: .preemptions(2), queue: .preemptions(2), quick: false
        ) { subscribeOn($0, SerialScheduler(core: $0.core)) {} },
        Scenario(
            "subscribe-on/made", "the same once it has been subscribed to, and the tear-down waits for its turn",
            lock: .preemptions(2), queue: .preemptions(2)
        ) {
            let scheduler = FirstOnlyScheduler()
            subscribeOn($0, scheduler, atEnd: scheduler.runTheRest)
        },
    ]

    /// Its timer waits again without going inside, while the next element may put it off.
    private static func debounce(_ run: ScenarioRun) {
        run.startClock()
        let scheduler = SerialScheduler(core: run.core)
        let subject = PublishSubject<Int>(core: run.core), witness = Witness<Int>(run)
        let subscription = subject.debounce(.milliseconds(2), scheduler: scheduler).subscribe(witness, run.core)
        _ = scheduler.scheduleRelative((), dueTime: .milliseconds(1)) { _ in Disposables.create() }  // Time passes between.
        run.fiber("source") { for element in [1, 2] { subject.onNext(element) } }
        run.atEnd {
            run.require(witness.elements == [2] || witness.elements == [1, 2], "got \(witness.elements)")
            subscription.dispose()
            SchedulerScenarios.requireEnd(run, witness)
        }
    }

    private static func debounceDispose(_ run: ScenarioRun) {
        run.startClock()
        let scheduler = SerialScheduler(core: run.core)
        let subject = PublishSubject<Int>(core: run.core), witness = Witness<Int>(run)
        let subscription = subject.debounce(.milliseconds(2), scheduler: scheduler).subscribe(witness, run.core)
        _ = scheduler.scheduleRelative((), dueTime: .milliseconds(1)) { _ in Disposables.create() }
        run.fiber("source") { for element in [1, 2] { subject.onNext(element) } }
        run.fiber("disposer") { witness.dispose(subscription) }
        run.atEnd {
            run.require(witness.elements == witness.elements.sorted() && witness.elements.count <= 2, "got \(witness.elements)")
            run.require(!subject.hasObservers, "G3: the source is still subscribed to")
            SchedulerScenarios.requireEnd(run, witness)
            withExtendedLifetime(subscription) {}
        }
    }

    private static func observeOn(
        _ run: ScenarioRun, _ scheduler: any ImmediateSchedulerType, _ elements: [Int] = [1, 2], completes: Bool = true
    ) {
        let subject = PublishSubject<Int>(core: run.core)
        let witness = Witness<Int>(run)
        let subscription = subject.observe(on: scheduler).subscribe(witness, run.core)
        run.fiber("source") {
            elements.forEach(subject.onNext)
            if completes { subject.onCompleted() }
        }
        run.atEnd {
            run.require(witness.elements == elements && witness.stops == (completes ? 1 : 0), "got \(witness.elements), \(witness.stops) stops")
            if !completes { subscription.dispose() }
        }
    }

    private static func observeOnDispose(_ run: ScenarioRun) {
        let scheduler = SerialScheduler(core: run.core)
        let subject = PublishSubject<Int>(core: run.core)
        let witness = Witness<Int>(run)
        let subscription = subject.observe(on: scheduler).subscribe(witness, run.core)
        run.fiber("source") { for element in [1, 2] { subject.onNext(element) } }
        run.fiber("disposer") { witness.dispose(subscription) }
        run.atEnd {
            run.requirePrefix(witness.elements, of: [1, 2])
            run.require(!subject.hasObservers, "G3: the source is still subscribed to")
        }
    }

    /// An element that tells when it is freed.
    private final class Load {
        private let frees: EventCounter

        init(_ frees: EventCounter) { self.frees = frees }

        deinit { frees.add() }
    }

    private static func observeOnKept(_ run: ScenarioRun, _ scheduler: any ImmediateSchedulerType) {
        let frees = EventCounter(run, "freeing an element")
        var kept: AnyObserver<Load>?
        let source = Observable<Load>.create { observer in
            kept = observer
            return Disposables.create()
        }
        let subscription = run.core.run { source.observe(on: scheduler).subscribe(onNext: { _ in }) }
        run.fiber("source") { for _ in 0..<2 { kept?.onNext(Load(frees)) } }
        run.fiber("disposer") { subscription.dispose() }
        run.atEnd {
            frees.require(2)
            withExtendedLifetime((kept, subscription)) {}
        }
    }

    private static func subscribing(_ run: ScenarioRun) {
        let subject = PublishSubject<Int>(core: run.core), witness = Witness<Int>(run)
        let subscription = subject.subscribe(on: SerialScheduler(core: run.core)).subscribe(witness, run.core)
        run.fiber("disposer") { witness.dispose(subscription) }
        run.atEnd { run.require(!subject.hasObservers, "G3: the source is still subscribed to") }
    }

    /// Through a sharing, whose source is a lifetime of its own.
    private static func subscribeOn(_ run: ScenarioRun, _ scheduler: any ImmediateSchedulerType, atEnd: @escaping () -> Void) {
        let subject = PublishSubject<Int>(core: run.core), witness = Witness<Int>(run, "selector")
        let subscription = run.core.run {
            subject.map {
                witness.next($0); return $0
            }.share().subscribe(on: scheduler).subscribe(onNext: { _ in })
        }
        run.fiber("disposer") { witness.dispose(subscription) }
        run.fiber("source") { [1, 2].forEach(subject.onNext) }
        run.atEnd {
            atEnd()
            run.require(!subject.hasObservers, "G3: the source is still subscribed to")
        }
    }

    /// Runs the first piece of work at once, keeps the others.
    private final class FirstOnlyScheduler: ImmediateSchedulerType, @unchecked Sendable {  // Sendable: used by one thread at a time.
        private var hasRun = false
        private var kept: [() -> Void] = []

        func runTheRest() { while !kept.isEmpty { kept.removeFirst()() } }

        func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable {
            if hasRun {
                kept.append { _ = action(state) }
                return Disposables.create()
            }
            hasRun = true
            return action(state)
        }
    }

    /// A queue of its own for every other piece of work. Nothing can be taken back: work finds out that its segment has ended.
    private final class TwoThreads: ImmediateSchedulerType, @unchecked Sendable {  // Sendable: work is scheduled by one thread at a time.
        private var queues = ["first", "second"].map { JobQueue(label: $0, qos: .default) }

        func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable {
            queues.swapAt(0, 1)
            let work = UncheckedSendable { _ = action(state) }
            queues[0].async { work.value() }
            return Disposables.create()
        }
    }
}
