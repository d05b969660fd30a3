import RxPlatform
import Testing

@testable import LawSupport
@testable import Rx

/// G4: a serial scheduler runs one item at a time, first in first out; what is cancelled before it starts never starts.
///
/// Serialised: two tests that wait for a global queue at the same time could occupy all the threads that it has.
@Suite(.serialized) struct SchedulerLaws {
    enum Serial: String, CaseIterable, CustomTestStringConvertible {
        case own, dispatch, dispatchOnConcurrent

        var testDescription: String { rawValue }

        func make() -> any SchedulerType {
            switch self {
            case .own: SerialScheduler()
            case .dispatch: SerialDispatchQueueScheduler(internalSerialQueueName: "laws")
            case .dispatchOnConcurrent: SerialDispatchQueueScheduler(queue: .global(), internalSerialQueueName: "laws")
            }
        }
    }

    @Test(arguments: Core.underLaw, Serial.allCases)
    func itemsRunOneAtATimeInTheOrderOfTheirSender(core: Core, kind: Serial) {
        core.run {
            let scheduler = UncheckedBox(kind.make()), senders = 4, count = 1500
            let probe = Probe<NumberedElement>(), left = AtomicCount(senders * count)
            together(
                (0..<senders).map { sender in
                    {
                        for index in 0..<count {
                            _ = scheduler.value.schedule(NumberedElement(sender: sender, index: index)) { item in
                                probe.onNext(item)
                                left.add(-1)
                                return Disposables.create()
                            }
                        }
                    }
                })
            #expect(eventually { left.value == 0 })
            #expect(probe.fault == nil)
            for sender in 0..<senders {
                #expect(probe.elements.filter { $0.sender == sender }.map(\.index) == Array(0..<count))
            }
        }
    }

    /// However long an item takes: it gives way until another thread of Dispatch has had the time to take the next one. On the
    /// main thread, for a test that waits on one of Dispatch's leaves it too few.
    @Test(arguments: Core.underLaw, Serial.allCases) @MainActor
    func noItemStartsWhileAnotherOneRuns(core: Core, kind: Serial) {
        #expect(core.run { overlappingItems(kind) } == 0)
    }

    private nonisolated func overlappingItems(_ kind: Serial) -> Int {
        let scheduler = kind.make(), running = AtomicCount(), overlaps = AtomicCount(), left = AtomicCount(20)
        for _ in 0..<left.value {
            _ = scheduler.schedule(()) { _ in
                if running.add() != 1 { overlaps.add() }
                for _ in 0..<500 where running.value == 1 { giveWay() }
                if running.add(-1) != 0 { overlaps.add() }
                left.add(-1)
                return Disposables.create()
            }
        }
        #expect(eventually { left.value == 0 })
        return overlaps.value
    }

    @Test(arguments: Core.underLaw, Serial.allCases)
    func whatAnItemSchedulesComesAfterWhatWaits(core: Core, kind: Serial) {
        core.run {
            let scheduler = kind.make(), log = LockedLog<Int>()
            _ = scheduler.schedule(()) { _ in
                for number in 1...3 {
                    _ = scheduler.schedule(number) { number in
                        log.append(number)
                        _ = scheduler.schedule(()) { _ in
                            log.append(number + 10)
                            return Disposables.create()
                        }
                        return Disposables.create()
                    }
                }
                log.append(0)
                return Disposables.create()
            }
            #expect(eventually { log.entries.count == 7 })
            #expect(log.entries == [0, 1, 2, 3, 11, 12, 13])
        }
    }

    @Test(arguments: Core.underLaw, Serial.allCases)
    func whatIsCancelledOnTheSchedulerBeforeItStartsNeverStarts(core: Core, kind: Serial) {
        core.run {
            let scheduler = kind.make(), started = AtomicCount(), isOver = AtomicFlag(), count = 300
            _ = scheduler.schedule(()) { _ in
                let items = (0..<count).map { index in
                    scheduler.schedule(()) { _ in
                        if index % 2 == 0 { started.add(1000) } else { started.add() }
                        return Disposables.create()
                    }
                }
                for index in stride(from: 0, to: count, by: 2) { items[index].dispose() }
                _ = scheduler.schedule(()) { _ in
                    isOver.set()
                    return Disposables.create()
                }
                return Disposables.create()
            }
            #expect(eventually { isOver.isSet })
            #expect(started.value == count / 2)
        }
    }

