import Foundation
import Observation
import Rx
import RxTest
import Testing

@Observable
private final class Model {
    var count = 0
    var name = "a"
    @ObservationIgnored var reads = 0
}

@Suite struct ObservationTests {
    @Test(arguments: Core.allCases)
    func trackingSendsTheValueAndThenEachChange(core: Core) {
        core.run {
            let model = Model(), scheduler = TestScheduler(initialClock: 0)
            scheduler.scheduleAt(210) { model.count = 1 }
            scheduler.scheduleAt(220) { model.name = "b" }
            scheduler.scheduleAt(230) { model.count = 2 }
            expect(
                scheduler.start(disposed: 240) {
                    Rx.Observable.tracking(on: scheduler) { () -> Int in
                        model.reads += 1
                        return model.count
                    }
                },
                [.next(200, 0), .next(211, 1), .next(231, 2)])
            #expect(model.reads == 6)  // Twice for each element.
        }
    }

    @Test(arguments: Core.allCases)
    func changesBeforeTheSchedulersTurnAreSeenAsOne(core: Core) {
        core.run {
            let model = Model(), scheduler = TestScheduler(initialClock: 0)
            scheduler.scheduleAt(210) {
                for number in 1...5 { model.count = number }
            }
            expect(
                scheduler.start { Rx.Observable.tracking(on: scheduler) { model.count } }, [.next(200, 0), .next(211, 5)])
        }
    }

    @Test(arguments: Core.allCases)
    func nothingIsReadOrHeldAfterDispose(core: Core) {
        core.run {
            let model = Model(), scheduler = TestScheduler(initialClock: 0)
            var captured: Journal? = Journal()
            weak let alive = captured
            let subscription = Rx.Observable.tracking(on: scheduler) { [captured] () -> Int in
                withExtendedLifetime(captured) {}
                model.reads += 1
                return model.count
            }.subscribe()
            captured = nil
            #expect(alive != nil)
            model.count = 1
            subscription.dispose()
            scheduler.start()
            #expect(model.reads == 2)
            #expect(alive == nil)
        }
    }

    /// A box that several threads write to, with something to do while a write is on its way.
    private final class Box: Observation.Observable, @unchecked Sendable {  // Sendable: `values` is guarded by `lock`.
        private let registrar = ObservationRegistrar(), lock = NSLock()
        private var values = [0, 0]
        private let duringWrite: @Sendable () -> Void

        init(duringWrite: @escaping @Sendable () -> Void = {}) { self.duringWrite = duringWrite }

        var value: Int {
            get {
                registrar.access(self, keyPath: \.value)
                return lock.withLock { values[0] }
            }
            set {
                registrar.withMutation(of: self, keyPath: \.value) {
                    duringWrite()
                    lock.withLock { values[0] = newValue }
                }
            }
        }

        var revision: Int {
            get {
                registrar.access(self, keyPath: \.revision)
                return lock.withLock { values[1] }
            }
            set { registrar.withMutation(of: self, keyPath: \.revision) { lock.withLock { values[1] = newValue } } }
        }
    }

    /// Waits for `last`, which nothing follows; `false` if it doesn't come.
    private func ends(at last: Int, _ heard: AsyncStream<Int>) async -> Bool {
        let waiting = Task {
            for await element in heard where element == last { return true }
            return false
        }
        let limit = Task {
            try await Task.sleep(for: .seconds(60))
            waiting.cancel()
        }
        defer { limit.cancel() }
        return await waiting.value
    }

    #if os(Linux)
    /// However long that takes: the write waits until whatever it had announced has been read.
    @Test(arguments: Core.allCases)
    func aWriteThatTakesLongIsSeen(core: Core) async {
        let scheduler = core.run { SerialScheduler() }
        let box = Box(duringWrite: {
            let done = DispatchSemaphore(value: 0)
            for _ in 0..<3 {
                _ = scheduler.schedule(()) { _ in
                    done.signal()
                    return Disposables.create()
                }
                done.wait()
            }
        })
        let (heard, input) = AsyncStream<Int>.makeStream()
        let subscription = core.run {
            Rx.Observable.tracking(on: scheduler) { box.value }.subscribe(onNext: { input.yield($0) })
        }
        for number in 1...3 {
            let writer = Thread { box.value = number }
            writer.start()
            #expect(await ends(at: number, heard), "the write of \(number)")
        }
        subscription.dispose()
    }

    /// A write may come between a reading and its registration with Observation, too.
    @Test(arguments: Core.allCases)
    func theLastOfManyWritesIsSeenWhicheverThreadWrites(core: Core) async {
        let scheduler = core.run { SerialScheduler() }
        for round in 0..<200 {
            let box = Box()
            let (heard, input) = AsyncStream<Int>.makeStream()
            let writer = Thread { for number in 1...20 { box.value = number } }
            writer.start()
            let subscription = core.run {
                Rx.Observable.tracking(on: scheduler) { box.value }.subscribe(onNext: { input.yield($0) })
            }
            let isSeen = await ends(at: 20, heard)
            subscription.dispose()
            #expect(isSeen, "round \(round)")
            if !isSeen { return }
        }
    }

    /// By the thread that changes it, within the change.
    @Test(arguments: Core.allCases)
    func aSchedulerThatReadsAtOnceSeesTheNewValue(core: Core) {
        core.run {
            let model = Model(), journal = Journal()
            let subscription = Rx.Observable.tracking(on: CurrentThreadScheduler.instance) { model.count }.subscribe(journal.event("read"))
            for number in 1...3 { model.count = number }
            subscription.dispose()
            expect(journal.lines, ["read next(0)", "read next(1)", "read next(2)", "read next(3)"])
        }
    }
    #endif

    /// What the page says for systems where Observation tells of a change only before it is made.
    @Test(arguments: Core.allCases)
    func aCounterThatIsRaisedAfterwardsTellsOfTheLastWrite(core: Core) async {
        let scheduler = core.run { SerialScheduler() }
        for round in 0..<50 {
            let box = Box()
            let (heard, input) = AsyncStream<Int>.makeStream()
            let subscription = core.run {
                Rx.Observable.tracking(on: scheduler) { () -> Int in
                    _ = box.revision
                    return box.value
                }.subscribe(onNext: { input.yield($0) })
            }
            let writer = Thread {
                for number in 1...20 {
                    box.value = number
                    box.revision += 1
                }
            }
            writer.start()
            let isSeen = await ends(at: 20, heard)
            subscription.dispose()
            #expect(isSeen, "round \(round)")
            if !isSeen { return }
        }
    }

    /// A property that is read only now and then: its changes are seen as soon as it is read.
    @Test(arguments: Core.allCases)
    func whatIsReadMayChangeWithTheValue(core: Core) {
        core.run {
            let model = Model(), scheduler = TestScheduler(initialClock: 0)
            scheduler.scheduleAt(210) { model.name = "c" }
            scheduler.scheduleAt(220) { model.count = 1 }
            scheduler.scheduleAt(230) { model.name = "d" }
            scheduler.scheduleAt(240) { model.count = 0 }
            scheduler.scheduleAt(250) { model.name = "e" }
            expect(
                scheduler.start { Rx.Observable.tracking(on: scheduler) { model.count == 0 ? "none" : model.name } },
                [.next(200, "none"), .next(221, "c"), .next(231, "d"), .next(241, "none")])
        }
    }
}
