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
            #expect(model.reads == 3)
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
            #expect(model.reads == 1)
            #expect(alive == nil)
        }
    }
}
