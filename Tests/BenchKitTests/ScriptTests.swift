import Foundation
import Testing

@testable import BenchKit

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension SessionTests {
    /// The script that compares a revision with what is checked out: what it refuses before it builds anything.
    @Suite struct ScriptTests {
        private static let script = ((#filePath as NSString).deletingLastPathComponent as NSString)
            .appendingPathComponent("../../Scripts/gate")

        private func failure(_ arguments: String...) -> ChildProcess.Failure? {
            do {
                _ = try ChildProcess.lines(of: Self.script, arguments, silence: 30)
                return nil
            } catch {
                return error as? ChildProcess.Failure
            }
        }

        @Test func theGateWantsARevision() {
            let missing = failure()
            #expect(missing?.reason == .exited(64))
            #expect(missing?.lastWords == "usage: Scripts/gate REVISION [FOLDER [ARGUMENTS OF rxbench check]]")
            let unknown = failure("no-such-revision")
            #expect(unknown?.reason == .exited(64))
            #expect(unknown?.lastWords == "Scripts/gate: there is no revision no-such-revision")
        }
    }
}
