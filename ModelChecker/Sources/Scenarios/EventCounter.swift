import Explorer
import RxPlatform

/// How often something has happened. Adding and asking are steps, and order nothing: the thread that asks sees what the kernel lets it see.
final class EventCounter {
    private let run: ScenarioRun
    private let name: String
    private let count = Word(0)

    init(_ run: ScenarioRun, _ name: String) {
        self.run = run
        self.name = name
    }

    func add() {
        count.count()
        run.execution.note("\(name)")
    }

    var value: Int { Int(count.load()) }

    func require(_ expected: Int, _ law: @autoclosure () -> String? = nil) {
        let now = value
        run.require(now == expected, law() ?? "\(name) happened \(now) times, not \(expected)")
    }
}
