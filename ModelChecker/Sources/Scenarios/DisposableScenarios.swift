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

    private static func counted(_ tally: Tally) -> any Disposable { Disposables.create { tally.add() } }

    private static func serial(_ trial: Trial) {
        let serial = SerialDisposable()
        let tallies = (1...2).map { Tally(trial, "disposal \($0)") }
        for (index, tally) in tallies.enumerated() { trial.fiber("S\(index + 1)") { serial.disposable = counted(tally) } }
        trial.fiber("disposer") { serial.dispose() }
        trial.atEnd { for tally in tallies { tally.require(1) } }
    }

    private static func insert(_ trial: Trial) {
        let composite = CompositeDisposable()
        let tallies = (1...2).map { Tally(trial, "disposal \($0)") }
        for (index, tally) in tallies.enumerated() { trial.fiber("I\(index + 1)") { composite.insert(counted(tally)) } }
        trial.fiber("disposer") { composite.dispose() }
        trial.atEnd {
            for tally in tallies { tally.require(1) }
            trial.require(composite.count == 0, "\(composite.count) left")
        }
    }

    private static func remove(_ trial: Trial) {
        let composite = CompositeDisposable()
        let tally = Tally(trial, "disposal")
        let key = composite.insert(counted(tally))!
        trial.fiber("remover") { composite.remove(for: key) }
        trial.fiber("disposer") { composite.dispose() }
        trial.atEnd { tally.require(1) }
    }

    private static func assign(_ trial: Trial) {
        let single = SingleAssignmentDisposable()
        let tally = Tally(trial, "disposal")
        trial.fiber("assigner") { single.setDisposable(counted(tally)) }
        for name in ["D1", "D2"] { trial.fiber(name) { single.dispose() } }
        trial.atEnd { tally.require(1) }
    }

    private static func release(_ trial: Trial) {
        let tally = Tally(trial, "disposal")
        let shared = RefCountDisposable(disposable: counted(tally))
        let dependent = shared.retain()
        trial.fiber("dependent") { dependent.dispose() }
        trial.fiber("primary") { shared.dispose() }
        trial.atEnd { tally.require(1) }
    }
}
