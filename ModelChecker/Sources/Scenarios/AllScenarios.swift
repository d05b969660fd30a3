import Explorer
@testable import Rx
import RxPlatform

/// All scenarios.
public enum AllScenarios {
    public static let scenarios =
        MailboxScenarios.all + HandOverScenarios.all + EmptyChunkScenarios.all + DisposeScenarios.all + LateItemScenarios.all
        + BiasedLockScenarios.all
        + SubjectScenarios.all + SharingScenarios.all + OperatorScenarios.all + SchedulerScenarios.all + SchedulerOperatorScenarios.all
        + CurrentThreadScenarios.all + DisposableScenarios.all

    public static func scenario(_ name: String) -> Scenario? { scenarios.first { $0.name == name } }

    /// Lazily made globals of the kernel are made now, so that no execution makes them on its way: a hundred executions of
    /// a scenario in which a dispose has to wait.
    public static func warmUp() {
        let waiting = DisposeScenarios.all[0]
        for core in Core.allCases {
            _ = waiting.exploration(core, .sequential, .on, .random(seed: 1, count: 100)).run()
        }
    }
}
