@testable import Rx
import RxPlatform

/// The serial scheduler and its timers. A scheduler's queue is a fiber more, the clock another one.
enum SchedulerScenarios {
    static let all: [Scenario] = [
        Scenario("scheduler/2-producers", "2 threads schedule 2 items each", lock: .preemptions(3), queue: .preemptions(3)) {
            producers($0)
        },
        Scenario("scheduler/cancel", "an item is cancelled while another thread schedules", queue: .preemptions(3)) {
            cancel($0)
        },
        Scenario("scheduler/cancel-inside", "an item cancels a later one, which another thread does as well", queue: .preemptions(3)) {
            cancelInside($0)
        },
        Scenario("scheduler/re-entrant", "an item schedules another one while a thread does", queue: .preemptions(3)) {
            reentrant($0)
        },
        Scenario("scheduler/causes", "an item schedules another one when it knows of one that a thread has scheduled") {
            causes($0)
        },
        Scenario("scheduler/used-again", "items schedule the next ones while the first one's disposable is used", queue: .preemptions(3)) {
            usedAgain($0)
        },
        Scenario("scheduler/dropped", "the last reference to a scheduler goes while an item waits") { dropped($0) },
        Scenario("scheduler/late-result", "an item is cancelled while it makes what it returns") {
            lateResult($0)
        },
        Scenario("timer/insert", "a timer is cancelled before it is among those that wait") { insertion($0) },
        Scenario("timer/cancel", "a timer fires while it is cancelled", queue: .preemptions(3)) { timer($0) },
        Scenario("timer/2", "two timers are set while one is cancelled", lock: .preemptions(2), queue: .preemptions(2), quick: false) {
            timers($0)
        },
        Scenario("timer/periodic", "a periodic timer is cancelled between its ticks and from inside", lock: .preemptions(2), queue: .preemptions(2)) {
            periodic($0)
        },
        Scenario("timer/dispose", "the timer operator fires while its subscription is disposed", queue: .preemptions(3)) {
            timerDispose($0, disposers: 1)
        },
        Scenario("timer/dispose-twice", "the same, and two threads dispose it", lock: .preemptions(3), queue: .preemptions(2)) {
            timerDispose($0, disposers: 2)
        },
        Scenario("timer/has-ended", "the timer operator fires while somebody asks whether its subscription has ended", queue: .preemptions(3)) {
            timerHasEnded($0)
        },
        Scenario(
            "timer/dispose-behind", "the timer operator, with a map behind it, fires while its subscription is disposed", queue: .preemptions(3)
        ) { run in timerDispose(run, disposers: 1) { $0.map { $0 } } },
        Scenario("timer/dispose-inside", "its observer disposes the subscription while another thread does", queue: .preemptions(2)) {
            timerDisposeInside($0)
        },
        Scenario("timer/attach", "the timer operator is subscribed to while its subscription ends", queue: .preemptions(3)) {
            timerAttach($0)
        },
    ]

    /// An item that is watched as a delivery to `witness`.
    private static func schedule(_ number: Int, on scheduler: SerialScheduler, _ witness: Witness<Int>) -> any Disposable {
        scheduler.schedule(number) {
            witness.next($0)
            return Disposables.create()
        }
    }

    private static func after(
        _ milliseconds: Int, on scheduler: SerialScheduler, _ witness: Witness<Int>
    ) -> any Disposable {
        scheduler.scheduleRelative(milliseconds, dueTime: .milliseconds(milliseconds)) {
            witness.next($0)
            return Disposables.create()
        }
    }

    /// Cancels an item. That doesn't wait for one that another thread has taken up; one that nobody has must never start.
    private static func cancel(_ item: any Disposable, _ witness: Witness<Int>) {
        item.dispose()
        if (item._kind.object as! WorkItem).word.loadAcquiring() & WorkItem.started == 0 { witness.didDispose() }
    }

    private static func producers(_ run: ScenarioRun) {
        let scheduler = SerialScheduler(core: run.core)
        let witness = Witness<Int>(run, "item")
        let sent = [[11, 12], [21, 22]]
        for (index, numbers) in sent.enumerated() {
            run.fiber("P\(index + 1)") { for number in numbers { _ = schedule(number, on: scheduler, witness) } }
        }
        run.atEnd { run.requireAll(witness.elements, from: sent) }
    }

    private static func cancel(_ run: ScenarioRun) {
        let scheduler = SerialScheduler(core: run.core)
        let kept = Witness<Int>(run, "kept item"), cancelled = Witness<Int>(run, "item")
        run.fiber("canceller") { cancel(schedule(1, on: scheduler, cancelled), cancelled) }
        run.fiber("producer") { for number in [1, 2] { _ = schedule(number, on: scheduler, kept) } }
        run.atEnd { run.require(kept.elements == [1, 2], "got \(kept.elements)") }
    }

