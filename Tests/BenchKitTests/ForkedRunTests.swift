import Foundation
import Testing

@testable import BenchKit

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension RunSessionTests {
    /// Runs in several processes of which one doesn't reach its end.
    @Suite struct ForkedRunTests {
        private let suite = Suite.withFloor(Benchmark("T1", "one", events: Events(10)) { _ in })

        /// Runs forks: that with seed 1 measures all; another has measured T1 when it stops.
        /// - Parameters:
        ///   - seed: of the first fork.
        ///   - leavesRows: whether the other one has measured anything.
        ///   - end: what the other one does then, in the shell's words; its folder is `$here`.
        private func run(
            _ folder: String, seed: UInt64 = 1, leavesRows: Bool = true, other end: String
        ) throws -> (code: ExitCode, recording: CapturedOutput) {
            let row = Fixture.timed("T1", "lock", nanoseconds: 10)
            let floor = Fixture.timed("floor.closure-call", "-", nanoseconds: 1)
            let files = ["whole": try Fixture.results(.run, rows: [row, floor]), "part": try Fixture.results(.run, rows: [row], complete: false)]
            for (name, results) in files { try results.json().write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
            let script = """
                #!/bin/sh
                here='\(folder)'
                for word; do case $word in --out=*) out=${word#--out=} ;; --seed=*) seed=${word#--seed=} ;; esac; done
                case $seed in
                  1) cp "$here/whole" "$out" ;;
                  *) \(leavesRows ? "cp \"$here/part\" \"$out.partial\"" : ":"); \(end) ;;
                esac

                """
            let path = "\(folder)/program"
            try Data(script.utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
            let recording = CapturedOutput()
            var options = RunOptions(profile: .instant, out: "\(folder)/out.json", seed: seed)
            options.forks = 2
            var session = RunSession(suite: suite, options: options, output: recording.output)
            session.program = path
            return (try session.run(), recording)
        }

        /// Lets the user wish to stop as soon as a fork says that it is so far.
        private func stopWhenReady(_ folder: String) {
            Thread.detachNewThread {
                while !FileManager.default.fileExists(atPath: "\(folder)/ready") { Clock.sleep(milliseconds: 5) }
                Interruption.request()
            }
        }

        private func kept(_ folder: String) throws -> Results {
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/out.json.partial"))
            return try ResultsFile.read("\(folder)/out.json")
        }

        private func row(_ benchmark: String, of results: Results) -> Row? { results.rows.first { $0.benchmark == benchmark } }

        @Test func anInterruptionKeepsWhatTheForkHasMeasuredUntilThen() throws {
            try Fixture.inFolder { folder in
                stopWhenReady(folder)
                let (code, recording) = try run(folder, other: "touch \"$here/ready\"; exec sleep 600")
                #expect(code == .interrupted)
                #expect(recording.error.contains("interrupted; what was measured is kept"))
                let results = try kept(folder)
                #expect(!results.complete)
                #expect(row("T1", of: results)?.time?.forks?.map(\.fork) == [0, 1])
                #expect(row("floor.closure-call", of: results)?.time?.forks?.map(\.fork) == [0])
            }
        }

        @Test func anInterruptionOfTheFirstForkKeepsItsRows() throws {
            try Fixture.inFolder { folder in
                stopWhenReady(folder)
                let (code, _) = try run(folder, seed: 0, other: "touch \"$here/ready\"; exec sleep 600")
                #expect(code == .interrupted)
                let results = try kept(folder)
                #expect(!results.complete)
                #expect(results.forks == 1)
                #expect(results.rows.map(\.benchmark) == ["T1"])
            }
        }

        @Test func aForkThatIsKilledBeforeItHasMeasuredAnythingIsNamedWithItsSignal() throws {
            try Fixture.inFolder { folder in
                let first = FileError(description: "fork 1 of 2 crashed: Killed, signal 9; it had measured nothing, and no file is written")
                #expect(throws: first) { try run(folder, seed: 0, leavesRows: false, other: "kill -KILL $$") }
                for name in ["out.json", "out.json.partial"] { #expect(!FileManager.default.fileExists(atPath: "\(folder)/\(name)")) }
            }
            // One that ends as if all were well.
            try Fixture.inFolder { folder in
                let (code, recording) = try run(folder, leavesRows: false, other: "exit 0")
                #expect(code == .failure)
                #expect(recording.error.contains("fork 2 of 2 ended without results; what was measured is kept"))
            }
            // What the forks before it have measured stays.
            try Fixture.inFolder { folder in
                let (code, recording) = try run(folder, leavesRows: false, other: "kill -TERM $$")
                #expect(code == .failure)
                #expect(recording.error.contains("fork 2 of 2 crashed: Terminated, signal 15; what was measured is kept"))
                let results = try kept(folder)
                #expect(!results.complete)
                #expect(row("T1", of: results)?.time?.forks?.map(\.fork) == [0])
            }
        }

        @Test func aForkThatIsKilledFailsTheRunAndKeepsWhatWasMeasured() throws {
            try Fixture.inFolder { folder in
                let (code, recording) = try run(folder, other: "kill -KILL $$")
                #expect(code == .failure)
                #expect(recording.error.contains("fork 2 of 2 crashed: Killed, signal 9; what was measured is kept"))
                let results = try kept(folder)
                #expect(!results.complete)
                #expect(row("T1", of: results)?.time?.forks?.map(\.fork) == [0, 1])
            }
        }
    }
}