    /// Cancelled from another thread an item either has started or never starts: it is freed either way, with what it captured.
    @Test(arguments: Core.underLaw, Serial.allCases)
    func cancellingFromAnotherThreadFreesTheItemOnce(core: Core, kind: Serial) {
        final class Captured {
            let freed: AtomicCount
            init(_ freed: AtomicCount) { self.freed = freed }
            deinit { freed.add() }
        }
        core.run {
            let scheduler = UncheckedBox(kind.make()), freed = AtomicCount(), ran = AtomicCount(), count = 2000
            weak var cancelled: AnyObject?, left: AnyObject?
            func object(_ item: any Disposable) -> AnyObject { item._kind.object ?? item as AnyObject }
            onThread {
                for index in 0..<count {
                    let captured = Captured(freed)
                    let item = scheduler.value.schedule(captured) { captured in
                        withExtendedLifetime(captured) { _ = ran.add() }
                        return Disposables.create()
                    }
                    if index == 0 { cancelled = object(item) }
                    if index == 1 { left = object(item) }
                    if index % 2 == 0 { item.dispose() }
                }
            }
            #expect(eventually { freed.value == count })
            #expect(eventually(within: 5) { cancelled == nil && left == nil })
            #expect(ran.value >= count / 2)
        }
    }

    /// A disposable that is kept ends nothing but what it was made for, though the scheduler may use the items of work that has run again.
    @Test(arguments: Core.underLaw, Serial.allCases)
    func disposablesOfWorkThatHasRunEndNothingElse(core: Core, kind: Serial) {
        core.run {
            let scheduler = kind.make(), log = LockedLog<Int>(), last = 200
            var kept: [(number: Int, work: any Disposable)] = []  // Only for the work.
            func schedule(_ number: Int) -> any Disposable {
                scheduler.schedule(number) { number in
                    func endWhatHasRun() { for old in kept where old.number < number { old.work.dispose() } }
                    if number % 5 == 0 { endWhatHasRun() }
                    if number < last {
                        let next = schedule(number + 1)
                        if number % 3 != 0 { kept.append((number + 1, next)) }
                        if kept.count > 5 { kept.removeFirst(3) }
                    }
                    if number % 5 != 1 { endWhatHasRun() }
                    log.append(number)
                    return Disposables.create()
                }
            }
            _ = schedule(0)
            #expect(eventually { log.entries.count == last + 1 })
            #expect(log.entries == Array(0...last))
        }
    }

    /// The same of a weak reference to a timer's disposable, which keeps nothing.
    @Test(arguments: Core.underLaw, Serial.allCases)
    func weakReferencesToTimersThatHaveRunEndNothingElse(core: Core, kind: Serial) {
        core.run {
            let scheduler = UncheckedBox(kind.make()), ran = AtomicCount(), ended = AtomicCount()
            final class Weak { weak var timer: AnyObject? }  // Only for the work.
            let reference = UncheckedBox(Weak())
            _ = scheduler.value.schedule(()) { _ in
                reference.value.timer =
                    scheduler.value.scheduleRelative((), dueTime: .milliseconds(1)) { _ in
                        _ = scheduler.value.schedule(()) { _ in
                            _ = scheduler.value.schedule(()) { _ in
                                ran.add()
                                return Disposables.create()
                            }
                            (reference.value.timer as? any Disposable)?.dispose()
                            ended.add()
                            return Disposables.create()
                        }
                        return Disposables.create()
                    } as AnyObject
                return Disposables.create()
            }
            #expect(eventually { ended.value == 1 && ran.value == 1 })
        }
    }