    private static func cancelInside(_ run: ScenarioRun) {
        let scheduler = SerialScheduler(core: run.core)
        let first = Witness<Int>(run, "first item"), cancelled = Witness<Int>(run, "cancelled item")
        let last = Witness<Int>(run, "last item")
        _ = schedule(1, on: scheduler, first)
        let later = schedule(2, on: scheduler, cancelled)
        first.onNext = { _ in cancelled.dispose(later) }
        run.fiber("producer") { _ = schedule(3, on: scheduler, last) }
        run.fiber("canceller") { later.dispose() }
        run.atEnd {
            run.require(first.elements == [1] && last.elements == [3], "got \(first.elements), \(last.elements)")
            first.onNext = nil
        }
    }

    private static func reentrant(_ run: ScenarioRun) {
        let scheduler = SerialScheduler(core: run.core)
        let witness = Witness<Int>(run, "item")
        witness.onNext = { if $0 == 11 { _ = schedule(12, on: scheduler, witness) } }
        run.fiber("P1") { _ = schedule(11, on: scheduler, witness) }
        run.fiber("P2") { _ = schedule(21, on: scheduler, witness) }
        run.atEnd {
            run.requireAll(witness.elements, from: [[11, 12], [21]])
            witness.onNext = nil
        }
    }

    private static func causes(_ run: ScenarioRun) {
        let scheduler = SerialScheduler(core: run.core)
        let witness = Witness<Int>(run, "item"), isScheduled = Word(0)
        var knows = false
        witness.onNext = {
            guard $0 == 11 else { return }
            _ = schedule(12, on: scheduler, witness)
            knows = isScheduled.loadAcquiring() == 1
            _ = schedule(13, on: scheduler, witness)
        }
        run.fiber("P1") { _ = schedule(11, on: scheduler, witness) }
        run.fiber("P2") {
            _ = schedule(21, on: scheduler, witness)
            isScheduled.storeReleasing(1)
        }
        run.atEnd {
            let got = witness.elements
            run.requireAll(got, from: [[11, 12, 13], [21]])
            if knows { run.require(got.last == 13, "out of order: got \(got)") }
            witness.onNext = nil
        }
    }

    /// The items of the later ones may be the same as those of the earlier ones, but nobody's disposable ends another one's work.
    private static func usedAgain(_ run: ScenarioRun) {
        let scheduler = SerialScheduler(core: run.core)
        let first = Witness<Int>(run, "first item"), later = Witness<Int>(run, "later item")
        first.onNext = { _ in _ = schedule(2, on: scheduler, later) }
        later.onNext = { if $0 < 4 { _ = schedule($0 + 1, on: scheduler, later) } }
        run.fiber("canceller") {
            let item = schedule(1, on: scheduler, first)
            item.dispose()
            item.dispose()
        }
        run.atEnd {
            run.require(later.elements == (first.elements.isEmpty ? [] : [2, 3, 4]), "got \(first.elements), \(later.elements)")
            (first.onNext, later.onNext) = (nil, nil)
        }
    }

    private static func dropped(_ run: ScenarioRun) {
        let owner = Owner(SerialScheduler(core: run.core))
        let witness = Witness<Int>(run, "item")
        run.fiber("producer") {
            _ = schedule(1, on: owner.scheduler!, witness)
            owner.scheduler = nil
        }
        run.atEnd { run.require(witness.elements == [1], "got \(witness.elements)") }
    }

    private static func lateResult(_ run: ScenarioRun) {
        let scheduler = SerialScheduler(core: run.core)
        let made = EventCounter(run, "result"), disposed = EventCounter(run, "disposed result")
        let item = scheduler.schedule(()) { _ in
            made.add()
            return Disposables.create { disposed.add() }
        }
        run.fiber("canceller") { item.dispose() }
        run.atEnd { disposed.require(made.value, "the result was disposed \(disposed.value) times, and made \(made.value)") }
    }

    // MARK: Timers

    /// As a periodic timer is put back after its tick, when others have it already.
    private static func insertion(_ run: ScenarioRun) {
        run.startClock()
        let timers = TimerQueue(queue: JobQueue(label: "timers", qos: .default), leeway: .never)
        let entry = Entry(ScheduledItem(()) { _ in Disposables.create() })
        entry.item.timers.value = timers
        Resources.add(.timers, 1)
        run.fiber("setter") {
            timers.heap.insert(entry.item, at: .max / 4)
            entry.isInserted.store(1)
        }
        run.fiber("canceller") {
            entry.item.dispose()
            entry.isCancelled.store(1)
        }
        run.fiber("looker") {
            guard entry.isInserted.load() == 1, entry.isCancelled.load() == 1 else { return }
            // Takes the lock, so that the search looks at this before the alarm has gone off, too.
            let other = ScheduledItem(()) { _ in Disposables.create() }
            withExtendedLifetime(other) { timers.heap.cancelled(other) }
            run.require(isKnownUniquelyReferenced(&entry.item), "a cancelled timer waits for its time")
        }
    }

