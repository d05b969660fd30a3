import Explorer
import RxPlatform

/// How often something has happened. Adding and asking are steps.
final class Tally {
    private let trial: Trial
    private let name: String
    private let count = Word(0)

    init(_ trial: Trial, _ name: String) {
        self.trial = trial
        self.name = name
    }

    func add() {
        count.add(1)
        trial.execution.note("\(name)")
    }

    var value: Int { Int(count.load()) }

    func require(_ expected: Int, _ law: @autoclosure () -> String? = nil) {
        let now = value
        trial.require(now == expected, law() ?? "\(name) happened \(now) times, not \(expected)")
    }
}
