@testable import Rx

/// Disposables that hold others: putting in against disposing. What is put in is disposed exactly once.
enum DisposableScenarios {
    static let all: [Scenario] = [
        Scenario("serial-disposable/set", "2 threads assign, one disposes") { serial($0) },
        Scenario("composite-disposable/insert", "2 threads insert, one disposes") { insert($0) },
        Scenario("composite-disposable/remove", "remove against dispose") { remove($0) },
        Scenario("single-assignment-disposable/set", "assign against 2 disposals") { assign($0) },
        Scenario("ref-count-disposable/release", "a retained one is released against dispose") { release($0) },
    ]

    private static func counted(_ counter: EventCounter) -> any Disposable { Disposables.create { counter.add() } }

    private static func serial(_ run: ScenarioRun) {
        let serial = SerialDisposable()
        let counters = (1...2).map { EventCounter(run, "disposal \($0)") }
        for (index, counter) in counters.enumerated() { run.fiber("S\(index + 1)") { serial.disposable = counted(counter) } }
        run.fiber("disposer") { serial.dispose() }
        run.atEnd { for counter in counters { counter.require(1) } }
    }

    private static func insert(_ run: ScenarioRun) {
        let composite = CompositeDisposable()
        let counters = (1...2).map { EventCounter(run, "disposal \($0)") }
        for (index, counter) in counters.enumerated() { run.fiber("I\(index + 1)") { composite.insert(counted(counter)) } }
        run.fiber("disposer") { composite.dispose() }
        run.atEnd {
            for counter in counters { counter.require(1) }
            run.require(composite.count == 0, "\(composite.count) left")
        }
    }

    private static func remove(_ run: ScenarioRun) {
        let composite = CompositeDisposable()
        let counter = EventCounter(run, "disposal")
        let key = composite.insert(counted(counter))!
        run.fiber("remover") { composite.remove(for: key) }
        run.fiber("disposer") { composite.dispose() }
        run.atEnd { counter.require(1) }
    }

    private static func assign(_ run: ScenarioRun) {
        let single = SingleAssignmentDisposable()
        let counter = EventCounter(run, "disposal")
        run.fiber("assigner") { single.setDisposable(counted(counter)) }
        for name in ["D1", "D2"] { run.fiber(name) { single.dispose() } }
        run.atEnd { counter.require(1) }
    }

    private static func release(_ run: ScenarioRun) {
        let counter = EventCounter(run, "disposal")
        let shared = RefCountDisposable(disposable: counted(counter))
        let dependent = shared.retain()
        run.fiber("dependent") { dependent.dispose() }
        run.fiber("primary") { shared.dispose() }
        run.atEnd { counter.require(1) }
    }
}
