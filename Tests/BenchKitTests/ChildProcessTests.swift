import Foundation
import Testing

@testable import BenchKit

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension RunSessionTests {
    @Suite struct ChildProcessTests {
        private func shell(_ script: String) throws -> ChildProcess { try ChildProcess("/bin/sh", ["-c", script]) }

        private func failure(_ body: () throws -> Void) -> ChildProcess.Failure? {
            do {
                try body()
                return nil
            } catch {
                return error as? ChildProcess.Failure
            }
        }

        @Test func linesGoBothWays() throws {
            let child = try shell("while read line; do echo \"got $line\"; done")
            for word in ["one", "two"] {
                try child.send(line: word)
                #expect(try child.receiveLine(within: 20) == "got \(word)")
            }
            try child.finish(within: 20)
        }

        @Test func anExitCodeComesWithTheLastWords() throws {
            let child = try shell("echo all is lost >&2; exit 3")
            let found = failure { _ = try child.receiveLine(within: 20) }
            #expect(found?.reason == .exited(3))
            #expect(found?.description == "ended with exit code 3 (all is lost)")
        }

        @Test func aCrashIsNamed() throws {
            let child = try shell("echo 'a: Fatal error: no' >&2; echo '0x1234 in main' >&2; kill -SEGV $$")
            let found = failure { _ = try child.receiveLine(within: 20) }
            #expect(found?.reason == .killed(signal: SIGSEGV))
            #expect(found?.description.hasSuffix("(a: Fatal error: no)") == true)
        }

        @Test func whoSaysNothingIsStopped() throws {
            let child = try shell("sleep 60")
            let start = Clock.monotonic()
            let found = failure { _ = try child.receiveLine(within: 0.1) }
            #expect(found?.reason == .tooSlow(seconds: 0.1))
            #expect(Clock.monotonic() - start < 30_000_000_000)
        }

        @Test func writingToWhoHasEndedIsAFailureOfThatOne() throws {
            let child = try shell("exec <&-; exit 4")
            var found: ChildProcess.Failure?
            for _ in 0..<1000 where found == nil {
                found = failure { try child.send(line: "hello") }
                Clock.sleep(milliseconds: 5)
            }
            #expect(found?.reason == .exited(4))
        }

        /// As one that was just written is, while another thread starts a process.
        @Test func aProgramThatIsOpenForWritingIsStartedOnceItIsClosed() throws {
            try Fixture.inFolder { folder in
                let path = "\(folder)/program"
                try Data("#!/bin/sh\necho hello\n".utf8).write(to: URL(fileURLWithPath: path))
                try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
                let writer = try #require(FileHandle(forWritingAtPath: path))
                Thread.detachNewThread {
                    Clock.sleep(milliseconds: 50)
                    try? writer.close()
                }
                #expect(try ChildProcess.lines(of: path, [], silence: 20) == ["hello"])
            }
        }

        @Test func whatDoesNotExistIsNotStarted() {
            let found = failure { _ = try ChildProcess(Fixture.missing, []) }
            guard case .notStarted = found?.reason else {
                Issue.record("it was started: \(String(describing: found))")
                return
            }
        }

        @Test func wholeRunsGiveTheirLines() throws {
            #expect(try ChildProcess.lines(of: "/bin/sh", ["-c", "echo a; echo b"], silence: 20) == ["a", "b"])
            let found = failure { _ = try ChildProcess.lines(of: "/bin/sh", ["-c", "echo a; exit 9"], silence: 20) }
            #expect(found?.reason == .exited(9))
        }

        @Test func aWorkerThatSpeaksAnotherLanguageIsUnintelligible() {
            for script in ["echo hello", "echo '{\"sampled\":{}}'"] {
                let found = failure { _ = try WorkerProcess(try shell(script), limit: 20) }
                guard case .unintelligible = found?.reason else {
                    Issue.record("\(script) was taken for a worker")
                    return
                }
            }
        }

        @Test func messagesSurviveTheWire() throws {
            let requests: [WorkerRequest] = [
                .prepare(benchmark: "T1", variant: "lock", events: 5, warmUpSeconds: 0.5),
                .sample(benchmark: "T1", variant: "-", iterations: 3),
                .count(benchmark: "T1", variant: "-", events: 0, label: "0/\"x\""),
            ]
            for request in requests {
                let line = try WorkerProtocol.encode(request)
                #expect(!line.contains("\n"))
                #expect(try WorkerProtocol.decode(WorkerRequest.self, from: line) == request)
            }
            let metrics = ["m": Metric(value: 1, unit: "B")]
            let sample = TimeSample(wall: 1, processor: 2, contaminated: nil, metrics: metrics, missing: [:])
            let failed = WorkerAnswer.failed(RowFailure(kind: .wrongResult, message: "no"))
            for answer in [WorkerAnswer.sampled(sample), .counted(nil), failed] {
                #expect(try WorkerProtocol.decode(WorkerAnswer.self, from: WorkerProtocol.encode(answer)) == answer)
            }
        }
    }
}