    /// Whatever the work itself schedules has its turn after what another thread has scheduled before.
    @Test(arguments: Core.underLaw, Serial.allCases)
    func whatAnItemSchedulesComesAfterWhatItKnowsOf(core: Core, kind: Serial) {
        core.run {
            let scheduler = UncheckedBox(kind.make()), log = LockedLog<Int>(), rounds = 300
            let inside = AtomicCount(), scheduled = AtomicCount()
            func note(_ number: Int) -> any Disposable {
                scheduler.value.schedule(number) { number in
                    log.append(number)
                    return Disposables.create()
                }
            }
            _ = scheduler.value.schedule(()) { _ in
                for round in 0..<rounds {
                    _ = note(3 * round)
                    inside.add()
                    while scheduled.value <= round { giveWay() }
                    _ = note(3 * round + 2)
                }
                return Disposables.create()
            }
            onThread {
                for round in 0..<rounds {
                    while inside.value <= round { giveWay() }
                    _ = note(3 * round + 1)
                    scheduled.add()
                }
            }
            #expect(eventually { log.entries.count == 3 * rounds })
            #expect(log.entries == Array(0..<3 * rounds))
        }
    }

    @Test(arguments: Core.underLaw, Serial.allCases)
    func observeOnDeliversEverythingInOrderOnTheScheduler(core: Core, kind: Serial) {
        core.run {
            let subject = PublishSubject<NumberedElement>(), probe = Probe<NumberedElement>(), isOver = AtomicFlag(), senders = 3, count = 1000
            let subscription = subject.observe(on: kind.make()).subscribe { event in
                probe.on(event)
                if event.isStopEvent { isOver.set() }
            }
            let left = AtomicCount(senders)
            together(
                (0..<senders).map { sender in
                    {
                        for index in 0..<count { subject.onNext(NumberedElement(sender: sender, index: index)) }
                        if left.add(-1) == 0 { subject.onCompleted() }
                    }
                })
            #expect(eventually { isOver.isSet })
            #expect(probe.fault == nil)
            for sender in 0..<senders {
                #expect(probe.elements.filter { $0.sender == sender }.map(\.index) == Array(0..<count))
            }
            subscription.dispose()
        }
    }

    /// Each is sent a moment after the one before has been delivered, when the scheduler finds nothing more and is about to rest.
    @Test(arguments: Core.underLaw)
    func observeOnDeliversWhatComesJustAsItsConsumerRests(core: Core) {
        core.run {
            let schedulers: [any ImmediateSchedulerType] = [SerialScheduler(), Concurrent.scheduler]
            for (stream, scheduler) in schedulers.enumerated() {
                let subject = PublishSubject<Int>(), delivered = AtomicCount(0), count = 5000
                let subscription = subject.observe(on: scheduler).subscribe(onNext: { _ in delivered.add(1) })
                var random = Random.stream(stream)
                for number in 1...count {
                    for _ in 0..<random.below(12) { spinHint() }
                    subject.onNext(number)
                    guard eventually(within: 20, { delivered.value == number }) else {
                        Issue.record("element \(number) of \(count) was not delivered on \(scheduler), seed \(Random.seed)")
                        break
                    }
                }
                subscription.dispose()
            }
        }
    }

    /// The events of one subscription take turns, though the scheduler's items don't. On the main thread, see above.
    @Test(arguments: Core.underLaw) @MainActor
    func observeOnAConcurrentSchedulerDeliversOneAtATimeInOrder(core: Core) {
        let count = 2000, probe = core.run { observeConcurrently(count) }
        #expect(probe.fault == nil)
        #expect(probe.elements == Array(0..<count))
        #expect(probe.isCompleted)
    }

    private nonisolated func observeConcurrently(_ count: Int) -> Probe<Int> {
        let scheduler = Concurrent.scheduler
        let subject = PublishSubject<Int>(), probe = Probe<Int>(), isOver = AtomicFlag()
        let subscription = subject.observe(on: scheduler).subscribe { event in
            probe.on(event)
            if event.isStopEvent { isOver.set() }
        }
        for number in 0..<count { subject.onNext(number) }
        subject.onCompleted()
        #expect(eventually { isOver.isSet })
        subscription.dispose()
        return probe
    }
}
