@testable import Rx
import RxPlatform

/// Chains of work on the current thread's scheduler, which other threads end.
enum CurrentThreadScenarios {
    static let all: [Scenario] = [
        Scenario("current-thread/chain", "a chain of work is cancelled by two threads while it runs") { chain($0, ends: ["head", "head"]) },
        Scenario("current-thread/part", "a chain of work is cancelled from its second part on, while it runs") { chain($0, ends: ["second"]) },
    ]

    /// What comes beside the chain runs in any case, though it may use items again that the chain has used.
    /// - Parameter ends: what each of the cancelling threads has: the whole chain, or all from its second part on.
    private static func chain(_ run: ScenarioRun, ends: [String]) {
        let disposals = Word(0), made = EventCounter(run, "result"), ended = EventCounter(run, "disposed result")
        let late = EventCounter(run, "late start"), planned = EventCounter(run, "plan"), beside = EventCounter(run, "work beside")
        let head = SingleAssignmentDisposable(), second = SingleAssignmentDisposable()
        func chain(_ left: Int) -> any Disposable {
            let part = CurrentThreadScheduler.instance.schedule(left) { left in
                if left < 3, disposals.loadAcquiring() == ends.count { late.add() }  // Who disposes second doesn't wait for the first.
                planned.add()
                _ = CurrentThreadScheduler.instance.schedule(()) { _ in
                    beside.add()
                    return Disposables.create()
                }
                if left > 1 { return chain(left - 1) }
                made.add()
                return Disposables.create { ended.add() }
            }
            if left == 3 { second.setDisposable(part) }
            return part
        }
        run.fiber("chain") {
            _ = CurrentThreadScheduler.instance.schedule(()) { _ in
                head.setDisposable(chain(4))
                return Disposables.create()
            }
        }
        for (index, end) in ends.enumerated() {
            run.fiber("D\(index + 1)") {
                (end == "head" ? head : second).dispose()
                disposals.add(1)
            }
        }
        run.atEnd {
            ended.require(made.value, "the last result was disposed \(ended.value) times, and made \(made.value)")
            run.require(late.value <= 1, "\(late.value) pieces of work started after dispose had returned")
            beside.require(planned.value)
        }
    }
}