    private static func timer(_ run: ScenarioRun) {
        run.startClock()
        let scheduler = SerialScheduler(core: run.core)
        let witness = Witness<Int>(run, "item")
        let timer = after(1, on: scheduler, witness)
        run.fiber("canceller") { cancel(timer, witness) }
        run.atEnd { run.require(witness.elements.count <= 1, "fired \(witness.elements.count) times") }
    }

    private static func timers(_ run: ScenarioRun) {
        run.startClock()
        let scheduler = SerialScheduler(core: run.core)
        let kept = Witness<Int>(run, "kept timer"), cancelled = Witness<Int>(run, "item")
        let timer = after(2, on: scheduler, cancelled)
        run.fiber("setter") {
            _ = after(3, on: scheduler, kept)
            _ = after(1, on: scheduler, kept)
        }
        run.fiber("canceller") { cancel(timer, cancelled) }
        run.atEnd { run.require(kept.elements.sorted() == [1, 3], "fired: \(kept.elements)") }
    }

    private static func periodic(_ run: ScenarioRun) {
        run.startClock()
        let scheduler = SerialScheduler(core: run.core)
        let witness = Witness<Int>(run, "item")
        let timer = scheduler.schedulePeriodic(0, startAfter: .milliseconds(1), period: .milliseconds(1)) { tick in
            witness.next(tick)
            return tick + 1
        }
        // From inside as well, so that it ends even if the other thread is never given a turn.
        witness.onNext = { if $0 == 1 { timer.dispose() } }
        run.fiber("canceller") { cancel(timer, witness) }
        run.atEnd {
            run.requirePrefix(witness.elements, of: [0, 1])
            witness.onNext = nil
        }
    }

    private static func timerDispose(_ run: ScenarioRun, disposers: Int, _ place: (Observable<Int>) -> Observable<Int> = { $0 }) {
        run.startClock()
        let scheduler = SerialScheduler(core: run.core)
        let witness = Witness<Int>(run)
        let subscription = place(.timer(.milliseconds(1), scheduler: scheduler)).subscribe(witness, run.core)
        for number in 1...disposers { run.fiber("disposer \(number)") { witness.dispose(subscription) } }
        run.atEnd {
            run.requirePrefix(witness.elements, of: [0])
            run.require(witness.stops <= witness.elements.count, "completed without its element")
            requireEnd(run, witness)
            withExtendedLifetime(subscription) {}
        }
    }

    /// Who is told that it has ended may forget it: nothing is delivered any more.
    private static func timerHasEnded(_ run: ScenarioRun) {
        run.startClock()
        let scheduler = SerialScheduler(core: run.core)
        let witness = Witness<Int>(run)
        let subscription = Observable<Int>.timer(.milliseconds(1), scheduler: scheduler).subscribe(witness, run.core)
        run.fiber("asker") { if subscription.isSettled { witness.didDispose() } }
        run.atEnd {
            run.require(witness.elements == [0] && witness.stops == 1, "it isn't told all")
            run.require(subscription.isSettled, "it doesn't know that it has ended")
            requireEnd(run, witness)
        }
    }

    private static func timerDisposeInside(_ run: ScenarioRun) {
        run.startClock()
        let scheduler = SerialScheduler(core: run.core)
        let witness = Witness<Int>(run)
        let subscription = Observable<Int>.timer(.milliseconds(1), scheduler: scheduler).subscribe(witness, run.core)
        witness.onNext = { _ in subscription.dispose() }
        run.fiber("disposer") { witness.dispose(subscription) }
        run.atEnd {
            run.requirePrefix(witness.elements, of: [0])
            run.require(witness.stops == 0, "completed though its observer had disposed")
            witness.onNext = nil
            requireEnd(run, witness)
            withExtendedLifetime(subscription) {}
        }
    }

    static func requireEnd(_ run: ScenarioRun, _ witness: Witness<Int>) {
        run.require(Resources.count(.timers) == 0, "a timer is left that nobody ends")
        run.require(!witness.isHeld, "what the observer captures isn't freed")
    }

    private static func timerAttach(_ run: ScenarioRun) {
        run.startClock()
        let scheduler = SerialScheduler(core: run.core)
        let witness = Witness<Int>(run)
        let segment = Segment(core: run.core)
        run.fiber("subscriber") {
            Observable<Int>.timer(.seconds(100), scheduler: scheduler).source.subscribe(
                segment, next: { witness.next($0) }, stop: { _ in })
        }
        run.fiber("ender") { segment.dispose() }
        run.atEnd {
            run.requirePrefix(witness.elements, of: [0])
            run.require(Resources.count(.timers) == 0, "a timer is left that nobody ends")
        }
    }

    private final class Entry {
        var item: WorkItem
        let isInserted = Word(0), isCancelled = Word(0)

        init(_ item: WorkItem) { self.item = item }
    }

    private final class Owner {
        var scheduler: SerialScheduler?
        init(_ scheduler: SerialScheduler) { self.scheduler = scheduler }
    }
}
