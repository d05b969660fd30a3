@testable import Rx
import RxPlatform

/// The lock that one thread takes without an atomic operation: nobody is inside while somebody else is, and who waits is woken.
enum BiasedLockScenarios {
    static let all: [Scenario] = [
        scenario("biased-lock/2-threads", "a thread that has the bias takes the lock twice, another one twice", [2, 2]),
        scenario("biased-lock/often", "3 times against once", [3, 1]),
        scenario("biased-lock/3-threads", "twice, and two other threads once each", [2, 1, 1], quick: false),
    ]

    private static func scenario(_ name: String, _ summary: String, _ times: [Int], quick: Bool = true) -> Scenario {
        Scenario(name, summary, cores: [.lock], biases: [.off, .on], quick: quick) { run in
            let guarded = Guarded(run)
            run.warm { guarded.change() }
            let before = guarded.changes.load()
            for (index, times) in times.enumerated() {
                run.fiber("T\(index + 1)") { for _ in 0..<times { guarded.change() } }
            }
            run.atEnd {
                let changes = guarded.changes.load() - before
                run.require(changes == UInt(times.reduce(0, +)), "\(changes) changes left")
            }
        }
    }

    private final class Guarded: @unchecked Sendable {  // Sendable: the model has one thread.
        let lock = BiasedLock()
        let changes = Word(0)
        private let inside = Word(0)
        private let run: ScenarioRun

        init(_ run: ScenarioRun) { self.run = run }

        func change() {
            lock.with(self) {
                run.require(inside.load() == 0, "two threads inside")
                inside.store(1)
                changes.store(changes.load() + 1)
                inside.store(0)
            }
        }
    }
}
